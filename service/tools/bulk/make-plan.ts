/** Decides what a bulk run works on: tab, columns, rows. Made once; a run after a crash keeps to it. */
import { columnIndex, columnLetters } from '../../sheets/a1.ts'
import { filledRows } from '../../sheets/last-row.ts'
import { findHeaderRow } from '../../sheets/overview/describe-columns.ts'
import type { GridCell } from '../../sheets/overview/grid-cell.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import { type CellValue, isFilled, isFormula, readGrid } from '../support/cells.ts'
import { guardProtected } from '../support/guards.ts'
import { recordChange } from '../support/journal.ts'
import { Refusal } from '../support/refusal.ts'
import { resolveTarget, type Target, targetOf } from '../support/target.ts'
import { growRequests } from '../support/writing.ts'
import type { ToolContext } from '../tool.ts'
import type { BulkArgs } from './args.ts'
import { type PlannedRow, rowKey } from './row-key.ts'
import type { Plan } from './row-store.ts'
import { parseTemplate } from './template.ts'

export interface Planned {
  plan: Plan
  rows: PlannedRow[]
  /** Texts of the template's columns for each row, in the plan's order. */
  texts: string[][]
}

const MOST_ROWS = 200_000
/** Rows from the top in which the header is looked for. */
const HEADER_ROWS = 12

export async function makePlan(context: ToolContext, args: BulkArgs): Promise<Planned> {
  const asked = await resolveTarget(
    context,
    args.range ?? `'${context.turn.sheetName.replaceAll("'", "''")}'`,
  )
  const top = await readTop(context, asked.tab)
  const { headers } = top
  const template = parseTemplate(args.prompt_template, headers)
  const output = findOutput(args, headers, top.width)
  if (template.columns.includes(output.column)) {
    throw new Refusal(
      'The result would go into a column that the prompt reads. Nothing was changed. Choose another output_column.',
    )
  }
  const plan: Plan = {
    sheetId: asked.tab.sheetId,
    template: template.text,
    headerRow: top.headerRow,
    references: template.columns.map(column => ({ column, header: headers[column] ?? '' })),
    output: top.headerRow === null ? { ...output, header: '', isNew: false } : output,
    overwrite: args.overwrite ?? false,
  }
  guardProtected(
    context,
    await targetOf(context, asked.tab, { startColumn: output.column, endColumn: output.column + 1 }),
  )
  return { plan, ...(await findRows(context, plan, asked, args)) }
}

interface Top {
  /** Zero-based; null without a header. */
  headerRow: number | null
  headers: string[]
  /** Columns that hold something in these rows. */
  width: number
}

async function readTop(context: ToolContext, tab: Tab): Promise<Top> {
  const target = await targetOf(context, tab, { startRow: 0, endRow: Math.min(HEADER_ROWS, tab.rows) })
  const values = await readGrid(context, target, 'FORMULA')
  const headerRow = findHeaderRow(values.map(row => row.map(toGridCell)))
  const width = Math.max(0, ...values.map(row => row.findLastIndex(isFilled) + 1))
  return {
    headerRow,
    headers: headerRow === null ? [] : values[headerRow]!.map(value => String(value).trim()),
    width,
  }
}

const toGridCell = (value: CellValue): GridCell => ({
  value: value === '' || isFormula(value) ? null : value,
  shown: String(value),
  error: null,
  formula: isFormula(value) ? value : null,
  formatType: null,
  pattern: null,
})

function findOutput(args: BulkArgs, headers: string[], width: number): Plan['output'] {
  const name = args.output_column?.trim()
  const fallback = args.output_header ?? 'Result'
  if (name === undefined || name === '') return { column: width, header: fallback, isNew: true }
  const named = headers.findIndex(header => header.toLowerCase() === name.toLowerCase())
  if (named !== -1) return { column: named, header: headers[named]!, isNew: false }
  const column = columnIndex(name)
  // "Summary" is no column yet: it is the header of a new one.
  if (column === -1 || column > width + 50)
    return { column: width, header: args.output_header ?? name, isNew: true }
  const header = headers[column] ?? ''
  return header === '' ? { column, header: fallback, isNew: true } : { column, header, isNew: false }
}

async function findRows(
  context: ToolContext,
  plan: Plan,
  asked: Target,
  args: BulkArgs,
): Promise<Pick<Planned, 'rows' | 'texts'>> {
  const columns = [...plan.references.map(reference => reference.column), plan.output.column]
  const inGrid = (column: number) => column < asked.tab.columns
  const targets = await Promise.all(
    columns
      .filter(inGrid)
      .map(column => targetOf(context, asked.tab, { startColumn: column, endColumn: column + 1 })),
  )
  const answers = await context.spreadsheet.values(
    targets.map(target => target.full),
    'FORMATTED_VALUE',
  )
  const columnTexts = answers.map(answer => (answer.values ?? []).slice(0, filledRows(answer.values ?? [])))
  const cell = (index: number, row: number) => String(columnTexts[index]?.[row]?.[0] ?? '')
  const first = Math.max(asked.box.startRow, plan.headerRow === null ? 0 : plan.headerRow + 1)
  const last = Math.min(
    asked.box.endRow,
    Math.max(0, ...columnTexts.slice(0, plan.references.length).map(column => column.length)),
  )
  const rows: PlannedRow[] = []
  const texts: string[][] = []
  const before: CellValue[][] = []
  for (let row = first; row < last && rows.length < (args.rows_limit ?? MOST_ROWS); row += 1) {
    const cells = plan.references.map((_, index) => cell(index, row))
    const filled = cell(plan.references.length, row)
    if (cells.every(text => text === '') || (filled !== '' && !plan.overwrite)) continue
    rows.push({ ordinal: rows.length, key: rowKey(cells), firstRow: row })
    texts.push(cells)
    before.push([row + 1, filled])
  }
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: plan.sheetId,
    range: columnLetters(plan.output.column).concat(':', columnLetters(plan.output.column)),
    before: { rows: plan.overwrite ? before : before.length },
    after: null,
  })
  return { rows, texts }
}

/** Room for the column and its header: the user sees at once where results will come. */
export async function prepareSheet(context: ToolContext, plan: Plan): Promise<void> {
  const { column, header, isNew } = plan.output
  const { tabs } = await context.spreadsheet.meta()
  const tab = tabs.find(candidate => candidate.sheetId === plan.sheetId)
  if (!tab) return
  const target = await targetOf(context, tab, { startColumn: column, endColumn: column + 1 })
  const grow = growRequests({
    ...target,
    box: { ...target.box, endRow: Math.min(target.box.endRow, tab.rows) },
  })
  if (grow.length > 0) await context.spreadsheet.batchUpdate(grow)
  if (!isNew || plan.headerRow === null) return
  const cell = await targetOf(context, tab, {
    startRow: plan.headerRow,
    endRow: plan.headerRow + 1,
    startColumn: column,
    endColumn: column + 1,
  })
  await context.spreadsheet.writeValues([{ range: cell.full, values: [[header]] }], 'RAW')
}
