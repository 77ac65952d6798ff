/**
 * Evaluates formulas without touching a cell of the person's: on a hidden tab that the call makes and
 * deletes. Its id is the call's own, so a run after a crash finds it and takes it away first; where none
 * comes, the end of the turn or the next one does (service/turns/steps/scratch-sweep.ts).
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { columnLetters, quoteTab } from '../../sheets/a1.ts'
import { usesDecimalComma } from '../../sheets/formula/check.ts'
import { tokenize } from '../../sheets/formula/tokenize.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import { guardFormula } from './entered.ts'
import { ownId } from './own-id.ts'
import { cutText } from './text.ts'

export interface Tried {
  formula: string
  /** Rows as shown; one cell unless the formula spills. */
  shows: string[][]
  value: CellValue
  error?: string
  spills_over?: string
}

const TITLE = 'Rowhand scratch'
const COLUMNS_EACH = 30
const ROWS = 200
const SHOWN_ROWS = 10
/** Characters of all that one formula shows; a cell alone may be longer than one of many. */
const SHOWN_CHARACTERS = 4_000
const SHOWN_COLUMNS = 8

export async function evaluate(
  context: ToolContext,
  formulas: string[],
  tab: string,
  shownRows = SHOWN_ROWS,
): Promise<Tried[]> {
  const { locale } = await context.spreadsheet.meta()
  const placed: string[] = []
  for (const text of formulas) {
    const formula = text.startsWith('=') ? text : `=${text}`
    await guardFormula(context, formula)
    placed.push(onTab(formula, tab, usesDecimalComma(locale)))
  }
  const sheetId = scratchTabId(context)
  await removeLeftovers(context, sheetId)
  try {
    await context.spreadsheet.batchUpdate(scratchRequests(sheetId, placed))
    const answer = await context.spreadsheet.get({
      fields: 'sheets(data(rowData(values(userEnteredValue,effectiveValue,formattedValue))))',
      ranges: [`${quoteTab(titleOf(sheetId))}!A1:${columnLetters(placed.length * COLUMNS_EACH - 1)}${ROWS}`],
    })
    const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
    return formulas.map((formula, index) => readTried(formula, rows, index * COLUMNS_EACH, shownRows))
  } finally {
    await removeLeftovers(context, sheetId)
  }
}

export const scratchTabId = (call: Pick<ToolContext, 'toolCallId'>): number => ownId(call, 'scratch')

const titleOf = (sheetId: number): string => `${TITLE} ${sheetId}`

/** Still as it was made: a tab that a person has renamed or shows is theirs. */
export const isScratch = ({ sheetId, title, hidden }: Pick<Tab, 'sheetId' | 'title' | 'hidden'>): boolean =>
  hidden && title === titleOf(sheetId)

function scratchRequests(sheetId: number, formulas: string[]): sheets_v4.Schema$Request[] {
  const gridProperties = { rowCount: ROWS, columnCount: formulas.length * COLUMNS_EACH }
  return [
    { addSheet: { properties: { sheetId, title: titleOf(sheetId), hidden: true, gridProperties } } },
    ...formulas.map((formulaValue, index) => ({
      updateCells: {
        start: { sheetId, rowIndex: 0, columnIndex: index * COLUMNS_EACH },
        rows: [{ values: [{ userEnteredValue: { formulaValue } }] }],
        fields: 'userEnteredValue',
      },
    })),
  ]
}

async function removeLeftovers(context: ToolContext, sheetId: number): Promise<void> {
  context.spreadsheet.refresh()
  const { tabs } = await context.spreadsheet.meta()
  const own = tabs.filter(tab => tab.sheetId === sheetId)
  if (own.length === 0) return
  await context.spreadsheet.batchUpdate(own.map(tab => ({ deleteSheet: { sheetId: tab.sheetId } })))
}

/** References without a tab mean the tab that the formula is tried for. */
export function onTab(formula: string, tab: string, decimalComma = false): string {
  const read = tokenize(formula, decimalComma)
  if (!read.ok) return formula
  let result = formula
  for (const token of read.tokens.toReversed()) {
    if (token.kind !== 'reference' || token.text.includes('!')) continue
    result = `${result.slice(0, token.at)}${quoteTab(tab)}!${result.slice(token.at)}`
  }
  return result
}

function readTried(
  formula: string,
  rows: sheets_v4.Schema$RowData[],
  start: number,
  shownRows: number,
): Tried {
  const at = (row: number, column: number) => rows[row]?.values?.[start + column]
  const first = at(0, 0)
  const isSpill = (row: number, column: number) => {
    const cell = at(row, column)
    return column < COLUMNS_EACH && cell?.effectiveValue !== undefined && cell.userEnteredValue === undefined
  }
  let width = 1
  while (isSpill(0, width)) width += 1
  let height = 1
  while (isSpill(height, 0)) height += 1
  const value = first?.effectiveValue
  const [down, across] = [Math.min(height, shownRows), Math.min(width, SHOWN_COLUMNS)]
  const longest = Math.max(200, Math.floor(SHOWN_CHARACTERS / (down * across)))
  const shows = Array.from({ length: down }, (_, row) =>
    Array.from({ length: across }, (__, column) => cutText(at(row, column)?.formattedValue ?? '', longest)),
  )
  const error = value?.errorValue
  return {
    formula,
    shows,
    value: value?.numberValue ?? value?.boolValue ?? value?.stringValue ?? '',
    ...(error ? { error: `${first?.formattedValue ?? error.type ?? ''} ${error.message ?? ''}`.trim() } : {}),
    ...(width * height > 1 ? { spills_over: `${height} rows by ${width} columns` } : {}),
  }
}
