/**
 * Writes one workbook as an Excel file and ends. The engine takes each part apart and puts it together again
 * with the browser's XML classes; here there are none, and its text is good as it is.
 */
import { parentPort, workerData } from 'node:worker_threads'
import { strToU8, zipSync } from 'fflate'
import type { Model } from '../dialect/engine.ts'
import { openSaved, type SavedTexts } from '../sheets/workbook/saved.ts'
import { writeSpilledValues } from './excel-spills.ts'

type ExcelFile = { path: string; content: string } | { path: string; imageSrc: string }

/** Text in, the same text out. */
class PlainDocument {
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  querySelector(): null {
    return null
  }
}
const DECLARATION = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
Object.assign(globalThis, {
  DOMParser: class {
    parseFromString = (text: string) => new PlainDocument(text)
  },
  XMLSerializer: class {
    serializeToString = ({ text }: PlainDocument) => DECLARATION + text.trim()
  },
})

const { model } = openSaved(workerData as SavedTexts)
writeSpilledValues(model)
const { files } = await (model as Model & { exportXLSX(): Promise<{ files: ExcelFile[] }> }).exportXLSX()
const parts = files.flatMap(file => ('content' in file ? [[file.path, strToU8(file.content)] as const] : []))
const zipped = zipSync(Object.fromEntries(parts), { level: 4 })
parentPort?.postMessage(zipped, [zipped.buffer as ArrayBuffer])
