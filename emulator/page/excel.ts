/** Excel files of workbooks, written in a thread of their own: neither the page nor the server waits for one. */
import { Worker } from 'node:worker_threads'
import type { SavedTexts } from '../sheets/workbook/saved.ts'

/** Rejects where the thread failed. */
export function writeExcel(saved: SavedTexts): Promise<Uint8Array<ArrayBuffer>> {
  const thread = new Worker(new URL('./excel-thread.ts', import.meta.url), {
    workerData: saved,
    stdout: true,
  })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`The thread that writes an Excel file ended with ${code}.`)))
  })
}
