/** Writes a formula down a column: where it goes, its header, its format, and what is said about it. */
import { columnIndex, columnLetters } from '../../sheets/a1.ts'
import type { ColumnOverview } from '../../sheets/overview.ts'
import {
  columnRange,
  type DataRows,
  dataRange,
  findColumn,
  nameOf,
  nextFreeColumn,
  shown,
} from './columns.ts'
import { localised } from './expression/locale.ts'
import type { Format } from './expression/render.ts'
import { type Call, call, type Plan, problem, type Reading, type Scope, understood } from './instruction.ts'
import { countIn, errorsIn, isProblem, notDone, rowsOf } from './tables.ts'
import { counted, unquote } from './text.ts'

interface NewColumn {
  /** As the person said it: may be quoted and may end in "in column K". */
  name: string
  /** For the first row of data; in English, see localised(). */
  formula: (rows: DataRows) => string
  format: Format | null
}

export function readNewColumn(column: NewColumn, scope: Scope): Reading {
  const rows = rowsOf(scope)
  if (isProblem(rows)) return rows
  const target = targetOf(column.name, scope)
  if (!('taken' in target)) return understood(() => plan(target, column, rows, scope))
  const { taken } = target
  return problem(
    `There is already a column “${nameOf(taken)}” (${taken.column}). To write the formula over it, say it again with “and overwrite”; for a new column, choose another name. Nothing was changed for this.`,
  )
}

interface Target {
  letters: string
  header: string
  /** The header stands there already. */
  exists: boolean
}

function targetOf(rawName: string, scope: Scope): Target | { taken: ColumnOverview } {
  const { tab } = scope
  const place = /\s+in\s+(?:column\s+)?([A-Z]{1,2})$/.exec(rawName)
  const header = unquote(
    (place ? rawName.slice(0, place.index) : rawName).replace(/^(?:the|a|an)\s+/i, '').trim(),
  )
  const same = tab.columns.find(({ header: other }) => other.toLowerCase() === header.toLowerCase())
  const named = same ?? (/^column\s+[a-z]{1,2}$/i.test(header) ? findColumn(scope, header) : null)
  if (named) {
    if (named.non_empty > 0 && !scope.overwrite) return { taken: named }
    return { letters: named.column, header: nameOf(named), exists: true }
  }
  // "Column G" with nothing in it is a place without a name.
  const letters =
    /^column\s+([a-z]{1,2})$/i.exec(header)?.[1]?.toUpperCase() ?? place?.[1] ?? nextFreeColumn(tab)
  const there = tab.columns.find(({ column, header: other }) => column === letters && other !== '')
  if (there && there.non_empty > 0 && !scope.overwrite) return { taken: there }
  return there ? { letters, header: nameOf(there), exists: true } : { letters, header, exists: false }
}

function* plan(target: Target, column: NewColumn, rows: DataRows, scope: Scope): Plan {
  const { tab, overwrite, overview } = scope
  const range = dataRange(tab, target.letters, rows)
  const formula = localised(column.formula(rows), overview.locale)
  const written = yield* call('write_range', { range, formula, ...(overwrite ? { overwrite } : {}) })
  if (written.error !== undefined) return notDone(written)
  const { format } = column
  const finishing = [...headerCalls(target, rows, scope), ...(format ? [numberFormat(range, format)] : [])]
  const finished = finishing.length > 0 ? yield finishing : []
  const failure = finished.find(({ error }) => error !== undefined)
  const cells = countIn(written, 'cells') ?? rows.last - rows.first + 1
  const done = `${target.exists ? 'Filled' : 'Added'} **${target.header}** in column ${target.letters}: \`${formula}\` in ${shown(range)} (${counted(cells, 'cell')}).${errorsIn(written)}`
  if (failure) return `${done}\n\nThe header or its format could not be set: ${failure.error}`
  const likeWhat = format?.kind === 'percent' ? 'a percentage' : `a ${format?.kind}`
  return format ? `${done} It is formatted like ${likeWhat}.` : done
}

/** The header in the style of its neighbour. */
function headerCalls(target: Target, rows: DataRows, { tab, overwrite }: Scope): Call[] {
  if (target.exists || rows.header === null) return []
  const cell = columnRange(tab, target.letters, rows.header, rows.header)
  const header = {
    tool: 'write_range',
    args: { range: cell, values: [[target.header]], ...(overwrite ? { overwrite } : {}) },
  }
  const index = columnIndex(target.letters)
  if (index === 0) return [header]
  const source = columnRange(tab, columnLetters(index - 1), rows.header, rows.header)
  const style = { source_range: source, target_range: cell, paste_type: 'format', overwrite: true }
  return [header, { tool: 'copy_paste_range', args: style }]
}

const numberFormat = (range: string, { pattern, kind }: Format): Call => ({
  tool: 'format_range',
  args: { range, action: 'number_format', pattern, kind },
})
