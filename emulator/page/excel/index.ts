/** Excel files, written and read in threads of their own: neither the page nor the server waits for one. */
import { fileURLToPath } from 'node:url'
import type { sheets_v4 } from '@googleapis/sheets'
import type { WorkbookData } from '../../dialect/engine.ts'
import type { SavedTexts } from '../../sheets/workbook/saved.ts'
import { inThread } from './threads.ts'

const READING = fileURLToPath(new URL('./reading/thread.ts', import.meta.url))
const WRITING = fileURLToPath(new URL('./writing/thread.ts', import.meta.url))

export interface ReadWorkbook {
  data: WorkbookData
  /** What is to be done to it then, in Google's words. */
  requests: sheets_v4.Schema$Request[]
}

/** Rejects where the thread failed. */
export function writeExcel(saved: SavedTexts): Promise<Uint8Array<ArrayBuffer>> {
  return inThread(WRITING, saved)
}

/** Rejects where the file is none. */
export function readExcel(file: ArrayBuffer): Promise<ReadWorkbook> {
  return inThread(READING, new Uint8Array(file))
}
