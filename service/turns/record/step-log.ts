/** The steps of one turn so far, kept in memory beside the database, read again where somebody else wrote. */
import type { ToolResultPart } from 'ai'
import type { Db } from '../../store/db.ts'
import type { HeldTurn } from './held-turn.ts'
import { readSteps, type StoredStep } from './step-store.ts'

export class StepLog {
  readonly #db: Db
  readonly #turn: HeldTurn
  #steps: StoredStep[] | undefined
  /** Rises with whatever is written: what was read meanwhile may not hold it. */
  #writes = 0

  constructor(db: Db, turn: HeldTurn) {
    this.#db = db
    this.#turn = turn
  }

  /** With their results, in order. */
  async all(): Promise<StoredStep[]> {
    const { agentId, number } = this.#turn
    while (this.#steps === undefined) {
      const before = this.#writes
      const steps = await readSteps(this.#db, agentId, number, number)
      if (this.#writes === before) this.#steps ??= steps
    }
    return this.#steps
  }

  async stored(step: number): Promise<StoredStep | undefined> {
    return (await this.all()).find(row => row.step === step)
  }

  add(step: StoredStep): void {
    this.#writes += 1
    this.#steps?.push(step)
  }

  addResult(step: number, part: ToolResultPart): void {
    this.#writes += 1
    this.#steps?.find(row => row.step === step)?.results.push(part)
  }

  /** Something was written that this process did not see. */
  forget(): void {
    this.#writes += 1
    this.#steps = undefined
  }
}
