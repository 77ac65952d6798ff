/** Figures that are written into the sheet as formulas, and rows of totals. */
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import { call, errorsIn, notDone, type Plan } from '../../plan.ts'
import { dataOf, type Scope } from '../../reading/scope.ts'
import type { Where } from '../../reading/where.ts'
import type { Reading } from '../kind.ts'
import { figureFormula, localised, rangeOf } from '../support/formulas.ts'
import { numbered } from '../support/query.ts'
import { cellRange, columnRange, inList, nameOf, rowsOf, shown } from '../support/table.ts'
import { type Figure, says, WORDS } from './figure-told.ts'

type Place = 'below' | string

export function written(
  scope: Scope,
  figures: readonly Figure[],
  where: Where,
  place: Place,
): Reading | null {
  const rows = rowsOf(scope)
  const [first] = figures
  if (!rows || !first) return null
  if (place === 'below' && where.length === 0 && figures.every(({ measure }) => measure === 'total'))
    return totalRow(
      scope,
      figures.map(({ column }) => column).filter(column => column !== null),
    )
  return {
    plan: () => writePlan(scope, figures, where, place),
    effect: 'add',
    says: `Write ${says([...figures], where)} ${place === 'below' ? 'below the column' : `into ${shown(place)}`}`,
  }
}

function* writePlan(scope: Scope, figures: readonly Figure[], where: Where, place: Place): Plan {
  const rows = rowsOf(scope)!
  const done: string[] = []
  for (const { measure, column, expression } of figures) {
    const formula = localised(
      `=${figureFormula(measure, measure === 'count' ? null : (expression ?? column), where, rangeOf(rows, scope.tab.title))}`,
      scope.overview.locale,
    )
    const range = place === 'below' ? cellRange(scope.tab, column?.column ?? 'A', rows.last + 1) : place
    const result = yield* call('write_range', {
      range,
      values: [[formula]],
      ...(scope.overwrite ? { overwrite: true } : {}),
    })
    if (result.error !== undefined) return notDone(result)
    done.push(
      `Wrote the ${WORDS[measure]}${column ? ` of **${nameOf(column)}**` : expression ? ` of **${expression.words}**` : ''} into ${shown(range)}: \`${formula}\`.${errorsIn(result)}`,
    )
  }
  return done.join(' ')
}

/** Sums under the columns that are named, or under all amounts. */
export function totalRow(scope: Scope, named: Column[]): Reading | null {
  const rows = rowsOf(scope)
  const columns = named.length > 0 ? named : numbered(scope)
  if (!rows || columns.length === 0) return null
  return {
    plan: () => totalPlan(scope, columns, scope.tab.last_data_row! + (dataOf(scope)?.hasTotal ? 0 : 1)),
    effect: 'add',
    says: `Add a row with the totals of ${inList(columns.map(nameOf))}`,
  }
}

function* totalPlan(scope: Scope, columns: readonly Column[], row: number): Plan {
  const rows = rowsOf(scope)!
  const label = scope.index.columns.find(
    column => column.tab.title === scope.tab.title && !columns.includes(column),
  )
  const cells: (string | null)[] = scope.tab.columns.map((_, index) => {
    const column = columns.find(each => each.index === index)
    if (column)
      return localised(
        `=SUM(${column.column}${rows.first}:${column.column}${rows.last})`,
        scope.overview.locale,
      )
    return label?.index === index && index < columns[0]!.index ? 'Total' : null
  })
  const range = cellRange(scope.tab, 'A', row)
  const result = yield* call('write_range', {
    range,
    values: [cells],
    ...(scope.overwrite ? { overwrite: true } : {}),
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
