/**
 * The sheet of a bulk run as it is right now. One read brings the template's columns and the result's
 * column; they are found by their headers wherever the user has moved them, the tab by its id.
 */
import { type Box, formatBox, formatRange } from '../../sheets/a1.ts'
import { SheetsError } from '../../sheets/errors.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import type { CellValue } from '../support/cells.ts'
import { Refusal } from '../support/refusal.ts'
import { type Block, writeRuns } from '../support/writing.ts'
import type { ToolContext } from '../tool.ts'
import { rowKey } from './row-key.ts'
import type { Plan } from './row-store.ts'

export interface SheetView {
  /** Texts of the template's columns, in the plan's order, for each row of the tab from the top. */
  cells: string[][]
  /** What the result's column shows in each row. */
  output: string[]
  /** Key of each row; '' where the row is no data. */
  keys: string[]
}

/** A header is looked for this far down when rows were inserted above it. */
const HEADER_SEARCH_ROWS = 60

export class BulkSheet {
  readonly #context: ToolContext
  readonly #plan: Plan
  #tab: Tab | undefined
  /** Present columns of the references, then of the result. */
  #columns: number[]
  #firstRow = Number.POSITIVE_INFINITY
  #lastRow = -1

  constructor(context: ToolContext, plan: Plan) {
    this.#context = context
    this.#plan = plan
    this.#columns = [...plan.references.map(reference => reference.column), plan.output.column]
  }

  get tabTitle(): string {
    return this.#tab?.title ?? ''
  }

  /** The smallest range that holds all cells written so far, without its tab. */
  get writtenRange(): string | undefined {
    if (this.#lastRow < 0) return undefined
    const startColumn = this.#columns.at(-1)!
    return formatBox({
      startRow: this.#firstRow,
      endRow: this.#lastRow + 1,
      startColumn,
      endColumn: startColumn + 1,
    })
  }

  /** Counts a row among those that hold a result of this run. */
  cover(row: number): void {
    this.#firstRow = Math.min(this.#firstRow, row)
    this.#lastRow = Math.max(this.#lastRow, row)
  }

  async read(): Promise<SheetView> {
    let columns = await this.#readColumns()
    let headerRow = this.#findHeader(columns)
    if (headerRow === 'moved') {
      await this.#relocate()
      columns = await this.#readColumns()
      headerRow = this.#findHeader(columns)
      if (headerRow === 'moved') throw new Refusal('The columns of the prompt keep moving in the sheet.')
    }
    return toView(columns, headerRow ?? -1)
  }

  /** RAW: a result is a number or a text, never a formula. */
  async write(cells: { row: number; value: CellValue }[]): Promise<void> {
    if (cells.length === 0) return
    const column = this.#columns.at(-1)!
    const sorted = [...cells].sort((a, b) => a.row - b.row)
    this.cover(sorted[0]!.row)
    this.cover(sorted.at(-1)!.row)
    await writeRuns(this.#context, toBlocks(await this.#currentTab(), column, sorted), 'RAW')
  }

  async #currentTab(): Promise<Tab> {
    if (this.#tab) return this.#tab
    const { tabs } = await this.#context.spreadsheet.meta()
    this.#tab = tabs.find(tab => tab.sheetId === this.#plan.sheetId)
    if (!this.#tab) throw new Refusal('The tab was deleted while the rows were worked on.')
    return this.#tab
  }

  /** Each column from row 1, as the user sees it. */
  async #readColumns(): Promise<string[][]> {
    // Looking the tab up again for each batch would double the calls; its title rarely changes.
    const tab = await this.#currentTab()
    const ranges = (title: string) =>
      this.#columns.map(column => formatRange(title, { startColumn: column, endColumn: column + 1 }))
    try {
      return await this.#fetch(ranges(tab.title))
    } catch (error) {
      if (!(error instanceof SheetsError) || error.failure !== 'BAD_REQUEST') throw error
      this.#context.spreadsheet.refresh()
      this.#tab = undefined
      return this.#fetch(ranges((await this.#currentTab()).title))
    }
  }

  async #fetch(ranges: string[]): Promise<string[][]> {
    // Without this the client would answer from what it read before.
    this.#context.spreadsheet.refresh()
    const answers = await this.#context.spreadsheet.values(ranges, 'FORMATTED_VALUE')
    return answers.map(answer => (answer.values ?? []).map(row => String(row[0] ?? '')))
  }

  /** The header's row; null without headers; 'moved' where the columns are others than they were. */
  #findHeader(columns: string[][]): number | null | 'moved' {
    if (this.#plan.headerRow === null) return null
    const wanted = [...this.#plan.references, this.#plan.output].map(column => column.header)
    const isHeader = (row: number) =>
      wanted.every((header, index) => header === '' || columns[index]![row]?.trim() === header)
    if (isHeader(this.#plan.headerRow)) return this.#plan.headerRow
    for (let row = 0; row < HEADER_SEARCH_ROWS; row += 1) if (isHeader(row)) return row
    return this.#isOutputRenamed(columns) ?? 'moved'
  }

  /** The references stand where they stood, and the result's header was only renamed or emptied. */
  #isOutputRenamed(columns: string[][]): number | null {
    const row = this.#plan.headerRow!
    const inPlace = this.#plan.references.every(
      ({ header }, index) => header === '' || columns[index]![row]?.trim() === header,
    )
    return inPlace && this.#searchedFor === this.#columns.join() ? row : null
  }

  /** Columns as they were when headers were last looked for everywhere. */
  #searchedFor = ''

  async #relocate(): Promise<void> {
    // The grid may have other bounds by now.
    this.#tab = undefined
    this.#context.spreadsheet.refresh()
    const tab = await this.#currentTab()
    const box: Box = { startRow: 0, endRow: Math.min(HEADER_SEARCH_ROWS, tab.rows) }
    const [answer] = await this.#context.spreadsheet.values([formatRange(tab.title, box)], 'FORMATTED_VALUE')
    const rows = (answer?.values ?? []).map(row => row.map(cell => String(cell).trim()))
    const named = this.#plan.references.map(reference => reference.header).filter(header => header !== '')
    const header = rows.find(row => named.every(name => row.includes(name))) ?? []
    const find = (name: string, present: number) =>
      name === '' || header[present] === name ? present : header.indexOf(name)
    const references = this.#plan.references.map(({ header: name }, index) =>
      find(name, this.#columns[index]!),
    )
    const missing = references.indexOf(-1)
    if (missing !== -1) {
      throw new Refusal(
        `The column ${JSON.stringify(this.#plan.references[missing]!.header)} that the prompt uses is gone.`,
      )
    }
    const output = find(this.#plan.output.header, this.#columns.at(-1)!)
    this.#columns = [...references, output === -1 ? this.#columns.at(-1)! : output]
    this.#searchedFor = this.#columns.join()
  }
}

function toView(columns: string[][], headerRow: number): SheetView {
  const references = columns.slice(0, -1)
  const output = columns.at(-1)!
  const height = Math.max(0, ...references.map(column => column.length))
  const cells: string[][] = []
  const keys: string[] = []
  for (let row = 0; row < height; row += 1) {
    const texts = references.map(column => column[row] ?? '')
    cells.push(texts)
    keys.push(row <= headerRow || texts.every(text => text === '') ? '' : rowKey(texts))
  }
  return { cells, keys, output }
}

function toBlocks(tab: Tab, column: number, sorted: { row: number; value: CellValue }[]): Block[] {
  const blocks: Block[] = []
  for (let index = 0; index < sorted.length; index += 1) {
    const start = sorted[index]!.row
    const values: CellValue[][] = [[sorted[index]!.value]]
    while (sorted[index + 1]?.row === start + values.length) values.push([sorted[++index]!.value])
    const box = { startRow: start, endRow: start + values.length, startColumn: column, endColumn: column + 1 }
    blocks.push({ range: formatRange(tab.title, box), values })
  }
  return blocks
}
