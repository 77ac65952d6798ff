/** Excel files, written and read in threads of their own: neither the page nor the server waits for one. */
import { fileURLToPath } from 'node:url'
import type { sheets_v4 } from '@googleapis/sheets'
import type { WorkbookData } from '../../dialect/engine.ts'
import type { SavedTexts } from '../../sheets/workbook/saved.ts'
import { inThread } from './threads.ts'

const READING = fileURLToPath(new URL('./reading/thread.ts', import.meta.url))
const WRITING = fileURLToPath(new URL('./writing/thread.ts', import.meta.url))

export interface ReadWorkbook {
  /** Without cells, which stand in the texts. */
  data: WorkbookData
  texts: string[]
  /** What is to be done to it then, in Google's words. */
  requests: sheets_v4.Schema$Request[]
  /** What Google Sheets has no place for, in words for a person. */
  leftOut: string[]
}

/** Why the file cannot be brought in, in words for its owner. */
export interface Refused {
  refused: string
}

/** Rejects where the thread failed. */
export function writeExcel(saved: SavedTexts): Promise<Uint8Array<ArrayBuffer>> {
  return inThread(WRITING, saved)
}

/** Rejects where the file is none. */
export function readExcel(file: ArrayBuffer): Promise<ReadWorkbook | Refused> {
  return inThread(READING, new Uint8Array(file))
}
