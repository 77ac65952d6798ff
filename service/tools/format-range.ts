/** How cells look and what they accept: formats, rules, widths, merges. */
import type { sheets_v4 } from '@googleapis/sheets'
import { overlaps, sameBox } from '../sheets/a1.ts'
import { fromGridRange } from '../sheets/grid-range.ts'
import { type FormatArgs, formatArgs } from './format/args.ts'
import * as requests from './format/requests.ts'
import { isFilled, readGrid } from './support/cells.ts'
import { guardConditionValues, guardFormula } from './support/entered.ts'
import { readFormats } from './support/formats.ts'
import { guardProtected } from './support/guards.ts'
import { recordChange } from './support/journal.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget, type Target, targetFields } from './support/target.ts'
import { counted } from './support/text.ts'
import type { ToolContext } from './tool.ts'

export const formatRange = spreadsheetTool({
  name: 'format_range',
  description:
    'Formats cells; values stay, except with clear. Example: {"range":"C2:C","action":"number_format","pattern":"0.0%"}',
  args: formatArgs,
  fields: ({ range }, context) => rangeFields(range, context),
  async run(args, context) {
    const target = await resolveTarget(context, args.range)
    guardProtected(context, target)
    const built = await buildRequests(context, target, args)
    if (built.length > 0) {
      await keepBefore(context, target, args)
      await context.spreadsheet.batchUpdate(built)
    }
    return {
      state: 'succeeded',
      output: { formatted_range: target.full, action: args.action },
      fields: targetFields(target),
    }
  },
})

async function buildRequests(
  context: ToolContext,
  target: Target,
  args: FormatArgs,
): Promise<sheets_v4.Schema$Request[]> {
  const { locale } = await context.spreadsheet.meta()
  if (args.formula !== undefined) {
    await guardFormula(context, args.formula.startsWith('=') ? args.formula : `=${args.formula}`)
  }
  await guardConditionValues(context, [args.value, ...(args.list ?? [])])
  switch (args.action) {
    case 'number_format':
      return requests.numberFormat(target, args)
    case 'text_style':
      return requests.textStyle(target, args)
    case 'borders':
      return requests.borders(target, args)
    case 'conditional':
      return withoutRepeat(context, target, requests.conditional(target, args, locale))
    case 'validation': {
      const list = args.list_range === undefined ? null : await resolveTarget(context, args.list_range)
      return requests.validation(target, args, locale, list)
    }
    case 'column_width':
      return requests.columnWidth(target, args)
    case 'merge':
      await guardMergedAway(context, target, args)
      return requests.merge(target, args)
    case 'clear':
      return args.what === 'conditional' ? clearConditional(context, target) : requests.clear(target, args)
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
    `Merging ${target.a1} would discard ${counted(lost.length, 'filled cell')}; only the top left one is kept. Nothing was changed. Move them first, or call again with overwrite: true.`,
  )
}

const RULE_FIELDS = 'sheets(properties(sheetId),conditionalFormats)'

async function rulesOf(
  context: ToolContext,
  target: Target,
): Promise<sheets_v4.Schema$ConditionalFormatRule[]> {
  const answer = await context.spreadsheet.get({ fields: RULE_FIELDS })
  const sheet = answer.sheets?.find(candidate => (candidate.properties?.sheetId ?? 0) === target.tab.sheetId)
  return sheet?.conditionalFormats ?? []
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
  return (await rulesOf(context, target)).some(same) ? [] : built
}

async function clearConditional(context: ToolContext, target: Target): Promise<sheets_v4.Schema$Request[]> {
  const rules = await rulesOf(context, target)
  const hit = rules
    .map((rule, index) => ({ rule, index }))
    .filter(({ rule }) => (rule.ranges ?? []).some(range => overlaps(fromGridRange(range).box, target.box)))
  // From the end, so that earlier indexes stay right.
  return hit
    .reverse()
    .map(({ index }) => ({ deleteConditionalFormatRule: { sheetId: target.tab.sheetId, index } }))
}

async function keepBefore(context: ToolContext, target: Target, args: FormatArgs): Promise<void> {
  const clearsValues = args.action === 'clear' && (args.what === 'values' || args.what === 'all')
  const losesValues = clearsValues || args.action === 'merge'
  const before = losesValues ? await readGrid(context, target, 'FORMULA') : await readFormats(context, target)
  await recordChange(context, 0, {
    kind: losesValues ? 'values' : 'format',
    sheetId: target.tab.sheetId,
    range: target.a1,
    before,
    after: args,
  })
}
