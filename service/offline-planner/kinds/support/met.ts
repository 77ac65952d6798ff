/** Which rows meet conditions, and the conditions as people read them. */
import { meets } from '../../../sheets/conditions.ts'
import { isBlank } from '../../linking/cells.ts'
import { isoDate, WEEKDAYS, weekdayOf } from '../../linking/dates.ts'
import { compact } from '../../linking/letters.ts'
import { type Data, isDate, isNumeric, ownRows } from '../../linking/sheet.ts'
import { dataOf, type Scope } from '../../reading/scope.ts'
import { type Atom, countsBlanks, type Where } from '../../reading/where.ts'
import { nameOf, round, sortable } from './table.ts'
import { valueFor, wordsOf } from './tree.ts'

export function meetsAll(row: readonly unknown[], where: Where, locale: string): boolean {
  return where.every(group => group.some(atom => meetsAtom(row, atom, locale)))
}

function meetsAtom(row: readonly unknown[], atom: Atom, locale: string): boolean {
  const { op, values, other } = atom
  const value = leftOf(row, atom, locale)
  if (op === 'weekday') return typeof value === 'number' && values.includes(weekdayOf(value))
  const seen = { value, shown: String(value ?? '') }
  if (op === 'empty' || op === 'not_empty') return meets(seen, { op })
  const wanted = (other ? [rightOf(row, atom, locale)] : values).filter(each => each !== null)
  if (op === '!=') return !wanted.some(each => equals(value, each))
  if (op === 'not_contains') return wanted.every(each => meets(seen, { op, value: each }))
  if (op === '=') return value !== null && wanted.some(each => equals(value, each))
  return wanted.some(each => meets(seen, { op, value: each }))
}

const leftOf = (row: readonly unknown[], atom: Atom, locale: string) => {
  const { column, tree } = atom
  return tree
    ? valueFor({ tree }, row, locale)
    : (sortable(row, column, locale) ?? (countsBlanks(atom) ? 0 : null))
}

const rightOf = (row: readonly unknown[], { other, op }: Atom, locale: string) =>
  sortable(row, other!, locale) ?? (op === '>' && isNumeric(other!) ? 0 : null)

/** Texts are compared by their letters and digits alone: spellings of one name are one name. */
const equals = (value: number | string | null, wanted: number | string): boolean =>
  typeof value === 'number' && typeof wanted === 'number'
    ? Math.abs(value - wanted) < 1e-9 * Math.max(1, Math.abs(wanted))
    : compact(String(value ?? '')) === compact(String(wanted))

/** The letters of the columns that conditions are about, each once. */
export const columnsIn = (where: Where): string[] =>
  [
    ...new Set(
      where.flat().flatMap(({ column, other }) => [column.column, ...(other ? [other.column] : [])]),
    ),
  ].sort()

/** Rows that meet the conditions, with their numbers on the sheet. */
export function matching(
  scope: Scope,
  where: Where,
  data: Data | undefined = dataOf(scope),
): { row: unknown[]; number: number }[] {
  const { locale } = scope.overview
  const first = data?.tab.first_data_row ?? 2
  const rows = ownRows(data).map((row, index) => ({ row, number: first + index }))
  return rows.filter(({ row }) => row.some(cell => !isBlank(cell)) && meetsAll(row, where, locale))
}

const IN_WORDS: Record<Atom['op'], string> = {
  '=': 'is',
  '!=': 'is not',
  '>': 'is more than',
  '>=': 'is at least',
  '<': 'is less than',
  '<=': 'is at most',
  contains: 'contains',
  not_contains: 'doesn’t contain',
  starts_with: 'starts with',
  ends_with: 'ends with',
  empty: 'is empty',
  not_empty: 'is not empty',
  weekday: 'falls on',
}

/** The conditions as people read them. */
export const inWords = (where: Where): string =>
  where.map(group => group.map(atomInWords).join(' or ')).join(' and ')

function atomInWords({ column, op, values, other, tree }: Atom): string {
  const distinct = [
    ...new Set(
      values.map(value =>
        op === 'weekday'
          ? WEEKDAYS[Number(value) - 1]!
          : isDate(column) && !tree && typeof value === 'number'
            ? isoDate(Math.floor(value))
            : typeof value === 'number'
              ? round(value, 4)
              : `“${value.trim()}”`,
      ),
    ),
  ]
  const before =
    isDate(column) && !other && !tree
      ? { '<': 'is before', '>=': 'is on or after', '>': 'is after', '<=': 'is until' }[op as '<']
      : undefined
  return [
    tree ? wordsOf(tree) : nameOf(column),
    before ?? IN_WORDS[op],
    other ? nameOf(other) : distinct.join(' or '),
  ]
    .join(' ')
    .trim()
}

export const whereWords = (where: Where): string => (where.length === 0 ? '' : ` where ${inWords(where)}`)
