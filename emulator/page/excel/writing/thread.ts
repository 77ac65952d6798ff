/** Writes one workbook as an Excel file and ends. */
import { parentPort, workerData } from 'node:worker_threads'
import { openSaved, type SavedTexts } from '../../../sheets/workbook/saved.ts'
import { excelFileOf } from './workbook.ts'

const file = excelFileOf(openSaved(workerData as SavedTexts))
parentPort?.postMessage(file, [file.buffer])
