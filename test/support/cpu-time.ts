/** Time that this thread itself computed: what other programs do meanwhile makes nothing of it longer. */

/** Milliseconds of `work`, which computes and waits for nothing. */
export function cpuMilliseconds(work: () => unknown): number {
  const spent = sinceNow()
  work()
  return spent()
}

/** Milliseconds that the thread has computed since. */
export function sinceNow(): () => number {
  const begun = process.threadCpuUsage()
  return () => {
    const { user, system } = process.threadCpuUsage(begun)
    return (user + system) / 1_000
  }
}
