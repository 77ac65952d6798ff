/** The data of a query: rows below their titles, each column of one type. */
import { isDate, isMoment } from '../coerce.ts'
import { BLANK, type Matrix, type Scalar } from '../values.ts'
import { QueryFault } from './language.ts'

export type Type = 'number' | 'string' | 'boolean' | 'date' | 'datetime' | 'timeofday'

export interface Column {
  /** How a query names it: B, or Col2. */
  ids: string[]
  title: string
  type: Type
  format: string | undefined
}

export type Row = Scalar[]

export interface Table {
  columns: Column[]
  rows: Row[]
}

export function readTable(data: Matrix, letters: string[] | undefined, given: number | undefined): Table {
  const height = data[0]?.length ?? 0
  const all: Row[] = Array.from({ length: height }, (_, y) => data.map(column => column[y] ?? BLANK))
  const headers = given === undefined || given < 0 ? guessHeaders(all) : Math.min(given, height)
  const body = all.slice(headers)
  const columns = data.map((_, x): Column => {
    const cells = body.map(row => row[x] ?? BLANK)
    const type = typeOf(cells)
    return {
      ids: [`col${x + 1}`, ...(letters === undefined ? [] : [(letters[x] ?? '').toLowerCase()])],
      title: titleOf(all.slice(0, headers).map(row => row[x] ?? BLANK)),
      type,
      format: cells.find(({ value, format }) => typeof value === 'number' && format !== undefined)?.format,
    }
  })
  const rows = body.map(row => row.map((cell, x) => fitting(cell, columns[x]?.type ?? 'string')))
  return { columns, rows }
}

/** Google guesses: a first row of texts over something else is a row of titles. */
function guessHeaders(rows: Row[]): number {
  const [first, ...rest] = rows
  if (first === undefined || rest.length === 0) return 0
  const isTitles = first.every(({ value }) => typeof value === 'string' || value === null)
  const hasOthers = rest.some(row => row.some(({ value }) => value !== null && typeof value !== 'string'))
  return isTitles && hasOthers ? 1 : 0
}

function titleOf(cells: Scalar[]): string {
  return cells
    .map(({ value }) => (value === null ? '' : String(value)))
    .filter(text => text !== '')
    .join(' ')
}

/** The type of most values; what is of another type counts as nothing. */
function typeOf(cells: Scalar[]): Type {
  const counts = { number: 0, string: 0, boolean: 0 }
  for (const { value } of cells) if (value !== null && value !== '') counts[typeof value as 'number']++
  if (counts.number === 0 && counts.boolean === 0) return 'string'
  if (counts.boolean > counts.number && counts.boolean > counts.string) return 'boolean'
  if (counts.string > counts.number) return 'string'
  return momentOf(cells)
}

function momentOf(cells: Scalar[]): Type {
  const format = cells.find(({ value }) => typeof value === 'number')?.format
  if (!isMoment(format)) return 'number'
  if (!isDate(format)) return 'timeofday'
  return /h|s/i.test(format.replace(/"[^"]*"/g, '')) ? 'datetime' : 'date'
}

function fitting(cell: Scalar, type: Type): Scalar {
  const { value } = cell
  if (value === null || value === '') return BLANK
  const kind = type === 'string' || type === 'boolean' ? type : 'number'
  return typeof value === kind ? cell : BLANK
}

export function findColumn({ columns }: Table, id: string): number {
  const key = id.toLowerCase()
  const index = columns.findIndex(({ ids }) => ids.includes(key))
  if (index < 0) throw new QueryFault(`NO_COLUMN: ${id}`)
  return index
}
