/** Writes a formula down a new column: where it goes, its header, its format, and what is said about it. */
import { columnIndex, columnLetters } from '../../../sheets/a1.ts'
import { type Call, call, calls, countIn, errorsIn, notDone, type Plan } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import { type Filled, problem, type Reading } from '../frame.ts'
import { localised } from './formulas.ts'
import { nameIn } from './names.ts'
import { cellRange, counted, nextFreeColumn, numbered, rowsOf, shown } from './table.ts'

export interface NewColumn {
  header: string
  /** For the first row of data, in English; without its sign of equality. */
  formula: string
  format?: { pattern: string; kind: string } | null | undefined
  /** Written instead of the formula, a value for each row. */
  values?: (string | number)[]
}

/** Where the words put it: a free column by letters, a header that stands already, or the next free one. */
export function newColumn(
  draft: Draft,
  build: (row: number, last: number) => NewColumn | null,
  options: { name: string | null; words: string; bonus?: number; also?: (row: number) => NewColumn },
): Reading | null {
  const rows = rowsOf(draft)
  if (!rows)
    return problem(
      `The tab “${draft.tab.title}” holds no rows of data, so there is nothing to do this with. Nothing was changed.`,
    )
  const name = options.name ?? nameIn(draft)
  const made = build(rows.first, rows.last)
  if (!made) return null
  const header = name ?? freeHeader(draft, made.header)
  const there = draft.scope.index.columns.find(
    column => column.tab.title === draft.tab.title && column.header.toLowerCase() === header.toLowerCase(),
  )
  if (there && there.non_empty > 0 && !draft.scope.overwrite)
    return problem(
      `There is already a column “${there.header}” (${there.column}). To write over it, say it again with “and overwrite”; for a new column, choose another name. Nothing was changed for this.`,
    )
  draft.cue('newcolumn', 'add', 'write', 'back', 'beside', 'show', 'blankelse', 'column')
  const said = lettersIn(draft)
  if (said === 'taken')
    return problem(
      'That column holds something already. To write over it, say it again with “and overwrite”. Nothing was changed for this.',
      2,
    )
  const letters = there?.column ?? said ?? nextFreeColumn(draft.tab)
  const also = options.also?.(rows.first)
  return {
    plan: () => writeBoth(draft, { ...made, header }, letters, there !== undefined, also),
    says: `${there ? 'Fill' : 'Add'} the column “${header}” with ${options.words}${also ? `, and “${also.header}” with what follows` : ''}`,
    effect: 'add',
    ...(there ? {} : { creates: header }),
    bonus: options.bonus ?? 0,
  } satisfies Filled
}

/** A header that nobody asked for gives way to one that is there. */
function freeHeader(draft: Draft, wanted: string): string {
  const taken = new Set(
    draft.scope.index.columns
      .filter(({ tab, non_empty }) => tab.title === draft.tab.title && non_empty > 0)
      .map(({ header }) => header.toLowerCase()),
  )
  return numbered(wanted, taken)
}

/** "in column K" where K is free. */
function lettersIn(draft: Draft): string | 'taken' | null {
  const node = draft
    .free()
    .find(
      each =>
        /^[A-Z]{1,2}$/.test(each.text) &&
        (draft.nodes[draft.nodes.indexOf(each) - 1]?.concepts.has('column') ||
          draft.nodes[draft.nodes.indexOf(each) + 1]?.text === '='),
    )
  if (!node) return null
  const taken = draft.tab.columns[columnIndex(node.text)]
  if (taken && (taken.non_empty > 0 || taken.header !== '') && !draft.scope.overwrite) return 'taken'
  draft.take(node)
  return node.text
}

function* writeBoth(
  draft: Draft,
  column: NewColumn,
  letters: string,
  exists: boolean,
  also: NewColumn | undefined,
): Plan {
  const first = yield* write(draft, column, letters, exists)
  return also && !first.startsWith('**Not done')
    ? `${first}\n\n${yield* write(draft, also, columnLetters(columnIndex(letters) + 1), false)}`
    : first
}

export function* write(draft: Draft, column: NewColumn, letters: string, exists: boolean): Plan {
  const rows = rowsOf(draft)!
  const { overwrite, overview } = draft.scope
  const range = cellRange(draft.tab, letters, rows.first, rows.last)
  const formula = localised(`=${column.formula}`, overview.locale)
  const over = overwrite ? { overwrite } : {}
  const content = column.values ? { values: column.values.map(value => [value]) } : { formula }
  const written = yield* call('write_range', { range, ...content, ...over })
  if (written.error !== undefined) return notDone(written)
  const finishing: Call[] = column.format
    ? [{ tool: 'format_range', args: { range, action: 'number_format', ...column.format } }]
    : [{ tool: 'format_range', args: { range, action: 'number_format', pattern: 'General', kind: 'number' } }]
  if (!exists && rows.header !== null)
    finishing.push(...headerCalls(draft, column.header, letters, rows.header, over))
  const failure = yield* calls(...finishing.slice(column.format ? 0 : 1))
  const cells = countIn(written, 'cells') ?? rows.last - rows.first + 1
  const done = `${exists ? 'Filled' : 'Added'} **${column.header}** in column ${letters}: ${column.values ? valuesTold(column.values) : `\`${formula}\``} in ${shown(range)} (${counted(cells, 'cell')}).${errorsIn(written)}`
  return failure ? `${done}\n\nThe header or its format could not be set: ${failure.error}` : done
}

const valuesTold = ([first, second]: readonly (string | number)[]): string =>
  second === undefined || second === first ? `“${first}”` : `${first}, ${second} …`

/** The header in the style of its neighbour. */
export function headerCalls(
  draft: Draft,
  header: string,
  letters: string,
  row: number,
  over: object = {},
): Call[] {
  const cell = cellRange(draft.tab, letters, row)
  const calls: Call[] = [{ tool: 'write_range', args: { range: cell, values: [[header]], ...over } }]
  const index = columnIndex(letters)
  if (index === 0) return calls
  const source = cellRange(draft.tab, columnLetters(index - 1), row)
  return [
    ...calls,
    {
      tool: 'copy_paste_range',
      args: { source_range: source, target_range: cell, paste_type: 'format', overwrite: true },
    },
  ]
}
