/** Single cells gathered into few updateCells requests: rectangles in which the same parts are written. */
import { Slices } from '../../sheets/breathe.ts'
import type { Request } from '../footprint/touch.ts'
import { FIELD, PARTS, type Part } from '../image/cells.ts'
import type { CellData } from '../image/image.ts'

/** Cells of one request: more go into the next one. */
const MOST_CELLS = 10_000
const ROWS_BETWEEN_LOOKS = 8

interface Pending {
  parts: Set<Part>
  cell: CellData
}

interface Segment {
  startColumn: number
  endColumn: number
  parts: string
  cells: CellData[]
}

export class CellWriter {
  readonly #tabs = new Map<number, Map<number, Map<number, Pending>>>()

  /** `cell` holds what the parts become; a part that it leaves out is emptied. */
  put(sheetId: number, row: number, column: number, parts: readonly Part[], cell: CellData): void {
    const rows = this.#tabs.get(sheetId) ?? new Map<number, Map<number, Pending>>()
    this.#tabs.set(sheetId, rows)
    const cells = rows.get(row) ?? new Map<number, Pending>()
    rows.set(row, cells)
    const known = cells.get(column)
    const wanted = Object.fromEntries(
      parts.map(part => [FIELD[part], cell[FIELD[part]]]).filter(([, value]) => value !== undefined),
    ) as CellData
    cells.set(column, {
      parts: new Set([...(known?.parts ?? []), ...parts]),
      cell: { ...known?.cell, ...wanted },
    })
  }

  get size(): number {
    let size = 0
    for (const rows of this.#tabs.values()) for (const cells of rows.values()) size += cells.size
    return size
  }

  async requests(): Promise<Request[]> {
    const slices = new Slices(ROWS_BETWEEN_LOOKS)
    const requests: Request[] = []
    for (const [sheetId, rows] of this.#tabs) {
      const lines: { row: number; segments: Segment[] }[] = []
      for (const [row, cells] of [...rows].sort(([a], [b]) => a - b)) {
        if (slices.isDue()) await slices.giveWay()
        lines.push({ row, segments: segmentsOf(cells) })
      }
      for (const { startRow, segment, rows: grid } of await rectangles(lines, slices))
        requests.push({
          updateCells: {
            start: { sheetId, rowIndex: startRow, columnIndex: segment.startColumn },
            rows: grid.map(values => ({ values })),
            fields: segment.parts,
          },
        })
    }
    return requests
  }
}

const fieldsOf = (parts: ReadonlySet<Part>): string =>
  PARTS.filter(part => parts.has(part))
    .map(part => FIELD[part])
    .join(',')

function segmentsOf(cells: Map<number, Pending>): Segment[] {
  const segments: Segment[] = []
  for (const [column, { parts, cell }] of [...cells].sort(([a], [b]) => a - b)) {
    const fields = fieldsOf(parts)
    const last = segments.at(-1)
    if (last && last.endColumn === column && last.parts === fields) {
      last.endColumn += 1
      last.cells.push(cell)
    } else segments.push({ startColumn: column, endColumn: column + 1, parts: fields, cells: [cell] })
  }
  return segments
}

interface Rectangle {
  startRow: number
  segment: Segment
  rows: CellData[][]
}

/** Segments of the same columns and parts in rows that follow each other become one. */
async function rectangles(
  lines: { row: number; segments: Segment[] }[],
  slices: Slices,
): Promise<Rectangle[]> {
  const done: Rectangle[] = []
  let open = new Map<string, Rectangle>()
  let previous = -2
  for (const { row, segments } of lines) {
    if (slices.isDue()) await slices.giveWay()
    if (row !== previous + 1) {
      done.push(...open.values())
      open = new Map()
    }
    const next = new Map<string, Rectangle>()
    for (const segment of segments) {
      const key = `${segment.startColumn}:${segment.endColumn}:${segment.parts}`
      const above = open.get(key)
      if (above && above.rows.length * segment.cells.length < MOST_CELLS) {
        above.rows.push(segment.cells)
        next.set(key, above)
        open.delete(key)
      } else next.set(key, { startRow: row, segment, rows: [segment.cells] })
    }
    done.push(...open.values())
    open = next
    previous = row
  }
  return [...done, ...open.values()]
}
