/** The looks of an Excel file: each kind of font, fill, border and format once, cells point at them. */
import type { sheets_v4 } from '@googleapis/sheets'
import { BORDER_STYLES } from '../../../sheets/cells/cell-format.ts'
import { patternOf } from '../../../sheets/cells/number-format.ts'
import { pickHex } from '../../../sheets/google/colors.ts'
import { element, MAIN } from './markup.ts'

type CellFormat = sheets_v4.Schema$CellFormat
type TextFormat = sheets_v4.Schema$TextFormat

/** Formats that have a number by themselves. */
const BUILT_IN: Record<string, number> = {
  '0': 1,
  '0.00': 2,
  '#,##0': 3,
  '#,##0.00': 4,
  '0%': 9,
  '0.00%': 10,
  '0.00E+00': 11,
  '@': 49,
}
const FIRST_FORMAT = 164

export class StyleBook {
  readonly #fonts = new Numbered([fontXml({})])
  readonly #fills = new Numbered([
    solid(undefined),
    element('fill', {}, element('patternFill', { patternType: 'gray125' })),
  ])
  readonly #borders = new Numbered([bordersXml(undefined)])
  readonly #formats = new Numbered([])
  readonly #cells = new Numbered([element('xf', { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0, xfId: 0 })])
  readonly #rules = new Numbered([])
  readonly #known = new Map<string, number>()

  /** The number of a cell's look. */
  numberOf(format: CellFormat | undefined): number {
    if (format === undefined) return 0
    const key = JSON.stringify(format)
    const known = this.#known.get(key)
    if (known !== undefined) return known
    const number = this.#cells.numberOf(this.#cell(format))
    this.#known.set(key, number)
    return number
  }

  /** The number of a look that a rule gives. */
  ruleNumber(look: { fillColor?: string; textColor?: string } & TextFormat): number {
    const { fillColor, textColor, ...text } = look
    const font = fontParts({ ...text, ...(textColor === undefined ? {} : { color: textColor }) }, true)
    const fill =
      fillColor === undefined
        ? ''
        : element('fill', {}, element('patternFill', {}, colorXml('bgColor', fillColor)))
    return this.#rules.numberOf(element('dxf', {}, (font === '' ? '' : element('font', {}, font)) + fill))
  }

  #cell(format: CellFormat): string {
    const code = format.numberFormat ? excelPattern(patternOf(format.numberFormat)) : ''
    const numFmtId = code === '' ? 0 : (BUILT_IN[code] ?? FIRST_FORMAT + this.#formats.numberOf(code))
    const fontId = this.#fonts.numberOf(fontXml(format.textFormat ?? {}))
    const fillId = this.#fills.numberOf(solid(pickHex(format.backgroundColor, format.backgroundColorStyle)))
    const borderId = this.#borders.numberOf(bordersXml(format.borders ?? undefined))
    const alignment = alignmentXml(format)
    return element(
      'xf',
      {
        numFmtId,
        fontId,
        fillId,
        borderId,
        xfId: 0,
        applyNumberFormat: numFmtId > 0 || undefined,
        applyFont: fontId > 0 || undefined,
        applyFill: fillId > 0 || undefined,
        applyBorder: borderId > 0 || undefined,
        applyAlignment: alignment !== '' || undefined,
      },
      alignment,
    )
  }

  toXml(): string {
    const formats = this.#formats.all.map((formatCode, i) =>
      element('numFmt', { numFmtId: FIRST_FORMAT + i, formatCode }),
    )
    const list = (name: string, items: readonly string[]) =>
      items.length === 0 ? '' : element(name, { count: items.length }, items.join(''))
    return element(
      'styleSheet',
      { xmlns: MAIN },
      [
        list('numFmts', formats),
        list('fonts', this.#fonts.all),
        list('fills', this.#fills.all),
        list('borders', this.#borders.all),
        list('cellStyleXfs', [element('xf', { numFmtId: 0, fontId: 0, fillId: 0, borderId: 0 })]),
        list('cellXfs', this.#cells.all),
        list('cellStyles', [element('cellStyle', { name: 'Normal', xfId: 0, builtinId: 0 })]),
        list('dxfs', this.#rules.all),
      ].join(''),
    )
  }
}

/** Each text once, by its place. */
class Numbered {
  readonly all: string[]
  readonly #numbers: Map<string, number>
  constructor(first: string[]) {
    this.all = first
    this.#numbers = new Map(first.map((text, i) => [text, i]))
  }
  numberOf(text: string): number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#numbers.set(text, this.all.length)
    return this.all.push(text) - 1
  }
}

/** Excel's marks of the day's half are capitals. */
export const excelPattern = (pattern: string): string =>
  pattern.replace(/am\/pm/gi, 'AM/PM').replace(/a\/p(?!m)/gi, 'A/P')

const colorXml = (name: string, hex: string) =>
  element(name, { rgb: `FF${hex.replace('#', '').toUpperCase()}` })

const solid = (hex: string | undefined) =>
  element(
    'fill',
    {},
    hex === undefined
      ? element('patternFill', { patternType: 'none' })
      : element(
          'patternFill',
          { patternType: 'solid' },
          colorXml('fgColor', hex) + element('bgColor', { indexed: 64 }),
        ),
  )

function fontXml(format: TextFormat): string {
  const size = element('sz', { val: format.fontSize ?? 10 })
  const name = element('name', { val: format.fontFamily || 'Arial' })
  return element('font', {}, `${fontParts(withColor(format), false)}${size}${name}`)
}

/** Of a piece of a cell's text: what it has of its own. */
export function pieceXml(format: TextFormat): string {
  const size = format.fontSize ? element('sz', { val: format.fontSize }) : ''
  const name = format.fontFamily ? element('rFont', { val: format.fontFamily }) : ''
  return element('rPr', {}, `${fontParts(withColor(format), false)}${size}${name}`)
}

function withColor(format: TextFormat): TextFormat & { color?: string } {
  const color = pickHex(format.foregroundColor, format.foregroundColorStyle)
  return { ...format, ...(color === undefined ? {} : { color }) }
}

function fontParts(format: TextFormat & { color?: string }, isRule: boolean): string {
  const flag = (name: string, isOn: boolean | null | undefined) =>
    isOn ? element(name) : isRule && isOn === false ? element(name, { val: 0 }) : ''
  return [
    flag('b', format.bold),
    flag('i', format.italic),
    flag('strike', format.strikethrough),
    format.color === undefined ? '' : colorXml('color', format.color),
    format.underline ? element('u') : '',
  ].join('')
}

function bordersXml(borders: sheets_v4.Schema$Borders | undefined): string {
  const sides = (['left', 'right', 'top', 'bottom'] as const).map(side => {
    const line = borders?.[side]
    const style = BORDER_STYLES[line?.style ?? '']
    if (style === undefined) return element(side)
    const color = pickHex(line?.color, line?.colorStyle) ?? '#000000'
    return element(side, { style }, colorXml('color', color))
  })
  return element('border', {}, `${sides.join('')}${element('diagonal')}`)
}

function alignmentXml(format: CellFormat): string {
  const { angle, vertical } = format.textRotation ?? {}
  const rotation = vertical ? 255 : angle ? (angle < 0 ? 90 - angle : angle) : undefined
  const attributes = {
    horizontal: format.horizontalAlignment?.toLowerCase(),
    vertical: { TOP: 'top', MIDDLE: 'center', BOTTOM: 'bottom' }[format.verticalAlignment ?? ''],
    wrapText: format.wrapStrategy === 'WRAP' || undefined,
    textRotation: rotation,
  }
  return Object.values(attributes).every(value => value === undefined) ? '' : element('alignment', attributes)
}
