/** Long work in short pieces, so that the page answers its user meanwhile. Knows nothing of the work. */

/** Well under what a person notices. */
const SLICE_MS = 30

/** Runs the work to its end; whatever it yields is a place where it may pause. */
export async function inSlices(work: Iterator<void>): Promise<void> {
  let until = performance.now() + SLICE_MS
  while (!work.next().done) {
    if (performance.now() < until) continue
    await nextTurn()
    until = performance.now() + SLICE_MS
  }
}

/** After whatever waits: input, drawing, messages. Sooner than a timer, which browsers delay. */
export function nextTurn(): Promise<void> {
  return new Promise(resolve => {
    const { port1, port2 } = new MessageChannel()
    port1.onmessage = () => {
      port1.close()
      resolve()
    }
    port2.postMessage(undefined)
  })
}

const FRAME_MS = 100

/** When so many pictures have been drawn. A page that nobody sees draws none and does not wait for them. */
export async function nextFrames(count: number): Promise<void> {
  for (let drawn = 0; drawn < count; drawn++) {
    await new Promise<void>(resolve => {
      requestAnimationFrame(() => resolve())
      setTimeout(resolve, FRAME_MS)
    })
  }
}
