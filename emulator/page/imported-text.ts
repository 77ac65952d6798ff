/** A file of separated values as a workbook: each field as if it were typed into its cell. In slices. */
import { engineContent, MAX_CELL_CHARACTERS, readUserEntered } from '../sheets/cells/input.ts'
import { writeNumberFormat } from '../sheets/cells/number-format.ts'
import { emptyWorkbookData } from '../sheets/http/create.ts'
import { PackedTab, type PackedWorkbook } from '../sheets/workbook/packing.ts'
import { decodeText, delimiterOf, readDelimited } from './delimited.ts'

/** What is wrong with the file, in words for its owner. */
export class UnreadableText extends Error {}

const MAX_CELLS = 10_000_000
const MAX_COLUMNS = 18_278
const SHEET_ID = '0'

export function* workbookOfText(
  bytes: Uint8Array,
  title: string,
  isTabs: boolean,
): Generator<void, PackedWorkbook> {
  const text = decodeText(bytes)
  const tab = new PackedTab(SHEET_ID)
  let [rows, columns] = [0, 0]
  for (const fields of readDelimited(text, isTabs ? '\t' : delimiterOf(text))) {
    columns = Math.max(columns, fields.length)
    check(fields, rows + 1, columns)
    enter(tab, rows++, fields)
    yield
  }
  const { styles, formats, zones, texts } = tab.end()
  const data = emptyWorkbookData(title, undefined, undefined, {
    rows: Math.max(1000, rows),
    columns: Math.max(26, columns),
  })
  const sheets = (data.sheets as object[]).map(sheet => ({ ...sheet, cells: {}, ...zones }))
  return { data: { ...data, sheets, styles, formats, isNotSquishable: true }, texts }
}

function check(fields: readonly string[], rows: number, columns: number): void {
  if (fields.some(({ length }) => length > MAX_CELL_CHARACTERS))
    throw new UnreadableText(`Row ${rows} has a cell of more than 50,000 characters. Nothing was created.`)
  if (columns > MAX_COLUMNS)
    throw new UnreadableText(`Row ${rows} has more than 18,278 columns. Nothing was created.`)
  if (rows * columns > MAX_CELLS)
    throw new UnreadableText('The file has more than 10 million cells. Nothing was created.')
}

function enter(tab: PackedTab, row: number, fields: readonly string[]): void {
  tab.row(
    row,
    fields.flatMap((field, col) => {
      const input = readUserEntered(field)
      const content = engineContent(input)
      if (content === '') return []
      const brought = input.kind === 'number' ? input.numberFormat : undefined
      const { style, format } = brought === undefined ? NO_LOOK : writeNumberFormat({}, brought)
      return [{ col, content, style, format }]
    }),
  )
}

const NO_LOOK = { style: {}, format: '' }
