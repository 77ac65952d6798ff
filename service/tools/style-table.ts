/** A table made readable in one call: header, number formats by what columns hold, widths, freeze, banding. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { columnLetters, overlaps } from '../sheets/a1.ts'
import { fromGridRange, toGridRange } from '../sheets/grid-range.ts'
import { readTable, type Table } from './sort-filter/table.ts'
import { toColorStyle } from './support/colors.ts'
import { guardProtected } from './support/guards.ts'
import { setNumberFormat } from './support/number-formats.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields, targetFields, withBox } from './support/target.ts'
import type { ToolContext } from './tool.ts'

const args = z.object({
  range: z.string().describe('With its header, for example A1:F'),
  header_background: z.string().optional().describe('Default dark blue'),
  header_color: z.string().optional().describe('Default white'),
  banding: z.boolean().optional().describe('Default true'),
  freeze: z.boolean().optional().describe('Default true'),
  number_formats: z.boolean().optional().describe('Default true: where a column has none'),
  totals_row: z.boolean().optional().describe('The last row is one'),
})
type Args = z.output<typeof args>

type Request = sheets_v4.Schema$Request

export const styleTable = spreadsheetTool({
  name: 'style_table',
  brief: 'range, totals_row; header, formats, widths, freeze, banding at once',
  description:
    'Styles a table in one call: bold coloured header, number formats by type, widths, frozen header, banded rows. Values stay. Example: {"range":"A1:F","totals_row":true}',
  args,
  restyles: () => true,
  fields: ({ range }, context) => rangeFields(range, context),
  async run(input, context) {
    const table = await readTable(context, input.range, undefined)
    if (!table.body) throw new Refusal(`${table.whole.full} has no data rows. Nothing was changed.`)
    guardProtected(context, table.whole)
    const formats = input.number_formats === false ? [] : await numberFormats(context, table)
    const banded = input.banding === false ? null : await banding(context, table, input)
    const frozen = freeze(table, input)
    const requests = [
      ...headerRequests(table, input),
      ...formats.map(({ request }) => request),
      ...(banded && 'request' in banded ? [banded.request] : []),
      ...(input.totals_row ? totals(table) : []),
      ...frozen,
      widths(table),
    ]
    await context.spreadsheet.batchUpdate(requests)
    return {
      state: 'succeeded',
      output: {
        styled: table.whole.full,
        header: table.header ? 'styled' : 'none found',
        frozen_rows: frozen.length > 0 ? table.whole.box.startRow + 1 : table.whole.details.frozenRows,
        banding: banded === null ? 'not asked for' : 'request' in banded ? 'added' : 'was there',
        ...(input.totals_row ? { totals_row: 'bold, line above' } : {}),
        number_formats: formats.map(({ words }) => words),
        ...(banded && 'note' in banded ? { note: banded.note } : {}),
      },
      fields: targetFields(table.whole),
    }
  },
})

function headerRequests(table: Table, input: Args): Request[] {
  if (!table.header) return []
  const box = { ...table.whole.box, endRow: table.whole.box.startRow + 1 }
  return [
    {
      repeatCell: {
        range: toGridRange(table.whole.tab.sheetId, box),
        cell: {
          userEnteredFormat: {
            backgroundColorStyle: toColorStyle(input.header_background ?? 'dark blue'),
            textFormat: { bold: true, foregroundColorStyle: toColorStyle(input.header_color ?? 'white') },
            verticalAlignment: 'MIDDLE',
            wrapStrategy: 'WRAP',
          },
        },
        fields:
          'userEnteredFormat(backgroundColorStyle,textFormat.bold,textFormat.foregroundColorStyle,verticalAlignment,wrapStrategy)',
      },
    },
  ]
}

const PERCENT_WORDS = /%|percent|prozent|rate\b|share|margin|anteil|quote|taux|porcent/i
const NO_NUMBER = /\b(?:id|no|nr|year|jahr|zip|plz|phone|code|number|año|année)\b|#/i

/** For columns of numbers that have no format of their own. */
async function numberFormats(
  context: ToolContext,
  table: Table,
): Promise<{ request: Request; words: string }[]> {
  const body = table.body!
  const rows = Math.min(200, body.box.endRow - body.box.startRow)
  const seen = withBox(body, { ...body.box, endRow: body.box.startRow + rows })
  const answer = await context.spreadsheet.get({
    fields:
      'sheets(data(rowData(values(effectiveValue,userEnteredFormat(numberFormat),effectiveFormat(numberFormat)))))',
    ranges: [seen.full],
  })
  const cells = (answer.sheets?.[0]?.data?.[0]?.rowData ?? []).map(row => row.values ?? [])
  const formats: { request: Request; words: string }[] = []
  for (let column = body.box.startColumn; column < body.box.endColumn; column += 1) {
    const at = column - body.box.startColumn
    const filled = cells.flatMap(row => (row[at]?.effectiveValue ? [row[at]] : []))
    const numbers = filled.flatMap(cell => cell.effectiveValue?.numberValue ?? [])
    const hasOwn = filled.some(cell => cell.userEnteredFormat?.numberFormat || takesOver(cell))
    if (numbers.length === 0 || numbers.length < filled.length * 0.8 || hasOwn) continue
    const pattern = patternFor(String(table.header?.[at] ?? ''), numbers)
    if (!pattern) continue
    const box = { ...body.box, startColumn: column, endColumn: column + 1 }
    const type = pattern.includes('%') ? 'PERCENT' : 'NUMBER'
    formats.push({
      words: `${columnLetters(column)} ${pattern}`,
      request: setNumberFormat(body.tab.sheetId, box, { type, pattern }),
    })
  }
  return formats
}

/** A formula shows dates, money and percents as what it reads does. */
const takesOver = (cell: sheets_v4.Schema$CellData): boolean =>
  !['NUMBER', 'TEXT', undefined, null].includes(cell.effectiveFormat?.numberFormat?.type)

function patternFor(header: string, numbers: number[]): string | null {
  if (PERCENT_WORDS.test(header) && numbers.every(value => Math.abs(value) <= 2)) return '0.0%'
  if (NO_NUMBER.test(header)) return null
  if (numbers.every(Number.isInteger)) return numbers.some(value => Math.abs(value) >= 1000) ? '#,##0' : null
  return '#,##0.00'
}

async function banding(
  context: ToolContext,
  table: Table,
  input: Args,
): Promise<{ request: Request } | { note: string }> {
  const answer = await context.spreadsheet.get({ fields: 'sheets(properties(sheetId),bandedRanges(range))' })
  const own = answer.sheets?.find(({ properties }) => (properties?.sheetId ?? 0) === table.whole.tab.sheetId)
  const isBanded = (own?.bandedRanges ?? []).some(
    ({ range }) => range && overlaps(fromGridRange(range).box, table.whole.box),
  )
  if (isBanded) return { note: 'Rows were banded already; that stayed.' }
  const box = { ...table.body!.box, endRow: table.body!.box.endRow - (input.totals_row ? 1 : 0) }
  return {
    request: {
      addBanding: {
        bandedRange: {
          range: toGridRange(table.whole.tab.sheetId, box),
          rowProperties: {
            firstBandColorStyle: toColorStyle('white'),
            secondBandColorStyle: toColorStyle('#f3f6fc'),
          },
        },
      },
    },
  }
}

function totals(table: Table): Request[] {
  const box = { ...table.whole.box, startRow: table.whole.box.endRow - 1 }
  const range = toGridRange(table.whole.tab.sheetId, box)
  return [
    {
      repeatCell: {
        range,
        cell: { userEnteredFormat: { textFormat: { bold: true } } },
        fields: 'userEnteredFormat.textFormat.bold',
      },
    },
    { updateBorders: { range, top: { style: 'SOLID', colorStyle: toColorStyle('black') } } },
  ]
}

/** Only where the header is at the top of the tab: freezing more would hide the data. */
function freeze(table: Table, input: Args): Request[] {
  const { startRow } = table.whole.box
  if (input.freeze === false || !table.header || startRow > 5 || table.whole.details.frozenRows > startRow)
    return []
  return [
    {
      updateSheetProperties: {
        properties: {
          sheetId: table.whole.tab.sheetId,
          gridProperties: { frozenRowCount: startRow + 1 },
        },
        fields: 'gridProperties.frozenRowCount',
      },
    },
  ]
}

const widths = ({ whole }: Table): Request => ({
  autoResizeDimensions: {
    dimensions: {
      sheetId: whole.tab.sheetId,
      dimension: 'COLUMNS',
      startIndex: whole.box.startColumn,
      endIndex: whole.box.endColumn,
    },
  },
})
