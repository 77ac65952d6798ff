/** Works through rows with bounded concurrency until they are done, the signal fires, or `mayGoOn` says no. */

export interface RowsWork<Row> {
  rows: readonly Row[]
  concurrency: number
  signal: AbortSignal
  /** Asked before each row. */
  mayGoOn: () => boolean
  /** Must not reject but for the abort of the signal, or for what makes going on pointless. */
  work: (row: Row) => Promise<void>
}

/** Resolves when nothing is in flight any more. Rejects with the first failure that is no abort. */
export async function workThroughRows<Row>({
  rows,
  concurrency,
  signal,
  mayGoOn,
  work,
}: RowsWork<Row>): Promise<void> {
  let next = 0
  let failure: { error: unknown } | undefined
  const worker = async (): Promise<void> => {
    while (next < rows.length && !signal.aborted && !failure && mayGoOn()) {
      const row = rows[next]!
      next += 1
      try {
        await work(row)
      } catch (error) {
        if (!signal.aborted) failure ??= { error }
      }
    }
  }
  await Promise.all(Array.from({ length: Math.min(concurrency, rows.length) }, worker))
  if (failure) throw failure.error
}
