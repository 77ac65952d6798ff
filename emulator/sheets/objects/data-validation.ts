/**
 * Data validation. The rule is the engine's, so the page offers the list or the checkbox; Google's own
 * words for it ride along in the rule and come back unchanged.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition, DataValidationRule, RangeData } from '../../dialect/engine.ts'
import { intersect, shift, without } from '../../dialect/zones.ts'
import { checkCondition, engineValueAt, valueAt } from '../cells/conditions.ts'
import { invalid } from '../google/errors.ts'
import { type Area, parseA1, printCells, printEngineA1 } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { CONDITIONS } from './conditions.ts'
import type { Context } from './context.ts'

type Rule = sheets_v4.Schema$DataValidationRule

/** The engine keeps fields of a rule that it does not know. */
interface KeptRule extends DataValidationRule {
  /** Whole where the interface gave it; of a file, what the engine has no word for. */
  google?: Rule
}

const CRITERIA: Record<string, string> = {
  ...CONDITIONS,
  TEXT_EQ: 'isEqualText',
  TEXT_IS_EMAIL: 'isEmail',
  TEXT_IS_URL: 'isLink',
  DATE_ON_OR_BEFORE: 'dateIsOnOrBefore',
  DATE_ON_OR_AFTER: 'dateIsOnOrAfter',
  DATE_BETWEEN: 'dateIsBetween',
  DATE_NOT_BETWEEN: 'dateIsNotBetween',
  DATE_IS_VALID: 'dateIsValid',
  ONE_OF_LIST: 'isValueInList',
  ONE_OF_RANGE: 'isValueInRange',
  BOOLEAN: 'isBoolean',
}
const NEEDS_DATE = new Set(['DATE_EQ', 'DATE_BEFORE', 'DATE_AFTER', 'DATE_ON_OR_BEFORE', 'DATE_ON_OR_AFTER'])

// ---- reading

export function validationOf(workbook: Workbook, position: CellPosition): Rule | undefined {
  const rule = workbook.getters.getValidationRuleForCell(position) as KeptRule | undefined
  if (rule === undefined) return undefined
  if (rule.google?.condition !== undefined) return rule.google
  // A rule that was made in the page.
  const type = Object.keys(CRITERIA).find(key => CRITERIA[key] === rule.criterion.type)
  if (type === undefined) return undefined
  return {
    condition: {
      type,
      values: rule.criterion.values.map(value => ({
        userEnteredValue: type === 'ONE_OF_RANGE' && !value.startsWith('=') ? `=${value}` : value,
      })),
    },
    ...(rule.isBlocking ? { strict: true } : {}),
    ...(rule.criterion.displayStyle === 'arrow' ? { showCustomUi: true } : {}),
    ...rule.google,
  }
}

// ---- writing

/** Sets the rule on an area; undefined removes what is there. */
export function setValidation(context: Context, area: Area, given: Rule | undefined): void {
  clearValidations(context, area)
  if (given === undefined) return
  const rule = engineRule(context, area, given)
  context.tx.dispatch('ADD_DATA_VALIDATION_RULE', {
    sheetId: area.sheetId,
    ranges: [rangeData(area)],
    rule: { id: crypto.randomUUID(), ...rule, google: given },
  })
}

function rangeData({ sheetId, zone }: Area): RangeData {
  return { _sheetId: sheetId, _zone: zone }
}

function clearValidations({ workbook, tx }: Context, { sheetId, zone }: Area): void {
  for (const rule of workbook.getters.getDataValidationRules(sheetId)) {
    if (!rule.ranges.some(range => intersect(range.zone, zone))) continue
    const { ranges, ...kept } = rule
    const left = ranges.flatMap(range => without(range.zone, zone))
    tx.dispatch('REMOVE_DATA_VALIDATION_RULE', { sheetId, id: rule.id })
    if (left.length > 0)
      tx.dispatch('ADD_DATA_VALIDATION_RULE', {
        sheetId,
        rule: kept,
        ranges: left.map(it => ({ _sheetId: sheetId, _zone: it })),
      })
  }
}

function engineRule(
  { workbook, path }: Context,
  { sheetId }: Area,
  given: Rule,
): { criterion: DataValidationRule['criterion']; isBlocking: boolean } {
  const condition = checkCondition(given.condition, path)
  const type = CRITERIA[condition.type]
  if (type === undefined)
    throw invalid(`Invalid ${path}: Condition type ${condition.type} is not supported for data validation.`)
  const values = (condition.values ?? []).map((_, i) => engineValueAt(condition, i))
  if (condition.type === 'ONE_OF_RANGE') {
    const range = parseA1(workbook, valueAt(condition, 0).replace(/^=/, '').replaceAll('$', ''))
    values[0] = range.sheetId === sheetId ? printCells(range.zone) : printEngineA1(workbook, range)
  }
  return {
    isBlocking: given.strict ?? false,
    criterion: {
      type,
      values,
      ...(type === 'isValueInList' || type === 'isValueInRange'
        ? { displayStyle: given.showCustomUi ? 'arrow' : 'plainText' }
        : {}),
      ...(NEEDS_DATE.has(condition.type) ? { dateValue: 'exactDate' } : {}),
    },
  }
}

/** The rules of the source that lie in its area, put on the tile. */
export function copyValidations(context: Context, from: Area, tile: Area): void {
  const { workbook, tx } = context
  const [down, across] = [tile.zone.top - from.zone.top, tile.zone.left - from.zone.left]
  const found = workbook.getters.getDataValidationRules(from.sheetId).flatMap(rule => {
    const { id: _id, ranges, ...kept } = rule
    const zones = ranges.flatMap(range => intersect(range.zone, from.zone) ?? [])
    return zones.length === 0 ? [] : [{ kept, zones }]
  })
  clearValidations(context, tile)
  for (const { kept, zones } of found)
    tx.dispatch('ADD_DATA_VALIDATION_RULE', {
      sheetId: tile.sheetId,
      rule: { id: crypto.randomUUID(), ...kept },
      ranges: zones.map(zone => ({ _sheetId: tile.sheetId, _zone: shift(zone, down, across) })),
    })
}
