/** Functions that give back cells: INDEX, ADDRESS, INDIRECT, OFFSET. */
import { columnLetters } from '../column-letters.ts'
import type { Define, Output } from '../signature.ts'
import {
  BLANK,
  type Env,
  heightOf,
  notAvailable,
  Reference,
  toMatrix,
  type Value,
  wrongNumber,
  wrongReference,
  wrongValue,
} from '../values.ts'

// ---- INDEX

export function defineIndex(define: Define): void {
  define('INDEX', 'Xn?n?', (given: Value, row?: number, column?: number): Output => {
    const matrix = given instanceof Reference ? undefined : toMatrix(given)
    const [height, width] = sizeOf(given)
    const isRow = height === 1 && width > 1
    const [y, x] = column === undefined && isRow ? [0, row ?? 0] : [row ?? 0, column ?? 0]
    const [top, left] = [Math.trunc(y), Math.trunc(x)]
    check('INDEX', isRow && column === undefined ? 3 : 2, top, height)
    check('INDEX', column === undefined ? 2 : 3, left, width)
    if (matrix === undefined) return part(given as Reference, top, left)
    const columns = left === 0 ? matrix : [matrix[left - 1] ?? []]
    const cut = top === 0 ? columns : columns.map(cells => [cells[top - 1] ?? BLANK])
    return cut.length === 1 && cut[0]?.length === 1 ? (cut[0][0] ?? BLANK) : cut
  })
}

function sizeOf(given: Value): [number, number] {
  if (!(given instanceof Reference)) {
    const matrix = toMatrix(given)
    return [heightOf(matrix), matrix.length]
  }
  const { top, bottom, left, right } = given.area.zone
  return [bottom - top + 1, right - left + 1]
}

function check(name: string, index: number, at: number, size: number): void {
  if (at < 0 || at > size)
    throw (at < 0 ? wrongNumber : wrongReference)(
      `Function ${name} parameter ${index} value is ${at}. Valid values are between 0 and ${size} inclusive.`,
    )
}

function part(reference: Reference, top: number, left: number): Reference {
  const { sheetId, zone } = reference.area
  return reference.at({
    sheetId,
    zone: {
      top: top === 0 ? zone.top : zone.top + top - 1,
      bottom: top === 0 ? zone.bottom : zone.top + top - 1,
      left: left === 0 ? zone.left : zone.left + left - 1,
      right: left === 0 ? zone.right : zone.left + left - 1,
    },
  })
}

// ---- ADDRESS, INDIRECT, OFFSET, A1:INDEX(…)

export function defineAddresses(define: Define): void {
  define('ADDRESS', 'nnn?b?t?', (row: number, column: number, mode = 1, isA1 = true, sheet?: string) => {
    const [r, c, kind] = [Math.trunc(row), Math.trunc(column), Math.trunc(mode)]
    for (const [index, value] of [r, c].entries())
      if (value < 1)
        throw wrongValue(
          `Function ADDRESS parameter ${index + 1} value is ${value}. It should be greater than or equal to 1.`,
        )
    if (kind < 1 || kind > 4)
      throw wrongNumber(
        `Function ADDRESS parameter 3 value is ${kind}. Valid values are between 1 and 4 inclusive.`,
      )
    const [fixedRow, fixedColumn] = [kind === 1 || kind === 2, kind === 1 || kind === 3]
    const cell = isA1
      ? `${fixedColumn ? '$' : ''}${columnLetters(c)}${fixedRow ? '$' : ''}${r}`
      : `R${fixedRow ? r : `[${r}]`}C${fixedColumn ? c : `[${c}]`}`
    if (sheet === undefined || sheet === '') return cell
    return `${/^[a-z_]\w*$/i.test(sheet) ? sheet : `'${sheet.replaceAll("'", "''")}'`}!${cell}`
  })
  define('INDIRECT', 'tb?', function (this: Env, text: string, isA1 = true) {
    return resolve(this, text, isA1).followed()
  })
  define(
    'OFFSET',
    'xnnn?n?',
    function (this: Env, from: Value, rows: number, columns: number, height?: number, width?: number) {
      if (!(from instanceof Reference)) throw notAvailable('Argument must be a range.')
      const { sheetId, zone } = from.area
      const top = zone.top + Math.trunc(rows)
      const left = zone.left + Math.trunc(columns)
      const bottom = top + Math.trunc(height ?? zone.bottom - zone.top + 1) - 1
      const right = left + Math.trunc(width ?? zone.right - zone.left + 1) - 1
      if (top < 0 || left < 0 || bottom < top || right < left)
        throw wrongReference('Function OFFSET evaluates to an out of bounds range.')
      return new Reference(this, { sheetId, zone: { top, left, bottom, right } }).followed()
    },
  )
  define('RANGE_OF', 'xx', function (this: Env, from: Value, to: Value) {
    if (!(from instanceof Reference && to instanceof Reference))
      throw notAvailable('Argument must be a range.')
    const [a, b] = [from.area.zone, to.area.zone]
    const zone = {
      top: Math.min(a.top, b.top),
      left: Math.min(a.left, b.left),
      bottom: Math.max(a.bottom, b.bottom),
      right: Math.max(a.right, b.right),
    }
    return new Reference(this, { sheetId: from.area.sheetId, zone }).followed()
  })
}

interface Ranges {
  getRangeFromSheetXC(
    sheetId: string,
    xc: string,
  ): Reference['area'] & { invalidXc?: string; invalidSheetName?: string }
  getNamedRange(name: string): { range: Reference['area'] } | undefined
  getNumberRows(sheetId: string): number
  getNumberCols(sheetId: string): number
}

function resolve(env: Env, text: string, isA1: boolean): Reference {
  const getters = env.context.getters as Ranges
  const failed = wrongReference(
    `Function INDIRECT parameter 1 value is '${text}'. It is not a valid cell/range reference.`,
  )
  const named = getters.getNamedRange(text.trim())
  if (named !== undefined) return new Reference(env, named.range)
  const a1 = isA1 ? text.trim() : fromR1C1(env, text.trim())
  if (a1 === undefined || a1 === '') throw failed
  const range = getters.getRangeFromSheetXC(env.context.__originSheetId, a1)
  if (range.invalidXc !== undefined || range.invalidSheetName) throw failed
  const { zone, sheetId } = range
  if (zone.bottom >= getters.getNumberRows(sheetId) + 1e6 || zone.right >= 18_278) throw failed
  return new Reference(env, range)
}

function fromR1C1(env: Env, text: string): string | undefined {
  const match = /^(.*!)?R(\d+|\[-?\d+\])?C(\d+|\[-?\d+\])?(?::R(\d+|\[-?\d+\])?C(\d+|\[-?\d+\])?)?$/i.exec(
    text,
  )
  if (match === null) return undefined
  const origin = env.context.__originCellPosition
  const place = (given: string | undefined, here = 0) => {
    if (given === undefined) return here + 1
    return given.startsWith('[') ? here + 1 + Number(given.slice(1, -1)) : Number(given)
  }
  const cell = (row?: string, column?: string) => {
    const [r, c] = [place(row, origin?.row), place(column, origin?.col)]
    return r < 1 || c < 1 ? '' : `${columnLetters(c)}${r}`
  }
  const first = cell(match[2], match[3])
  const isRange = text.includes(':')
  return `${match[1] ?? ''}${first}${isRange ? `:${cell(match[4], match[5])}` : ''}`
}
