/** Conditional rules of a tab: read, told in words, and how many cells one of them colours now. */
import type { sheets_v4 } from '@googleapis/sheets'
import { boxCells, cellName, closeBox, formatBox, overlaps } from '../../sheets/a1.ts'
import { hexOf } from '../../sheets/color.ts'
import { fromGridRange } from '../../sheets/grid-range.ts'
import { evaluate } from '../support/scratch.ts'
import { type Target, withBox } from '../support/target.ts'
import type { ToolContext } from '../tool.ts'

type Rule = sheets_v4.Schema$ConditionalFormatRule

const RULE_FIELDS = 'sheets(properties(sheetId),conditionalFormats)'

export async function rulesOf(context: ToolContext, sheetId: number): Promise<Rule[]> {
  const answer = await context.spreadsheet.get({ fields: RULE_FIELDS })
  const sheet = answer.sheets?.find(candidate => (candidate.properties?.sheetId ?? 0) === sheetId)
  return sheet?.conditionalFormats ?? []
}

export const touches = (rule: Rule, target: Target): boolean =>
  (rule.ranges ?? []).some(range => overlaps(fromGridRange(range).box, target.box))

/** "D2:D9: NUMBER_GREATER 100, background #d9ead3" */
export function ruleWords(rule: Rule): string {
  const where = (rule.ranges ?? []).map(range => formatBox(fromGridRange(range).box)).join(', ')
  if (rule.gradientRule) {
    const points = [rule.gradientRule.minpoint, rule.gradientRule.midpoint, rule.gradientRule.maxpoint]
    return `${where}: colour scale ${points.flatMap(point => (point ? [hexOf(point.colorStyle?.rgbColor ?? point.color)] : [])).join(' → ')}`
  }
  const { condition, format } = rule.booleanRule ?? {}
  const values = (condition?.values ?? []).map(value => value.userEnteredValue ?? '').join(' and ')
  const looks = [
    ...(format?.backgroundColorStyle || format?.backgroundColor
      ? [`background ${hexOf(format.backgroundColorStyle?.rgbColor ?? format.backgroundColor ?? {})}`]
      : []),
    ...(format?.textFormat ? [`text ${JSON.stringify(format.textFormat)}`] : []),
  ]
  return `${where}: ${condition?.type ?? ''} ${values}, ${looks.join(', ')}`
}

const MOST_LOOKED_AT = 20_000

export interface Matches {
  cells_it_colours_now: number
  /** One of them. */
  first?: string
  /** Where it colours none: "FALSE at D2". */
  formula_gives?: string
}

/** Cells that show the rule's look and would not by themselves, empty ones too. Nothing where there are too many. */
export async function countMatches(
  context: ToolContext,
  target: Target,
  rule: Rule | undefined,
): Promise<Partial<Matches>> {
  const format = rule?.booleanRule?.format
  const whole = withBox(target, closeBox(target.box, target.tab.rows, target.tab.columns))
  if (boxCells(whole.box) > MOST_LOOKED_AT || !format) return {}
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(data(rowData(values(effectiveFormat(backgroundColorStyle,textFormat),userEnteredFormat(backgroundColorStyle,textFormat)))))',
    ranges: [whole.full],
  })
  const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
  const { startRow, startColumn } = whole.box
  const names = rows.flatMap((row, down) =>
    (row.values ?? []).flatMap((cell, right) =>
      shows(cell.effectiveFormat, format) && !shows(cell.userEnteredFormat, format)
        ? [cellName(startRow + down, startColumn + right)]
        : [],
    ),
  )
  const [first] = names
  if (first !== undefined) return { cells_it_colours_now: names.length, first }
  const condition = rule.booleanRule?.condition
  const formula = condition?.type === 'CUSTOM_FORMULA' ? condition.values?.[0]?.userEnteredValue : undefined
  return { cells_it_colours_now: 0, ...(formula ? await givenAtFirst(context, whole, formula) : {}) }
}

/** The formula of a rule is read for the top left cell: there it may fail, or be TRUE and hidden by another rule. */
async function givenAtFirst(
  context: ToolContext,
  { tab, box }: Target,
  formula: string,
): Promise<Pick<Matches, 'formula_gives'>> {
  const [tried] = await evaluate(context, [formula], tab.title)
  const at = cellName(box.startRow, box.startColumn)
  return tried ? { formula_gives: `${tried.error ?? tried.shows[0]?.[0] ?? ''} at ${at}` } : {}
}

function shows(cell: sheets_v4.Schema$CellFormat | undefined, wanted: sheets_v4.Schema$CellFormat): boolean {
  if (!cell) return false
  const text = wanted.textFormat ?? {}
  const sameColor = (
    a: sheets_v4.Schema$ColorStyle | undefined,
    b: sheets_v4.Schema$ColorStyle | undefined,
  ) => !b || hexOf(a?.rgbColor ?? {}) === hexOf(b.rgbColor ?? {})
  return (
    (!wanted.backgroundColorStyle || cell.backgroundColorStyle !== undefined) &&
    sameColor(cell.backgroundColorStyle, wanted.backgroundColorStyle) &&
    sameColor(cell.textFormat?.foregroundColorStyle, text.foregroundColorStyle) &&
    (['bold', 'italic', 'strikethrough'] as const).every(
      key => text[key] === undefined || (cell.textFormat?.[key] ?? false) === text[key],
    )
  )
}
