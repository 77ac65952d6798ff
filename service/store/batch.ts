/**
 * Many small reads as one: calls that arrive while the database is busy, or within one turn of the event
 * loop, go out together. `run` gets the items in order of arrival and answers as many results, in order.
 */

const MAX_ITEMS = 256
// Where several came together, more are on their way: looking at the sockets a few times more before the
// query goes out saves whole queries. It costs microseconds, and a caller that comes alone never waits.
const CROWD = 4
const CROWD_TURNS = 3

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
  let crowded = false

  /** After the sockets that are readable now have all been read. */
  function schedule(turns = crowded ? CROWD_TURNS : 1): void {
    setImmediate(() => (turns > 1 ? schedule(turns - 1) : drain()))
  }

  function drain(): void {
    const batch = waiting.splice(0, MAX_ITEMS)
    crowded = batch.length >= CROWD
    void answer(batch).then(() => {
      busy = waiting.length > 0
      if (busy) schedule()
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
      schedule()
    })
}
