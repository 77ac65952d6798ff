/** Writes workbooks as Excel files, one after the other. */
import { parentPort } from 'node:worker_threads'
import { openSaved, type SavedTexts } from '../../../sheets/workbook/saved.ts'
import { excelFileOf } from './workbook.ts'

parentPort?.on('message', (saved: SavedTexts) => {
  const file = excelFileOf(openSaved(saved))
  parentPort?.postMessage(file, [file.buffer])
})
