/** Writes a formula down a new column: where it goes, its header, its format, and what is said about it. */
import { columnIndex, columnLetters } from '../../../sheets/a1.ts'
import type { Column } from '../../linking/sheet.ts'
import { type Call, call, calls, countIn, errorsIn, notDone, type Plan } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import { type Filled, problem, type Reading } from '../kind.ts'
import { localised } from './formulas.ts'
import { matching } from './met.ts'
import { cellRange, counted, nextFreeColumn, numbered, rowsOf, shown } from './table.ts'

export interface NewColumn {
  header: string
  /** For the first row of data, in English; without its sign of equality. */
  formula: string
  format?: { pattern: string; kind: string } | null | undefined
  /** Written instead of the formula, a value for each row. */
  values?: (string | number)[]
}

/** Where a column has that header already, else the next free one. */
export function newColumn(
  scope: Scope,
  build: (row: number, last: number) => NewColumn | null,
  options: { name: string | null; words: string; also?: (row: number) => NewColumn },
): Reading | null {
  const rows = rowsOf(scope)
  if (!rows)
    return problem(
      `The tab “${scope.tab.title}” holds no rows of data, so there is nothing to do this with. Nothing was changed.`,
    )
  const made = build(rows.first, rows.last)
  if (!made) return null
  const header = options.name ?? freeHeader(scope, made.header)
  const there = scope.index.columns.find(
    column => column.tab.title === scope.tab.title && column.header.toLowerCase() === header.toLowerCase(),
  )
  if (there && there.non_empty > 0 && !scope.overwrite)
    return problem(
      `There is already a column “${there.header}” (${there.column}). To write over it, say it again with “and overwrite”; for a new column, choose another name. Nothing was changed for this.`,
    )
  const letters = there?.column ?? nextFreeColumn(scope.tab)
  const also = options.also?.(rows.first)
  return {
    plan: () => writeBoth(scope, { ...made, header }, letters, there !== undefined, also),
    says: `${there ? 'Fill' : 'Add'} the column “${header}” with ${options.words}${also ? `, and “${also.header}” with what follows` : ''}`,
    effect: 'add',
    creates: [...(there ? [] : [header]), ...(also ? [also.header] : [])],
  } satisfies Filled
}

/** A header that nobody asked for gives way to one that is there. */
function freeHeader(scope: Scope, wanted: string): string {
  const taken = new Set(
    scope.index.columns
      .filter(({ tab, non_empty }) => tab.title === scope.tab.title && non_empty > 0)
      .map(({ header }) => header.toLowerCase()),
  )
  return numbered(wanted, taken)
}

function* writeBoth(
  scope: Scope,
  column: NewColumn,
  letters: string,
  exists: boolean,
  also: NewColumn | undefined,
): Plan {
  const first = yield* write(scope, column, letters, exists)
  if (!also || first.startsWith('**Not done')) return first
  const free = nextFreeColumn(scope.tab)
  // The first may stand in it by now.
  const beside = letters === free ? columnLetters(columnIndex(free) + 1) : free
  return `${first}\n\n${yield* write(scope, also, beside, false)}`
}

function* write(scope: Scope, column: NewColumn, letters: string, exists: boolean): Plan {
  const rows = rowsOf(scope)!
  const { overwrite, overview } = scope
  const range = cellRange(scope.tab, letters, rows.first, rows.last)
  const formula = localised(`=${column.formula}`, overview.locale)
  const over = overwrite ? { overwrite } : {}
  const content = column.values ? { values: column.values.map(value => [value]) } : { formula }
  const written = yield* call('write_range', { range, ...content, ...over })
  if (written.error !== undefined) return notDone(written)
  const finishing: Call[] = column.format
    ? [{ tool: 'format_range', args: { range, action: 'number_format', ...column.format } }]
    : []
  if (!exists && rows.header !== null)
    finishing.push(...headerCalls(scope, column.header, letters, rows.header, over))
  const failure = yield* calls(...finishing)
  const cells = countIn(written, 'cells') ?? rows.last - rows.first + 1
  const done = `${exists ? 'Filled' : 'Added'} **${column.header}** in column ${letters}: ${column.values ? valuesTold(column.values) : `\`${formula}\``} in ${shown(range)} (${counted(cells, 'cell')}).${errorsIn(written)}`
  return failure ? `${done}\n\nThe header or its format could not be set: ${failure.error}` : done
}

const valuesTold = ([first, second]: readonly (string | number)[]): string =>
  second === undefined || second === first ? `“${first}”` : `${first}, ${second} …`

/** The header in the style of its neighbour. */
export function headerCalls(
  scope: Scope,
  header: string,
  letters: string,
  row: number,
  over: object = {},
): Call[] {
  const cell = cellRange(scope.tab, letters, row)
  const calls: Call[] = [{ tool: 'write_range', args: { range: cell, values: [[header]], ...over } }]
  const index = columnIndex(letters)
  if (index === 0) return calls
  const source = cellRange(scope.tab, columnLetters(index - 1), row)
  return [
    ...calls,
    {
      tool: 'copy_paste_range',
      args: { source_range: source, target_range: cell, paste_type: 'format', overwrite: true },
    },
  ]
}

/** Rows where a part is missing stay empty. */
export function guarded(scope: Scope, columns: readonly Column[], row: number, formula: string): string {
  const hasBlanks = ({ index }: Column): boolean =>
    matching(scope, []).some(({ row: cells }) => cells[index] === '' || cells[index] === undefined)
  const blank = [...new Set(columns)].filter(hasBlanks).map(({ column }) => `${column}${row}=""`)
  if (blank.length === 0) return formula
  return `IF(${blank.length === 1 ? blank[0] : `OR(${blank.join(',')})`},"",${formula})`
}
