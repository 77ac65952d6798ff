/** Chance that can be had again: the same seed gives the same numbers. */
import { type Random, seeded } from '../../scripts/eval/jobs/random.ts'

export class Chance {
  readonly #random: Random
  constructor(seed: number) {
    this.#random = seeded(seed)
  }

  /** From 0 to below 1. */
  next(): number {
    return this.#random.next()
  }

  below(count: number): number {
    return Math.floor(this.next() * count)
  }

  pick<T>(list: readonly T[]): T {
    return list[this.below(list.length)]!
  }
}
