/**
 * Conditional formats. Rules are the engine's, so the page shows them; Google's rule rides along and comes
 * back unchanged but for its ranges, which are the engine's and move. Rules that draw a banding are not listed.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { ConditionalFormatRule, RangeData, Zone } from '../../dialect/engine.ts'
import { intersect, shift } from '../../dialect/zones.ts'
import { formatOfStyle } from '../cells/cell-format.ts'
import { checkCondition, engineValueAt } from '../cells/conditions.ts'
import { fromHex, pickHex, toHex } from '../google/colors.ts'
import { invalid } from '../google/errors.ts'
import { type Area, areaOf, gridRangeOf, sheetOf } from '../workbook/a1.ts'
import { respace } from '../workbook/formula-text.ts'
import { toGoogleFormula } from '../workbook/titles.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { CONDITIONS } from './conditions.ts'
import type { Context } from './context.ts'

type Rule = sheets_v4.Schema$ConditionalFormatRule

interface KeptFormat extends ConditionalFormatRule {
  google?: Omit<Rule, 'ranges'>
}

export const BANDING_PREFIX = 'banding:'

const OPERATORS: Record<string, string> = {
  ...CONDITIONS,
  TEXT_STARTS_WITH: 'beginsWithText',
  TEXT_ENDS_WITH: 'endsWithText',
  TEXT_EQ: 'isEqual',
  TEXT_NOT_EQ: 'isNotEqual',
  BLANK: 'isEmpty',
  NOT_BLANK: 'isNotEmpty',
}

// ---- reading

export function conditionalFormatsOf(workbook: Workbook, sheetId: string): Rule[] {
  return listed(workbook, sheetId).map(it => readRule(workbook, sheetId, it))
}

/** Where rules may colour, without what bands do. */
export function ruledZones(workbook: Workbook, sheetId: string): Zone[] {
  return listed(workbook, sheetId).flatMap(({ ranges }) =>
    ranges.map(xc => workbook.getters.getRangeFromSheetXC(sheetId, xc).zone),
  )
}

function listed(workbook: Workbook, sheetId: string): KeptFormat[] {
  const all = workbook.getters.getConditionalFormats(sheetId) as KeptFormat[]
  return all.filter(it => !it.id.startsWith(BANDING_PREFIX))
}

function readRule(workbook: Workbook, sheetId: string, { ranges, rule, google }: KeptFormat): Rule {
  return {
    ranges: ranges.map(xc => {
      const { zone } = workbook.getters.getRangeFromSheetXC(sheetId, xc)
      return gridRangeOf(workbook, { sheetId, zone })
    }),
    ...(google === undefined ? fromEngine(rule) : withMovedFormulas(google, rule)),
  }
}

/** Google's rule with its formulas as the engine has moved them along with cells. */
function withMovedFormulas(
  google: Omit<Rule, 'ranges'>,
  rule: Record<string, unknown>,
): Omit<Rule, 'ranges'> {
  const { booleanRule } = google
  const { condition } = booleanRule ?? {}
  const now = rule.type === 'CellIsRule' ? (rule.values as string[]) : []
  const values = condition?.values?.map((value, i) => {
    const text = value.userEnteredValue ?? ''
    const moved = toGoogleFormula(now[i] ?? '')
    const isMoved = text.startsWith('=') && moved.startsWith('=') && moved !== text.replace(/\s/g, '')
    return isMoved ? { ...value, userEnteredValue: respace(text, moved) } : value
  })
  if (values === undefined) return google
  return { ...google, booleanRule: { ...booleanRule, condition: { ...condition, values } } }
}

/** A rule that was made in the page. */
function fromEngine(rule: Record<string, unknown>): Omit<Rule, 'ranges'> {
  if (rule.type === 'CellIsRule') {
    const type = Object.keys(OPERATORS).find(key => OPERATORS[key] === rule.operator) ?? 'CUSTOM_FORMULA'
    const values = (rule.values as string[]).filter(value => value !== '')
    return {
      booleanRule: {
        condition: { type, values: values.map(userEnteredValue => ({ userEnteredValue })) },
        format: formatOfStyle((rule.style ?? {}) as object),
      },
    }
  }
  if (rule.type === 'ColorScaleRule')
    return {
      gradientRule: {
        minpoint: pointOf(rule.minimum, 'MIN'),
        ...(rule.midpoint ? { midpoint: pointOf(rule.midpoint, 'PERCENTILE') } : {}),
        maxpoint: pointOf(rule.maximum, 'MAX'),
      },
    }
  return {}
}

const POINTS: Record<string, string> = { number: 'NUMBER', percentage: 'PERCENT', percentile: 'PERCENTILE' }

function pointOf(given: unknown, whenOpen: string): sheets_v4.Schema$InterpolationPoint {
  const { color, type, value } = given as { color: number; type: string; value?: string }
  const rgbColor = fromHex(`#${color.toString(16).padStart(6, '0')}`)
  const kind = POINTS[type]
  return {
    color: rgbColor,
    colorStyle: { rgbColor },
    type: kind ?? whenOpen,
    ...(kind === undefined || value === undefined ? {} : { value }),
  }
}

// ---- writing

export function addConditionalFormat(context: Context, given: Rule | undefined, index: number): void {
  const { areas, rule } = readGiven(context, given)
  const sheetId = areas[0]?.sheetId ?? ''
  const have = listed(context.workbook, sheetId).length
  if (index < 0 || index > have)
    throw invalid(
      `Invalid ${context.path}: No conditional format on sheet: ${context.workbook.gidOf(sheetId)} at index: ${index}`,
    )
  const { ranges: _ranges, ...google } = given ?? {}
  const id = crypto.randomUUID()
  context.tx.dispatch('ADD_CONDITIONAL_FORMAT', {
    sheetId,
    cf: { id, rule, google },
    ranges: areas.map(rangeData),
  })
  moveTo(context, sheetId, id, index)
}

function rangeData({ sheetId, zone }: Area): RangeData {
  return { _sheetId: sheetId, _zone: zone }
}

/** New rules come last; Google's index counts from the one that is applied first. */
function moveTo({ workbook, tx }: Context, sheetId: string, id: string, index: number): void {
  const order = workbook.getters.getConditionalFormats(sheetId).map(it => it.id)
  const target = listed(workbook, sheetId).filter(it => it.id !== id)[index]?.id
  const delta = order.indexOf(id) - (target === undefined ? order.length - 1 : order.indexOf(target))
  if (delta !== 0) tx.dispatch('CHANGE_CONDITIONAL_FORMAT_PRIORITY', { sheetId, cfId: id, delta })
}

export function updateConditionalFormat(
  context: Context,
  { index, sheetId: gid, rule, newIndex }: sheets_v4.Schema$UpdateConditionalFormatRuleRequest,
): object {
  const { workbook, tx } = context
  const sheetId = rule
    ? (readGiven(context, rule).areas[0]?.sheetId ?? '')
    : sheetOf(workbook, gid, context.path)
  const found = find(context, sheetId, index ?? 0)
  const oldRule = readRule(workbook, sheetId, found)
  if (rule) {
    const { areas, rule: engineRule } = readGiven(context, rule)
    const { ranges: _ranges, ...google } = rule
    tx.dispatch('ADD_CONDITIONAL_FORMAT', {
      sheetId,
      cf: { id: found.id, rule: engineRule, google },
      ranges: areas.map(rangeData),
    })
    return { oldRule, oldIndex: index ?? 0, newRule: rule, newIndex: index ?? 0 }
  }
  moveTo(context, sheetId, found.id, newIndex ?? 0)
  return { oldIndex: index ?? 0, newIndex: newIndex ?? 0, newRule: oldRule }
}

export function deleteConditionalFormat(context: Context, sheetId: string, index: number): Rule {
  const found = find(context, sheetId, index)
  context.tx.dispatch('REMOVE_CONDITIONAL_FORMAT', { sheetId, id: found.id })
  return readRule(context.workbook, sheetId, found)
}

function find({ workbook, path }: Context, sheetId: string, index: number): KeptFormat {
  const found = listed(workbook, sheetId)[index]
  if (found === undefined)
    throw invalid(
      `Invalid ${path}: No conditional format on sheet: ${workbook.gidOf(sheetId)} at index: ${index}`,
    )
  return found
}

function readGiven({ workbook, path }: Context, given: Rule | undefined): { areas: Area[]; rule: object } {
  const areas = (given?.ranges ?? []).map(range => areaOf(workbook, range, path))
  if (areas.length === 0) throw invalid(`Invalid ${path}: No ranges specified.`)
  if (new Set(areas.map(area => area.sheetId)).size > 1)
    throw invalid(`Invalid ${path}: All ranges of a rule must be on the same sheet.`)
  if (given?.booleanRule) return { areas, rule: booleanRule(given.booleanRule, path) }
  if (given?.gradientRule) return { areas, rule: gradientRule(given.gradientRule, path) }
  throw invalid(`Invalid ${path}: A rule must have booleanRule or gradientRule.`)
}

function booleanRule({ condition: given, format }: sheets_v4.Schema$BooleanRule, path: string): object {
  const condition = checkCondition(given, path)
  const operator = OPERATORS[condition.type]
  if (operator === undefined)
    throw invalid(
      `Invalid ${path}: Condition type ${condition.type} is not supported for conditional formatting.`,
    )
  const values = (condition.values ?? []).map((_, i) => engineValueAt(condition, i))
  const { textFormat } = format ?? {}
  const fillColor = pickHex(format?.backgroundColor, format?.backgroundColorStyle)
  const textColor = pickHex(textFormat?.foregroundColor, textFormat?.foregroundColorStyle)
  const flags = ['bold', 'italic', 'strikethrough', 'underline'] as const
  const style = {
    ...(fillColor === undefined ? {} : { fillColor }),
    ...(textColor === undefined ? {} : { textColor }),
    ...Object.fromEntries(
      flags.filter(flag => textFormat?.[flag] != null).map(flag => [flag, textFormat?.[flag]]),
    ),
  }
  return {
    type: 'CellIsRule',
    operator,
    values,
    style,
    ...(operator.startsWith('date') ? { dateValue: 'exactDate' } : {}),
  }
}

function gradientRule({ minpoint, midpoint, maxpoint }: sheets_v4.Schema$GradientRule, path: string): object {
  if (!minpoint || !maxpoint) throw invalid(`Invalid ${path}: A gradient rule needs minpoint and maxpoint.`)
  const point = (it: sheets_v4.Schema$InterpolationPoint) => {
    const hex = pickHex(it.color, it.colorStyle) ?? toHex({})
    const type =
      { NUMBER: 'number', PERCENT: 'percentage', PERCENTILE: 'percentile' }[it.type ?? ''] ?? 'value'
    return {
      type,
      color: Number.parseInt(hex.slice(1), 16),
      ...(type === 'value' ? {} : { value: it.value ?? '0' }),
    }
  }
  return {
    type: 'ColorScaleRule',
    minimum: point(minpoint),
    maximum: point(maxpoint),
    ...(midpoint ? { midpoint: point(midpoint) } : {}),
  }
}

/** Rules of the source that lie in its area also apply to the tile. */
export function copyConditionalFormats({ workbook, tx }: Context, from: Area, tile: Area): void {
  const [down, across] = [tile.zone.top - from.zone.top, tile.zone.left - from.zone.left]
  for (const format of workbook.getters.getConditionalFormats(from.sheetId)) {
    const { id, ranges, ...kept } = format
    const zones = ranges.map(xc => workbook.getters.getRangeFromSheetXC(from.sheetId, xc).zone)
    const added = zones
      .flatMap(zone => intersect(zone, from.zone) ?? [])
      .map(zone => shift(zone, down, across))
    if (added.length === 0) continue
    const same = from.sheetId === tile.sheetId
    tx.dispatch('ADD_CONDITIONAL_FORMAT', {
      sheetId: tile.sheetId,
      cf: { id: same ? id : crypto.randomUUID(), ...kept },
      ranges: [...(same ? zones : []), ...added].map(zone => ({ _sheetId: tile.sheetId, _zone: zone })),
    })
  }
}
