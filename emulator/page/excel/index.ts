/** Excel files, written and read in threads of their own: neither the page nor the server waits for one. */
import { Worker } from 'node:worker_threads'
import type { sheets_v4 } from '@googleapis/sheets'
import type { WorkbookData } from '../../dialect/engine.ts'
import type { SavedTexts } from '../../sheets/workbook/saved.ts'

export interface ReadWorkbook {
  data: WorkbookData
  /** What is to be done to it then, in Google's words. */
  requests: sheets_v4.Schema$Request[]
}

/** Rejects where the thread failed. */
export function writeExcel(saved: SavedTexts): Promise<Uint8Array<ArrayBuffer>> {
  return inThread('./writing/thread.ts', saved)
}

/** Rejects where the file is none. */
export function readExcel(file: ArrayBuffer): Promise<ReadWorkbook> {
  return inThread('./reading/thread.ts', new Uint8Array(file))
}

function inThread<T>(program: string, workerData: unknown): Promise<T> {
  const thread = new Worker(new URL(program, import.meta.url), { workerData, stdout: true, stderr: true })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`${program} ended with ${code}.`)))
  })
}
