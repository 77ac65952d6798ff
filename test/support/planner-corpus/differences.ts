/** What differs between two pictures of a workbook, sorted by how much it matters. */
import { cellAt, isFilled, type Picture, type SeenTab, tabNamed } from './picture.ts'

export interface Differences {
  /** Cells that held something and now hold something else, "Tab!row,column". */
  changed: string[]
  /** Cells that were empty. */
  filled: { tab: string; row: number; column: number }[]
  newTabs: string[]
  lostTabs: string[]
  /** Cells that were filled and look different, by their own format. */
  formatted: string[]
  /** Everything else: filters, widths, frozen rows, charts, rules. */
  structure: string[]
}

export function differences(before: Picture, after: Picture): Differences {
  const result: Differences = {
    changed: [],
    filled: [],
    newTabs: after.filter(tab => !tabNamed(before, tab.title)).map(({ title }) => title),
    lostTabs: before.filter(tab => !tabNamed(after, tab.title)).map(({ title }) => title),
    formatted: [],
    structure: [],
  }
  for (const tab of before) {
    const now = tabNamed(after, tab.title)
    if (!now) continue
    compareCells(tab, now, result)
    for (const [name, was, is] of aspects(tab, now)) {
      if (JSON.stringify(was) !== JSON.stringify(is)) result.structure.push(`${tab.title}: ${name}`)
    }
  }
  const order = (picture: Picture, other: Picture) =>
    picture.filter(tab => tabNamed(other, tab.title)).map(({ title }) => title)
  if (order(before, after).join('\n') !== order(after, before).join('\n'))
    result.structure.push('order of tabs')
  return result
}

function compareCells(tab: SeenTab, now: SeenTab, result: Differences): void {
  const rows = Math.max(tab.cells.length, now.cells.length)
  for (let row = 0; row < rows; row++) {
    const columns = Math.max(tab.cells[row]?.length ?? 0, now.cells[row]?.length ?? 0)
    for (let column = 0; column < columns; column++) {
      const [was, is] = [cellAt(tab, row, column), cellAt(now, row, column)]
      if (isFilled(was)) {
        if (was.value !== is?.value || was.entered !== is.entered)
          result.changed.push(`${tab.title}!${row},${column}`)
        // Of a cell that holds nothing and has no format, nothing is told.
        if (JSON.stringify(was.format) !== JSON.stringify(is?.format ?? {}))
          result.formatted.push(`${tab.title}!${row},${column}`)
      } else if (isFilled(is)) result.filled.push({ tab: tab.title, row, column })
    }
  }
}

const rulesOf = (tab: SeenTab): string =>
  tab.cells
    .flatMap((row, index) => row.flatMap((cell, column) => (cell?.hasRule ? [`${index},${column}`] : [])))
    .join(' ')

const aspects = (was: SeenTab, is: SeenTab): [string, unknown, unknown][] => [
  ['hidden', was.hidden, is.hidden],
  ['frozen', [was.frozenRows, was.frozenColumns], [is.frozenRows, is.frozenColumns]],
  ['hidden rows', [...was.hiddenRows], [...is.hiddenRows]],
  ['hidden columns', [...was.hiddenColumns], [...is.hiddenColumns]],
  ['charts', was.charts.length, is.charts.length],
  ['conditional formats', was.rules, is.rules],
  ['bandings', was.bandings, is.bandings],
  ['filter', was.filter, is.filter],
  ['merges', was.merges, is.merges],
  ['validation', rulesOf(was), rulesOf(is)],
  ['widths', was.widths, is.widths],
]

export const isUntouched = (found: Differences): boolean =>
  found.changed.length +
    found.filled.length +
    found.newTabs.length +
    found.lostTabs.length +
    found.formatted.length +
    found.structure.length ===
  0
