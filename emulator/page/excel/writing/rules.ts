/** Conditional formats and validations of a tab, from the engine's rules, bands included. */
import type { ConditionalFormatRule, DataValidationRule, Style, Zone } from '../../../dialect/engine.ts'
import { readUserEntered } from '../../../sheets/cells/input.ts'
import { toGoogleFormula } from '../../../sheets/workbook/titles.ts'
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { nameOf, printBox } from '../formula-text.ts'
import { excelFormula } from './formulas.ts'
import { element, textElement } from './markup.ts'
import type { StyleBook } from './style-book.ts'

const COMPARED: Record<string, string> = {
  isGreaterThan: 'greaterThan',
  isGreaterOrEqualTo: 'greaterThanOrEqual',
  isLessThan: 'lessThan',
  isLessOrEqualTo: 'lessThanOrEqual',
  isEqual: 'equal',
  isEqualText: 'equal',
  isNotEqual: 'notEqual',
  isBetween: 'between',
  isNotBetween: 'notBetween',
  dateIs: 'equal',
  dateIsBefore: 'lessThan',
  dateIsAfter: 'greaterThan',
  dateIsOnOrBefore: 'lessThanOrEqual',
  dateIsOnOrAfter: 'greaterThanOrEqual',
  dateIsBetween: 'between',
  dateIsNotBetween: 'notBetween',
}

const printed = (value: string): string => {
  const input = readUserEntered(value)
  if (input.kind === 'formula') return excelFormula(toGoogleFormula(input.formula), '0', new Set()).text
  if (input.kind === 'number') return String(input.value)
  if (input.kind === 'boolean') return input.value ? 'TRUE' : 'FALSE'
  return input.kind === 'empty' ? '""' : `"${input.text.replaceAll('"', '""')}"`
}

// ---- conditional formats

type Rule = ConditionalFormatRule['rule'] & Record<string, unknown>

export function conditionalFormatsXml(workbook: Workbook, sheetId: string, book: StyleBook): string {
  const all = workbook.getters.getConditionalFormats(sheetId) as (ConditionalFormatRule & {
    stopIfTrue?: boolean
  })[]
  return all
    .map(({ ranges, rule, stopIfTrue }, i) => {
      const first = workbook.getters.getRangeFromSheetXC(sheetId, ranges[0] ?? 'A1').zone
      const written = ruleXml(rule as Rule, first, book, {
        priority: i + 1,
        stopIfTrue: stopIfTrue || undefined,
      })
      return written === '' ? '' : element('conditionalFormatting', { sqref: ranges.join(' ') }, written)
    })
    .join('')
}

type Given = Record<string, number | boolean | undefined>

function ruleXml(rule: Rule, first: Zone, book: StyleBook, given: Given): string {
  switch (rule.type) {
    case 'ColorScaleRule':
      return element('cfRule', { type: 'colorScale', ...given }, scaleXml(rule))
    case 'DataBarRule':
      return element('cfRule', { type: 'dataBar', ...given }, barXml(rule))
    case 'IconSetRule':
      return element('cfRule', { type: 'iconSet', ...given }, iconsXml(rule))
    case 'CellIsRule':
      return cellRuleXml(rule, first, {
        dxfId: book.ruleNumber(lookOf((rule.style ?? {}) as Style)),
        ...given,
      })
    default:
      return ''
  }
}

const lookOf = ({ fillColor, textColor, bold, italic, strikethrough, underline }: Style) => ({
  ...(fillColor ? { fillColor } : {}),
  ...(textColor ? { textColor } : {}),
  ...(bold === undefined ? {} : { bold }),
  ...(italic === undefined ? {} : { italic }),
  ...(strikethrough === undefined ? {} : { strikethrough }),
  ...(underline === undefined ? {} : { underline }),
})

function cellRuleXml(rule: Rule, first: Zone, given: Given): string {
  const operator = String(rule.operator)
  const values = ((rule.values ?? []) as string[]).filter(value => value !== '')
  const cell = nameOf({ row: first.top, col: first.left })
  const formula = (text: string) => textElement('formula', text)
  const compared = COMPARED[operator]
  if (compared !== undefined)
    return element(
      'cfRule',
      { type: 'cellIs', ...given, operator: compared },
      values.map(value => formula(printed(value))).join(''),
    )
  const text = values[0] ?? ''
  const asked = printed(text)
  const letters = `LEN(${asked})`
  const ofText = (type: string, test: string) =>
    element('cfRule', { type, ...given, operator: type, text }, formula(test))
  switch (operator) {
    case 'customFormula':
      return element('cfRule', { type: 'expression', ...given }, formula(printed(text)))
    case 'containsText':
      return ofText('containsText', `NOT(ISERROR(SEARCH(${asked},${cell})))`)
    case 'notContainsText':
      return element(
        'cfRule',
        { type: 'notContainsText', ...given, operator: 'notContains', text },
        formula(`ISERROR(SEARCH(${asked},${cell}))`),
      )
    case 'beginsWithText':
      return ofText('beginsWith', `LEFT(${cell},${letters})=${asked}`)
    case 'endsWithText':
      return ofText('endsWith', `RIGHT(${cell},${letters})=${asked}`)
    case 'isEmpty':
      return element('cfRule', { type: 'containsBlanks', ...given }, formula(`LEN(TRIM(${cell}))=0`))
    case 'isNotEmpty':
      return element('cfRule', { type: 'notContainsBlanks', ...given }, formula(`LEN(TRIM(${cell}))>0`))
    case 'top10':
      return element('cfRule', {
        type: 'top10',
        ...given,
        rank: Number(text) || 10,
        percent: rule.isPercent ? true : undefined,
        bottom: rule.isBottom ? true : undefined,
      })
    case 'duplicateValues':
    case 'uniqueValues':
      return element('cfRule', { type: operator, ...given })
    default:
      return ''
  }
}

interface Point {
  type: string
  value?: string
  color?: number
}

const THRESHOLDS: Record<string, string> = {
  number: 'num',
  percentage: 'percent',
  percentile: 'percentile',
  formula: 'formula',
}

const pointXml = ({ type, value }: Point, whenOpen: string, gte?: boolean) =>
  element('cfvo', {
    type: THRESHOLDS[type] ?? whenOpen,
    val: THRESHOLDS[type] === undefined ? undefined : (value ?? '0').replace(/^=/, ''),
    gte: gte === false ? false : undefined,
  })

const colorXml = (color: number | undefined) =>
  element('color', { rgb: `FF${(color ?? 0xffffff).toString(16).padStart(6, '0').toUpperCase()}` })

function scaleXml(rule: Rule): string {
  const ends = [
    [rule.minimum, 'min'],
    [rule.midpoint, 'percentile'],
    [rule.maximum, 'max'],
  ] as [Point | undefined, string][]
  const points = ends.filter((it): it is [Point, string] => it[0] !== undefined)
  return element(
    'colorScale',
    {},
    points.map(([point, open]) => pointXml(point, open)).join('') +
      points.map(([{ color }]) => colorXml(color)).join(''),
  )
}

const barXml = (rule: Rule) =>
  element(
    'dataBar',
    {},
    element('cfvo', { type: 'min' }) + element('cfvo', { type: 'max' }) + colorXml(rule.color as number),
  )

const ICONS: Record<string, string> = { arrow: '3Arrows', smiley: '3Symbols', dot: '3TrafficLights1' }

function iconsXml(rule: Rule): string {
  const { upper = '' } = (rule.icons ?? {}) as { upper?: string }
  const kind = Object.keys(ICONS).find(name => upper.startsWith(name)) ?? 'arrow'
  const points = [rule.lowerInflectionPoint, rule.upperInflectionPoint] as (Point & { operator?: string })[]
  return element(
    'iconSet',
    { iconSet: ICONS[kind], reverse: upper.endsWith('Bad') || undefined },
    element('cfvo', { type: 'percent', val: 0 }) +
      points.map(point => pointXml(point, 'percent', point.operator === 'ge')).join(''),
  )
}

// ---- validations

/** A list of values in one rule; a longer one is more than Excel opens. */
const LIST_LIMIT = 255

export function validationsXml(workbook: Workbook, sheetId: string): string {
  const rules = workbook.getters.getDataValidationRules(sheetId).flatMap(rule => {
    const zones = rule.ranges.map(({ zone }) => zone)
    const written = zones[0] === undefined ? undefined : criterionOf(rule, zones[0])
    if (written === undefined) return []
    const { formulas, ...attributes } = written
    const inside = formulas.map((text, i) => textElement(`formula${i + 1}`, text)).join('')
    return [
      element(
        'dataValidation',
        {
          ...attributes,
          errorStyle: rule.isBlocking ? undefined : 'warning',
          allowBlank: true,
          showErrorMessage: true,
          // Named the other way round: it hides the arrow.
          showDropDown:
            (attributes.type === 'list' && rule.criterion.displayStyle === 'plainText') || undefined,
          ...hintOf(rule),
          sqref: zones.map(printBox).join(' '),
        },
        inside,
      ),
    ]
  })
  return rules.length === 0 ? '' : element('dataValidations', { count: rules.length }, rules.join(''))
}

function hintOf(rule: DataValidationRule & { google?: { inputMessage?: string | null } }) {
  const prompt = rule.google?.inputMessage
  return prompt ? { showInputMessage: true, prompt } : {}
}

interface Criterion {
  type: string
  operator?: string
  formulas: string[]
}

function criterionOf({ criterion }: DataValidationRule, first: Zone): Criterion | undefined {
  const { type, values } = criterion
  const cell = nameOf({ row: first.top, col: first.left })
  const [text = ''] = values
  const asked = printed(text)
  const custom = (formula: string): Criterion => ({ type: 'custom', formulas: [formula] })
  const operator = COMPARED[type]
  if (type === 'isEqualText') return custom(`${cell}=${asked}`)
  if (operator !== undefined) {
    const kind = type.startsWith('date') ? 'date' : 'decimal'
    return { type: kind, operator, formulas: values.filter(Boolean).map(printed) }
  }
  switch (type) {
    case 'isValueInList': {
      const list = values.join(',')
      return list.length > LIST_LIMIT || list === ''
        ? undefined
        : { type: 'list', formulas: [`"${list.replaceAll('"', '""')}"`] }
    }
    case 'isValueInRange':
      return { type: 'list', formulas: [toGoogleFormula(text.replace(/^=/, ''))] }
    case 'isBoolean':
      return { type: 'list', formulas: ['"TRUE,FALSE"'] }
    case 'customFormula':
      return custom(asked)
    case 'containsText':
      return custom(`ISNUMBER(SEARCH(${asked},${cell}))`)
    case 'notContainsText':
      return custom(`ISERROR(SEARCH(${asked},${cell}))`)
    case 'isEmail':
      return custom(`ISNUMBER(MATCH("*@*.?*",${cell},0))`)
    case 'isLink':
      return custom(`ISNUMBER(SEARCH("?*.?*",${cell}))`)
    case 'dateIsValid':
      return { type: 'date', operator: 'greaterThanOrEqual', formulas: ['1'] }
    default:
      return undefined
  }
}
