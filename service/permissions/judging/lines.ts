/** Deleting, deduplicating and hiding rows and columns. */
import { type Box, formatBox } from '../../sheets/a1.ts'
import { isFilledValue } from '../../sheets/last-row.ts'
import type { CellValue, Deed, Dimension } from '../deeds/deed.ts'
import { isAboutAll, rowsNamed } from '../reading/names.ts'
import type { Wish } from '../reading/wishes.ts'
import { type Case, isOwnCell, markOf, type Need } from './case.ts'
import { columnsSaid, placesNow } from './columns-said.ts'
import { formulasInto } from './dependants.ts'
import { reachesTab } from './scope.ts'
import { type Area, counted, countFilled } from './workbook.ts'

export interface Lines {
  sheetId: number
  dimension: Dimension
  start: number
  end: number | undefined
}

const boxOf = ({ dimension, start, end }: Lines): Box => {
  const limit = end === undefined ? {} : dimension === 'ROWS' ? { endRow: end } : { endColumn: end }
  return dimension === 'ROWS' ? { startRow: start, ...limit } : { startColumn: start, ...limit }
}

const wordOf = (dimension: Dimension): string => (dimension === 'ROWS' ? 'row' : 'column')

/** All rows, or all columns, of one tab that a write deletes. */
export async function judgeDeletedLines(group: readonly Lines[], matter: Case): Promise<Need | null> {
  const { book, own } = matter
  const [first] = group
  if (!first || own.tabs.has(first.sheetId)) return null
  const hit: Hit = { areas: [], filled: 0, count: 0, lines: first }
  for (const lines of group) {
    const area = book.area(lines.sheetId, boxOf(lines))
    const cells = area ? await book.cells(area) : []
    if (!area) continue
    hit.count += lengthOf(area, first.dimension)
    if (cells !== null && (countFilled(cells) === 0 || isOwnWork(area, cells, matter))) continue
    hit.areas.push({ area, cells })
    hit.filled += cells === null ? Number.POSITIVE_INFINITY : countFilled(cells)
  }
  if (hit.areas.length === 0) return null
  for (const wish of matter.reading.wishes) {
    if ((await reachesTab(wish, first.sheetId, matter)) && (await asksFor(wish, hit, matter))) return null
  }
  return needFor(hit, matter)
}

interface Hit {
  areas: { area: Area; cells: CellValue[][] | null }[]
  filled: number
  /** Lines, the empty ones too. */
  count: number
  lines: Lines
}

const lengthOf = ({ box }: Area, dimension: Dimension): number =>
  dimension === 'ROWS' ? box.endRow - box.startRow : box.endColumn - box.startColumn

const MOST_NAMED = 8
const MOST_LOOKED_THROUGH = 20

async function needFor(hit: Hit, { book }: Case): Promise<Need> {
  const { dimension } = hit.lines
  const { tab } = hit.areas[0]!.area
  const names = hit.areas.map(({ area: { box } }) =>
    formatBox(
      dimension === 'ROWS'
        ? { startRow: box.startRow, endRow: box.endRow }
        : { startColumn: box.startColumn, endColumn: box.endColumn },
    ),
  )
  const dependants = { count: 0, examples: [] as string[] }
  for (const { area } of hit.areas.slice(0, MOST_LOOKED_THROUGH)) {
    const found = await formulasInto(tab, area.box, book)
    dependants.count += found.count
    dependants.examples.push(...found.examples)
  }
  const depends =
    dependants.count > 0
      ? `; ${counted(dependants.count, 'formula')} elsewhere ${dependants.count === 1 ? 'depends' : 'depend'} on them`
      : ''
  const listed = names.slice(0, MOST_NAMED).join(', ') + (names.length > MOST_NAMED ? ', …' : '')
  const holds = Number.isFinite(hit.filled)
    ? counted(hit.filled, 'filled cell')
    : 'more cells than can be counted here'
  return {
    kind: 'destroy',
    effect: `Delete ${counted(hit.count, wordOf(dimension))} (${listed}) of the tab ${tab.title}: ${holds}${depends}`,
    details: dependants.examples.slice(0, 5).map(cell => `${cell} would become an error`),
    mark: markOf(
      'delete_lines',
      hit.lines.sheetId,
      dimension,
      names,
      hit.areas.map(({ cells }) => cells),
    ),
  }
}

/** Cells that this turn has filled itself are nobody's loss. */
function isOwnWork({ tab, box }: Area, cells: readonly (readonly CellValue[])[], { own }: Case): boolean {
  return cells.every((row, rowIndex) =>
    row.every(
      (value, columnIndex) =>
        !isFilledValue(value) ||
        isOwnCell(own, tab.sheetId, box.startRow + rowIndex, box.startColumn + columnIndex),
    ),
  )
}

const SOME_ROWS = 20
const NEARLY_ALL = 0.95

async function asksFor(wish: Wish, hit: Hit, matter: Case): Promise<boolean> {
  const isDeletion = wish.act === 'delete' || wish.act === 'keep' || wish.act === 'move'
  if (!isDeletion) return false
  if (hit.lines.dimension === 'COLUMNS') {
    const asked = await Promise.all(hit.areas.map(({ area }) => asksForColumns(wish, area, matter)))
    return asked.every(Boolean)
  }
  if (wish.thing !== null && wish.thing !== 'rows' && wish.thing !== 'cells') return false
  const named = wish.act === 'delete' ? rowsNamed(wish.sentence) : null
  if (named !== null && named.size > 0) return areNamed(named, hit, matter)
  return isAboutAll(wish.sentence) || !(await isNearlyAll(hit, matter))
}

/** The very rows, where they are now: earlier calls of the turn may have moved them. */
function areNamed(named: ReadonlySet<number>, { areas, lines }: Hit, matter: Case): boolean {
  const now = new Set([...named].flatMap(row => placesNow(row, lines.sheetId, 'ROWS', matter)))
  return areas.every(({ area: { box } }) => {
    for (let row = box.startRow; row < box.endRow; row += 1) if (!now.has(row)) return false
    return true
  })
}

async function asksForColumns(wish: Wish, { tab, box }: Area, matter: Case): Promise<boolean> {
  if (wish.thing === 'rows' || wish.thing === 'text' || wish.thing === 'look' || wish.thing === 'tab')
    return false
  const headers = await matter.book.headers(tab.sheetId)
  const said = await columnsSaid(wish.sentence, tab.sheetId, matter)
  const all = Array.from({ length: box.endColumn - box.startColumn }, (_, index) => box.startColumn + index)
  // What is kept is named, what goes is not.
  if (wish.act === 'keep') return wish.thing === 'columns' && all.every(column => !said.has(column))
  if (wish.thing === 'columns' && said.size === 0) return all.length <= 1 || isPlural(wish.sentence)
  if (said.has(-1)) return all.every(column => said.has(column))
  return all.every(column => said.has(column) || isVaguely(wish.sentence, headers[column] ?? ''))
}

const isPlural = (sentence: string): boolean => /columns|cols|spalten|colonnes|columnas|列/iu.test(sentence)

/** "the telephone numbers" for the header "Telephone". */
function isVaguely(sentence: string, header: string): boolean {
  const words = header.toLowerCase().match(/\p{L}{4,}/gu) ?? []
  const said = sentence.toLowerCase()
  return words.length > 0 && words.some(word => said.includes(word.slice(0, Math.max(4, word.length - 2))))
}

/** A condition that meets every row is hardly what was meant. */
async function isNearlyAll({ areas, lines }: Hit, { book, own }: Case): Promise<boolean> {
  const filledRows = (cells: CellValue[][]) => cells.filter(row => row.some(isFilledValue)).length
  const rowsHit =
    own.rows +
    areas.reduce(
      (sum, { area, cells }) => sum + (cells === null ? lengthOf(area, 'ROWS') : filledRows(cells)),
      0,
    )
  if (rowsHit < SOME_ROWS) return false
  const whole = book.area(lines.sheetId, {})
  const all = whole ? await book.cells(whole) : []
  return all !== null && rowsHit >= (filledRows(all) + own.rows - 1) * NEARLY_ALL
}

export async function judgeDuplicates(
  { sheetId, box, columns }: Extract<Deed, { deed: 'remove_duplicates' }>,
  matter: Case,
): Promise<Need | null> {
  const area = matter.book.area(sheetId, box)
  if (!area || matter.own.tabs.has(sheetId)) return null
  for (const wish of matter.reading.wishes) {
    if (asksForDuplicates(wish) && (await reachesTab(wish, sheetId, matter))) return null
  }
  const count = repeated((await matter.book.cells(area)) ?? [], area.box.startColumn, columns)
  const rows =
    count === null
      ? 'the rows that repeat'
      : `${counted(count, 'row')} that ${count === 1 ? 'repeats' : 'repeat'}`
  return {
    kind: 'destroy',
    effect: `Remove ${rows} others in ${formatBox(area.box)} of the tab ${area.tab.title}`,
    details: [],
    mark: markOf('remove_duplicates', sheetId, area.box, count),
  }
}

/** As Google compares them: without regard to capitals. Null where formulas decide, or nothing was read. */
function repeated(rows: CellValue[][], startColumn: number, columns: number[] | null): number | null {
  if (rows.length === 0) return null
  const seen = new Set<string>()
  for (const row of rows) {
    const compared = columns === null ? row : columns.map(column => row[column - startColumn] ?? '')
    if (compared.some(value => typeof value === 'string' && value.startsWith('='))) return null
    seen.add(JSON.stringify(compared.map(value => String(value).toLowerCase())))
  }
  return rows.length - seen.size
}

const TIDY =
  /clean|tidy|bereinig|säuber|aufräum|räum|nettoi|range|limpi|depur|きれい|綺麗|整理|整え|merg|consolidat|combin|zusammenführ|fusion/iu

const asksForDuplicates = ({ act, thing, verb, sentence }: Wish): boolean =>
  ((act === 'delete' || act === 'keep') && (thing === null || thing === 'rows' || thing === 'cells')) ||
  (act === 'change' &&
    (TIDY.test(verb) || /duplic|duplik|dublett|dopp|doublon|重複|repeat|twice/iu.test(sentence)))

export async function judgeHiddenLines(lines: Lines, matter: Case): Promise<Need | null> {
  const area = matter.book.area(lines.sheetId, boxOf(lines))
  if (!area || matter.own.tabs.has(lines.sheetId)) return null
  const cells = await matter.book.cells(area)
  if (cells !== null && countFilled(cells) === 0) return null
  for (const wish of matter.reading.wishes) {
    if (await asksToHide(wish, lines, area, matter)) return null
  }
  return {
    kind: 'hide',
    effect: `Hide ${wordOf(lines.dimension)}s ${formatBox(boxOf(lines))} of the tab ${area.tab.title}`,
    details: [],
    mark: markOf('hide_lines', lines),
  }
}

async function asksToHide(wish: Wish, lines: Lines, area: Area, matter: Case): Promise<boolean> {
  const isRows = lines.dimension === 'ROWS'
  if (wish.act !== 'hide' && !(wish.act === 'filter' && isRows)) return false
  if (!(await reachesTab(wish, lines.sheetId, matter))) return false
  if (isRows) return wish.thing !== 'columns' && wish.thing !== 'tab'
  if (wish.thing === 'rows' || wish.thing === 'tab') return false
  const headers = await matter.book.headers(lines.sheetId)
  const said = await columnsSaid(wish.sentence, lines.sheetId, matter)
  const all = Array.from(
    { length: area.box.endColumn - area.box.startColumn },
    (_, index) => area.box.startColumn + index,
  )
  if (said.size === 0 && wish.thing === 'columns')
    return !all.some(column => isNamedElsewhere(headers, column, wish))
  return all.every(column => said.has(column) || isVaguely(wish.sentence, headers[column] ?? ''))
}

/** The sentence says another column vaguely: then not this one. */
const isNamedElsewhere = (headers: string[], column: number, { sentence }: Wish): boolean =>
  headers.some((header, index) => index !== column && isVaguely(sentence, header)) &&
  !isVaguely(sentence, headers[column] ?? '')
