/** Finds cells over all tabs, and follows formulas to what they read and what reads them. */
import { z } from 'zod'
import { cellName, formatRange, overlaps, parseRange } from '../sheets/a1.ts'
import { Slices } from '../sheets/breathe.ts'
import { tokenize } from '../sheets/formula/tokenize.ts'
import { endOfData } from '../sheets/last-row.ts'
import type { Tab } from '../sheets/spreadsheet.ts'
import { type CellValue, isFormula } from './support/cells.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { findTab, rangeFields, resolveTarget } from './support/target.ts'
import { cutText } from './support/text.ts'
import type { ToolContext } from './tool.ts'

const MOST_CELLS = 2_000_000
const CELLS_AT_ONCE = 200_000
const MOST_HITS = 100
/** A row may be wide and full of formulas. */
const ROWS_BETWEEN_LOOKS = 8

interface SeenRow {
  tab: Tab
  row: number
  shown: CellValue[]
  entered: CellValue[]
}

/** Row by row over tabs, in bounded reads; others get their turn between them. */
async function* rowsOf(context: ToolContext, tabs: Tab[]): AsyncGenerator<SeenRow> {
  const slices = new Slices(ROWS_BETWEEN_LOOKS)
  let cells = 0
  for (const tab of tabs) {
    const end = await endOfData(context.spreadsheet, tab)
    const step = Math.max(1, Math.floor(CELLS_AT_ONCE / Math.max(1, tab.columns)))
    for (let start = 0; start < end; start += step) {
      context.signal.throwIfAborted()
      const box = {
        startRow: start,
        endRow: Math.min(end, start + step),
        startColumn: 0,
        endColumn: tab.columns,
      }
      cells += (box.endRow - start) * tab.columns
      if (cells > MOST_CELLS) {
        throw new Refusal(
          `These tabs have more than ${MOST_CELLS} cells; name fewer tabs. Nothing was changed.`,
        )
      }
      const range = formatRange(tab.title, box)
      const [shown, entered] = await Promise.all([
        context.spreadsheet.values([range], 'FORMATTED_VALUE'),
        context.spreadsheet.values([range], 'FORMULA'),
      ])
      const rows = (entered[0]?.values ?? []) as CellValue[][]
      for (const [index, row] of rows.entries()) {
        if (slices.isDue()) await slices.giveWay()
        yield {
          tab,
          row: start + index,
          entered: row,
          shown: (shown[0]?.values?.[index] ?? []) as CellValue[],
        }
      }
    }
  }
}

async function chosenTabs(context: ToolContext, titles: string[] | undefined): Promise<Tab[]> {
  const meta = await context.spreadsheet.meta()
  const tabs = titles ? titles.map(title => findTab(context, meta, title)) : meta.tabs
  return tabs.filter(tab => tab.rows > 0 && tab.columns > 0)
}

const findArgs = z.object({
  what: z.string().max(500).optional().describe('Text, number or part of a formula; left out with errors'),
  in: z.enum(['values', 'formulas', 'errors']).optional().describe('Default values'),
  whole_cell: z.boolean().optional(),
  match_case: z.boolean().optional(),
  regex: z.boolean().optional(),
  tabs: z.array(z.string()).max(50).optional().describe('Left out = all'),
})

export const find = spreadsheetTool({
  name: 'find',
  reads: true,
  brief: 'what, in values|formulas|errors, tabs',
  description:
    'Finds text, numbers, parts of formulas, or cells that show an error, over all tabs. Changes nothing. Examples: {"what":"overdue"}, {"what":"VLOOKUP","in":"formulas"}, {"in":"errors"}',
  args: findArgs,
  fields: () => ({}),
  async run(input, context) {
    const isHit = matcher(input)
    const hits: string[] = []
    const counts = new Map<string, number>()
    for await (const { tab, row, shown, entered } of rowsOf(context, await chosenTabs(context, input.tabs))) {
      for (const [column, value] of entered.entries()) {
        const text = String(shown[column] ?? '')
        if (!isHit(text, value)) continue
        counts.set(tab.title, (counts.get(tab.title) ?? 0) + 1)
        if (hits.length >= MOST_HITS) continue
        const formula = isFormula(value) ? ` {${cutText(value, 120)}}` : ''
        hits.push(`${tab.title}!${cellName(row, column)}: ${cutText(text, 120)}${formula}`)
      }
    }
    const total = [...counts.values()].reduce((sum, count) => sum + count, 0)
    return {
      state: 'succeeded',
      output: {
        found: total,
        by_tab: Object.fromEntries(counts),
        cells: hits,
        ...(hits.length < total ? { note: `The first ${hits.length}.` } : {}),
      },
    }
  },
})

const ERROR = /^#(?:REF!|N\/A|NAME\?|DIV\/0!|VALUE!|NUM!|NULL!|ERROR!|SPILL!)/

function matcher(input: z.output<typeof findArgs>): (shown: string, entered: CellValue) => boolean {
  if (input.in === 'errors') return shown => ERROR.test(shown)
  if (input.what === undefined || input.what === '')
    throw new Refusal('Say what to find. Nothing was changed.')
  const text = (shown: string, entered: CellValue) =>
    input.in === 'formulas' ? (isFormula(entered) ? entered : '') : shown
  if (input.regex) {
    const pattern = toPattern(input.what, input.match_case === true)
    return (shown, entered) => pattern.test(text(shown, entered).slice(0, 2_000))
  }
  const plain = (value: string) => (input.match_case ? value : value.toLowerCase())
  const wanted = plain(input.what)
  return (shown, entered) => {
    const own = plain(text(shown, entered))
    return own !== '' && (input.whole_cell ? own === wanted : own.includes(wanted))
  }
}

/** Repeats within repeats can take for ever on a long text. */
function toPattern(text: string, matchCase: boolean): RegExp {
  if (/[*+}]\)?[*+{]/.test(text))
    throw new Refusal('A repeat within a repeat is not taken here. Write the pattern simpler.')
  try {
    return new RegExp(text, matchCase ? 'u' : 'iu')
  } catch {
    throw new Refusal(`"${text}" is not a regular expression. Nothing was changed.`)
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

/** As they stand in the formula, without repeats. */
function referencesIn(formula: string | null): string[] {
  const read = formula === null ? null : tokenize(formula)
  if (!read?.ok) return []
  return [...new Set(read.tokens.flatMap(token => (token.kind === 'reference' ? [token.text] : [])))]
}

async function precedents(
  context: ToolContext,
  tab: Tab,
  formula: string | null,
): Promise<string[] | string> {
  const references = referencesIn(formula)
  if (references.length === 0) return formula === null ? 'no formula' : 'no cell'
  const told: string[] = []
  for (const reference of references.slice(0, 20)) {
    const parsed = parseRange(reference.replaceAll('$', ''))
    const title = parsed?.tab ?? tab.title
    const range = parsed ? formatRange(title, parsed.box) : reference
    const [answer] = await context.spreadsheet.values([range], 'FORMATTED_VALUE').catch(() => [])
    const cells = ((answer?.values ?? []) as CellValue[][]).flat().filter(value => value !== '')
    const shown = cells.slice(0, 5).map(value => cutText(String(value), 40))
    told.push(
      `${title}!${reference.split('!').at(-1)}: ${shown.join(', ') || '(empty)'}${cells.length > 5 ? `, … ${cells.length} filled` : ''}`,
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
  for await (const { tab: other, row, entered } of rowsOf(context, await chosenTabs(context, undefined))) {
    for (const [column, value] of entered.entries()) {
      if (!isFormula(value)) continue
      const reads = referencesIn(value).some(reference => {
        const parsed = parseRange(reference.replaceAll('$', ''))
        return parsed !== null && (parsed.tab ?? other.title) === tab.title && overlaps(parsed.box, box)
      })
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
  for (const reference of referencesIn(formula)) {
    const parsed = parseRange(reference.replaceAll('$', ''))
    const own = parsed && tabs.find(each => each.title === (parsed.tab ?? tab.title))
    if (!own) continue
    const [answer] = await context.spreadsheet
      .values([formatRange(own.title, parsed.box)], 'FORMATTED_VALUE')
      .catch(() => [])
    const rows = (answer?.values ?? []) as CellValue[][]
    const row = rows.findIndex(cells => cells.some(value => ERROR.test(String(value))))
    if (row === -1) continue
    const column = rows[row]!.findIndex(value => ERROR.test(String(value)))
    return { tab: own, row: (parsed.box.startRow ?? 0) + row, column: (parsed.box.startColumn ?? 0) + column }
  }
  return null
}
