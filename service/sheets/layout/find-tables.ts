/**
 * The tables of a tab: where each begins and ends, its title, its header, its totals. Cells that touch
 * belong together; empty columns and rows part them, unless the part below carries on what stands above.
 */
import type { Box, ClosedBox } from '../a1.ts'
import type { GridCell } from '../overview/grid-cell.ts'
import { isDate, isFilled, isText, isTotalLabel } from './cells.ts'
import { looksLikeHeader } from './header.ts'

/** All rows zero-based; ends are half-open. */
export interface FoundTable {
  kind: 'table' | 'form'
  box: ClosedBox
  title: string | null
  /** The last of its header rows; null where data begins at once. */
  headerRow: number | null
  /** More than one where groups of columns have a name of their own. */
  headerRows: number
  totalsRow: number | null
}

export function findTables(cells: GridCell[][], merges: Box[] = []): FoundTable[] {
  const grid = new Grid(cells, merges)
  const whole = grid.trim({ startRow: 0, endRow: grid.rows, startColumn: 0, endColumn: grid.columns })
  return whole ? grid.parts(whole, null) : []
}

/** The table that a tab is about: the one with most cells, the first of equals. */
export function mainTable(tables: FoundTable[]): FoundTable | undefined {
  const size = ({ box }: FoundTable) => (box.endRow - box.startRow) * (box.endColumn - box.startColumn)
  return tables.reduce<FoundTable | undefined>(
    (best, table) => (best === undefined || size(table) > size(best) ? table : best),
    undefined,
  )
}

class Grid {
  readonly rows: number
  readonly columns: number
  readonly #cells: GridCell[][]
  /** Cells that something covers: their own content, or a merge that holds something. */
  readonly #covered: Set<string> = new Set()
  readonly #merges: Box[]

  constructor(cells: GridCell[][], merges: Box[]) {
    this.#cells = cells
    this.rows = cells.length
    this.columns = Math.max(0, ...cells.map(row => row.length))
    this.#merges = merges.filter(({ startRow = 0, startColumn = 0 }) =>
      isFilled(cells[startRow]?.[startColumn]),
    )
    for (const { startRow = 0, endRow = 0, startColumn = 0, endColumn = 0 } of this.#merges) {
      for (let row = startRow; row < Math.min(endRow, this.rows); row += 1)
        for (let column = startColumn; column < endColumn; column += 1) this.#covered.add(`${row}:${column}`)
    }
  }

  #isCovered(row: number, column: number): boolean {
    return isFilled(this.#cells[row]?.[column]) || this.#covered.has(`${row}:${column}`)
  }

  #rowIsEmpty(row: number, { startColumn, endColumn }: ClosedBox): boolean {
    for (let column = startColumn; column < endColumn; column += 1)
      if (this.#isCovered(row, column)) return false
    return true
  }

  #columnIsEmpty(column: number, { startRow, endRow }: ClosedBox): boolean {
    for (let row = startRow; row < endRow; row += 1) if (this.#isCovered(row, column)) return false
    return true
  }

  trim(box: ClosedBox): ClosedBox | null {
    const trimmed = { ...box }
    while (trimmed.startRow < trimmed.endRow && this.#rowIsEmpty(trimmed.startRow, trimmed))
      trimmed.startRow += 1
    while (trimmed.endRow > trimmed.startRow && this.#rowIsEmpty(trimmed.endRow - 1, trimmed))
      trimmed.endRow -= 1
    if (trimmed.startRow === trimmed.endRow) return null
    while (this.#columnIsEmpty(trimmed.startColumn, trimmed)) trimmed.startColumn += 1
    while (this.#columnIsEmpty(trimmed.endColumn - 1, trimmed)) trimmed.endColumn -= 1
    return trimmed
  }

  #row(row: number, { startColumn, endColumn }: ClosedBox): GridCell[] {
    return (this.#cells[row] ?? []).slice(startColumn, endColumn)
  }

  #filled(row: number, box: ClosedBox): GridCell[] {
    return this.#row(row, box).filter(isFilled)
  }

  parts(given: ClosedBox, outer: string | null): FoundTable[] {
    const whole = this.trim(given)
    if (!whole) return []
    const { box, title } = this.#withoutTitle(whole)
    const name = title ?? outer
    const beside = this.#split(box, 'columns')
    if (beside.length > 1) return beside.flatMap(part => this.parts(part, name))
    const below = this.#joined(this.#split(box, 'rows'))
    if (below.length > 1) return this.#stacked(below, name)
    return [this.#describe(this.trim(below[0] ?? box) ?? box, name)]
  }

  /** A lone text over something wider. */
  #withoutTitle(box: ClosedBox): { box: ClosedBox; title: string | null } {
    let { startRow } = box
    const words: string[] = []
    while (startRow < box.endRow - 1) {
      const filled = this.#filled(startRow, box)
      if (filled.length > 1 || (filled.length === 1 && !isText(filled[0]))) break
      const next = this.#nextFilled(startRow + 1, box)
      if (next === null) break
      const isLast = this.#filled(next, box).length > 1
      const staysLone = !isLast && words.length > 2
      if (staysLone || (!isLast && !this.#widensSoon(next, box))) break
      if (
        filled.length === 1 &&
        box.endColumn - box.startColumn === 2 &&
        !this.#isTitleOfTwo(startRow, next, box)
      )
        break
      words.push(...filled.map(cell => cell.shown))
      startRow += 1
    }
    const rest = startRow === box.startRow ? box : this.trim({ ...box, startRow })
    return rest ? { box: rest, title: words.join(' · ') || null } : { box, title: null }
  }

  #nextFilled(from: number, box: ClosedBox): number | null {
    for (let row = from; row < box.endRow; row += 1) if (this.#filled(row, box).length > 0) return row
    return null
  }

  #widensSoon(from: number, box: ClosedBox): boolean {
    for (let row = from; row < Math.min(box.endRow, from + 4); row += 1)
      if (this.#filled(row, box).length > 2) return true
    return false
  }

  /** Over two columns a lone text may as well be a label whose value is missing. */
  #isTitleOfTwo(row: number, next: number, box: ClosedBox): boolean {
    const isMerged = this.#merges.some(
      merge => merge.startRow === row && (merge.endColumn ?? 0) - (merge.startColumn ?? 0) > 1,
    )
    return isMerged || next > row + 1 || looksLikeHeader(this.#row(next, box), this.#below(next, box))
  }

  #below(row: number, box: ClosedBox): GridCell[][] {
    const rows: GridCell[][] = []
    for (let each = row + 1; each < Math.min(box.endRow, row + 40); each += 1) rows.push(this.#row(each, box))
    return rows
  }

  #split(box: ClosedBox, by: 'rows' | 'columns'): ClosedBox[] {
    const [start, end] = by === 'rows' ? [box.startRow, box.endRow] : [box.startColumn, box.endColumn]
    const isEmpty = (at: number) => (by === 'rows' ? this.#rowIsEmpty(at, box) : this.#columnIsEmpty(at, box))
    const parts: ClosedBox[] = []
    for (let at = start; at < end; at += 1) {
      if (isEmpty(at)) continue
      const from = at
      while (at < end && !isEmpty(at)) at += 1
      parts.push(
        by === 'rows' ? { ...box, startRow: from, endRow: at } : { ...box, startColumn: from, endColumn: at },
      )
    }
    return parts
  }

  /** A header whose data comes after an empty row, and data that goes on after one, are one table. */
  #joined(parts: ClosedBox[]): ClosedBox[] {
    const result: ClosedBox[] = []
    for (const part of parts) {
      const above = result.at(-1)
      if (above && this.#goesOn(above, part)) above.endRow = part.endRow
      else result.push({ ...part })
    }
    return result
  }

  #goesOn(above: ClosedBox, part: ClosedBox): boolean {
    const outer = this.trim(above)!
    const inner = this.trim(part)!
    if (inner.startColumn < outer.startColumn || inner.endColumn > outer.endColumn) return false
    if (this.#startsAnew(inner) || this.#filled(inner.startRow, inner).length < 2) return false
    const isLoneHeader = outer.endRow - outer.startRow === 1 && this.#filled(outer.startRow, outer).length > 1
    if (isLoneHeader) return this.#filled(outer.startRow, outer).filter(isText).length > 1
    return (
      outer.endRow - outer.startRow > 1 && inner.startColumn === outer.startColumn && !this.#isForm(outer)
    )
  }

  /** Its first row names its columns. */
  #startsAnew(box: ClosedBox): boolean {
    const row = this.#row(box.startRow, box)
    const next = this.#row(box.startRow + 1, box)
    const isNames = (cell: GridCell) => isText(cell) || isDate(cell)
    if (box.endRow - box.startRow < 2 || !row.filter(isFilled).every(isNames)) return false
    const differs = row.some(
      (cell, column) => isText(cell) && isFilled(next[column]) && !isText(next[column]),
    )
    return differs || looksLikeHeader(row, this.#below(box.startRow, box))
  }

  /** One below the other; a part that is a lone text names the next one. */
  #stacked(parts: ClosedBox[], outer: string | null): FoundTable[] {
    const tables: FoundTable[] = []
    let title = outer
    for (const [index, part] of parts.entries()) {
      const inner = this.trim(part)!
      const lone = inner.endRow - inner.startRow <= 2 && this.#loneTexts(inner)
      if (lone && index < parts.length - 1) {
        title = lone
        continue
      }
      tables.push(...this.parts(inner, title))
      title = outer
    }
    return tables
  }

  #loneTexts(box: ClosedBox): string | null {
    const words: string[] = []
    for (let row = box.startRow; row < box.endRow; row += 1) {
      const filled = this.#filled(row, box)
      if (filled.length !== 1 || !isText(filled[0])) return null
      words.push(filled[0]!.shown)
    }
    return words.join(' · ')
  }

  #describe(box: ClosedBox, title: string | null): FoundTable {
    const last = this.#isForm(box) ? null : this.#headerRow(box)
    const totals = this.#totalsRow(box, last)
    return {
      kind: this.#isForm(box) ? 'form' : 'table',
      box,
      title,
      headerRow: last,
      headerRows: last === null ? 0 : last - box.startRow + 1,
      totalsRow: totals,
    }
  }

  #headerRow(box: ClosedBox): number | null {
    const first = this.#row(box.startRow, box)
    const second = box.startRow + 1
    const isLabels = first.filter(isFilled).every(isText)
    if (isLabels && second < box.endRow - 1 && this.#isGrouping(box)) {
      if (looksLikeHeader(this.#row(second, box), this.#below(second, box))) return second
    }
    return looksLikeHeader(first, this.#below(box.startRow, box)) ? box.startRow : null
  }

  /** Fewer names than the row below has: names of groups. */
  #isGrouping(box: ClosedBox): boolean {
    const own = this.#filled(box.startRow, box).length
    const isMerged = this.#merges.some(
      ({ startRow, startColumn = 0, endColumn = 0 }) =>
        startRow === box.startRow &&
        endColumn - startColumn > 1 &&
        startColumn >= box.startColumn &&
        startColumn < box.endColumn,
    )
    const below = this.#filled(box.startRow + 1, box)
    return (
      below.every(isText) &&
      own < below.length &&
      (isMerged || own <= (box.endColumn - box.startColumn) * 0.75)
    )
  }

  #totalsRow(box: ClosedBox, headerRow: number | null): number | null {
    const last = box.endRow - 1
    if (last <= (headerRow ?? box.startRow) + 1) return null
    const row = this.#row(last, box)
    if (row.slice(0, 3).some(isTotalLabel)) return last
    const formulas = row.filter(cell => isFilled(cell) && cell.formula !== null)
    const sums = formulas.filter(cell => /^=\s*(?:SUM|SUBTOTAL|AVERAGE|SUMME)\s*\(/i.test(cell.formula!))
    const above = this.#row(last - 1, box)
    const differ = row.some(
      (cell, column) =>
        isFilled(cell) && cell.formula !== null && isFilled(above[column]) && above[column].formula === null,
    )
    return sums.length > 0 && sums.length === formulas.length && differ ? last : null
  }

  /** Labels with a value beside each: kinds of values change from row to row, or labels end with a colon. */
  #isForm(box: ClosedBox): boolean {
    const rows = box.endRow - box.startRow
    if (box.endColumn - box.startColumn !== 2 || rows > 25) return false
    const pairs: { label: GridCell; value: GridCell | undefined }[] = []
    for (let row = box.startRow; row < box.endRow; row += 1) {
      const [label, value] = this.#row(row, box)
      if (!isText(label)) return false
      pairs.push({ label: label!, value })
    }
    const colons = pairs.filter(({ label }) => /[:：]\s*$/.test(label.shown)).length
    if (colons >= Math.ceil(rows / 2)) return true
    const kinds = pairs.map(({ value }) => kindOf(value))
    const known = kinds.filter(kind => kind !== 'empty')
    const changes = known.filter((kind, index) => index > 0 && kind !== known[index - 1]).length
    return rows >= 3 && new Set(known).size > 1 && changes > 1
  }
}

function kindOf(cell: GridCell | undefined): string {
  if (!isFilled(cell)) return 'empty'
  return isText(cell) ? 'text' : `${typeof cell.value} ${cell.formatType ?? ''}`
}
