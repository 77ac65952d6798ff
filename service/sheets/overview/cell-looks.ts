/** What cells have beside their contents, in a line each: fills, notes, what they accept. */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatBox } from '../a1.ts'
import { hexOf } from '../color.ts'
import { cut } from '../cut.ts'
import { groupCells } from '../group-cells.ts'
import type { GridCell } from './grid-cell.ts'

const MOST_KINDS = 6
const MOST_RANGES = 8
const LONGEST = 80

/** Of a cell, for Google's mask. */
export const LOOKS = 'userEnteredFormat(backgroundColorStyle),note,dataValidation(condition)'

/** Nothing for what is not set: most cells have none of it. */
export function looksOf(cell: sheets_v4.Schema$CellData): Pick<GridCell, 'fill' | 'note' | 'accepts'> {
  const fill = hexOf(cell.userEnteredFormat?.backgroundColorStyle?.rgbColor)
  const condition = cell.dataValidation?.condition
  return {
    ...(fill !== null && fill !== '#ffffff' ? { fill } : {}),
    ...(cell.note ? { note: cut(cell.note.replaceAll(/\s+/g, ' '), LONGEST) } : {}),
    ...(condition ? { accepts: accepts(condition) } : {}),
  }
}

function accepts({ type, values = [] }: sheets_v4.Schema$BooleanCondition): string {
  const said = values.map(({ userEnteredValue, relativeDate }) => userEnteredValue ?? relativeDate ?? '')
  if (type === 'BOOLEAN') return 'checkbox'
  if (type === 'ONE_OF_LIST') return cut(`list ${said.join(' | ')}`, LONGEST)
  if (type === 'ONE_OF_RANGE') return cut(`list ${said.join(' ')}`, LONGEST)
  return cut([(type ?? '').toLowerCase().replaceAll('_', ' '), ...said].join(' '), LONGEST)
}

/** Lines such as "fills: #ffff00 O3, O7:O8"; what no cell has is said, so that nobody looks for it. */
export function lookLines(grid: readonly (readonly GridCell[])[]): string[] {
  const kinds = {
    fills: grid.map(row => row.map(cell => cell.fill ?? null)),
    notes: grid.map(row => row.map(cell => (cell.note === undefined ? null : JSON.stringify(cell.note)))),
    validation: grid.map(row => row.map(cell => cell.accepts ?? null)),
  }
  const told = Object.entries(kinds).map(([kind, keys]) => ({ kind, words: words(keys) }))
  const none = told.flatMap(({ kind, words }) => (words === '' ? [kind] : []))
  return [
    ...told.flatMap(({ kind, words }) => (words === '' ? [] : [`${kind}: ${words}`])),
    ...(none.length > 0 ? [`no ${none.join(', ')}`] : []),
  ]
}

function words(keys: (string | null)[][]): string {
  const groups = Map.groupBy(groupCells(keys), ({ key }) => key)
  const told = [...groups].slice(0, MOST_KINDS).map(([key, places]) => {
    const ranges = places.slice(0, MOST_RANGES).map(({ box }) => formatBox(box))
    return `${key} ${ranges.join(', ')}${places.length > MOST_RANGES ? ', …' : ''}`
  })
  return told.join('; ') + (groups.size > MOST_KINDS ? '; …' : '')
}
