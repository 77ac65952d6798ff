/**
 * Google's CellFormat and the engine's style, border and format. What the engine has a word for is its
 * own and shows in the page; the rest of a CellFormat is kept in `style.google` and comes back unchanged.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Border, BorderDescr, CellPosition, Style } from '../../dialect/engine.ts'
import { fromHex, pickHex } from '../google/colors.ts'
import { invalid } from '../google/errors.ts'
import type { UpdateMask } from '../google/fields.ts'
import type { Transaction, Workbook } from '../workbook/workbook.ts'
import {
  isPattern,
  NUMBER_FORMAT_TYPES,
  patternOf,
  readNumberFormat,
  writeNumberFormat,
} from './number-format.ts'

type CellFormat = sheets_v4.Schema$CellFormat
type TextFormat = sheets_v4.Schema$TextFormat

const ALIGN = { LEFT: 'left', CENTER: 'center', RIGHT: 'right' } as const
const VERTICAL = { TOP: 'top', MIDDLE: 'middle', BOTTOM: 'bottom' } as const
const WRAP = { OVERFLOW_CELL: 'overflow', LEGACY_WRAP: 'overflow', WRAP: 'wrap', CLIP: 'clip' } as const

/** What Google's cells look like before anyone formats them. */
export const DEFAULT_FORMAT: CellFormat = {
  backgroundColor: { red: 1, green: 1, blue: 1 },
  padding: { top: 2, right: 3, bottom: 2, left: 3 },
  verticalAlignment: 'BOTTOM',
  wrapStrategy: 'OVERFLOW_CELL',
  textFormat: {
    foregroundColor: {},
    fontFamily: 'Arial',
    fontSize: 10,
    bold: false,
    italic: false,
    strikethrough: false,
    underline: false,
    foregroundColorStyle: { rgbColor: {} },
  },
  hyperlinkDisplayType: 'PLAIN_TEXT',
  backgroundColorStyle: { rgbColor: { red: 1, green: 1, blue: 1 } },
}

// ---- reading

/** A cell's own format; undefined when it has none. */
export function userEnteredFormat(workbook: Workbook, position: CellPosition): CellFormat | undefined {
  const cell = workbook.getters.getCell(position)
  const format = formatOfStyle(cell?.style ?? {})
  const numberFormat = readNumberFormat(cell?.style, cell?.format)
  if (numberFormat !== undefined) format.numberFormat = numberFormat
  const borders = bordersOf(workbook.getters.getCellBorder(position))
  if (borders !== undefined) format.borders = borders
  return Object.keys(format).length === 0 ? undefined : format
}

export function formatOfStyle(style: Style): CellFormat {
  const {
    numberFormat: _numberFormat,
    textFormat: keptText,
    textFormatRuns: _runs,
    formula: _formula,
    ...kept
  } = (style.google ?? {}) as CellFormat & { textFormatRuns?: unknown; formula?: unknown }
  const text: TextFormat = { ...keptText }
  if (style.textColor !== undefined) {
    text.foregroundColor = fromHex(style.textColor)
    text.foregroundColorStyle = { rgbColor: fromHex(style.textColor) }
  }
  if (style.fontSize !== undefined) text.fontSize = style.fontSize
  for (const key of ['bold', 'italic', 'strikethrough', 'underline'] as const)
    if (style[key] !== undefined) text[key] = style[key]
  const format: CellFormat = { ...kept }
  if (style.fillColor !== undefined) {
    format.backgroundColor = fromHex(style.fillColor)
    format.backgroundColorStyle = { rgbColor: fromHex(style.fillColor) }
  }
  if (style.align !== undefined) format.horizontalAlignment = keyOf(ALIGN, style.align)
  if (style.verticalAlign !== undefined) format.verticalAlignment = keyOf(VERTICAL, style.verticalAlign)
  if (style.wrapping !== undefined) format.wrapStrategy = keyOf(WRAP, style.wrapping)
  if (style.rotation !== undefined)
    format.textRotation = { angle: Math.round((-style.rotation * 180) / Math.PI) }
  if (Object.keys(text).length > 0) format.textFormat = text
  return format
}

function keyOf(table: Record<string, string>, value: string): string {
  return Object.keys(table).find(key => table[key] === value) ?? ''
}

/** The format a cell is shown in: Google's defaults, its own, and what conditional formats add. */
export function effectiveFormat(workbook: Workbook, position: CellPosition): CellFormat {
  const cell = workbook.getters.getCell(position)
  const shown = formatOfStyle({ ...cell?.style, ...workbook.getters.getCellComputedStyle(position) })
  const own = userEnteredFormat(workbook, position) ?? {}
  const evaluated = workbook.getters.getEvaluatedCell(position)
  const numberFormat = own.numberFormat ?? readNumberFormat(undefined, evaluated.format)
  const aligned = { number: 'RIGHT', boolean: 'CENTER', error: 'CENTER', text: 'LEFT', empty: undefined }[
    evaluated.type
  ]
  return {
    ...DEFAULT_FORMAT,
    ...(aligned === undefined ? {} : { horizontalAlignment: aligned }),
    ...own,
    ...shown,
    ...(numberFormat === undefined ? {} : { numberFormat }),
    textFormat: { ...DEFAULT_FORMAT.textFormat, ...own.textFormat, ...shown.textFormat },
  }
}

// ---- writing

const TEXT_FLAGS = ['bold', 'italic', 'strikethrough', 'underline'] as const
const KEPT_FIELDS = ['padding', 'textDirection', 'hyperlinkDisplayType', 'textRotation'] as const

/** The style and format after a CellFormat was written under a mask. `at` are the mask's fields above. */
export function changeFormat(
  before: { style: Style; format: string | undefined },
  given: CellFormat,
  mask: UpdateMask,
  at: string[],
  path: string,
): { style: Style; format: string | undefined } {
  const has = (...fields: string[]) => mask.has(...at, ...fields)
  let style: Style = { ...before.style }
  let format = before.format
  if (has('numberFormat')) {
    checkNumberFormat(given.numberFormat, path)
    const kept = given.numberFormat ?? undefined
    ;({ style, format } = writeNumberFormat(style, kept && patternOf(kept) !== '' ? kept : undefined))
  }
  if (has('backgroundColor') || has('backgroundColorStyle'))
    put(style, 'fillColor', pickHex(given.backgroundColor, given.backgroundColorStyle))
  if (has('horizontalAlignment')) put(style, 'align', readWord(ALIGN, given.horizontalAlignment, path))
  if (has('verticalAlignment')) put(style, 'verticalAlign', readWord(VERTICAL, given.verticalAlignment, path))
  if (has('wrapStrategy')) put(style, 'wrapping', readWord(WRAP, given.wrapStrategy, path))
  if (has('textRotation')) put(style, 'rotation', rotationOf(given.textRotation))
  if (has('textFormat')) style = changeTextFormat(style, given.textFormat ?? {}, mask, [...at, 'textFormat'])
  for (const field of KEPT_FIELDS) if (has(field)) style = keep(style, field, given[field] ?? undefined)
  return { style, format }
}

function changeTextFormat(before: Style, given: TextFormat, mask: UpdateMask, at: string[]): Style {
  let style: Style = { ...before }
  if (mask.has(...at, 'foregroundColor') || mask.has(...at, 'foregroundColorStyle'))
    put(style, 'textColor', pickHex(given.foregroundColor, given.foregroundColorStyle))
  if (mask.has(...at, 'fontSize')) put(style, 'fontSize', given.fontSize ?? undefined)
  for (const flag of TEXT_FLAGS) if (mask.has(...at, flag)) put(style, flag, given[flag] ?? undefined)
  const text: Record<string, unknown> = { ...(style.google?.textFormat as object | undefined) }
  for (const field of ['fontFamily', 'link'] as const)
    if (mask.has(...at, field)) {
      if (given[field] == null) delete text[field]
      else text[field] = given[field]
    }
  style = keep(style, 'textFormat', Object.keys(text).length === 0 ? undefined : text)
  return style
}

function put<K extends keyof Style>(style: Style, key: K, value: Style[K] | undefined): void {
  if (value === undefined) delete style[key]
  else style[key] = value
}

function keep(style: Style, field: string, value: unknown): Style {
  const { google, ...rest } = style
  const kept = { ...google }
  if (value === undefined) delete kept[field]
  else kept[field] = value
  return Object.keys(kept).length === 0 ? rest : { ...rest, google: kept }
}

function readWord<T extends Record<string, string>>(
  table: T,
  value: string | null | undefined,
  path: string,
): T[keyof T] | undefined {
  if (!value || value.endsWith('_UNSPECIFIED')) return undefined
  const word = table[value] as T[keyof T] | undefined
  if (word === undefined) throw invalid(`Invalid ${path}: "${value}" is not a valid value`)
  return word
}

function rotationOf(rotation: sheets_v4.Schema$TextRotation | null | undefined): number | undefined {
  const angle = rotation?.angle
  return angle == null ? undefined : (-angle * Math.PI) / 180
}

function checkNumberFormat(given: sheets_v4.Schema$NumberFormat | null | undefined, path: string): void {
  if (!given) return
  if (!NUMBER_FORMAT_TYPES.has(given.type ?? ''))
    throw invalid(`Invalid ${path}: numberFormat.type is required`)
  if (given.pattern && !isPattern(given.pattern))
    throw invalid(`Invalid ${path}: Invalid number format pattern: ${given.pattern}`)
}

// ---- borders

/** As the engine and Excel call them. */
export const BORDER_STYLES: Record<string, BorderDescr['style']> = {
  SOLID: 'thin',
  SOLID_MEDIUM: 'medium',
  SOLID_THICK: 'thick',
  DASHED: 'dashed',
  DOTTED: 'dotted',
  DOUBLE: 'double',
}
const WIDTHS: Record<string, number> = { medium: 2, thick: 3, double: 3 }
const BORDER_NAMES = {
  thin: 'SOLID',
  medium: 'SOLID_MEDIUM',
  thick: 'SOLID_THICK',
  dashed: 'DASHED',
  dotted: 'DOTTED',
  double: 'DOUBLE',
}
export const SIDES = ['top', 'bottom', 'left', 'right'] as const

function bordersOf(border: Border | null): sheets_v4.Schema$Borders | undefined {
  if (border === null) return undefined
  const borders: sheets_v4.Schema$Borders = {}
  for (const side of SIDES) {
    const line = border[side]
    if (line !== undefined)
      borders[side] = {
        style: BORDER_NAMES[line.style],
        width: WIDTHS[line.style] ?? 1,
        color: fromHex(line.color),
        colorStyle: { rgbColor: fromHex(line.color) },
      }
  }
  return Object.keys(borders).length === 0 ? undefined : borders
}

/** undefined: no line there. */
export function lineOf(
  given: sheets_v4.Schema$Border | null | undefined,
  path: string,
): BorderDescr | undefined {
  if (!given?.style || given.style === 'NONE') return undefined
  const style = BORDER_STYLES[given.style]
  if (style === undefined) throw invalid(`Invalid ${path}: "${given.style}" is not a valid border style`)
  return { style, color: pickHex(given.color, given.colorStyle) ?? '#000000' }
}

/** Sets or clears the sides a mask names, leaving the others of a cell as they are. */
export function changeBorders(
  workbook: Workbook,
  tx: Transaction,
  position: CellPosition,
  change: (border: Border) => void,
): void {
  const border: Border = { ...workbook.getters.getCellBorder(position) }
  change(border)
  const empty = SIDES.every(side => border[side] === undefined)
  tx.dispatch('SET_BORDER', { ...position, border: empty ? undefined : border })
}
