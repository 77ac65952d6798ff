/**
 * Makes finished rows durable and charges for them. Results that arrive while the database is busy go
 * out together in the next statement; a row counts, and is shown, only once it is saved.
 */
import { isPassing } from '../../store/passing.ts'
import type { ToolContext } from '../tool.ts'
import type { RowResult, RowStore } from './row-store.ts'

/** Results wait this long for company: few statements, and little to lose in a crash. */
const GATHER_MILLISECONDS = 40
/** Rows saved within this time share one charge. */
const CHARGE_MILLISECONDS = 500

export interface CommitterParts {
  context: ToolContext
  store: RowStore
  model: string
  /** The first batch number that no earlier run of this call has used. */
  firstBatch: number
  /** Called with what is durable now. */
  onSaved: (results: RowResult[]) => void
}

export class Committer {
  readonly #parts: CommitterParts
  #waiting: RowResult[] = []
  #batch: number
  #batchCost = 0n
  #batchOpened = 0
  #running: Promise<void> | undefined
  #failure: unknown
  /** The turn may spend no more: start nothing new. */
  mustStop = false

  constructor(parts: CommitterParts) {
    this.#parts = parts
    this.#batch = parts.firstBatch
  }

  /** Throws what went wrong with an earlier result, so that no further row is begun. */
  add(result: RowResult): void {
    this.#waiting.push(result)
    this.#running ??= this.#work().finally(() => {
      this.#running = undefined
    })
    if (this.#failure !== undefined) throw this.#failure
  }

  /** Saves and charges all that has been added. */
  async drain(): Promise<void> {
    while (this.#running) await this.#running
    if (this.#failure !== undefined) throw this.#failure
    await this.#charge()
  }

  async #work(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(resolve => setTimeout(resolve, GATHER_MILLISECONDS))
      await this.#noted(() => this.#save(this.#waiting.splice(0)))
      if (this.#now() - this.#batchOpened >= CHARGE_MILLISECONDS) await this.#noted(() => this.#charge())
    }
  }

  #now(): number {
    return this.#parts.context.now().getTime()
  }

  /** A charge that fails must not keep later results from being saved: they are paid for. */
  async #noted(step: () => Promise<void>): Promise<void> {
    try {
      await step()
    } catch (error) {
      this.#failure ??= error
    }
  }

  async #save(results: RowResult[]): Promise<void> {
    if (this.#batchCost === 0n) this.#batchOpened = this.#now()
    try {
      await this.#parts.store.save(results, this.#batch)
    } catch (error) {
      // Whether these rows are saved is not known, nor what the batch costs. The call is made again
      // after such a failure, and then charges what the database holds of the batch.
      if (isPassing(error)) this.#nextBatch()
      throw error
    }
    for (const result of results) this.#batchCost += result.costNanoDollars
    this.#parts.onSaved(results)
  }

  #nextBatch(): void {
    this.#batch += 1
    this.#batchCost = 0n
  }

  /** All rows of the batch are saved: after a crash the same key is charged with the same sum. */
  async #charge(): Promise<void> {
    const { context, model } = this.#parts
    const batch = this.#batch
    const costNanoDollars = this.#batchCost
    if (costNanoDollars === 0n) return
    this.#nextBatch()
    const answer = await context.charge({ key: batchKey(batch), model, costNanoDollars })
    if (answer === 'stop') this.mustStop = true
  }
}

export const batchKey = (batch: number): string => `rows:${batch}`
