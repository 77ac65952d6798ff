/** Waits for work until a signal ends the wait. The work may go on: others may wait for the same. */
export async function orAborted<T>(work: Promise<T>, signal: AbortSignal | null | undefined): Promise<T> {
  if (!signal) return work
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const fail = () => reject(signal.reason as Error)
  if (signal.aborted) fail()
  signal.addEventListener('abort', fail, { once: true })
  try {
    return await Promise.race([work, aborted])
  } finally {
    signal.removeEventListener('abort', fail)
  }
}
