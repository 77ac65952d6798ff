/** A wide table as long rows, of cells and where its labels stand; in slices, since tables are long. */
import { Slices } from '../../sheets/breathe.ts'
import { type CellValue, isFilled } from '../support/cells.ts'

export interface Wide {
  /** The table with all of its header rows. */
  rows: readonly (readonly CellValue[])[]
  headerRows: number
  /** Positions of the columns that stay. */
  kept: readonly number[]
  keepEmpty: boolean
  /** Labels that stand once for the rows below them. */
  fillDown: boolean
  /** In lower case: rows and columns whose label has one of these in it are left out. */
  skip: readonly string[]
}

export interface Long {
  rows: CellValue[][]
  skippedRows: number
  skippedColumns: number
}

/** Without a header: kept cells, a label for each header row, the value. */
export async function longRows({ rows, headerRows, kept, keepEmpty, fillDown, skip }: Wide): Promise<Long> {
  const labels = columnLabels(rows.slice(0, headerRows), kept)
  const isSkipped = (cells: readonly CellValue[]) =>
    cells.some(cell => skip.some(word => String(cell).toLowerCase().includes(word)))
  const columns = labels.flatMap((label, at) =>
    kept.includes(at) || !label.some(isFilled) || isSkipped(label) ? [] : [at],
  )
  const skippedColumns = labels.filter((label, at) => !kept.includes(at) && isSkipped(label)).length
  const long: CellValue[][] = []
  let skippedRows = 0
  let above: CellValue[] = []
  const slices = new Slices()
  for (const row of rows.slice(headerRows)) {
    if (slices.isDue()) await slices.giveWay()
    const own = kept.map(at => row[at] ?? '')
    if (isSkipped(own)) {
      skippedRows += 1
      continue
    }
    const told = fillDown ? filledFrom(above, own) : own
    above = told
    for (const at of columns) {
      if (keepEmpty || isFilled(row[at])) long.push([...told, ...labels[at]!, row[at] ?? ''])
    }
  }
  await slices.giveWay()
  return { rows: long, skippedRows, skippedColumns }
}

/** A label that changes ends those right of it: what stood below another is not carried on. */
function filledFrom(above: readonly CellValue[], own: readonly CellValue[]): CellValue[] {
  let isNew = false
  return own.map((cell, at) => {
    if (isFilled(cell)) {
      isNew ||= at < own.length - 1 && cell !== above[at]
      return cell
    }
    return isNew ? '' : (above[at] ?? '')
  })
}

/** One label for each header row; a title above several columns stands in the first of them only. */
function columnLabels(headers: readonly (readonly CellValue[])[], kept: readonly number[]): CellValue[][] {
  const width = Math.max(0, ...headers.map(row => row.length))
  const carried: CellValue[] = headers.map(() => '')
  return Array.from({ length: width }, (_, at) => {
    if (kept.includes(at)) {
      carried.fill('')
      return headers.map(() => '')
    }
    return headers.map((row, index) => {
      const own = row[at] ?? ''
      if (isFilled(own)) {
        carried[index] = own
        carried.fill('', index + 1)
      }
      return isFilled(own) || index === headers.length - 1 ? own : carried[index]!
    })
  })
}
