/** Saves the workbook as an Excel file, or the tab on the screen as CSV, without asking the server. */
import { strToU8, zipSync } from 'fflate'
import type { Grid } from './grid.ts'

export async function download(grid: Grid, format: 'xlsx' | 'csv', name: string): Promise<void> {
  const data = format === 'xlsx' ? await excelFile(grid) : csvFile(grid)
  const link = document.createElement('a')
  link.href = URL.createObjectURL(data)
  link.download = `${name.replace(/[\\/:*?"<>|]/g, '_')}.${format}`
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 10_000)
}

async function excelFile({ model }: Grid): Promise<Blob> {
  const { files } = await model.exportXLSX()
  const parts = files.flatMap(file =>
    'content' in file ? [[file.path, strToU8(file.content)] as const] : [],
  )
  const type = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
  return new Blob([zipSync(Object.fromEntries(parts)) as BlobPart], { type })
}

function csvFile({ model: { getters } }: Grid): Blob {
  const sheetId = getters.getActiveSheetId()
  const filled = getters
    .getEvaluatedCellsPositions(sheetId)
    .filter(position => getters.getEvaluatedCell(position).type !== 'empty')
  const rows = Math.max(0, ...filled.map(({ row }) => row + 1))
  const columns = Math.max(0, ...filled.map(({ col }) => col + 1))
  const lines = Array.from({ length: rows }, (_, row) =>
    Array.from({ length: columns }, (__, col) =>
      csvField(getters.getEvaluatedCell({ sheetId, row, col }).formattedValue),
    ).join(','),
  )
  return new Blob([lines.join('\r\n')], { type: 'text/csv;charset=utf-8' })
}

function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}
