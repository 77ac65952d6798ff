/** Excel files, written and read in threads of their own: neither the page nor the server waits for one. */
import { Worker } from 'node:worker_threads'
import type { WorkbookData } from '../dialect/engine.ts'
import type { SavedTexts } from '../sheets/workbook/saved.ts'

/** Rejects where the thread failed. */
export function writeExcel(saved: SavedTexts): Promise<Uint8Array<ArrayBuffer>> {
  return inThread('./excel-writing-thread.ts', saved)
}

/** What the engine makes of it, as a workbook of its own. Rejects where the file is none. */
export function readExcel(file: ArrayBuffer): Promise<WorkbookData> {
  return inThread('./excel-reading-thread.ts', new Uint8Array(file))
}

function inThread<T>(program: string, workerData: unknown): Promise<T> {
  const thread = new Worker(new URL(program, import.meta.url), { workerData, stdout: true, stderr: true })
  return new Promise((resolve, reject) => {
    thread.once('message', resolve)
    thread.once('error', reject)
    thread.once('exit', code => reject(new Error(`${program} ended with ${code}.`)))
  })
}
