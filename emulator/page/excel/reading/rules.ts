/**
 * Conditional formats and validations of one tab in words that the engine's reader knows: each rule by
 * itself, in the order in which they count; what it knows no word for as a formula. XML in, XML out.
 */

import { toEngineFormula } from '../../../sheets/workbook/titles.ts'
import { type Box, boxOf, nameOf, printBox } from '../formula-text.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { escapeXml } from '../xml-text.ts'
import { type FormulaWorld, googleFormula } from './formulas.ts'

export function plainRules(sheet: string, world: FormulaWorld, tab: string): string {
  const read: Read = (formula, box) => {
    const google = googleFormula(formula.replace(/^=/, ''), world, { tab, row: box.top, col: box.left })
    return google === undefined ? undefined : toEngineFormula(google)
  }
  return withPlainValidations(withPlainFormats(sheet, read), read, world)
}

type Read = (formula: string, box: Box) => string | undefined

// ---- conditional formats

const FORMATS = /<conditionalFormatting\b[^>]*>[\s\S]*?<\/conditionalFormatting>/g

/** What an older rule says already, said once more with more of its looks. */
const LATER_BARS =
  /<x14:conditionalFormatting\b(?:(?!<\/x14:conditionalFormatting>)[\s\S])*?type="dataBar"[\s\S]*?<\/x14:conditionalFormatting>/g

function withPlainFormats(given: string, read: Read): string {
  const sheet = given.replace(LATER_BARS, '')
  // Those of later versions stand at the end, under another prefix; the reader knows them.
  const found = sheet.match(FORMATS)
  if (found === null) return sheet
  const rules = found.flatMap(text => {
    const element = parseXml(text).querySelector('conditionalFormatting')
    const ranges = element?.getAttribute('sqref') ?? ''
    const box = boxOf(ranges.split(' ')[0] ?? '')
    return (element?.querySelectorAll('cfRule') ?? []).flatMap(rule => {
      const plain = plainFormat(rule, box, ranges, read)
      return plain === undefined ? [] : [{ ranges, plain, order: Number(rule.getAttribute('priority') ?? 0) }]
    })
  })
  rules.sort((a, b) => a.order - b.order)
  const all = rules
    .map(({ ranges, plain }) => `<conditionalFormatting sqref="${ranges}">${plain}</conditionalFormatting>`)
    .join('')
  let isFirst = true
  return sheet.replace(FORMATS, () => {
    const text = isFirst ? all : ''
    isFirst = false
    return text
  })
}

const PICTURED = new Set(['colorScale', 'dataBar', 'iconSet'])
const KNOWN = new Set([
  ...['expression', 'cellIs', 'containsText', 'notContainsText', 'beginsWith', 'endsWith'],
  ...['duplicateValues', 'uniqueValues', 'containsBlanks', 'notContainsBlanks', 'top10'],
])

function plainFormat(rule: XmlElement, box: Box, ranges: string, read: Read): string | undefined {
  const type = rule.getAttribute('type') ?? ''
  if (PICTURED.has(type)) return rule.toString()
  const formulas = rule.querySelectorAll('formula').map(it => read(it.textContent, box))
  if (formulas.includes(undefined)) return undefined
  const isKnown = KNOWN.has(type) && !(type.includes('Text') && !rule.getAttribute('text'))
  const asFormula = isKnown ? undefined : formulaFor(rule, box, ranges, formulas[0])
  if (!isKnown && asFormula === undefined) return undefined
  const shown = asFormula === undefined ? formulas : [asFormula]
  // Anything else would be taken for a text.
  const isCompared = type === 'cellIs'
  const attributes = ['dxfId', 'priority', 'stopIfTrue', 'operator', 'text', 'rank', 'percent', 'bottom']
    .map(name => [name, rule.getAttribute(name)] as const)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => ` ${name}="${escapeXml(value ?? '')}"`)
  return `<cfRule type="${isKnown ? type : 'expression'}"${attributes.join('')}>${shown
    .map(text => `<formula>${escapeXml(isCompared ? asFormulaText(text ?? '') : (text ?? ''))}</formula>`)
    .join('')}</cfRule>`
}

const asFormulaText = (text: string) => (/^=|^-?[\d.]+$/.test(text) ? text : `=${text}`)

/** What the rule asks, of the first cell of its range. */
function formulaFor(rule: XmlElement, box: Box, ranges: string, own: string | undefined): string | undefined {
  const type = rule.getAttribute('type')
  const cell = nameOf({ row: box.top, col: box.left })
  if (type === 'containsErrors') return `ISERROR(${cell})`
  if (type === 'notContainsErrors') return `NOT(ISERROR(${cell}))`
  if (type === 'aboveAverage') {
    const isBelow = rule.getAttribute('aboveAverage') === '0'
    const orEqual = rule.getAttribute('equalAverage') === '1' ? '=' : ''
    const all = ranges.split(' ').map(range => fixed(boxOf(range)))
    const away = Number(rule.getAttribute('stdDev') ?? 0)
    const spread = away === 0 ? '' : `${isBelow ? '-' : '+'}${away}*STDEVP(${all.join(',')})`
    return `${cell}${isBelow ? '<' : '>'}${orEqual}AVERAGE(${all.join(',')})${spread}`
  }
  return own
}

const fixed = (box: Box) => printBox(box).replace(/([A-Z]+)(\d+)/g, '$$$1$$$2')

// ---- validations

const VALIDATION = /<dataValidation\b[^>]*?(?:\/>|>[\s\S]*?<\/dataValidation>)/g

function withPlainValidations(given: string, read: Read, world: FormulaWorld): string {
  const sheet = withLaterValidations(given)
  if (!sheet.includes('<dataValidation')) return sheet
  return sheet.replace(VALIDATION, text => {
    const element = parseXml(text).querySelector('dataValidation')
    return element === null ? '' : (plainValidation(element, read, world) ?? '')
  })
}

/** Those that ask another tab stand at the end of the file, under another prefix. */
function withLaterValidations(sheet: string): string {
  const later = [...sheet.matchAll(/<x14:dataValidation\b([^>]*)>([\s\S]*?)<\/x14:dataValidation>/g)]
  if (later.length === 0) return sheet
  const plain = later.map(([, attributes = '', inside = '']) => {
    const ranges = /<xm:sqref>([^<]*)<\/xm:sqref>/.exec(inside)?.[1] ?? ''
    const formulas = [...inside.matchAll(/<x14:formula([12])>\s*<xm:f>([^<]*)<\/xm:f>/g)]
    const written = formulas.map(([, number, text]) => `<formula${number}>${text}</formula${number}>`)
    return `<dataValidation${attributes} sqref="${ranges}">${written.join('')}</dataValidation>`
  })
  return sheet.replace(
    /<\/worksheet>\s*$/,
    `<dataValidations>${plain.join('')}</dataValidations></worksheet>`,
  )
}

function plainValidation(rule: XmlElement, read: Read, { names }: FormulaWorld): string | undefined {
  const ranges = rule.getAttribute('sqref') ?? ''
  const type = rule.getAttribute('type') ?? 'none'
  const box = boxOf(ranges.split(' ')[0] ?? '')
  const given = ['formula1', 'formula2'].map(tag => rule.querySelector(tag)?.textContent)
  const [asked, second] = given.map(text => (text === undefined ? undefined : read(text, box)))
  // The engine's lists come from cells, not from a name for them.
  const first = type === 'list' ? (names.get(asked?.toLowerCase() ?? '') ?? asked) : asked
  if (first === undefined) return undefined
  const operator = rule.getAttribute('operator') ?? 'between'
  const cell = nameOf({ row: box.top, col: box.left })
  const isPlain = ['list', 'custom', 'decimal'].includes(type) || (type === 'date' && operator !== 'notEqual')
  if (isPlain || type === 'whole') {
    if (type === 'list' && !/^"|^'?[^()]*\$?[A-Z]+\$?\d/i.test(first)) return undefined
    return written(type === 'whole' ? 'decimal' : type, operator, rule, ranges, [first, second])
  }
  if (type === 'none') return undefined
  const compared = type === 'textLength' ? `LEN(${cell})` : cell
  return written('custom', operator, rule, ranges, [comparison(compared, operator, first, second ?? first)])
}

const SIGNS: Record<string, string> = {
  equal: '=',
  notEqual: '<>',
  greaterThan: '>',
  greaterThanOrEqual: '>=',
  lessThan: '<',
  lessThanOrEqual: '<=',
}

function comparison(asked: string, operator: string, first: string, second: string): string {
  const sign = SIGNS[operator]
  if (sign !== undefined) return `${asked}${sign}${first}`
  const inside = `AND(${asked}>=${first},${asked}<=${second})`
  return operator === 'notBetween' ? `NOT(${inside})` : inside
}

function written(
  type: string,
  operator: string,
  rule: XmlElement,
  ranges: string,
  formulas: (string | undefined)[],
): string {
  // Who shows no message refuses nothing.
  const isWarning =
    (rule.getAttribute('errorStyle') ?? 'stop') !== 'stop' || !isOn(rule.getAttribute('showErrorMessage'))
  const style = isWarning ? ' errorStyle="warning"' : ''
  const hints = ['prompt', 'showDropDown'].flatMap(name => {
    const value = rule.getAttribute(name)
    return value ? [` ${name}="${escapeXml(value)}"`] : []
  })
  return `<dataValidation type="${type}" operator="${operator}"${style}${hints.join('')} sqref="${ranges}">${formulas
    .flatMap((text, i) =>
      text === undefined ? [] : [`<formula${i + 1}>${escapeXml(text)}</formula${i + 1}>`],
    )
    .join('')}</dataValidation>`
}

const isOn = (value: string | null) => value === '1' || value === 'true'
