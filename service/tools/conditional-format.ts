/** Rules that colour cells by what they hold: added, listed, replaced, deleted; colour scales. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { operators } from '../sheets/conditions.ts'
import { toGridRange } from '../sheets/grid-range.ts'
import * as requests from './format/requests.ts'
import { countMatches, rulesOf, ruleWords, touches } from './format/rules.ts'
import { formatRange } from './format-range.ts'
import { toColorStyle } from './support/colors.ts'
import { conditionValue } from './support/conditions.ts'
import { guardFormula } from './support/entered.ts'
import { guardProtected } from './support/guards.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields, resolveTarget, type Target, targetFields } from './support/target.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

const args = z.object({
  action: z.enum(['add', 'list', 'replace', 'delete']).optional().describe('Default add'),
  range: z.string(),
  number: z.int().min(0).optional().describe('Of the rule, as list tells it: replace, delete'),
  op: z.enum([...operators, 'between', 'not_between']).optional(),
  value: conditionValue.optional(),
  value2: conditionValue.optional().describe('between'),
  formula: z.string().optional().describe('In place of op and value; for the top left cell'),
  scale: z.array(z.string()).min(2).max(3).optional().describe('Colours from lowest to highest'),
  background: z.string().optional(),
  color: z.string().optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
})
type Args = z.output<typeof args>

export const conditionalFormat = spreadsheetTool({
  name: 'conditional_format',
  brief:
    'range, op, value | formula | scale [colours], background, color; action list | replace | delete (number)',
  description:
    'Adds, lists, replaces or deletes rules that format cells by what they hold. Earlier numbers win. Examples: {"range":"D2:D","op":">","value":100,"background":"light green"}, {"range":"D2:D","scale":["red","yellow","green"]}, {"action":"delete","range":"D2:D","number":0}',
  args,
  looks: ({ action }) => action === 'list',
  fields: ({ range }, context) => rangeFields(range, context),
  async run(input, context) {
    const target = await resolveTarget(context, input.range)
    if (input.action === 'list') return list(context, target)
    guardProtected(context, target)
    if (input.action === 'delete') return remove(context, target, input)
    const isPlain = !input.scale && input.op !== 'between' && input.op !== 'not_between'
    if (isPlain && (input.action ?? 'add') === 'add') {
      const { action: _, number: __, scale: ___, value2: ____, op, ...rest } = input
      return formatRange.run({ ...rest, ...(op ? { op } : {}), action: 'conditional' } as never, context)
    }
    return put(context, target, input)
  },
})

async function list(context: ToolContext, target: Target): Promise<ToolOutcome> {
  const rules = await rulesOf(context, target.tab.sheetId)
  const told = rules.flatMap((rule, number) =>
    touches(rule, target) ? [`${number}: ${ruleWords(rule)}`] : [],
  )
  return {
    state: 'succeeded',
    output: { rules: told.length > 0 ? told : 'none' },
    fields: targetFields(target),
  }
}

async function ruleAt(context: ToolContext, target: Target, number: number | undefined) {
  const rules = await rulesOf(context, target.tab.sheetId)
  const rule = number === undefined ? undefined : rules[number]
  if (number !== undefined && rule && touches(rule, target)) return { rule, index: number }
  const told = rules.flatMap((each, index) => (touches(each, target) ? [`${index}: ${ruleWords(each)}`] : []))
  throw new Refusal(
    `Say which rule with number; on ${target.full} there ${told.length === 0 ? 'is none' : `are ${told.join('; ')}`}. Nothing was changed.`,
  )
}

async function remove(context: ToolContext, target: Target, input: Args): Promise<ToolOutcome> {
  const { rule, index } = await ruleAt(context, target, input.number)
  await context.spreadsheet.batchUpdate([
    { deleteConditionalFormatRule: { sheetId: target.tab.sheetId, index } },
  ])
  return { state: 'succeeded', output: { deleted: ruleWords(rule) }, fields: targetFields(target) }
}

async function put(context: ToolContext, target: Target, input: Args): Promise<ToolOutcome> {
  const rule = await makeRule(context, target, input)
  const { sheetId } = target.tab
  if (input.action === 'replace') {
    const { index } = await ruleAt(context, target, input.number)
    await context.spreadsheet.batchUpdate([{ updateConditionalFormatRule: { sheetId, index, rule } }])
  } else await context.spreadsheet.batchUpdate([{ addConditionalFormatRule: { index: 0, rule } }])
  const others = (await rulesOf(context, sheetId)).filter(other => touches(other, target)).map(ruleWords)
  const matches = await countMatches(context, target, rule)
  return {
    state: 'succeeded',
    output: {
      range: target.full,
      ...matches,
      rules_on_these_cells: others,
    },
    fields: targetFields(target),
  }
}

async function makeRule(
  context: ToolContext,
  target: Target,
  input: Args,
): Promise<sheets_v4.Schema$ConditionalFormatRule> {
  const ranges = [toGridRange(target.tab.sheetId, target.box)]
  if (input.scale) return { ranges, gradientRule: gradient(input.scale) }
  const { locale } = await context.spreadsheet.meta()
  if (input.formula)
    await guardFormula(context, input.formula.startsWith('=') ? input.formula : `=${input.formula}`)
  const isBetween = input.op === 'between' || input.op === 'not_between'
  if (isBetween && (input.value === undefined || input.value2 === undefined)) {
    throw new Refusal('between needs value and value2. Nothing was changed.')
  }
  // The look is made as for every other rule; only the condition is another one.
  const { op, action: _, ...rest } = input
  const plain = { ...rest, op: isBetween ? '=' : op } as never
  const rule = requests.conditional(target, plain, locale)[0]!.addConditionalFormatRule!.rule!
  if (!isBetween) return rule
  const condition = {
    type: input.op === 'between' ? 'NUMBER_BETWEEN' : 'NUMBER_NOT_BETWEEN',
    values: [input.value, input.value2].map(value => ({ userEnteredValue: String(value) })),
  }
  return { ...rule, booleanRule: { ...rule.booleanRule, condition } }
}

function gradient(colors: string[]): sheets_v4.Schema$GradientRule {
  const point = (color: string, type: string, value?: string) => ({
    type,
    colorStyle: toColorStyle(color),
    ...(value === undefined ? {} : { value }),
  })
  return {
    minpoint: point(colors[0]!, 'MIN'),
    ...(colors.length === 3 ? { midpoint: point(colors[1]!, 'PERCENTILE', '50') } : {}),
    maxpoint: point(colors.at(-1)!, 'MAX'),
  }
}
