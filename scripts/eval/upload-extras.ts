/** Requests that bring conditional formats and validation of an xlsx file into a spreadsheet. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { WorkbookTab } from './workbook.ts'
import { boundsOf } from './workbook.ts'
import type { SheetRule, SheetValidation } from './xlsx-extras.ts'

type Request = sheets_v4.Schema$Request

export function extrasRequests(tab: WorkbookTab, sheetId: number): Request[] {
  const rules = tab.extras.rules.flatMap((rule, index) => {
    const condition = ruleCondition(rule)
    if (!condition) return []
    const format = { backgroundColorStyle: { rgbColor: rgb(rule.fill ?? '#ffeb9c') } }
    const ranges = rule.ranges.map(range => gridRange(range, tab, sheetId))
    return [{ addConditionalFormatRule: { index, rule: { ranges, booleanRule: { condition, format } } } }]
  })
  const validations = tab.extras.validations.flatMap(validation => {
    const condition = validationCondition(validation)
    if (!condition) return []
    return validation.ranges.map(range => ({
      setDataValidation: {
        range: gridRange(range, tab, sheetId),
        rule: { condition, strict: false, showCustomUi: true },
      },
    }))
  })
  return [...rules, ...validations]
}

function gridRange(range: string, tab: WorkbookTab, sheetId: number): sheets_v4.Schema$GridRange {
  const { top, left, bottom, right } = boundsOf(range.replaceAll('$', ''), tab)
  return {
    sheetId,
    startRowIndex: top,
    endRowIndex: Math.min(bottom + 1, tab.rows + 100),
    startColumnIndex: left,
    endColumnIndex: Math.min(right + 1, tab.columns + 10),
  }
}

export function rgb(hex: string): sheets_v4.Schema$Color {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16) / 255
  return { red: part(1), green: part(3), blue: part(5) }
}

const OPERATORS: Record<string, string> = {
  equal: 'NUMBER_EQ',
  notEqual: 'NUMBER_NOT_EQ',
  greaterThan: 'NUMBER_GREATER',
  greaterThanOrEqual: 'NUMBER_GREATER_THAN_EQ',
  lessThan: 'NUMBER_LESS',
  lessThanOrEqual: 'NUMBER_LESS_THAN_EQ',
  between: 'NUMBER_BETWEEN',
}

function ruleCondition({ type, operator, formulas }: SheetRule): sheets_v4.Schema$BooleanCondition | null {
  const values = formulas.map(formula => ({
    userEnteredValue: /^-?[\d.]+$/.test(formula) ? formula : `=${formula}`,
  }))
  if (type === 'expression' && formulas.length === 1) return { type: 'CUSTOM_FORMULA', values }
  if (type === 'containsText' && formulas[0])
    return { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: `=${formulas[0]}` }] }
  const known = type === 'cellIs' && operator ? OPERATORS[operator] : undefined
  return known ? { type: known, values } : null
}

function validationCondition({ type, formulas }: SheetValidation): sheets_v4.Schema$BooleanCondition | null {
  const [formula] = formulas
  if (type !== 'list' || !formula) return null
  if (formula.startsWith('"')) {
    const items = formula.slice(1, -1).split(',')
    return { type: 'ONE_OF_LIST', values: items.map(item => ({ userEnteredValue: item.trim() })) }
  }
  return /^[^()]+$/.test(formula) && /\d/.test(formula)
    ? { type: 'ONE_OF_RANGE', values: [{ userEnteredValue: `=${formula}` }] }
    : null
}
