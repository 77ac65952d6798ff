/**
 * Many small reads as one: calls that arrive while the database is busy, or within one turn of the event
 * loop, go out together. `run` gets the items in order of arrival and answers as many results, in order.
 */

const MAX_ITEMS = 256
// While each look at the sockets brings more callers, the query waits for them: a look costs microseconds,
// a query a hundred. A caller that comes alone waits for one look.
const MAX_LOOKS = 16

interface Waiting<Item, Result> {
  item: Item
  resolve: (result: Result) => void
  reject: (error: unknown) => void
}

export function inBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
): (item: Item) => Promise<Result> {
  const waiting: Waiting<Item, Result>[] = []
  let busy = false

  /** `seen` callers were here at the last look. */
  function collect(seen: number, looks: number): void {
    setImmediate(() => {
      if (waiting.length > seen && waiting.length < MAX_ITEMS && looks < MAX_LOOKS)
        collect(waiting.length, looks + 1)
      else drain()
    })
  }

  function drain(): void {
    const batch = waiting.splice(0, MAX_ITEMS)
    void answer(batch).then(() => {
      busy = waiting.length > 0
      if (busy) collect(waiting.length, 1)
    })
  }

  async function answer(batch: Waiting<Item, Result>[]): Promise<void> {
    try {
      const results = await run(batch.map(call => call.item))
      for (let i = 0; i < batch.length; i++) batch[i]!.resolve(results[i] as Result)
    } catch (error) {
      for (const call of batch) call.reject(error)
    }
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      collect(waiting.length, 1)
    })
}
