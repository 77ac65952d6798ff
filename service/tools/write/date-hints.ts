/**
 * Dates joined to texts: what such a formula means depends on how the date's cell is formatted, now and later.
 * Looks at the cells that the first formula of a block joins.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { closeBox, formatRange, parseRange } from '../../sheets/a1.ts'
import { type Joined, joinedIn, textOf, withNumbers } from '../../sheets/formula/joined.ts'
import { gridsOf } from '../../sheets/overview/grids.ts'
import { isFormula } from '../support/cells.ts'
import { cutText } from '../support/text.ts'
import type { ToolContext } from '../tool.ts'
import type { Block } from './blocks.ts'

const MOST_CELLS = 10
const MOST_HINTS = 2
const LONGEST_FORMULA = 400

interface Found {
  formula: string
  joined: Joined
  sheetId: number
  range: string
}

export async function dateHints(
  context: ToolContext,
  blocks: readonly Block[],
  decimalComma: boolean,
): Promise<string[]> {
  const { tabs } = await context.spreadsheet.meta()
  const found = new Map<string, Found>()
  const asTexts = new Set<string>()
  for (const block of blocks) {
    for (const formula of formulasOf(block)) {
      for (const joined of joinedIn(formula, decimalComma)) {
        const asText = textHint(formula, joined, decimalComma)
        if (asText !== null) asTexts.add(asText)
        const place = joined.isReference ? firstCell(joined.text, block, tabs) : null
        if (place && found.size < MOST_CELLS)
          found.set(`${joined.isCriterion} ${place.range}`, { formula, joined, ...place })
      }
    }
  }
  const cells = [...found.values()]
  if (cells.length === 0) return [...asTexts].slice(0, MOST_HINTS)
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(properties(sheetId),data(rowData(values(effectiveValue(numberValue),formattedValue,effectiveFormat(numberFormat)))))',
    ranges: cells.map(({ range }) => range),
  })
  const grids = gridsOf(answer, cells)
  const dates = cells.flatMap((one, index) => {
    const cell = grids[index]?.rowData?.[0]?.values?.[0]
    return isDate(cell) ? [words(one, cell?.formattedValue ?? '', decimalComma)] : []
  })
  return [...dates, ...asTexts].slice(0, MOST_HINTS)
}

/** Before or after a day: "=" and "<>" may be meant for texts. */
const ORDERS = /"[<>]=?"\s*&\s*$/

/** TEXT() in a condition gives a day as words; only a whole day in one order is read back as what it was. */
function textHint(
  formula: string,
  { isCriterion, start, end }: Joined,
  decimalComma: boolean,
): string | null {
  if (!isCriterion || !ORDERS.test(formula.slice(0, start))) return null
  const call = formula.slice(start, end)
  const made = textOf(call)
  if (!made || !/[ymd]/i.test(made.pattern) || /^yyyy-mm-dd/i.test(made.pattern)) return null
  const mended = cutText(withNumbers(formula, decimalComma), LONGEST_FORMULA)
  return `${call} is a text in a condition: it is read back as a date by the spreadsheet's language, if at all. As a number it stays the day: ${mended}`
}

const MOST_FORMULAS = 50

function formulasOf({ content }: Block): string[] {
  if (content.kind === 'formula') return [content.formula]
  const written = content.values.flat().filter(isFormula)
  return [...new Set(written)].slice(0, MOST_FORMULAS)
}

function firstCell(
  text: string,
  { target }: Block,
  tabs: readonly { sheetId: number; title: string; rows: number; columns: number }[],
): { sheetId: number; range: string } | null {
  const parsed = parseRange(text.replaceAll('$', ''))
  const tab = parsed && tabs.find(({ title }) => title === (parsed.tab ?? target.tab.title))
  if (!tab) return null
  const { startRow, startColumn } = closeBox(parsed.box, tab.rows, tab.columns)
  const box = { startRow, endRow: startRow + 1, startColumn, endColumn: startColumn + 1 }
  return { sheetId: tab.sheetId, range: formatRange(tab.title, box) }
}

const isDate = (cell: sheets_v4.Schema$CellData | undefined): boolean =>
  typeof cell?.effectiveValue?.numberValue === 'number' &&
  /^(?:DATE|DATE_TIME)$/.test(cell.effectiveFormat?.numberFormat?.type ?? '')

function words({ formula, joined }: Found, shows: string, decimalComma: boolean): string {
  const { text, isCriterion } = joined
  if (!isCriterion)
    return `${text} is a date, joined as it shows now ("${shows}"): another format of ${text} changes the text. TEXT(${text}${decimalComma ? ';' : ','}"yyyy-mm-dd") fixes how it looks.`
  const mended = cutText(withNumbers(formula, decimalComma), LONGEST_FORMULA)
  return `${text} is a date, joined to a condition as it shows now ("${shows}"): another format of ${text} changes what the formula means. As a number it stays the day: ${mended}`
}
