/**
 * Reads one Excel file and ends. The engine's reader wants the browser's XML documents, and looks for the rows of
 * a sheet one by one from the first on: both are given to it here, where nothing else runs.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { unzipSync } from 'fflate'
import type { Model } from '../dialect/engine.ts'
import { engine } from '../sheets/workbook/engine.ts'
import { parseXml } from './xml.ts'

Object.assign(globalThis, {
  DOMParser: class {
    parseFromString = parseXml
  },
})

/** Each row is asked for after the one before it. */
function findRowsInOrder(): void {
  const { find } = Array.prototype
  const places = new WeakMap<unknown[], number>()
  const isRow = (it: unknown) => typeof it === 'object' && it !== null && 'cells' in it && 'index' in it
  Array.prototype.find = function (
    this: unknown[],
    matches: (it: unknown, at: number) => unknown,
    self?: unknown,
  ) {
    if (!isRow(this[0])) return find.call(this, matches as never, self)
    const start = places.get(this) ?? 0
    for (let step = 0; step < this.length; step++) {
      const at = (start + step) % this.length
      if (!matches(this[at], at)) continue
      places.set(this, at)
      return this[at]
    }
    return undefined
  } as typeof find
}

function partsOf(file: Uint8Array): Record<string, string | { imageSrc: string }> {
  const decoder = new TextDecoder()
  return Object.fromEntries(
    Object.entries(unzipSync(file)).map(([path, content]) => [
      path,
      /\.(xml|rels|vml)$/i.test(path) ? decoder.decode(content) : { imageSrc: '' },
    ]),
  )
}

findRowsInOrder()
const parts = partsOf(workerData as Uint8Array)
const model: Model = new engine.Model(parts)
parentPort?.postMessage({ ...model._exportData(false), isNotSquishable: true })
