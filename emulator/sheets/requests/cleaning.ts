/** Requests that clean data: findReplace, trimWhitespace, deleteDuplicates, textToColumns. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition } from '../../dialect/engine.ts'
import { enterCell, formattedValue, isBlank, plainValue } from '../cells/cells.ts'
import { growTo, usedZone } from '../cells/grid-size.ts'
import { readUserEntered } from '../cells/input.ts'
import { readEnum } from '../google/enums.ts'
import { type Context, cellsOf, editable, fail, guard, type Handlers, tab } from '../objects/context.ts'
import { type Area, areaOf } from '../workbook/a1.ts'
import { formulaOf } from '../workbook/formula-text.ts'
import { EMPTY_CELL, EVERYTHING, pick, put } from './blocks.ts'

export const cleanHandlers: Handlers = {
  findReplace(request, context) {
    return findReplace(request, context)
  },

  trimWhitespace({ range }, context) {
    const { sheetId, zone } = editable(context, range)
    let cellsChangedCount = 0
    for (const { row, col } of cellsOf(zone)) {
      const position = { sheetId, row, col }
      const cell = context.workbook.getters.getCell(position)
      const text = cell === undefined || cell.isFormula ? undefined : cell.parsedValue
      if (typeof text !== 'string') continue
      const trimmed = text.trim().replace(/[ \t\u00a0]+/g, ' ')
      if (trimmed === text) continue
      enterCell(context.workbook, context.tx, position, { kind: 'text', text: trimmed })
      cellsChangedCount++
    }
    return { cellsChangedCount }
  },

  deleteDuplicates({ range, comparisonColumns }, context) {
    return {
      duplicatesRemovedCount: deleteDuplicates(context, editable(context, range), comparisonColumns ?? []),
    }
  },

  textToColumns({ source, delimiter, delimiterType }, context) {
    splitText(context, editable(context, source), delimiter, delimiterType)
    return undefined
  },
}

// ---- find and replace

type FindReplace = sheets_v4.Schema$FindReplaceRequest

function findReplace(request: FindReplace, context: Context): sheets_v4.Schema$FindReplaceResponse {
  if (!request.find) throw fail(context, 'find must not be empty')
  const pattern = patternOf(request, context)
  const counts = {
    valuesChanged: 0,
    formulasChanged: 0,
    rows: new Set<string>(),
    sheets: new Set<string>(),
    occurrencesChanged: 0,
  }
  for (const { sheetId, zone } of scopeOf(request, context))
    for (const { row, col } of cellsOf(zone)) {
      const position = { sheetId, row, col }
      const kind = replaceIn(context, position, request, pattern, counts)
      if (kind === undefined) continue
      guard(context, { sheetId, zone: { top: row, bottom: row, left: col, right: col } })
      counts[kind]++
      counts.rows.add(`${sheetId}:${row}`)
      counts.sheets.add(sheetId)
    }
  const { rows, sheets, ...plain } = counts
  const reply = { ...plain, rowsChanged: rows.size, sheetsChanged: sheets.size }
  return Object.fromEntries(Object.entries(reply).filter(([, count]) => count > 0))
}

function patternOf(
  { find, searchByRegex, matchCase, matchEntireCell }: FindReplace,
  context: Context,
): RegExp {
  const source = searchByRegex ? (find ?? '') : (find ?? '').replace(/[.*+?^${}()|[\]\\]/g, '\\$&')
  try {
    return new RegExp(matchEntireCell ? `^(?:${source})$` : source, matchCase ? 'g' : 'gi')
  } catch {
    throw fail(context, `"${find}" is not a valid regular expression.`)
  }
}

function scopeOf({ range, sheetId, allSheets }: FindReplace, context: Context): Area[] {
  const { workbook } = context
  const whole = (id: string): Area[] => {
    const zone = usedZone(workbook, id)
    return zone === undefined ? [] : [{ sheetId: id, zone }]
  }
  if (range) return [areaOf(workbook, range, context.path)]
  if (sheetId != null) return whole(tab(context, sheetId))
  if (allSheets) return workbook.getters.getSheetIds().flatMap(whole)
  throw fail(context, 'A scope (range, sheetId or allSheets) must be set.')
}

function replaceIn(
  { workbook, tx }: Context,
  position: CellPosition,
  { replacement, includeFormulas, searchByRegex }: FindReplace,
  pattern: RegExp,
  counts: { occurrencesChanged: number },
): 'valuesChanged' | 'formulasChanged' | undefined {
  const cell = workbook.getters.getCell(position)
  if (cell === undefined || (!cell.isFormula && cell.content === '')) return undefined
  const formula = formulaOf(cell, workbook.getters)
  if (formula !== undefined && !includeFormulas) return undefined
  const before = formula ?? formattedValue(workbook, position)
  const found = [...before.matchAll(pattern)].filter(match => match[0] !== '').length
  if (found === 0) return undefined
  const into = searchByRegex ? (replacement ?? '') : (replacement ?? '').replaceAll('$', '$$$$')
  const after = before.replace(pattern, into)
  counts.occurrencesChanged += found
  enterCell(workbook, tx, position, readUserEntered(after), after)
  return formula === undefined ? 'valuesChanged' : 'formulasChanged'
}

// ---- duplicates

/** Rows that repeat an earlier one in the compared columns go; those below move up within the range. */
function deleteDuplicates(
  context: Context,
  area: Area,
  comparison: sheets_v4.Schema$DimensionRange[],
): number {
  const { sheetId, zone } = area
  const columns = comparedColumns(context, area, comparison)
  const seen = new Set<string>()
  const block = pick(context.workbook, area)
  const kept: { cells: (typeof block)[number]; row: number }[] = []
  block.forEach((cells, i) => {
    const row = zone.top + i
    const key = JSON.stringify(
      columns.map(col => String(plainValue(context.workbook, { sheetId, row, col })).toLowerCase()),
    )
    if (seen.has(key)) return
    seen.add(key)
    kept.push({ cells, row })
  })
  for (let i = 0; i < block.length; i++) {
    const from = kept[i]
    if (from?.row === zone.top + i) continue
    for (let x = 0; x <= zone.right - zone.left; x++) {
      const position = { sheetId, row: zone.top + i, col: zone.left + x }
      const cell = from?.cells[x] ?? EMPTY_CELL
      put(context, position, cell, EVERYTHING, 0, from === undefined ? 0 : position.row - from.row)
    }
  }
  return block.length - kept.length
}

function comparedColumns(
  context: Context,
  { zone }: Area,
  comparison: sheets_v4.Schema$DimensionRange[],
): number[] {
  if (comparison.length === 0)
    return Array.from({ length: zone.right - zone.left + 1 }, (_, i) => zone.left + i)
  return comparison.flatMap(({ dimension, startIndex, endIndex }) => {
    if (dimension !== 'COLUMNS') throw fail(context, 'comparisonColumns must be columns.')
    const [start, end] = [startIndex ?? 0, endIndex ?? 0]
    if (start < zone.left || end > zone.right + 1)
      throw fail(context, 'comparisonColumns must be within the range.')
    return Array.from({ length: end - start }, (_, i) => start + i)
  })
}

// ---- splitting

const DELIMITERS = { COMMA: ',', SEMICOLON: ';', PERIOD: '.', SPACE: ' ' } as const
const TYPES = [
  'DELIMITER_TYPE_UNSPECIFIED',
  'COMMA',
  'SEMICOLON',
  'PERIOD',
  'SPACE',
  'CUSTOM',
  'AUTODETECT',
] as const

function splitText(
  context: Context,
  area: Area,
  delimiter: string | null | undefined,
  delimiterType: string | null | undefined,
): void {
  const { sheetId, zone } = area
  if (zone.left !== zone.right) throw fail(context, 'The source data range must be exactly one column.')
  const { workbook, tx } = context
  const by = delimiterOf(context, area, delimiter, delimiterType)
  const rows = Array.from({ length: zone.bottom - zone.top + 1 }, (_, i) => {
    const position = { sheetId, row: zone.top + i, col: zone.left }
    return isBlank(workbook, position) ? [] : formattedValue(workbook, position).split(by)
  })
  const width = Math.max(1, ...rows.map(parts => parts.length))
  growTo(workbook, tx, sheetId, zone.bottom + 1, zone.left + width)
  guard(context, { sheetId, zone: { ...zone, right: zone.left + width - 1 } })
  rows.forEach((parts, y) => {
    parts.forEach((text, x) => {
      const trimmed = text.trim()
      enterCell(
        workbook,
        tx,
        { sheetId, row: zone.top + y, col: zone.left + x },
        readUserEntered(trimmed),
        trimmed,
      )
    })
  })
}

function delimiterOf(
  context: Context,
  { sheetId, zone }: Area,
  delimiter: string | null | undefined,
  delimiterType: string | null | undefined,
): string {
  const type = readEnum(
    delimiterType,
    TYPES,
    delimiter ? 'CUSTOM' : 'AUTODETECT',
    `${context.path}.delimiterType`,
  )
  if (type === 'CUSTOM') {
    if (!delimiter) throw fail(context, 'delimiter is required when delimiterType is CUSTOM.')
    return delimiter
  }
  if (delimiter) throw fail(context, 'delimiter must only be set when delimiterType is CUSTOM.')
  if (type !== 'AUTODETECT' && type !== 'DELIMITER_TYPE_UNSPECIFIED') return DELIMITERS[type]
  const text = [...cellsOf(zone)]
    .map(({ row, col }) => formattedValue(context.workbook, { sheetId, row, col }))
    .join('\n')
  return [',', ';', '\t', '|', ' '].find(it => text.includes(it)) ?? ','
}
