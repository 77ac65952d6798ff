/** Cells that look a way: a number format, a colour, bold. Ranges of equal cells are told as one. */
import type { sheets_v4 } from '@googleapis/sheets'
import { boxCells, formatRange } from '../../sheets/a1.ts'
import { hexOf } from '../../sheets/color.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import { toColorStyle } from '../support/colors.ts'
import { Refusal } from '../support/refusal.ts'
import type { ToolContext } from '../tool.ts'

const MOST_CELLS = 200_000
const FIELDS =
  'sheets(data(rowData(values(userEnteredFormat(numberFormat,backgroundColorStyle,textFormat)))))'

export async function findLooks(
  context: ToolContext,
  tabs: readonly Tab[],
  what: string,
): Promise<{ cells: string[]; counts: Map<string, number> }> {
  const wanted = lookWanted(what)
  const found = { cells: [] as string[], counts: new Map<string, number>() }
  for (const tab of tabs) {
    const box = { startRow: 0, endRow: tab.rows, startColumn: 0, endColumn: tab.columns }
    if (boxCells(box) > MOST_CELLS)
      throw new Refusal(
        `"${tab.title}" has more than ${MOST_CELLS} cells: read_spreadsheet_fields tells formats of a range. Nothing was changed.`,
      )
    const answer = await context.spreadsheet.get({ fields: FIELDS, ranges: [formatRange(tab.title, box)] })
    const rows = answer.sheets?.[0]?.data?.[0]?.rowData ?? []
    const keys = rows.map(row =>
      (row.values ?? []).map(({ userEnteredFormat: format }) => {
        const words = format ? lookWords(format) : ''
        return words !== '' && words.toLowerCase().includes(wanted) ? words : null
      }),
    )
    for (const { box: alike, key } of groupCells(keys, box)) {
      found.cells.push(`${formatRange(tab.title, alike)}: ${key}`)
      found.counts.set(tab.title, (found.counts.get(tab.title) ?? 0) + boxCells(alike))
    }
  }
  return found
}

/** A colour by its name is looked for as the cells have it. */
function lookWanted(what: string): string {
  const plain = what.trim().toLowerCase()
  try {
    return hexOf(toColorStyle(plain).rgbColor ?? {})?.toLowerCase() ?? plain
  } catch {
    return plain
  }
}

function lookWords(format: sheets_v4.Schema$CellFormat): string {
  const { numberFormat, backgroundColorStyle: fill, textFormat: text } = format
  const color = text?.foregroundColorStyle
  return [
    ...(numberFormat?.pattern ? [numberFormat.pattern] : []),
    ...(fill ? [`background ${hexOf(fill.rgbColor ?? {})}`] : []),
    ...(color ? [`text ${hexOf(color.rgbColor ?? {})}`] : []),
    ...(['bold', 'italic', 'underline', 'strikethrough'] as const).filter(key => text?.[key]),
  ].join(', ')
}
