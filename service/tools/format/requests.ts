/** Requests to Google for each action of format_range. */
import type { sheets_v4 } from '@googleapis/sheets'
import { formatRange } from '../../sheets/a1.ts'
import { toGridRange } from '../../sheets/grid-range.ts'
import { toColorStyle } from '../support/colors.ts'
import { toBooleanCondition } from '../support/conditions.ts'
import { Refusal } from '../support/refusal.ts'
import type { Target } from '../support/target.ts'
import type { FormatArgs } from './args.ts'

type Request = sheets_v4.Schema$Request

/** Open sides stay open: a whole column is formatted as a column. */
const gridOf = (target: Target) => toGridRange(target.tab.sheetId, target.open)

const KINDS = {
  currency: 'CURRENCY',
  percent: 'PERCENT',
  date: 'DATE',
  number: 'NUMBER',
  text: 'TEXT',
} as const
const DEFAULT_PATTERN = {
  currency: '$#,##0.00',
  percent: '0.00%',
  date: 'yyyy-mm-dd',
  number: '#,##0.00',
  text: '@',
} as const

function kindOf(pattern: string): keyof typeof KINDS {
  // [$-409] names a language, [$€-407] a currency.
  const told = pattern.replaceAll(/\[\$-[^\]]*\]/g, '')
  const bare = told.replaceAll(/"[^"]*"|\\./g, '')
  if (bare.trim() === '@') return 'text'
  if (bare.includes('%')) return 'percent'
  if (/[$€£¥₹]/.test(told)) return 'currency'
  if (/[ymdhs]/i.test(bare.replaceAll(/\[[^\]]*\]/g, '')) && !/[0#]/.test(bare)) return 'date'
  return 'number'
}

export function numberFormat(target: Target, args: Pick<FormatArgs, 'pattern' | 'kind'>): Request[] {
  if (!args.pattern && !args.kind)
    throw new Refusal('number_format needs pattern or kind. Nothing was changed.')
  const kind = args.kind ?? kindOf(args.pattern!)
  const format = { type: KINDS[kind], pattern: args.pattern ?? DEFAULT_PATTERN[kind] }
  return [repeat(target, { numberFormat: format }, 'userEnteredFormat.numberFormat')]
}

const repeat = (target: Target, userEnteredFormat: sheets_v4.Schema$CellFormat, fields: string): Request => ({
  repeatCell: { range: gridOf(target), cell: { userEnteredFormat }, fields },
})

export function textStyle(target: Target, args: FormatArgs): Request[] {
  const format: sheets_v4.Schema$CellFormat = {}
  const text: sheets_v4.Schema$TextFormat = {}
  const fields: string[] = []
  for (const key of ['bold', 'italic', 'underline', 'strikethrough'] as const) {
    if (args[key] === undefined) continue
    text[key] = args[key]
    fields.push(`textFormat.${key}`)
  }
  if (args.size !== undefined) {
    text.fontSize = args.size
    fields.push('textFormat.fontSize')
  }
  if (args.font !== undefined) {
    text.fontFamily = args.font
    fields.push('textFormat.fontFamily')
  }
  if (args.color !== undefined) {
    text.foregroundColorStyle = toColorStyle(args.color)
    fields.push('textFormat.foregroundColorStyle')
  }
  if (Object.keys(text).length > 0) format.textFormat = text
  addCellStyle(format, fields, args)
  if (fields.length === 0)
    throw new Refusal('text_style needs something to set, for example bold. Nothing was changed.')
  return [repeat(target, format, fields.map(field => `userEnteredFormat.${field}`).join(','))]
}

function addCellStyle(format: sheets_v4.Schema$CellFormat, fields: string[], args: FormatArgs): void {
  if (args.background !== undefined) {
    format.backgroundColorStyle = toColorStyle(args.background)
    fields.push('backgroundColorStyle')
  }
  if (args.align !== undefined) {
    format.horizontalAlignment = args.align.toUpperCase()
    fields.push('horizontalAlignment')
  }
  if (args.valign !== undefined) {
    format.verticalAlignment = args.valign.toUpperCase()
    fields.push('verticalAlignment')
  }
  if (args.rotate !== undefined) {
    format.textRotation = { angle: args.rotate }
    fields.push('textRotation')
  }
  if (args.wrap !== undefined) {
    format.wrapStrategy = args.wrap ? 'WRAP' : 'OVERFLOW_CELL'
    fields.push('wrapStrategy')
  }
}

const LINES = {
  solid: 'SOLID',
  medium: 'SOLID_MEDIUM',
  thick: 'SOLID_THICK',
  dashed: 'DASHED',
  dotted: 'DOTTED',
  double: 'DOUBLE',
  none: 'NONE',
} as const
const SIDES = {
  all: ['top', 'bottom', 'left', 'right', 'innerHorizontal', 'innerVertical'],
  outer: ['top', 'bottom', 'left', 'right'],
  inner: ['innerHorizontal', 'innerVertical'],
  top: ['top'],
  bottom: ['bottom'],
  left: ['left'],
  right: ['right'],
} as const

export function borders(target: Target, args: FormatArgs): Request[] {
  const line = args.borders === 'none' ? 'none' : (args.line ?? 'solid')
  const border: sheets_v4.Schema$Border = { style: LINES[line] }
  // With the action named, color is the line's; else it is the text's.
  const color = args.border_color ?? (args.action === 'borders' ? args.color : undefined)
  if (line !== 'none') border.colorStyle = toColorStyle(color ?? 'black')
  const which = args.borders === undefined || args.borders === 'none' ? args.sides : args.borders
  const sides = Object.fromEntries(SIDES[which ?? 'all'].map(side => [side, border]))
  return [{ updateBorders: { range: toGridRange(target.tab.sheetId, target.box), ...sides } }]
}

/** Rows in turns white and coloured. */
export function banding(target: Target, args: FormatArgs): Request[] {
  const rowProperties = {
    firstBandColorStyle: toColorStyle('white'),
    secondBandColorStyle: toColorStyle(args.background ?? 'light gray'),
  }
  return [
    { addBanding: { bandedRange: { range: toGridRange(target.tab.sheetId, target.box), rowProperties } } },
  ]
}

/** A rule's condition from op and value, or the own formula. */
function conditionOf(args: FormatArgs, locale: string, action: string): sheets_v4.Schema$BooleanCondition {
  if (args.formula !== undefined) {
    const formula = args.formula.startsWith('=') ? args.formula : `=${args.formula}`
    return { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: formula }] }
  }
  const condition =
    args.op === undefined ? null : toBooleanCondition({ op: args.op, value: args.value }, locale)
  if (condition) return condition
  throw new Refusal(
    `${action} needs op with a value (for example op ">" and value 100), or a formula. Nothing was changed.`,
  )
}

export function conditional(target: Target, args: FormatArgs, locale: string): Request[] {
  const format: sheets_v4.Schema$CellFormat = {}
  if (args.background !== undefined) format.backgroundColorStyle = toColorStyle(args.background)
  const text: sheets_v4.Schema$TextFormat = {}
  if (args.color !== undefined) text.foregroundColorStyle = toColorStyle(args.color)
  if (args.bold !== undefined) text.bold = args.bold
  if (args.italic !== undefined) text.italic = args.italic
  if (args.strikethrough !== undefined) text.strikethrough = args.strikethrough
  if (Object.keys(text).length > 0) format.textFormat = text
  if (Object.keys(format).length === 0) format.backgroundColorStyle = toColorStyle('light yellow')
  const rule = {
    ranges: [toGridRange(target.tab.sheetId, target.box)],
    booleanRule: { condition: conditionOf(args, locale, 'conditional'), format },
  }
  return [{ addConditionalFormatRule: { rule, index: 0 } }]
}

export function validation(target: Target, args: FormatArgs, locale: string, list: Target | null): Request[] {
  const rule: sheets_v4.Schema$DataValidationRule = {
    condition: validationCondition(args, locale, list),
    strict: args.strict ?? true,
    showCustomUi: true,
  }
  return [{ setDataValidation: { range: toGridRange(target.tab.sheetId, target.box), rule } }]
}

function validationCondition(
  args: FormatArgs,
  locale: string,
  list: Target | null,
): sheets_v4.Schema$BooleanCondition {
  if (args.list && args.list.length > 0) {
    return { type: 'ONE_OF_LIST', values: args.list.map(value => ({ userEnteredValue: value })) }
  }
  if (list) {
    const range = formatRange(list.tab.title, list.box)
    return { type: 'ONE_OF_RANGE', values: [{ userEnteredValue: `=${range}` }] }
  }
  if (args.checkbox) return { type: 'BOOLEAN' }
  return conditionOf(args, locale, 'validation')
}

export function columnWidth(target: Target, args: FormatArgs): Request[] {
  const range = {
    sheetId: target.tab.sheetId,
    dimension: 'COLUMNS',
    startIndex: target.box.startColumn,
    endIndex: target.box.endColumn,
  }
  const pixels = typeof args.width === 'number' ? args.width : args.pixels
  if (pixels === undefined) return [{ autoResizeDimensions: { dimensions: range } }]
  return [{ updateDimensionProperties: { range, properties: { pixelSize: pixels }, fields: 'pixelSize' } }]
}

export function rowHeight(target: Target, args: FormatArgs): Request[] {
  const range = {
    sheetId: target.tab.sheetId,
    dimension: 'ROWS',
    startIndex: target.box.startRow,
    endIndex: target.box.endRow,
  }
  const pixelSize = args.height ?? args.pixels ?? 21
  return [{ updateDimensionProperties: { range, properties: { pixelSize }, fields: 'pixelSize' } }]
}

const MERGES = { all: 'MERGE_ALL', rows: 'MERGE_ROWS', columns: 'MERGE_COLUMNS' } as const

export function merge(target: Target, args: FormatArgs): Request[] {
  const range = toGridRange(target.tab.sheetId, target.box)
  const kind = args.merge ?? 'all'
  return kind === 'none'
    ? [{ unmergeCells: { range } }]
    : [{ mergeCells: { range, mergeType: MERGES[kind] } }]
}

export function clear(target: Target, args: FormatArgs): Request[] {
  const range = gridOf(target)
  const what = args.clear ?? args.what ?? 'format'
  if (what === 'validation') return [{ setDataValidation: { range } }]
  const fields = {
    format: 'userEnteredFormat',
    values: 'userEnteredValue',
    note: 'note',
    all: 'userEnteredValue,userEnteredFormat',
  }
  if (what === 'conditional') return []
  return [{ repeatCell: { range, cell: {}, fields: fields[what] } }]
}
