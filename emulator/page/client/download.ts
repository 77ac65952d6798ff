/** Saves the workbook as an Excel file, which the server writes, or the tab on the screen as CSV. */
import type { Grid } from './grid.ts'
import { inSlices } from './slices.ts'
import { connectionState, isSaved, showToast } from './state.ts'

export interface Downloaded {
  spreadsheetId: string
  name: string
  grid: Grid
}

const FAILED = 'The file could not be made. Nothing was changed; try again.'

export async function download(format: 'xlsx' | 'csv', file: Downloaded): Promise<void> {
  const done = showToast('Preparing the file…', '', 0)
  try {
    const data = format === 'xlsx' ? await excelFile(file.spreadsheetId) : await csvFile(file.grid)
    const link = document.createElement('a')
    link.href = URL.createObjectURL(data)
    link.download = `${file.name.replace(/[\\/:*?"<>|]/g, '_')}.${format}`
    link.click()
    setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
  } catch (error) {
    showToast(error instanceof NotReachable ? error.message : FAILED, 'Nothing was downloaded', 10)
  } finally {
    done()
  }
}

class NotReachable extends Error {
  override message = 'The connection is lost. Try again when it is back.'
}

async function excelFile(spreadsheetId: string): Promise<Blob> {
  await everythingSaved()
  const response = await fetch(`/page/files/${spreadsheetId}/xlsx`).catch(() => undefined)
  if (response === undefined) throw new NotReachable()
  if (!response.ok) throw new Error(String(response.status))
  return response.blob()
}

/** What was entered a moment ago belongs into the file, too. */
function everythingSaved(): Promise<void> {
  return new Promise((resolve, reject) => {
    const look = () => {
      if (isSaved.value) resolve()
      else if (connectionState.value === 'lost') reject(new NotReachable())
      else return
      stop()
    }
    const stops = [
      isSaved.subscribe(() => queueMicrotask(look)),
      connectionState.subscribe(() => queueMicrotask(look)),
    ]
    const stop = () => {
      for (const end of stops) end()
    }
  })
}

async function csvFile(grid: Grid): Promise<Blob> {
  const rows: string[][] = []
  await inSlices(readRows(grid, rows))
  const columns = rows.reduce((widest, row) => Math.max(widest, row.length), 0)
  const lines: string[] = []
  await inSlices(writeRows(rows, columns, lines))
  return new Blob([lines.join('')], { type: 'text/csv;charset=utf-8' })
}

/** The fields of each row up to its last one that holds something; none after the last such row. */
function* readRows({ model: { getters } }: Grid, rows: string[][]): Generator<void> {
  const sheetId = getters.getActiveSheetId()
  const { bottom, right } = getters.getSheetZone(sheetId)
  let filled = 0
  for (let row = 0; row <= bottom; row++) {
    const fields: string[] = []
    for (let col = 0; col <= right; col++) {
      const { type, formattedValue } = getters.getEvaluatedCell({ sheetId, row, col })
      if (type === 'empty') continue
      while (fields.length < col) fields.push('')
      fields.push(csvField(formattedValue))
    }
    rows.push(fields)
    if (fields.length > 0) filled = rows.length
    yield
  }
  rows.length = filled
}

function* writeRows(rows: string[][], columns: number, lines: string[]): Generator<void> {
  for (const [at, row] of rows.entries()) {
    const missing = ','.repeat(columns - Math.max(row.length, 1))
    lines.push(`${at === 0 ? '' : '\r\n'}${row.join(',')}${missing}`)
    yield
  }
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
