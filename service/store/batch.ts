/**
 * Many small reads as one: calls that arrive while the database is busy, or within one turn of the event
 * loop, go out together. `run` gets the items in order of arrival and answers as many results, in order.
 */
export function inBatches<Item, Result>(
  run: (items: Item[]) => Promise<Result[]>,
  maxItems = 256,
): (item: Item) => Promise<Result> {
  interface Waiting {
    item: Item
    resolve: (result: Result) => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let busy = false

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const batch = waiting.length <= maxItems ? waiting : waiting.slice(0, maxItems)
      waiting = batch === waiting ? [] : waiting.slice(maxItems)
      try {
        const results = await run(batch.map(call => call.item))
        for (let i = 0; i < batch.length; i++) batch[i]!.resolve(results[i] as Result)
      } catch (error) {
        for (const call of batch) call.reject(error)
      }
    }
    busy = false
  }

  return item =>
    new Promise((resolve, reject) => {
      waiting.push({ item, resolve, reject })
      if (busy) return
      busy = true
      // After the sockets that are readable now have all been read.
      setImmediate(() => void drain())
    })
}
