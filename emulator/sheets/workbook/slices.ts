/** Long work in short pieces: others are answered between two of them. Knows nothing of the work. */
import { setImmediate as nextTurn } from 'node:timers/promises'

const SLICE_MS = 40

/** Runs the work to its end; whatever it yields is a place where it may pause. */
export async function inSlices<T>(work: Iterator<void, T>): Promise<T> {
  let until = performance.now() + SLICE_MS
  for (;;) {
    const step = work.next()
    if (step.done) return step.value
    if (performance.now() < until) continue
    await nextTurn()
    until = performance.now() + SLICE_MS
  }
}
