/**
 * Reads cells, a page at a time. A model gets rows in words, with their numbers and above them the letters of
 * the columns, so that it can name each cell; who asks for a rendering gets the cells as Google has them.
 */
import { z } from 'zod'
import type { ToolCallFields } from '../../contract/index.ts'
import { cellName, columnLetters, formatBox, MAX_ROWS, splitRanges } from '../sheets/a1.ts'
import { cutMiddle } from '../sheets/cut.ts'
import { type FilledFormula, filledFormulas } from '../sheets/formula/filled.ts'
import { groupCells } from '../sheets/group-cells.ts'
import { filledRows } from '../sheets/last-row.ts'
import { cellWords, looksLikeOther, rowWords } from '../sheets/overview/cell-words.ts'
import { gridsOf } from '../sheets/overview/grids.ts'
import { type CellValue, isFilled, isFormula } from './support/cells.ts'
import { onTabOf, resolveTargets } from './support/ranges.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { cellsOf, columnsOf, onGrid, rangeFields, type Target, withBox } from './support/target.ts'
import { firstOf, jsonLength } from './support/text.ts'
import type { ToolContext } from './tool.ts'

/** What one answer may hold: about 6,000 tokens. */
const MOST_CHARACTERS = 20_000
/** Cells asked of Google for one range at most. */
const MOST_CELLS = 20_000

const args = z.object({
  ranges: z.array(z.string()).min(1).max(20).describe('Leads!A1:D20'),
  render: z.enum(['cells', 'values', 'formulas', 'formatted']).optional().meta({ hidden: true }),
  offset_rows: z.int().min(0).max(MAX_ROWS).optional().describe('next_offset_rows of the last answer'),
})

interface Page {
  range: string
  values: CellValue[][]
  /** In place of values: "row: A | B", "2: Ann | 5". Empty rows are left out. */
  rows?: string[]
  /** Beside values: "H5:H28 =F5*G5", the first cell's formula and the range that it fills. */
  formulas?: string[]
  /** Of numbers that do not show as they are read: "C2:C13 0.0%". */
  formats?: string[]
  texts_that_look_like_numbers_or_dates?: string[]
  truncated?: { next_offset_rows: number }
  note?: string
}

const RENDER = {
  cells: 'UNFORMATTED_VALUE',
  values: 'UNFORMATTED_VALUE',
  formulas: 'FORMULA',
  formatted: 'FORMATTED_VALUE',
} as const

export const readRange = spreadsheetTool({
  name: 'read_range',
  reads: true,
  description: 'Reads cells: rows with their numbers, formulas, formats.',
  args,
  fields: ({ ranges }, context) => rangesFields(ranges, context),
  async run({ ranges, render = 'cells', offset_rows: offset = 0 }, context) {
    const targets = await resolveTargets(context, ranges)
    const windows = targets.map(target => openWindow(target, offset))
    const readable = windows.filter(window => window.page !== null)
    const answers = readable.length
      ? await context.spreadsheet.values(
          readable.map(window => window.page!.full),
          RENDER[render],
          'FORMATTED_STRING',
        )
      : []
    const budget = MOST_CHARACTERS / windows.length
    const read = (window: Window) => (answers[readable.indexOf(window)]?.values ?? []) as CellValue[][]
    const pages = windows.map(window => toPage(window, read(window), offset, budget))
    if (render === 'cells') await tellFormulas(context, windows, pages)
    return {
      state: 'succeeded',
      output: { ranges: pages.map(({ rows, values, ...page }) => withCells(page, rows, values)) },
      fields: { ...rangesFields(ranges, context), read: countRead(windows, pages) },
    }
  },
})

/** The cells right behind the range that they are of. */
const withCells = (
  { range, ...page }: Omit<Page, 'values' | 'rows'>,
  rows: string[] | undefined,
  values: CellValue[][],
) => (rows ? { range, rows, ...page } : { range, values, ...page })

/** One more call tells what stands behind the values of all pages. */
async function tellFormulas(context: ToolContext, windows: Window[], pages: Page[]): Promise<void> {
  const parts = windows.flatMap(({ page }, index) => {
    const rows = pages[index]!.values.length
    return page && rows > 0
      ? [{ told: pages[index]!, part: withBox(page, { ...page.box, endRow: page.box.startRow + rows }) }]
      : []
  })
  for (const page of pages) page.rows = []
  if (parts.length === 0) return
  const [entered, raw] = await Promise.all([
    context.spreadsheet.values(
      parts.map(({ part }) => part.full),
      'FORMULA',
    ),
    context.spreadsheet.values(
      parts.map(({ part }) => part.full),
      'UNFORMATTED_VALUE',
    ),
  ])
  for (const [index, { told, part }] of parts.entries()) {
    const cells = (entered[index]?.values ?? []) as CellValue[][]
    const formulas = formulaWords(cells, part)
    if (formulas.length > 0) told.formulas = formulas
    const under = (raw[index]?.values ?? []) as CellValue[][]
    told.rows = rowLines(told.values, cells, under, part)
    const texts = textWords(cells, under, part)
    if (texts.length > 0) told.texts_that_look_like_numbers_or_dates = texts
  }
  await tellFormats(context, parts)
}

/** As the context has the rows of a small tab: texts that could be taken for something else stand in quotes. */
function rowLines(
  values: CellValue[][],
  entered: CellValue[][],
  raw: CellValue[][],
  { box }: Target,
): string[] {
  const width = Math.max(0, ...values.map(row => row.length))
  const lines = values.flatMap((row, at) => {
    const cells = row.map((value, column) => {
      if (!isFilled(value)) return null
      const isText = typeof raw[at]?.[column] === 'string' && !isFormula(entered[at]?.[column])
      const shown = typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
      return cellWords({ shown, isText }, Number.POSITIVE_INFINITY)
    })
    const words = rowWords(cells, box.startColumn, width <= MOST_COLUMNS_BY_PLACE)
    return words === null ? [] : [`${box.startRow + at + 1}: ${words}`]
  })
  if (width < 2 || lines.length === 0) return lines
  const letters = Array.from({ length: width }, (_, column) => columnLetters(box.startColumn + column))
  return [`row: ${letters.join(' | ')}`, ...lines]
}

/** Looks of more cells are not asked for. */
const MOST_FORMATTED_CELLS = 5_000
const MOST_FORMATS = 12
const OTHER_THAN_READ = new Set(['PERCENT', 'CURRENCY', 'SCIENTIFIC'])

/** 0.06 is shown as 6 %: what is written beside it should be meant alike. */
async function tellFormats(context: ToolContext, parts: { told: Page; part: Target }[]): Promise<void> {
  const cells = parts.reduce((sum, { part }) => sum + cellsOf(part), 0)
  if (cells === 0 || cells > MOST_FORMATTED_CELLS) return
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(properties(sheetId),data(rowData(values(effectiveValue(numberValue),effectiveFormat(numberFormat)))))',
    ranges: parts.map(({ part }) => part.full),
  })
  const grids = gridsOf(
    answer,
    parts.map(({ part }) => part.tab),
  )
  for (const [index, { told, part }] of parts.entries()) {
    const keys = (grids[index]?.rowData ?? []).map(row =>
      (row.values ?? []).map(cell => {
        const format = cell.effectiveFormat?.numberFormat
        const isNumber = typeof cell.effectiveValue?.numberValue === 'number'
        return isNumber && OTHER_THAN_READ.has(format?.type ?? '') ? (format!.pattern ?? format!.type!) : null
      }),
    )
    const formats = groupCells(keys, part.box).map(({ box, key }) => `${formatBox(box)} ${key}`)
    if (formats.length > 0) told.formats = formats.slice(0, MOST_FORMATS)
  }
}

const MOST_FORMULAS = 40
/** Of one formula. */
const MOST_PLACES = 8
const LONGEST_FORMULA = 300
const LONGEST_ALONE = 8_000
const LONGEST_LIKE = 80
/** Wider tables name the cells of rows that are mostly empty. */
const MOST_COLUMNS_BY_PLACE = 16
const MOST_TEXT_RANGES = 10

function formulaWords(cells: CellValue[][], { box }: Target): string[] {
  const formulas = cells.map(row => row.map(cell => (isFormula(cell) ? cell : null)))
  const once = new Map<string, FilledFormula[]>()
  for (const filled of filledFormulas(formulas, box)) {
    const known = once.get(filled.pattern)
    if (known) known.push(filled)
    else once.set(filled.pattern, [filled])
  }
  // Whoever reads one formula alone wants to see it.
  const longest = once.size === 1 ? LONGEST_ALONE : LONGEST_FORMULA
  return firstOf(
    [...once.values()].map(places => placesWords(places, longest)),
    MOST_FORMULAS,
  )
}

/** The first as it stands; of others, which are the same seen from their own cells, one more is written out. */
function placesWords([first, ...others]: FilledFormula[], longest: number): string {
  const { box, range, formula } = first!
  const alone = `; read ${cellName(box.startRow, box.startColumn)} alone for all of them`
  const shown = cutMiddle(formula, longest, alone)
  const ranges = firstOf(
    others.map(other => other.range),
    MOST_PLACES - 1,
  )
  const [next] = others
  if (!next) return `${range} ${shown}`
  if (next.formula === formula) return `${[range, ...ranges].join(', ')} ${shown}`
  const seen = `${cellName(next.box.startRow, next.box.startColumn)} ${next.formula}`
  return `${range} ${shown}; likewise ${ranges.join(', ')}${seen.length <= LONGEST_LIKE ? ` (${seen})` : ''}`
}

function textWords(cells: CellValue[][], raw: CellValue[][], part: Target): string[] {
  const keys = raw.map((row, at) =>
    row.map((cell, column) =>
      typeof cell === 'string' && looksLikeOther(cell) && !isFormula(cells[at]?.[column]) ? 'text' : null,
    ),
  )
  return groupCells(keys, part.box)
    .slice(0, MOST_TEXT_RANGES)
    .map(({ box }) => formatBox(box))
}

function rangesFields(ranges: string[], context: Pick<ToolContext, 'turn'>): ToolCallFields {
  let here = context
  const all = ranges.flatMap(splitRanges).map(range => {
    here = onTabOf(here, range)
    return rangeFields(range, here)
  })
  const boxes = all.map(fields => fields.range).filter(range => range !== undefined)
  const tabs = new Set(all.map(fields => fields.sheet_name))
  const [tab] = tabs
  return {
    ...(boxes.length > 0 ? { range: boxes.join(', ') } : {}),
    ...(tabs.size === 1 && tab !== undefined ? { sheet_name: tab } : {}),
  }
}

interface Window {
  whole: Target
  /** The part that is read now; null where nothing of the range is on the grid. */
  page: Target | null
}

function openWindow(target: Target, offset: number): Window {
  const whole = onGrid(target)
  if (!whole) return { whole: target, page: null }
  const startRow = whole.box.startRow + offset
  const rows = Math.max(1, Math.floor(MOST_CELLS / Math.max(1, columnsOf(whole))))
  const endRow = Math.min(whole.box.endRow, startRow + rows)
  return { whole, page: startRow < endRow ? withBox(whole, { ...whole.box, startRow, endRow }) : null }
}

function toPage({ whole, page }: Window, read: CellValue[][], offset: number, budget: number): Page {
  if (!page) return { range: whole.full, values: [] }
  const filled = read.slice(0, filledRows(read))
  const kept = fitting(filled, budget)
  const answer: Page = { range: page.full, values: kept }
  const wasCut = kept.length < filled.length
  const hasMore = page.box.endRow < whole.box.endRow && filled.length > 0
  if (wasCut) answer.truncated = { next_offset_rows: offset + kept.length }
  else if (hasMore) answer.truncated = { next_offset_rows: offset + (page.box.endRow - page.box.startRow) }
  if (whole.details.filter) answer.note = 'A filter is on; rows that it hides are included here.'
  return answer
}

/** As many whole rows as fit, at least one; a single huge row is cut by cell. */
function fitting(rows: CellValue[][], budget: number): CellValue[][] {
  let characters = 0
  const kept: CellValue[][] = []
  for (const row of rows) {
    characters += jsonLength(row)
    if (characters > budget && kept.length > 0) break
    kept.push(characters > budget ? row.map(value => shortened(value, budget / row.length)) : row)
  }
  return kept
}

const shortened = (value: CellValue, length: number): CellValue =>
  typeof value === 'string' && value.length > length
    ? `${value.slice(0, Math.max(20, length))}… (cut)`
    : value

/** Counts as the interface has them: rows and columns for each tab, summed over the tabs. */
function countRead(windows: Window[], pages: Page[]): NonNullable<ToolCallFields['read']> {
  const byTab = new Map<number, { rows: number; columns: number }>()
  let cells = 0
  for (const [index, { whole }] of windows.entries()) {
    const values = pages[index]!.values
    const width = Math.max(0, ...values.map(row => row.length))
    const known = byTab.get(whole.tab.sheetId) ?? { rows: 0, columns: 0 }
    byTab.set(whole.tab.sheetId, { rows: known.rows + values.length, columns: known.columns + width })
    cells += values.reduce((sum, row) => sum + row.length, 0)
  }
  const counts = [...byTab.values()]
  return {
    sheets: counts.length,
    rows: counts.reduce((sum, tab) => sum + tab.rows, 0),
    columns: counts.reduce((sum, tab) => sum + tab.columns, 0),
    cells,
  }
}
