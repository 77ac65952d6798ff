/** One check for each kind of outcome: null or a string where it doesn't hold, else what it allows to change. */
import { parseRange } from '../../../service/sheets/a1.ts'
import type { Outcome, Value } from './corpus.ts'
import type { Differences } from './differences.ts'
import { formatHolds } from './formats.ts'
import {
  cellAt,
  holds,
  isFilled,
  near,
  type Picture,
  type SeenCell,
  type SeenTab,
  tabNamed,
} from './picture.ts'

export interface Seen {
  before: Picture
  after: Picture
  found: Differences
  answer: string
}

/** What a part of an outcome allows beside new cells and new tabs. */
export interface Checked {
  changed(cell: string): boolean
  structure: boolean
  formats: boolean
  lostTabs: boolean
}

const adds: Checked = { changed: () => false, structure: false, formats: false, lostTabs: false }
const within = (tab: string): Checked => ({
  ...adds,
  changed: cell => cell.startsWith(`${tab}!`),
  formats: true,
})

type Part<Name extends keyof Outcome> = (wanted: NonNullable<Outcome[Name]>, seen: Seen) => Checked | string

const headerOf = (tab: SeenTab | undefined): string[] =>
  (tab?.cells[0] ?? []).map(cell => String(cell?.value ?? '').trim())

const column: Part<'column'> = ({ tab, values, header }, { before, after }) => {
  const [was, is] = [tabNamed(before, tab), tabNamed(after, tab)]
  if (!is) return `there is no tab ${tab}`
  const width = Math.max(...is.cells.map(row => row.length))
  for (let index = 0; index < width; index++) {
    if (was?.cells.some(row => isFilled(row[index]))) continue
    const fits = values.every((value, row) => holds(cellAt(is, row + 1, index), value))
    if (!fits) continue
    const named = String(cellAt(is, 0, index)?.value ?? '')
    if (header === undefined || named.toLowerCase() === header.toLowerCase()) return adds
    return `the column is called “${named}”`
  }
  return 'no new column holds these values'
}

const table: Part<'table'> = ({ rows, ordered }, { before, after }) => {
  for (const tab of after) {
    const was = tabNamed(before, tab.title)
    const width = Math.max(0, ...tab.cells.map(row => row.length))
    for (let top = 0; top + rows.length <= tab.cells.length; top++)
      for (let left = 0; left < width; left++)
        if (blockStands(tab, was, top, left, rows, ordered ?? false)) return adds
  }
  return 'no block with these rows'
}

function blockStands(
  tab: SeenTab,
  was: SeenTab | undefined,
  top: number,
  left: number,
  rows: Value[][],
  ordered: boolean,
): boolean {
  if (was && isFilled(cellAt(was, top, left))) return false
  const fits = (row: Value[], at: number) => row.every((value, i) => holds(cellAt(tab, at, left + i), value))
  if (ordered) return rows.every((row, index) => fits(row, top + index))
  const free = new Set(rows.map((_, index) => top + index))
  // Each place must find a row: the first place is looked at first, so that most blocks are soon refused.
  const left_ = [...rows]
  for (const at of free) {
    const index = left_.findIndex(row => fits(row, at))
    if (index === -1) return false
    left_.splice(index, 1)
  }
  return true
}

const rows: Part<'rows'> = ({ tab, rows: wanted }, { before, after }) => {
  const [was, is] = [tabNamed(before, tab), tabNamed(after, tab)]
  if (!was || !is) return `there is no tab ${tab}`
  if (headerOf(was).join('\t') !== headerOf(is).slice(0, headerOf(was).length).join('\t'))
    return 'the header changed'
  const data = is.cells.slice(1)
  const last = data.findLastIndex(row => row.some(isFilled)) + 1
  if (last !== wanted.length) return `${last} rows instead of ${wanted.length}`
  for (const [index, row] of wanted.entries())
    for (const [at, value] of row.entries())
      if (!holds(data[index]?.[at], value))
        return `row ${index + 2} holds “${data[index]?.[at]?.shown}” for “${value}”`
  return within(tab)
}

const cells: Part<'cells'> = (wanted, { after }) => {
  const named = new Set<string>()
  for (const [name, value] of Object.entries(wanted)) {
    const parsed = parseRange(name)
    const tab = parsed?.tab === undefined ? undefined : tabNamed(after, parsed.tab)
    const { startRow = 0, startColumn = 0 } = parsed?.box ?? {}
    if (!tab) return `${name} is nowhere`
    if (!holds(cellAt(tab, startRow, startColumn), value))
      return `${name} holds “${cellAt(tab, startRow, startColumn)?.shown ?? ''}”`
    named.add(`${tab.title}!${startRow},${startColumn}`)
  }
  return { ...adds, changed: cell => named.has(cell) }
}

const columns: Part<'columns'> = ({ tab, headers }, { before, after }) => {
  const [was, is] = [tabNamed(before, tab), tabNamed(after, tab)]
  if (!was || !is) return `there is no tab ${tab}`
  const now = headerOf(is)
  const end = now.findLastIndex(header => header !== '') + 1
  const wanted = headers.map(header => String(header).trim())
  if (now.slice(0, Math.max(end, wanted.length)).join('\t') !== wanted.join('\t'))
    return `the header is ${now.slice(0, end).join(', ')}`
  const data = (of: SeenTab, index: number) =>
    JSON.stringify(of.cells.slice(1).map(row => row[index]?.shown ?? '')).replaceAll(/(?:,"")+\]$/g, ']')
  for (const [index, header] of headerOf(was).entries()) {
    const at = now.indexOf(header)
    if (header !== '' && at !== -1 && data(was, index) !== data(is, at))
      return `the data of ${header} changed`
  }
  return { ...within(tab), structure: true }
}

const filtered: Part<'filtered'> = ({ tab, visible }, { after }) => {
  const is = tabNamed(after, tab)
  if (!is) return `there is no tab ${tab}`
  const last = is.cells.findLastIndex(row => row.some(isFilled))
  const shown: number[] = []
  for (let row = 1; row <= last; row++) if (!is.hiddenRows.has(row)) shown.push(row + 1)
  return shown.join() === [...visible].sort((a, b) => a - b).join()
    ? { ...adds, structure: true }
    : `rows ${shown.join()} are visible`
}

const look = (cell: SeenCell | undefined): string =>
  JSON.stringify([
    cell?.look.backgroundColor,
    cell?.look.textFormat?.foregroundColor,
    cell?.look.textFormat?.bold,
  ])

/** A rule that asks for one column, whichever cell it colours, holds where this one is blank. */
function isBlankThere(tab: SeenTab, row: number, condition: string): boolean {
  const asked = /\$([A-Z]+)\d+=\\"\\"/.exec(condition)?.[1]
  return asked === undefined || !isFilled(cellAt(tab, row, parseRange(`${asked}1`)!.box.startColumn!))
}

/** The local Google tells no look of empty cells: a rule that asks for them colours them. */
const isBlankColoured = (tab: SeenTab, row: number, column: number): boolean =>
  tab.rules.some(
    rule =>
      /=\\"\\"|ISBLANK|BLANK/.test(JSON.stringify(rule.booleanRule?.condition)) &&
      !/<>/.test(JSON.stringify(rule.booleanRule?.condition)) &&
      isBlankThere(tab, row, JSON.stringify(rule.booleanRule?.condition)) &&
      (rule.ranges ?? []).some(
        range =>
          (range.startRowIndex ?? 0) <= row &&
          row < (range.endRowIndex ?? 0) &&
          (range.startColumnIndex ?? 0) <= column &&
          column < (range.endColumnIndex ?? 0),
      ),
  )

const highlighted: Part<'highlighted'> = ({ tab, rows: wanted, column: name }, { before, after }) => {
  const [was, is] = [tabNamed(before, tab), tabNamed(after, tab)]
  if (!was || !is) return `there is no tab ${tab}`
  const only =
    name === undefined ? -1 : headerOf(was).findIndex(each => each.toLowerCase() === name.toLowerCase())
  const found: number[] = []
  for (const [row, cells_] of was.cells.entries()) {
    const differs = (cell: SeenCell | undefined, column: number) =>
      look(cell) !== look(cellAt(is, row, column)) || (!isFilled(cell) && isBlankColoured(is, row, column))
    const columns_ = headerOf(was).map((_, column) => column)
    const hit = only === -1 ? columns_.some(at => differs(cells_[at], at)) : differs(cells_[only], only)
    if (hit) found.push(row + 1)
  }
  return found.join() === [...wanted].sort((a, b) => a - b).join()
    ? { ...adds, structure: true, formats: true }
    : `rows ${found.join()} look different`
}

const chart: Part<'chart'> = ({ type, series = [] }, { before, after }) => {
  const known = new Set(before.flatMap(tab => tab.charts.map(({ chartId }) => chartId)))
  const added = after.flatMap(tab => tab.charts).filter(({ chartId }) => !known.has(chartId))
  if (added.length === 0) return 'there is no new chart'
  const reasons = added.map(each => {
    const kind = each.spec?.pieChart ? 'pie' : (each.spec?.basicChart?.chartType?.toLowerCase() ?? '')
    const isLike = (a: string) => (a === 'bar' || a === 'column' ? 'bar' : a)
    if (type && type !== 'any' && isLike(kind) !== isLike(type)) return `it is a ${kind} chart`
    const sources = each.spec?.pieChart
      ? [each.spec.pieChart.series]
      : (each.spec?.basicChart?.series ?? []).map(({ series: of }) => of)
    const drawn = sources.map(of => numbersOf(of?.sourceRange?.sources?.[0], after))
    const missing = series.find(wanted => !drawn.some(numbers => sameNumbers(numbers, wanted)))
    return missing ? `no series is ${missing.join()}, but ${drawn.map(of => of.join()).join(' / ')}` : null
  })
  return reasons.includes(null) ? { ...adds, structure: true } : (reasons[0] ?? '')
}

function numbersOf(range: object | undefined, picture: Picture): number[] {
  const {
    sheetId = 0,
    startRowIndex = 0,
    endRowIndex = 0,
    startColumnIndex = 0,
  } = (range ?? {}) as Record<string, number>
  const tab = picture.find(each => each.sheetId === sheetId)
  const cells_ = tab?.cells.slice(startRowIndex, endRowIndex).map(row => row[startColumnIndex]?.value) ?? []
  return cells_.filter(value => typeof value === 'number')
}

function sameNumbers(a: number[], b: number[]): boolean {
  const [left, right] = [[...a].sort((x, y) => x - y), [...b].sort((x, y) => x - y)]
  return left.length === right.length && left.every((value, index) => near(value, right[index]!))
}

const structure: Part<'structure'> = (wanted, seen) => {
  const { before, after } = seen
  for (const [name, value] of Object.entries(wanted)) {
    if (name === 'note' || name === 'tab') continue
    const tabs = typeof wanted.tab === 'string' ? after.filter(tab => tab.title === wanted.tab) : after
    if (!structureHolds(name, value, before, tabs, after)) return `${name} is not ${JSON.stringify(value)}`
  }
  return {
    ...adds,
    structure: true,
    formats: true,
    lostTabs: 'tabs' in wanted,
    changed: () => 'tabs' in wanted,
  }
}

function structureHolds(
  name: string,
  value: unknown,
  before: Picture,
  tabs: Picture,
  after: Picture,
): boolean {
  switch (name) {
    case 'frozenRows':
    case 'frozenColumns':
      return tabs.some(tab => tab[name] === value)
    case 'hiddenColumns': {
      const names = (value as string[]).map(each => each.trim()).sort()
      return tabs.some(
        tab =>
          [...tab.hiddenColumns]
            .map(at => headerOf(tab)[at] ?? '')
            .filter(Boolean)
            .sort()
            .join() === names.join(),
      )
    }
    case 'tabs':
      return after.map(({ title }) => title).join('\n') === (value as string[]).join('\n')
    case 'hiddenTabs':
      return (
        after
          .filter(({ hidden }) => hidden)
          .map(({ title }) => title)
          .join() === (value as string[]).join()
      )
    case 'validation': {
      const { tab: title, box } = parseRange(String((value as { range: string }).range)) ?? { box: {} }
      const tab = tabs.find(each => title === undefined || each.title === title)
      return cellAt(tab ?? tabs[0]!, box.startRow ?? 1, box.startColumn ?? 0)?.hasRule ?? false
    }
    case 'banding':
      return tabs.some(tab => tab.bandings > 0 || tab.rules.some(rule => /ROW\(/.test(JSON.stringify(rule))))
    case 'pivot':
      return tabs.some(tab => tab.cells.some(row => row.some(cell => cell?.isPivot)))
    case 'autosized':
      return tabs.some(tab => tabNamed(before, tab.title)?.widths !== tab.widths)
    case 'filter':
      return tabs.some(tab => (tab.filter !== null) === value)
    case 'merged':
      return tabs.some(tab => tab.merges > 0)
    default:
      return false
  }
}

const format: Part<'format'> = (wanted, { after }) => {
  const why = formatHolds(wanted, after)
  return why ?? { ...adds, formats: true, structure: true }
}

export const checks: Record<string, (wanted: never, seen: Seen) => Checked | string> = {
  column,
  table,
  rows,
  cells,
  columns,
  filtered,
  highlighted,
  chart,
  structure,
  format,
}
