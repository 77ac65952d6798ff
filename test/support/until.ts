export interface Patience {
  /** Milliseconds. */
  within?: number
  describe?: () => string
}

/** Waits for a condition by looking again soon, never by a fixed sleep. */
export async function until<T>(
  look: () => T | Promise<T>,
  { within = 50_000, describe = () => 'The condition did not come true' }: Patience = {},
): Promise<NonNullable<T>> {
  const deadline = Date.now() + within
  let pauseMilliseconds = 5
  for (;;) {
    const value = await look()
    if (value) return value
    if (Date.now() > deadline) throw new Error(`${describe()} (waited ${within} ms).`)
    await new Promise(resume => setTimeout(resume, pauseMilliseconds))
    pauseMilliseconds = Math.min(100, pauseMilliseconds * 2)
  }
}
