/** The spreadsheet, its tabs and ranges as the add-on's script sees them. */
import type { FakeGoogle, FakeSheet } from './fake-google.ts'

export function spreadsheetOf(google: FakeGoogle) {
  const spreadsheet = {
    getId: () => google.spreadsheetId,
    getName: () => 'Orders 2026',
    getUrl: () => `https://docs.google.com/spreadsheets/d/${google.spreadsheetId}/edit#gid=0`,
    getActiveSheet: () => sheetOf(google, google.sheets[google.activeSheet]),
    getSheets: () => google.sheets.map(sheet => sheetOf(google, sheet)),
    getActiveRange: () => rangeOf(google),
    getSheetByName: (name: string) => {
      const found = google.sheets.find(sheet => sheet.name === name)
      return found ? sheetOf(google, found) : null
    },
    setActiveSheet: (sheet: { getName(): string }) => {
      google.activeSheet = google.sheets.findIndex(({ name }) => name === sheet.getName())
    },
  }
  return spreadsheet
}

function sheetOf(google: FakeGoogle, sheet: FakeSheet | undefined) {
  if (!sheet) throw new Error('There is no such tab.')
  return {
    getSheetId: () => sheet.id,
    getName: () => sheet.name,
    getLastColumn: () => Math.max(0, ...sheet.values.map(row => row.length)),
    getLastRow: () => sheet.values.length,
    getRangeList: (ranges: string[]) => rangeList(google, sheet, ranges),
    getRange: (...where: unknown[]) => {
      if (where.length === 1) return namedRange(google, sheet, String(where[0]))
      const [row, column, rows, columns] = where as [number, number, number, number]
      google.count('readCells')
      return {
        getDisplayValues: () =>
          Array.from({ length: rows }, (_, r) =>
            Array.from({ length: columns }, (_, c) => sheet.values[row - 1 + r]?.[column - 1 + c] ?? ''),
          ),
      }
    },
  }
}

function namedRange(google: FakeGoogle, sheet: FakeSheet, a1: string) {
  const found = /^([A-Z])(\d*)(?::([A-Z])(\d*))?$/.exec(a1)
  if (!found) throw new Error('Range not found')
  const [, left = 'A', top = '1', right = left, bottom = top] = found
  const column = (letter: string) => letter.charCodeAt(0) - 64
  const [rows, columns] = [Number(bottom) - Number(top) + 1, column(right) - column(left) + 1]
  const cells = () =>
    Array.from({ length: rows }, (_, row) =>
      Array.from(
        { length: columns },
        (_, at) => sheet.values[Number(top) - 1 + row]?.[column(left) - 1 + at] ?? '',
      ),
    )
  return {
    activate: () => google.activated.push(`${sheet.name}!${a1}`),
    getNumRows: () => rows,
    getNumColumns: () => columns,
    // A value that begins with "=" stands for a formula that shows what comes after its "→".
    getDisplayValues: () => cells().map(row => row.map(text => text.replace(/^=.*→/, ''))),
    getFormulas: () =>
      cells().map(row => row.map(text => (text.startsWith('=') ? text.replace(/→.*$/, '') : ''))),
  }
}

function rangeList(google: FakeGoogle, sheet: FakeSheet, ranges: string[]) {
  for (const range of ranges) namedRange(google, sheet, range)
  return { activate: () => google.activated.push(`${sheet.name}!${ranges.join(',')}`) }
}

function rangeOf({ selection }: FakeGoogle) {
  if (!selection) return null
  return {
    getA1Notation: () => selection.a1,
    getNumRows: () => selection.rows,
    getNumColumns: () => selection.columns,
  }
}
