/** autoFill: continues what a range begins: numbers, dates, texts with a number, weekdays, months, formulas. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition, Zone } from '../../dialect/engine.ts'
import { isBlank } from '../cells/cells.ts'
import { growTo } from '../cells/grid-size.ts'
import { readNumberFormat } from '../cells/number-format.ts'
import { type Context, fail, guard } from '../objects/context.ts'
import { type Area, areaOf } from '../workbook/a1.ts'
import { EVERYTHING, type PickedCell, pick, put } from './blocks.ts'

const LISTS = [
  ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'],
  ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun'],
  [
    'January',
    'February',
    'March',
    'April',
    'May',
    'June',
    'July',
    'August',
    'September',
    'October',
    'November',
    'December',
  ],
  ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'],
]

export function fillArea(
  context: Context,
  range: sheets_v4.Schema$GridRange | null | undefined,
  sourceAndDestination: sheets_v4.Schema$SourceAndDestination | null | undefined,
  useAlternateSeries: boolean,
): void {
  if (sourceAndDestination) {
    const source = areaOf(context.workbook, sourceAndDestination.source, context.path)
    const length = sourceAndDestination.fillLength ?? 0
    const { dimension } = sourceAndDestination
    if (dimension !== 'ROWS' && dimension !== 'COLUMNS') throw fail(context, 'dimension is required')
    if (length === 0) throw fail(context, 'fillLength must not be 0')
    fill(context, source, dimension === 'ROWS', length, useAlternateSeries)
    return
  }
  const area = areaOf(context.workbook, range, context.path)
  const { source, down } = findSource(context, area)
  const length = down ? area.zone.bottom - source.zone.bottom : area.zone.right - source.zone.right
  if (length > 0) fill(context, source, down, length, useAlternateSeries)
}

/** The data within the range is the source, the empty rest is filled. */
function findSource(context: Context, { sheetId, zone }: Area): { source: Area; down: boolean } {
  const filled = (row: number, col: number) => !isBlank(context.workbook, { sheetId, row, col })
  let bottom = zone.top - 1
  let right = zone.left - 1
  for (let row = zone.top; row <= zone.bottom; row++)
    for (let col = zone.left; col <= zone.right; col++)
      if (filled(row, col)) {
        bottom = Math.max(bottom, row)
        right = Math.max(right, col)
      }
  if (bottom < zone.top) throw fail(context, 'There is no data in the range to fill from.')
  if (bottom < zone.bottom) return { source: { sheetId, zone: { ...zone, bottom } }, down: true }
  return { source: { sheetId, zone: { ...zone, right } }, down: false }
}

function fill(context: Context, source: Area, down: boolean, length: number, alternate: boolean): void {
  const { sheetId, zone } = source
  const end = down ? zone.bottom + length : zone.right + length
  const target: Zone = down
    ? {
        ...zone,
        top: length > 0 ? zone.bottom + 1 : zone.top + length,
        bottom: length > 0 ? end : zone.top - 1,
      }
    : {
        ...zone,
        left: length > 0 ? zone.right + 1 : zone.left + length,
        right: length > 0 ? end : zone.left - 1,
      }
  if (target.top < 0 || target.left < 0) throw fail(context, 'The fill would leave the grid.')
  growTo(context.workbook, context.tx, sheetId, target.bottom + 1, target.right + 1)
  guard(context, { sheetId, zone: target })
  const block = pick(context.workbook, source)
  const lines = down ? (block[0] ?? []).map((_, x) => block.map(row => row[x])) : block
  lines.forEach((cells, line) => {
    const known = cells.filter(cell => cell !== undefined)
    const next = continuation(context, known, source, down, line, alternate)
    for (let step = 1; step <= Math.abs(length); step++) {
      const index = length > 0 ? known.length - 1 + step : -step
      const position: CellPosition = down
        ? { sheetId, row: zone.top + index, col: zone.left + line }
        : { sheetId, row: zone.top + line, col: zone.left + index }
      putFilled(context, position, known, index, next, down)
    }
  })
}

function putFilled(
  context: Context,
  position: CellPosition,
  known: PickedCell[],
  index: number,
  next: ((index: number) => string) | undefined,
  down: boolean,
): void {
  const from = ((index % known.length) + known.length) % known.length
  const cell = known[from]
  if (cell === undefined) return
  const shift = index - from
  const filled = next === undefined || cell.formula !== undefined ? cell : { ...cell, content: next(index) }
  put(context, position, filled, { ...EVERYTHING, notes: false }, down ? 0 : shift, down ? shift : 0)
}

/** The content at any index of a line; undefined: the source repeats. */
function continuation(
  context: Context,
  cells: PickedCell[],
  source: Area,
  down: boolean,
  line: number,
  alternate: boolean,
): ((index: number) => string) | undefined {
  if (cells.some(cell => cell.formula !== undefined)) return undefined
  const first = cells[0]
  if (first === undefined) return undefined
  const numbers = cells.map(cell => Number(cell.content))
  if (cells.every(cell => cell.content !== '') && numbers.every(Number.isFinite))
    return numberSeries(numbers, isMoment(context, source, down, line), alternate)
  return listSeries(first.content, cells.length) ?? countedSeries(cells)
}

function isMoment({ workbook }: Context, { sheetId, zone }: Area, down: boolean, line: number): boolean {
  const position = down
    ? { sheetId, row: zone.top, col: zone.left + line }
    : { sheetId, row: zone.top + line, col: zone.left }
  const cell = workbook.getters.getCell(position)
  return (readNumberFormat(cell?.style, cell?.format)?.type ?? '').startsWith('DATE')
}

/** One number repeats, a date goes on by days; the alternate series does the other. */
function numberSeries(
  numbers: number[],
  isDate: boolean,
  alternate: boolean,
): ((index: number) => string) | undefined {
  const [start = 0, second] = numbers
  const last = numbers.at(-1) ?? start
  if (second === undefined) return isDate !== alternate ? index => String(start + index) : undefined
  const step = (last - start) / (numbers.length - 1)
  return index => String(Number((start + step * index).toPrecision(12)))
}

function listSeries(text: string, length: number): ((index: number) => string) | undefined {
  for (const list of LISTS) {
    const at = list.indexOf(text)
    if (at >= 0 && length === 1)
      return index => list[(((at + index) % list.length) + list.length) % list.length] ?? text
  }
  return undefined
}

/** Item 1 → Item 2. */
function countedSeries(cells: PickedCell[]): ((index: number) => string) | undefined {
  const parts = cells.map(cell => /^(.*\D)(\d+)$/.exec(cell.content))
  const [start] = parts
  if (!start || parts.some(part => part?.[1] !== start[1])) return undefined
  const numbers = parts.map(part => Number(part?.[2]))
  const step = numbers.length > 1 ? ((numbers.at(-1) ?? 0) - (numbers[0] ?? 0)) / (numbers.length - 1) : 1
  return index => `${start[1]}${(numbers[0] ?? 0) + step * index}`
}
