/** Lets work through until closed; then none begins any more, and what is inside can be waited for. */
export class Gate {
  #inside = 0
  #closed = false
  #whenEmpty: (() => void) | undefined

  async pass<T>(work: () => Promise<T>): Promise<T> {
    // Parked for good: the process ends, and the next one begins this work.
    if (this.#closed) return new Promise(() => {})
    this.#inside++
    try {
      return await work()
    } finally {
      this.#inside--
      if (this.#inside === 0) this.#whenEmpty?.()
    }
  }

  /** Resolves when nothing is inside, at the latest after `withinMs`. */
  async close(withinMs: number): Promise<void> {
    this.#closed = true
    if (this.#inside === 0 || withinMs <= 0) return
    const { promise, resolve } = Promise.withResolvers<void>()
    this.#whenEmpty = resolve
    const timer = setTimeout(resolve, withinMs)
    await promise
    clearTimeout(timer)
  }
}
