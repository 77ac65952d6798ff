/** Time by the clock, and what the processor spent on it. */
export interface Taken {
  ms: number
  processorMs?: number
}

export async function timed(work: () => unknown): Promise<Taken> {
  const before = process.cpuUsage()
  const start = performance.now()
  await work()
  const ms = performance.now() - start
  const { user, system } = process.cpuUsage(before)
  return { ms, processorMs: (user + system) / 1000 }
}
