/** Figures that are written into the sheet as formulas, and rows of totals. */
import { formatRange, isOneCell } from '../../../sheets/a1.ts'
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import { call, errorsIn, notDone, type Plan } from '../../plan.ts'
import { type Draft, isColumn } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import type { Reading } from '../frame.ts'
import { figureFormula, localised, rangeOf } from '../support/formulas.ts'
import { numbered } from '../support/query.ts'
import { cellRange, columnRange, inList, nameOf, rowsOf, shown } from '../support/table.ts'
import { type Figure, says, WORDS } from './figure-told.ts'

type Place = 'below' | string

/** "under the column", "in L1"; null where the answer is to be told. */
export function placeOf(draft: Draft): Place | null {
  const cell = draft.free().find(node => node.range && isOneCell(node.range.box))
  // "Make H3 …" wants it otherwise, "put … in H3" wants it there.
  const isPut = draft
    .free()
    .some(({ concepts, text }) => ['write', 'add'].some(each => concepts.has(each)) && !/^make$/i.test(text))
  if (cell && isPut) {
    draft.take(cell)
    draft.cue('write', 'add')
    return formatRange(cell.range!.tab ?? draft.tab.title, cell.range!.box)
  }
  const isSaid = draft
    .free()
    .some(node => node.concepts.has('below') && (node.tokens.length > 1 || draft.has('write', 'add')))
  if (isUnderColumn(draft)) return 'below'
  if (
    !isSaid ||
    (draft.free().some(node => node.concepts.has('below') && node.concepts.has('lt')) &&
      !draft.has('write', 'add', 'column'))
  )
    return null
  draft.cue('below', 'write', 'add')
  return 'below'
}

/** "Put the total under charge" */
function isUnderColumn(draft: Draft): boolean {
  if (!draft.has('write', 'add')) return false
  const at = draft.nodes.findIndex(({ text }) => /^(?:under|below|beneath|underneath)$/i.test(text))
  const next = draft.nodes.slice(at + 1).find(({ concepts }) => !concepts.has('noise'))
  if (at === -1 || draft.isTaken(at) || !next || !isColumn(next, draft.scope)) return false
  draft.takeAt(at)
  draft.cue('write', 'add')
  return true
}

export function written(
  draft: Draft,
  figures: readonly Figure[],
  where: Where,
  place: Place,
): Reading | null {
  const rows = rowsOf(draft)
  const [first] = figures
  if (!rows || !first) return null
  if (place === 'below' && where.length === 0 && figures.every(({ measure }) => measure === 'total'))
    return totalRow(
      draft,
      figures.map(({ column }) => column).filter(column => column !== null),
    )
  return {
    plan: () => writePlan(draft, figures, where, place),
    effect: 'add',
    says: `Write ${says([...figures], where)} ${place === 'below' ? 'below the column' : `into ${shown(place)}`}`,
  }
}

function* writePlan(draft: Draft, figures: readonly Figure[], where: Where, place: Place): Plan {
  const rows = rowsOf(draft)!
  const done: string[] = []
  for (const { measure, column, expression } of figures) {
    const formula = localised(
      `=${figureFormula(measure, measure === 'count' ? null : (expression ?? column), where, rangeOf(rows, draft.tab.title))}`,
      draft.scope.overview.locale,
    )
    const range = place === 'below' ? cellRange(draft.tab, column?.column ?? 'A', rows.last + 1) : place
    const result = yield* call('write_range', {
      range,
      values: [[formula]],
      ...(draft.scope.overwrite ? { overwrite: true } : {}),
    })
    if (result.error !== undefined) return notDone(result)
    done.push(
      `Wrote the ${WORDS[measure]}${column ? ` of **${nameOf(column)}**` : expression ? ` of **${expression.words}**` : ''} into ${shown(range)}: \`${formula}\`.${errorsIn(result)}`,
    )
  }
  return done.join(' ')
}

/** Sums under the columns that are named, or under all amounts. */
export function totalRow(draft: Draft, named: Column[]): Reading | null {
  const rows = rowsOf(draft)
  draft.cue('add', 'write', 'total', 'below')
  const columns = named.length > 0 ? named : draft.columns('number').length > 0 ? [] : numbered(draft)
  if (!rows || columns.length === 0) return null
  return {
    plan: () => totalPlan(draft, columns, draft.tab.last_data_row! + (draft.data?.hasTotal ? 0 : 1)),
    effect: 'add',
    bonus: 0.5,
    says: `Add a row with the totals of ${inList(columns.map(nameOf))}`,
  }
}

function* totalPlan(draft: Draft, columns: readonly Column[], row: number): Plan {
  const rows = rowsOf(draft)!
  const label = draft.scope.index.columns.find(
    column => column.tab.title === draft.tab.title && !columns.includes(column),
  )
  const cells: (string | null)[] = draft.tab.columns.map((_, index) => {
    const column = columns.find(each => each.index === index)
    if (column)
      return localised(
        `=SUM(${column.column}${rows.first}:${column.column}${rows.last})`,
        draft.scope.overview.locale,
      )
    return label?.index === index && index < columns[0]!.index ? 'Total' : null
  })
  const range = cellRange(draft.tab, 'A', row)
  const result = yield* call('write_range', {
    range,
    values: [cells],
    ...(draft.scope.overwrite ? { overwrite: true } : {}),
  })
  if (result.error !== undefined) return notDone(result)
  const numeric = columns.filter(column => isNumeric(column) && column.number_format && !isDate(column))
  if (numeric.length > 0)
    yield numeric.map(column => ({
      tool: 'format_range',
      args: { range: columnRange(column, row, row), action: 'number_format', pattern: column.number_format },
    }))
  return `Added totals of ${columns.map(column => `**${nameOf(column)}**`).join(', ')} in row ${row}.${errorsIn(result)}`
}
