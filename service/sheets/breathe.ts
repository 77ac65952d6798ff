/** Long work on the main thread, cut into slices: others get their turn between two of them. */
import { setImmediate as nextTurn } from 'node:timers/promises'

/** Well below what anyone would notice, well above what giving way costs. */
const SLICE_MILLISECONDS = 15
/** Looking at the clock for every cell would cost more than the cell. */
const CELLS_BETWEEN_LOOKS = 64

/** Awaits now and then inside a loop: `if (slices.isDue()) await slices.giveWay()`. */
export class Slices {
  readonly #lookEvery: number
  #since = performance.now()
  #count = 0

  constructor(lookEvery = CELLS_BETWEEN_LOOKS) {
    this.#lookEvery = lookEvery
  }

  isDue(): boolean {
    this.#count += 1
    return this.#count % this.#lookEvery === 0 && performance.now() - this.#since > SLICE_MILLISECONDS
  }

  async giveWay(): Promise<void> {
    await nextTurn()
    this.#since = performance.now()
  }
}
