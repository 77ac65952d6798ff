/** Finds cells over all tabs, and follows formulas to what they read and what reads them. */
import { z } from 'zod'
import { type Box, cellName, formatRange, overlaps, parseRange } from '../sheets/a1.ts'
import { usesDecimalComma } from '../sheets/formula/check.ts'
import { tokenize } from '../sheets/formula/tokenize.ts'
import type { Tab } from '../sheets/spreadsheet.ts'
import { findLooks } from './find/looks.ts'
import { ERROR, type Hit, matcher } from './find/matching.ts'
import { chosenTabs, rowsOf, type SeenRow } from './find/rows.ts'
import { type CellValue, isFormula } from './support/cells.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget } from './support/target.ts'
import { cutText } from './support/text.ts'
import type { ToolContext } from './tool.ts'

const MOST_HITS = 100
/** Looked through at once. */
const CELLS_AT_ONCE = 5_000

const findArgs = z.object({
  what: z
    .string()
    .max(500)
    .optional()
    .describe(
      'Text, number, part of a formula, label, or look: bold, #ffff00, yyyy-mm-dd; left out with errors',
    ),
  in: z.enum(['values', 'formulas', 'errors', 'labels', 'formats']).optional().describe('Default values'),
  whole_cell: z.boolean().optional(),
  match_case: z.boolean().optional(),
  regex: z.boolean().optional(),
  tabs: z.array(z.string()).max(50).optional().describe('Left out = all'),
})

export const find = spreadsheetTool({
  name: 'find',
  reads: true,
  brief: 'what, in values|formulas|errors|labels|formats, tabs',
  description:
    'Finds text, numbers, parts of formulas, cells that show an error, labels with the value beside them, or cells that look a way, over all tabs. Changes nothing. Examples: {"what":"overdue"}, {"what":"VLOOKUP","in":"formulas"}, {"in":"errors"}, {"what":"VAT rate","in":"labels"}, {"what":"#ffff00","in":"formats"}',
  args: findArgs,
  fields: () => ({}),
  async run(input, context) {
    if (input.in !== 'errors' && !input.what) throw new Refusal('Say what to find. Nothing was changed.')
    const tabs = await chosenTabs(context, input.tabs)
    if (input.in === 'formats')
      return { state: 'succeeded', output: told(await findLooks(context, tabs, input.what!)) }
    const hitsIn = matcher(input)
    const found: Found = { cells: [], counts: new Map() }
    let rows: SeenRow[] = []
    let cells = 0
    const look = () => {
      for (const hit of hitsIn(rows)) add(found, hit, input.in === 'labels')
      rows = []
      cells = 0
    }
    for await (const row of rowsOf(context, tabs)) {
      rows.push(row)
      cells += row.entered.length
      if (cells >= CELLS_AT_ONCE) look()
    }
    look()
    return { state: 'succeeded', output: told(found) }
  },
})

interface Found {
  cells: string[]
  counts: Map<string, number>
}

function add({ cells, counts }: Found, { row: { tab, row, shown, entered }, column }: Hit, besides: boolean) {
  counts.set(tab.title, (counts.get(tab.title) ?? 0) + 1)
  // One more than is told tells that there are more.
  if (cells.length > MOST_HITS) return
  const value = entered[column]
  const formula = isFormula(value) ? ` {${cutText(value, 120)}}` : ''
  const words = `${tab.title}!${cellName(row, column)}: ${cutText(String(shown[column] ?? ''), 120)}${formula}`
  cells.push(besides ? `${words} → ${besideWords(row, column, shown)}` : words)
}

/** Of a form: the first filled cell to the right of a label. */
function besideWords(row: number, column: number, shown: readonly CellValue[]): string {
  const at = shown.findIndex((value, index) => index > column && String(value ?? '') !== '')
  return at === -1 ? 'nothing to its right' : `${cellName(row, at)} ${cutText(String(shown[at]), 120)}`
}

function told({ cells, counts }: Found) {
  const first = cells.slice(0, MOST_HITS)
  return {
    found: [...counts.values()].reduce((sum, count) => sum + count, 0),
    by_tab: Object.fromEntries(counts),
    cells: first,
    ...(first.length < cells.length ? { note: `The first ${first.length}.` } : {}),
  }
}

const traceArgs = z.object({
  cell: z.string().describe('For example Summary!C4'),
  direction: z.enum(['precedents', 'dependents', 'both']).optional().describe('Default both'),
})

const MOST_DEPTH = 20
const MOST_DEPENDENTS = 60

export const trace = spreadsheetTool({
  name: 'trace',
  reads: true,
  brief: 'cell, direction; what it reads, what reads it, where an error begins',
  description:
    'Follows a cell over all tabs: what its formula reads (with values), which formulas read it, and, where it shows an error, the cell in which the error begins. Changes nothing. Example: {"cell":"Summary!C4"}',
  args: traceArgs,
  fields: ({ cell }, context) => rangeFields(cell, context),
  async run({ cell, direction = 'both' }, context) {
    const target = await resolveTarget(context, cell)
    const formula = await formulaAt(context, target.tab, target.box.startRow, target.box.startColumn)
    const output = {
      cell: target.full,
      shows: formula.shown,
      ...(formula.text ? { formula: formula.text } : {}),
      ...(direction === 'dependents' ? {} : { reads: await precedents(context, target.tab, formula.text) }),
      ...(direction === 'precedents' ? {} : { read_by: await dependents(context, target.tab, target.box) }),
      ...(ERROR.test(formula.shown)
        ? { error_begins_at: await origin(context, target.tab, target.box.startRow, target.box.startColumn) }
        : {}),
    }
    return { state: 'succeeded', output }
  },
})

async function formulaAt(context: ToolContext, tab: Tab, row: number, column: number) {
  const box = { startRow: row, endRow: row + 1, startColumn: column, endColumn: column + 1 }
  const range = formatRange(tab.title, box)
  const [shown, entered] = await Promise.all([
    context.spreadsheet.values([range], 'FORMATTED_VALUE'),
    context.spreadsheet.values([range], 'FORMULA'),
  ])
  const text = entered[0]?.values?.[0]?.[0] as CellValue | undefined
  return { shown: String(shown[0]?.values?.[0]?.[0] ?? ''), text: isFormula(text) ? text : null }
}

interface Read {
  /** As it stands in the formula: B2:B9, Prices!A:A, or a name. */
  text: string
  tab: string | null
  box: Box
}

/** What formulas of this spreadsheet read, named ranges with where they are; each once. */
async function reader(context: ToolContext): Promise<(formula: string | null) => Read[]> {
  const { locale, namedRanges, tabs } = await context.spreadsheet.meta()
  const named = new Map(
    namedRanges.map(({ name, sheetId, box }) => [
      name.toLowerCase(),
      { tab: tabs.find(tab => tab.sheetId === sheetId)?.title ?? null, box },
    ]),
  )
  const decimalComma = usesDecimalComma(locale)
  return formula => {
    const read = formula === null ? null : tokenize(formula, decimalComma)
    if (!read?.ok) return []
    const reads = new Map<string, Read>()
    for (const { kind, text } of read.tokens) {
      const parsed = kind === 'reference' ? parseRange(text.replaceAll('$', '')) : null
      const known = kind === 'name' ? named.get(text.toLowerCase()) : undefined
      if (parsed) reads.set(text, { text, tab: parsed.tab ?? null, box: parsed.box })
      else if (known) reads.set(text, { text, ...known })
    }
    return [...reads.values()]
  }
}

async function precedents(
  context: ToolContext,
  tab: Tab,
  formula: string | null,
): Promise<string[] | string> {
  const reads = (await reader(context))(formula)
  if (reads.length === 0) return formula === null ? 'no formula' : 'no cell'
  const told: string[] = []
  for (const { text, tab: title, box } of reads.slice(0, 20)) {
    const range = formatRange(title ?? tab.title, box)
    const [answer] = await context.spreadsheet.values([range], 'FORMATTED_VALUE').catch(() => [])
    const cells = ((answer?.values ?? []) as CellValue[][]).flat().filter(value => value !== '')
    const shown = cells.slice(0, 5).map(value => cutText(String(value), 40))
    const isNamed = parseRange(text.replaceAll('$', '')) === null
    const name = isNamed ? `${text} = ${range}` : `${title ?? tab.title}!${text.split('!').at(-1)}`
    told.push(
      `${name}: ${shown.join(', ') || '(empty)'}${cells.length > 5 ? `, … ${cells.length} filled` : ''}`,
    )
  }
  return told
}

async function dependents(
  context: ToolContext,
  tab: Tab,
  box: { startRow: number; endRow: number; startColumn: number; endColumn: number },
): Promise<string[] | string> {
  const told: string[] = []
  let count = 0
  const readsOf = await reader(context)
  for await (const { tab: other, row, entered } of rowsOf(context, await chosenTabs(context, undefined))) {
    for (const [column, value] of entered.entries()) {
      if (!isFormula(value)) continue
      const reads = readsOf(value).some(
        read => (read.tab ?? other.title) === tab.title && overlaps(read.box, box),
      )
      if (!reads) continue
      count += 1
      if (told.length < MOST_DEPENDENTS)
        told.push(`${other.title}!${cellName(row, column)} ${cutText(value, 120)}`)
    }
  }
  if (count === 0) return 'no formula'
  return count > told.length ? [...told, `and ${count - told.length} more`] : told
}

/** Follows cells that show an error to the first whose own sources show none. */
async function origin(context: ToolContext, tab: Tab, row: number, column: number): Promise<string> {
  let at = { tab, row, column }
  for (let depth = 0; depth < MOST_DEPTH; depth += 1) {
    const { text, shown } = await formulaAt(context, at.tab, at.row, at.column)
    const next = await firstError(context, at.tab, text)
    if (!next)
      return `${at.tab.title}!${cellName(at.row, at.column)} shows ${shown}${text ? `: ${text}` : ''}`
    at = next
  }
  return `deeper than ${MOST_DEPTH} steps, last ${at.tab.title}!${cellName(at.row, at.column)}`
}

async function firstError(context: ToolContext, tab: Tab, formula: string | null) {
  const { tabs } = await context.spreadsheet.meta()
  for (const { tab: title, box } of (await reader(context))(formula)) {
    const own = tabs.find(each => each.title === (title ?? tab.title))
    if (!own) continue
    const [answer] = await context.spreadsheet
      .values([formatRange(own.title, box)], 'FORMATTED_VALUE')
      .catch(() => [])
    const rows = (answer?.values ?? []) as CellValue[][]
    const row = rows.findIndex(cells => cells.some(value => ERROR.test(String(value))))
    if (row === -1) continue
    const column = rows[row]!.findIndex(value => ERROR.test(String(value)))
    return { tab: own, row: (box.startRow ?? 0) + row, column: (box.startColumn ?? 0) + column }
  }
  return null
}
