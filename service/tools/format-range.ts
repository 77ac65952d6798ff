/** How cells look and what they accept: formats, rules, widths, merges. */
import type { sheets_v4 } from '@googleapis/sheets'
import { sameBox } from '../sheets/a1.ts'
import { fromGridRange } from '../sheets/grid-range.ts'
import { acceptedWords } from './format/accepted.ts'
import { actionsOf, type FormatAction, type FormatArgs, formatArgs } from './format/args.ts'
import * as requests from './format/requests.ts'
import { countMatches, rulesOf, ruleWords, touches } from './format/rules.ts'
import { isFilled, readGrid } from './support/cells.ts'
import { guardFormula } from './support/entered.ts'
import { readFormats } from './support/formats.ts'
import { guardProtected } from './support/guards.ts'
import { recordChange } from './support/journal.ts'
import { looksLeft } from './support/left-looks.ts'
import { onTab, rangesInOrder, targetsFields } from './support/ranges.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { onGrid, rangeFields, resolveTarget, type Target, withBox } from './support/target.ts'
import { counted } from './support/text.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

export const formatRange = spreadsheetTool({
  name: 'format_range',
  description:
    'Formats cells, several ranges and looks at once; values stay, except with clear. Example: {"range":"A1:F1","bold":true,"background":"navy","more":[{"range":"C2:C","pattern":"0.0%"}]}',
  args: formatArgs,
  restyles: ({ more = [], ...first }) =>
    [first, ...more].every(args => !actionsOf(args).some(action => action === 'clear' || action === 'merge')),
  fields: ({ range }, context) => (range.includes(',') ? { range } : rangeFields(range, context)),
  async run({ more = [], ...first }, context) {
    const parts = await readParts(context, [first, ...more])
    const built: sheets_v4.Schema$Request[] = []
    for (const { target, args, action } of parts) {
      built.push(...(await buildRequests(context, target, { ...args, action })))
    }
    if (built.length > 0) {
      for (const [index, part] of parts.entries()) await keepBefore(context, index, part)
      await context.spreadsheet.batchUpdate(built)
    }
    return answer(context, parts, built.length)
  },
})

interface Part {
  target: Target
  args: FormatArgs
  action: FormatAction
}

/** Every range with everything that is to be done to it. */
async function readParts(context: ToolContext, all: FormatArgs[]): Promise<Part[]> {
  const parts: Part[] = []
  const read = rangesInOrder(context)
  for (const args of all) {
    const actions = actionsOf(args)
    if (actions.length === 0) {
      throw new Refusal(`${args.range}: nothing to set, for example bold or pattern. Nothing was changed.`)
    }
    for (const target of await read(args.range)) {
      guardProtected(context, target)
      parts.push(...actions.map(action => ({ target, args, action })))
    }
  }
  return parts
}

async function answer(context: ToolContext, parts: Part[], requested: number): Promise<ToolOutcome> {
  const told = new Map<string, { formatted_range: string; action: string }>()
  for (const { target, args, action } of parts) {
    const known = told.get(target.full)
    const words = actionWords(args, action)
    if (known) known.action += `, ${words}`
    else told.set(target.full, { formatted_range: target.full, action: words })
  }
  const rules = parts.filter(({ action }) => action === 'conditional')
  const more =
    rules.length > 0 ? { rules: await Promise.all(rules.map(part => ruleAnswer(context, part))) } : {}
  const accepts = parts.filter(({ action }) => action === 'validation')
  const accepted = await Promise.all(accepts.map(({ target, args }) => acceptedWords(context, target, args)))
  const [only] = told.values()
  const shows = await sampleOf(context, parts)
  const emptied = parts.filter(
    ({ action, args }) => action === 'clear' && (args.clear ?? args.what) === 'values',
  )
  const left = await looksLeft(
    context,
    emptied.map(({ target }) => target),
  )
  return {
    state: 'succeeded',
    output: {
      ...(told.size === 1 ? only : { formatted: [...told.values()] }),
      ...more,
      ...(accepted.length > 0 ? { accepts: accepted } : {}),
      ...(shows.length > 0 ? { shows } : {}),
      ...(left.length > 0 ? { hints: left } : {}),
      ...(requested === 0 ? { note: 'There was nothing to change.' } : {}),
    },
    fields: targetsFields(parts.map(({ target }) => target)),
  }
}

/** What was set, in the call's own words: "bold, background, wrap". */
function actionWords(args: FormatArgs, action: FormatAction): string {
  if (action === 'text_style') return STYLES.filter(key => args[key] !== undefined).join(', ')
  if (action === 'clear') return `clear ${args.clear ?? args.what ?? 'format'}`
  if (action === 'merge') return args.merge === 'none' ? 'unmerge' : 'merge'
  return action
}

const STYLES = [
  'bold',
  'italic',
  'underline',
  'strikethrough',
  'size',
  'font',
  'color',
  'background',
  'align',
  'valign',
  'wrap',
  'rotate',
] as const

const MOST_SAMPLES = 5

/** What the first cells of ranges with a new number format show now. */
async function sampleOf(context: ToolContext, parts: Part[]): Promise<string[]> {
  const formatted = parts.filter(({ action }) => action === 'number_format').slice(0, MOST_SAMPLES)
  const tops = formatted
    .flatMap(({ target }) => onGrid(target) ?? [])
    .map(target => {
      const endRow = Math.min(target.box.endRow, target.box.startRow + 3)
      return withBox(target, {
        ...target.box,
        endRow,
        endColumn: Math.min(target.box.endColumn, target.box.startColumn + 6),
      })
    })
  if (tops.length === 0) return []
  const answers = await context.spreadsheet.values(
    tops.map(({ full }) => full),
    'FORMATTED_VALUE',
  )
  return tops.map(({ full }, index) => {
    const rows = (answers[index]?.values ?? []) as unknown[][]
    return `${full}: ${rows.map(row => row.join(' | ')).join(' / ') || 'empty'}`
  })
}

async function ruleAnswer(context: ToolContext, { target, args }: Part): Promise<Record<string, unknown>> {
  const { locale } = await context.spreadsheet.meta()
  const [built] = requests.conditional(target, args, locale)
  const rule = built?.addConditionalFormatRule?.rule
  const present = await rulesOf(context, target.tab.sheetId)
  const others = present.filter(other => touches(other, target)).map(ruleWords)
  const matches = await countMatches(context, target, rule)
  return {
    range: target.full,
    ...matches,
    rules_on_these_cells: others.length > 1 ? others : 'this one only',
  }
}

async function buildRequests(
  context: ToolContext,
  target: Target,
  args: FormatArgs,
): Promise<sheets_v4.Schema$Request[]> {
  const { locale } = await context.spreadsheet.meta()
  if (args.formula !== undefined) {
    await guardFormula(context, args.formula.startsWith('=') ? args.formula : `=${args.formula}`)
  }
  switch (args.action ?? 'text_style') {
    case 'number_format':
      return requests.numberFormat(target, args)
    case 'text_style':
      return requests.textStyle(target, args)
    case 'borders':
      return requests.borders(target, args)
    case 'banding':
      return requests.banding(target, args)
    case 'conditional':
      return withoutRepeat(context, target, requests.conditional(target, args, locale))
    case 'validation': {
      const list =
        args.list_range === undefined
          ? null
          : await resolveTarget(onTab(context, target.tab), args.list_range)
      return requests.validation(target, args, locale, list)
    }
    case 'column_width':
      return requests.columnWidth(target, args)
    case 'row_height':
      return requests.rowHeight(target, args)
    case 'merge':
      await guardMergedAway(context, target, args)
      return requests.merge(target, args)
    case 'clear':
      return (args.clear ?? args.what) === 'conditional'
        ? clearConditional(context, target)
        : requests.clear(target, args)
  }
}

/** A merge keeps the top left value only. */
async function guardMergedAway(context: ToolContext, target: Target, args: FormatArgs): Promise<void> {
  if (args.merge === 'none' || args.overwrite === true) return
  const present = await readGrid(context, target, 'FORMULA')
  const kept = (row: number, column: number) =>
    (args.merge === 'rows' || row === 0) && (args.merge === 'columns' || column === 0)
  const lost = present.flatMap((cells, row) =>
    cells.filter((value, column) => isFilled(value) && !kept(row, column)),
  )
  if (lost.length === 0) return
  throw new Refusal(
    `Merging ${target.full} would discard ${counted(lost.length, 'filled cell')}; only the top left one is kept. Nothing was changed. Move them first, or call again with overwrite: true.`,
  )
}

/** A call that runs again must not add its rule twice. */
async function withoutRepeat(
  context: ToolContext,
  target: Target,
  built: sheets_v4.Schema$Request[],
): Promise<sheets_v4.Schema$Request[]> {
  const wanted = built[0]?.addConditionalFormatRule?.rule
  const same = (rule: sheets_v4.Schema$ConditionalFormatRule) =>
    JSON.stringify(rule.booleanRule?.condition) === JSON.stringify(wanted?.booleanRule?.condition) &&
    (rule.ranges ?? []).some(range => sameBox(fromGridRange(range).box, target.box))
  return (await rulesOf(context, target.tab.sheetId)).some(same) ? [] : built
}

async function clearConditional(context: ToolContext, target: Target): Promise<sheets_v4.Schema$Request[]> {
  const rules = await rulesOf(context, target.tab.sheetId)
  const hit = rules.map((rule, index) => ({ rule, index })).filter(({ rule }) => touches(rule, target))
  // From the end, so that earlier indexes stay right.
  return hit
    .reverse()
    .map(({ index }) => ({ deleteConditionalFormatRule: { sheetId: target.tab.sheetId, index } }))
}

async function keepBefore(
  context: ToolContext,
  sequence: number,
  { target, args, action }: Part,
): Promise<void> {
  const what = args.clear ?? args.what
  const losesValues = action === 'merge' || (action === 'clear' && (what === 'values' || what === 'all'))
  const before = losesValues ? await readGrid(context, target, 'FORMULA') : await readFormats(context, target)
  await recordChange(context, sequence, {
    kind: losesValues ? 'values' : 'format',
    sheetId: target.tab.sheetId,
    range: target.a1,
    before,
    after: args,
  })
}
