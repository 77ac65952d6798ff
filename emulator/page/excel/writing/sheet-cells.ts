/** The cells of a tab as an Excel file holds them: values of their kinds, formulas with their results, looks. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition, EvaluatedCell, Zone } from '../../../dialect/engine.ts'
import { userEnteredFormat } from '../../../sheets/cells/cell-format.ts'
import { effectiveValue, shownNumberFormat } from '../../../sheets/cells/cells.ts'
import { formulaOf } from '../../../sheets/workbook/formula-text.ts'
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { nameOf, printBox } from '../formula-text.ts'
import { excelFormula, forGoogleOnly } from './formulas.ts'
import { element, escapeText, textElement } from './markup.ts'
import type { SharedTexts } from './shared-texts.ts'
import type { StyleBook } from './style-book.ts'

export interface Link {
  cell: string
  uri: string
}

export interface WrittenCells {
  /** By row: its cells. */
  rows: Map<number, string>
  links: Link[]
  used: Zone
}

export interface CellBooks {
  styles: StyleBook
  texts: SharedTexts
  /** Named ranges, in small letters. */
  names: ReadonlySet<string>
}

const EXCEL_ERRORS = new Set(['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A'])

export function writeCells(workbook: Workbook, sheetId: string, books: CellBooks): WrittenCells {
  const { getters } = workbook
  const places = new Map<number, Set<number>>()
  const include = ({ row, col }: { row: number; col: number }) => {
    const columns = places.get(row)
    if (columns === undefined) places.set(row, new Set([col]))
    else columns.add(col)
  }
  for (const position of getters.getEvaluatedCellsPositions(sheetId)) include(position)
  for (const cell of getters.getCells(sheetId)) include(getters.getCellPosition(cell.id))
  includeBorders(workbook, sheetId, include)
  const written: WrittenCells = { rows: new Map(), links: [], used: { top: 0, left: 0, bottom: 0, right: 0 } }
  for (const row of [...places.keys()].sort((a, b) => a - b)) {
    const columns = [...(places.get(row) ?? [])].sort((a, b) => a - b)
    const cells = columns.map(col => cellXml(workbook, { sheetId, row, col }, books, written.links))
    const text = cells.join('')
    if (text === '') continue
    written.rows.set(row, text)
    written.used.bottom = row
    written.used.right = Math.max(written.used.right, columns.at(-1) ?? 0)
  }
  return written
}

/** Lines are no part of a cell to the engine. */
function includeBorders(
  { getters }: Workbook,
  sheetId: string,
  include: (place: { row: number; col: number }) => void,
): void {
  if (getters.getBordersColors(sheetId).length === 0) return
  for (let row = 0; row < getters.getNumberRows(sheetId); row++)
    for (let col = 0; col < getters.getNumberCols(sheetId); col++)
      if (getters.getCellBorder({ sheetId, row, col }) !== null) include({ row, col })
}

function cellXml(workbook: Workbook, position: CellPosition, books: CellBooks, links: Link[]): string {
  const { getters } = workbook
  const r = nameOf(position)
  const cell = getters.getCell(position)
  const evaluated = getters.getEvaluatedCell(position)
  const link = linkOf(workbook, position, evaluated)
  if (link !== undefined) links.push({ cell: r, uri: link })
  const s = books.styles.numberOf(formatOf(workbook, position)) || undefined
  const formula = formulaOf(cell, getters)
  if (formula !== undefined) return formulaCell(workbook, position, formula, { r, s }, books)
  const label = evaluated.link?.label
  const value = label === undefined ? effectiveValue(workbook, position) : { stringValue: label }
  if (value === undefined) return s === undefined ? '' : element('c', { r, s })
  if (isGoogleOnlySpill(workbook, position))
    return element(
      'c',
      { r, s, ...typeOf(value) },
      textElement('f', forGoogleOnly('"COMPUTED_VALUE"', asLiteral(value))) + valueXml(value),
    )
  if (value.stringValue == null) return element('c', { r, s, ...typeOf(value) }, valueXml(value))
  const runs = cell?.style?.google?.textFormatRuns as sheets_v4.Schema$TextFormatRun[] | undefined
  const number = books.texts.numberOf(value.stringValue, label === undefined ? runs : undefined)
  return element('c', { r, s, t: 's' }, element('v', {}, String(number)))
}

/** The format that a formula's result brings is one that Excel has to be told. */
function formatOf(workbook: Workbook, position: CellPosition): sheets_v4.Schema$CellFormat | undefined {
  const own = userEnteredFormat(workbook, position)
  if (own?.numberFormat) return own
  const numberFormat = shownNumberFormat(workbook, position)
  return numberFormat === undefined ? own : { ...own, numberFormat }
}

function linkOf({ getters }: Workbook, position: CellPosition, { link }: EvaluatedCell): string | undefined {
  const cell = getters.getCell(position)
  if (cell?.isFormula === true) return undefined
  const format = cell?.style?.google?.textFormat as sheets_v4.Schema$TextFormat | undefined
  return format?.link?.uri ?? link?.url
}

// ---- formulas

function formulaCell(
  workbook: Workbook,
  position: CellPosition,
  formula: string,
  attributes: { r: string; s: number | undefined },
  { names }: CellBooks,
): string {
  const value = effectiveValue(workbook, position) ?? { stringValue: '' }
  const { text, isArray } = excelFormula(formula, asLiteral(value), names)
  const zone = text.includes('DUMMYFUNCTION') ? undefined : workbook.getters.getSpreadZone(position)
  const ref = zone === undefined ? attributes.r : printBox(zone)
  const isWide = ref !== attributes.r
  const f =
    isArray || isWide ? `<f t="array" ref="${ref}">${escapeText(text)}</f>` : `<f>${escapeText(text)}</f>`
  return element('c', { ...attributes, ...typeOf(value), cm: isWide ? 1 : undefined }, f + valueXml(value))
}

/** Filled by a formula that Excel cannot compute: Google marks such cells so. */
function isGoogleOnlySpill(workbook: Workbook, position: CellPosition): boolean {
  const { getters } = workbook
  const origin = getters.getArrayFormulaSpreadingOn(position)
  if (origin === undefined || (origin.row === position.row && origin.col === position.col)) return false
  const formula = formulaOf(getters.getCell(origin), getters)
  return formula !== undefined && excelFormula(formula, '0', new Set()).text.includes('DUMMYFUNCTION')
}

type Value = sheets_v4.Schema$ExtendedValue

const errorText = ({ errorValue }: Value) => {
  const text = ERRORS[errorValue?.type ?? ''] ?? '#VALUE!'
  return EXCEL_ERRORS.has(text) ? text : '#VALUE!'
}
const ERRORS: Record<string, string> = {
  NULL_VALUE: '#NULL!',
  DIVIDE_BY_ZERO: '#DIV/0!',
  VALUE: '#VALUE!',
  REF: '#REF!',
  NAME: '#NAME?',
  NUM: '#NUM!',
  N_A: '#N/A',
}

function typeOf(value: Value): { t?: string } {
  if (value.errorValue) return { t: 'e' }
  if (value.boolValue != null) return { t: 'b' }
  return value.stringValue == null ? {} : { t: 'str' }
}

function valueXml(value: Value): string {
  if (value.errorValue) return element('v', {}, errorText(value))
  if (value.boolValue != null) return element('v', {}, value.boolValue ? '1' : '0')
  if (value.numberValue != null) return element('v', {}, String(value.numberValue))
  return textElement('v', value.stringValue ?? '')
}

function asLiteral(value: Value): string {
  if (value.errorValue) return errorText(value)
  if (value.boolValue != null) return value.boolValue ? 'TRUE' : 'FALSE'
  if (value.numberValue != null) return String(value.numberValue)
  return `"${(value.stringValue ?? '').slice(0, 200).replaceAll('"', '""')}"`
}
