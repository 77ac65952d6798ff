/** What a value or a cell is: ISNUMBER, TYPE, N, CELL, ERROR.TYPE… and the TO_ functions. */

import { toText } from '../coerce.ts'
import { columnLetters } from '../column-letters.ts'
import { readDateTime } from '../read-number.ts'
import type { Define } from '../signature.ts'
import {
  BLANK,
  type Env,
  heightOf,
  isError,
  isScalar,
  notAvailable,
  Reference,
  type Scalar,
  scalar,
  toMatrix,
  type Value,
  wrongValue,
} from '../values.ts'

export function defineInfo(define: Define): void {
  defineTests(define)
  defineKinds(define)
  defineConversions(define)
  defineAddresses(define)
  defineCells(define)
}

function defineTests(define: Define): void {
  const test = (name: string, holds: (cell: Scalar) => boolean) => define(name, 'e', holds)
  test('ISBLANK', ({ value }) => value === null)
  test('ISNUMBER', ({ value }) => typeof value === 'number')
  test('ISTEXT', cell => typeof cell.value === 'string' && !isError(cell))
  test('ISNONTEXT', cell => typeof cell.value !== 'string' || isError(cell))
  test('ISLOGICAL', ({ value }) => typeof value === 'boolean')
  test('ISERROR', isError)
  test('ISERR', cell => isError(cell) && cell.value !== '#N/A')
  test('ISNA', ({ value }) => value === '#N/A')
  test('ISDATE', ({ value, format }) => {
    if (typeof value === 'number')
      return format !== undefined && /[ymd]/i.test(format) && !/[#0]/.test(format)
    return typeof value === 'string' && readDateTime(value) !== undefined
  })
  define('ISFORMULA', 'x', function (this: Env, given: Value) {
    if (!(given instanceof Reference)) throw notAvailable('Argument must be a range.')
    return formulaAt(this, given) !== undefined
  })
  define('ISREF', 'x', (given: Value) => given instanceof Reference)
}

interface CellGetters {
  getCell(
    position: object,
  ): { isFormula?: boolean; compiledFormula?: { toFormulaString(getters: unknown): string } } | undefined
  getSheetName(id: string): string
  getSheetIds(): string[]
  getSheetIdByName(name: string): string | undefined
}

function formulaAt(env: Env, given: Value): string | undefined {
  if (!(given instanceof Reference) || !given.isValid) return undefined
  const { sheetId, zone } = given.area
  const getters = env.context.getters as CellGetters
  const cell = getters.getCell({ sheetId, col: zone.left, row: zone.top })
  return cell?.isFormula ? cell.compiledFormula?.toFormulaString(getters) : undefined
}

const ERROR_TYPES = ['#NULL!', '#DIV/0!', '#VALUE!', '#REF!', '#NAME?', '#NUM!', '#N/A']
const SAME_ERRORS: Record<string, string> = { '#REF': '#REF!', '#CYCLE': '#REF!', '#SPILL!': '#REF!' }

function defineKinds(define: Define): void {
  define('ERROR.TYPE', 'e', (cell: Scalar) => {
    const text = String(cell.value)
    const type = ERROR_TYPES.indexOf(SAME_ERRORS[text] ?? text) + 1
    if (type > 0) return type
    if (isError(cell)) return 8
    throw notAvailable('Function ERROR.TYPE parameter 1 is not an error.')
  })
  define('TYPE', 'x', (given: Value) => {
    const matrix = isScalar(given) ? [[given]] : toMatrix(given)
    if (matrix.length > 1 || heightOf(matrix) > 1) return 64
    const cell = matrix[0]?.[0] ?? BLANK
    if (isError(cell)) return 16
    return { string: 2, boolean: 4 }[typeof cell.value as 'string'] ?? 1
  })
  define('N', 'e', (cell: Scalar) => {
    if (isError(cell)) throw cell
    return typeof cell.value === 'string' ? 0 : Number(cell.value)
  })
}

function defineConversions(define: Define): void {
  const shown = (name: string, format: string) =>
    define(name, 'v', ({ value }: Scalar) => (typeof value === 'number' ? { value, format } : value))
  shown('TO_DATE', 'm/d/yyyy')
  shown('TO_DOLLARS', '"$"#,##0.00')
  shown('TO_PERCENT', '0.00%')
  define('TO_PURE_NUMBER', 'v', ({ value }: Scalar) => value)
  define(
    'ISEMAIL',
    'v',
    (cell: Scalar) =>
      typeof cell.value === 'string' &&
      /^[\w.!#$%&'*+/=?^`{|}~-]+@(?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,24}$/i.test(cell.value),
  )
  define('ISURL', 'v', (cell: Scalar) => typeof cell.value === 'string' && isUrl(cell.value))
  define('ENCODEURL', 't', (text: string) =>
    encodeURIComponent(text).replace(
      /[!'()*]/g,
      letter => `%${letter.charCodeAt(0).toString(16).toUpperCase()}`,
    ),
  )
  define('HYPERLINK', 've?', (link: Scalar, label: Scalar = link) => {
    if (isError(label)) throw label
    return typeof link.value === 'string' ? { ...scalar(label.value), link: link.value } : label
  })
}

function isUrl(text: string): boolean {
  const match =
    /^(?:(?:https?|ftp):\/\/)?((?:[a-z\d](?:[a-z\d-]*[a-z\d])?\.)+[a-z]{2,24}|localhost)(?::\d+)?(?:[/?#]\S*)?$/i.exec(
      text,
    )
  return match !== null || /^mailto:\S+@\S+$/i.test(text)
}

// ---- addresses

const FIRST = { isFirstOfCells: true }

function defineAddresses(define: Define): void {
  define(
    'ROW',
    'x?',
    function (this: Env, given?: Value) {
      if (given === undefined) return (this.context.__originCellPosition?.row ?? 0) + 1
      const [from, count] = given instanceof Reference ? rowsOf(given) : [1, heightOf(toMatrix(given))]
      return [Array.from({ length: count }, (_, i) => ({ value: from + i }))]
    },
    FIRST,
  )
  define(
    'COLUMN',
    'x?',
    function (this: Env, given?: Value) {
      if (given === undefined) return (this.context.__originCellPosition?.col ?? 0) + 1
      const [from, count] = given instanceof Reference ? columnsOf(given) : [1, toMatrix(given).length]
      return Array.from({ length: count }, (_, i) => [{ value: from + i }])
    },
    FIRST,
  )
  define('ROWS', 'x', (given: Value) =>
    given instanceof Reference ? rowsOf(given)[1] : heightOf(toMatrix(given)),
  )
  define('COLUMNS', 'x', (given: Value) =>
    given instanceof Reference ? columnsOf(given)[1] : toMatrix(given).length,
  )
  define('SHEETS', 'x?', function (this: Env, given?: Value) {
    return given === undefined ? (this.context.getters as CellGetters).getSheetIds().length : 1
  })
  define('SHEET', 'x?', function (this: Env, given?: Value) {
    const getters = this.context.getters as CellGetters
    const id =
      given instanceof Reference
        ? given.area.sheetId
        : given === undefined
          ? this.context.__originSheetId
          : sheetNamed(getters, given)
    return getters.getSheetIds().indexOf(id) + 1
  })
}

function sheetNamed(getters: CellGetters, given: Value): string {
  const name = isScalar(given) ? toText(given) : ''
  const id = getters.getSheetIdByName(name)
  if (id === undefined) throw notAvailable(`Sheet '${name}' does not exist.`)
  return id
}

function rowsOf({ area: { zone } }: Reference): [number, number] {
  return [zone.top + 1, zone.bottom - zone.top + 1]
}

function columnsOf({ area: { zone } }: Reference): [number, number] {
  return [zone.left + 1, zone.right - zone.left + 1]
}

// ---- cells

function defineCells(define: Define): void {
  define('FORMULATEXT', 'x', function (this: Env, given: Value) {
    const formula = formulaAt(this, given)
    if (formula === undefined)
      throw notAvailable('Function FORMULATEXT parameter 1 does not refer to a cell with a formula.')
    return formula
  })
  define('CELL', 'tx', (kind: string, given: Value) => {
    if (!(given instanceof Reference)) throw notAvailable('Argument must be a range.')
    const { zone } = given.area
    const cell = given.matrix[0]?.[0] ?? BLANK
    switch (kind.toLowerCase()) {
      case 'address':
        return `$${columnLetters(zone.left + 1)}$${zone.top + 1}`
      case 'col':
        return zone.left + 1
      case 'row':
        return zone.top + 1
      case 'contents':
        return cell
      case 'type':
        return cell.value === null ? 'b' : typeof cell.value === 'string' ? 'l' : 'v'
      case 'prefix':
        return ''
      case 'color':
      case 'parentheses':
        return 0
      case 'width':
        return 12
      default:
        throw wrongValue(`Function CELL parameter 1 value '${kind}' is not a kind of information.`)
    }
  })
}
