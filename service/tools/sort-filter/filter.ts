/** The filter of a tab, which hides rows and changes no cell. */
import type { sheets_v4 } from '@googleapis/sheets'
import { toGridRange } from '../../sheets/grid-range.ts'
import { findColumn } from '../support/columns.ts'
import { toBooleanCondition } from '../support/conditions.ts'
import { guardFormula } from '../support/entered.ts'
import { recordChange } from '../support/journal.ts'
import { Refusal } from '../support/refusal.ts'
import { resolveTarget, rowsOf, targetFields } from '../support/target.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { SortFilterArgs } from './args.ts'
import { readTable } from './table.ts'

export async function setFilter(args: SortFilterArgs, context: ToolContext): Promise<ToolOutcome> {
  const { whole, header } = await readTable(context, args.range, args.has_header ?? true)
  const { locale } = await context.spreadsheet.meta()
  const specs = (args.conditions ?? []).map(({ column, op, value }): sheets_v4.Schema$FilterSpec => {
    const condition = toBooleanCondition({ op, value }, locale)
    if (!condition) throw new Refusal(`Google's filter knows no "${op}" for that value. Nothing was changed.`)
    return { columnIndex: findColumn(whole, column, header), filterCriteria: { condition } }
  })
  if (args.formula !== undefined) specs.push(await formulaSpec(args.formula, whole.box.startColumn, context))
  await recordChange(context, 0, {
    kind: 'structure',
    sheetId: whole.tab.sheetId,
    range: whole.a1,
    before: { filter: whole.details.filter },
    after: { filter: whole.box },
  })
  const filter = { range: toGridRange(whole.tab.sheetId, whole.box), filterSpecs: specs }
  await context.spreadsheet.batchUpdate([{ setBasicFilter: { filter } }])
  return {
    state: 'succeeded',
    output: { filter_on: whole.full, rows_below_header: rowsOf(whole) - 1, conditions: specs.length },
    fields: targetFields(whole),
  }
}

async function formulaSpec(
  text: string,
  columnIndex: number,
  context: ToolContext,
): Promise<sheets_v4.Schema$FilterSpec> {
  const formula = text.startsWith('=') ? text : `=${text}`
  await guardFormula(context, formula)
  const condition = { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: formula }] }
  return { columnIndex, filterCriteria: { condition } }
}

export async function clearFilter(args: SortFilterArgs, context: ToolContext): Promise<ToolOutcome> {
  const target = await resolveTarget(context, args.range)
  const { filter } = target.details
  if (filter) {
    await recordChange(context, 0, {
      kind: 'structure',
      sheetId: target.tab.sheetId,
      range: null,
      before: { filter },
      after: { filter: null },
    })
    await context.spreadsheet.batchUpdate([{ clearBasicFilter: { sheetId: target.tab.sheetId } }])
  }
  return {
    state: 'succeeded',
    output: { cleared: filter !== null, tab: target.tab.title },
    fields: { sheet_name: target.tab.title },
  }
}
