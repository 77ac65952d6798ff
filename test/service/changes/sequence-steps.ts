import type { sheets_v4 } from '@googleapis/sheets'
import { cleanRange } from '../../../service/tools/clean-range.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { setNotes } from '../../../service/tools/notes-protection.ts'
import { rowsColumns } from '../../../service/tools/rows-columns.ts'
import { sortFilterRange } from '../../../service/tools/sort-filter-range.ts'
import type { Tool } from '../../../service/tools/tool.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import type { Bench, Cell } from '../tools/open-bench.ts'

/** Mulberry32. */
export function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let value = Math.imul(state ^ (state >>> 15), 1 | state)
    value = (value + Math.imul(value ^ (value >>> 7), 61 | value)) ^ value
    return ((value ^ (value >>> 14)) >>> 0) / 4_294_967_296
  }
}

export const HEADERS = ['Id', 'Name', 'City', 'Qty', 'Note']
export const ROWS = 12

/** By row id and header: what the cell holds. */
export type State = Map<string, Cell>

export async function read(bench: Bench): Promise<{ state: State; grid: Cell[][] }> {
  const grid = await bench.formulas('T!A1:Z200')
  const headers = grid[0] ?? []
  const state: State = new Map()
  for (const row of grid.slice(1)) {
    const id = row[headers.indexOf('Id')]
    if (id === undefined || id === '') continue
    for (const [column, header] of headers.entries())
      if (header !== '') state.set(`${id}/${header}`, row[column] ?? '')
  }
  return { state, grid }
}

export interface Sequence {
  bench: Bench
  next: () => number
  below: (count: number) => number
  pick: <T>(items: readonly T[]) => T
  typed: number
}

interface Call {
  name: string
  tool: Tool
  args: unknown
}

const letter = (index: number): string => String.fromCharCode(65 + index)

/** A call that leaves ids and headers as they are. */
export function someCall({ next, below, pick, ...sequence }: Sequence, grid: Cell[][]): Call {
  const last = grid.length
  const headers = grid[0]!.map(String)
  const free = headers.flatMap((header, index) => (header !== 'Id' && header !== '' ? [index] : []))
  const column = String.fromCharCode(65 + pick(free))
  const row = 2 + below(Math.max(1, last - 1))
  const until = Math.min(last, row + below(4))
  const values = Array.from({ length: until - row + 1 }, () => [`tool ${sequence.typed}-${below(1_000_000)}`])
  const width = String.fromCharCode(64 + headers.length)
  const calls: Call[] = [
    {
      name: 'write',
      tool: writeRange,
      args: { range: `${column}${row}:${column}${until}`, values, overwrite: true },
    },
    {
      name: 'format',
      tool: formatRange,
      args: {
        range: `${column}${row}:${column}${until}`,
        action: 'text_style',
        bold: next() < 0.5,
        background: 'yellow',
      },
    },
    {
      name: 'sort',
      tool: sortFilterRange,
      args: {
        range: `A1:${width}${last}`,
        action: 'sort',
        has_header: true,
        by: [{ column: headers[pick(free)]!, order: pick(['asc', 'desc']) }],
      },
    },
    {
      name: 'delete rows',
      tool: editStructure,
      args: { action: 'delete_rows', index: row, count: 1 + below(2) },
    },
    {
      name: 'insert rows',
      tool: editStructure,
      args: { action: 'insert_rows', index: row, count: 1 + below(2) },
    },
    {
      name: 'replace',
      tool: cleanRange,
      args: {
        range: `A1:${width}${last}`,
        action: 'find_replace',
        has_header: true,
        find: 'city',
        replace: 'town',
      },
    },
    {
      name: 'upper',
      tool: cleanRange,
      args: { range: `${column}1:${column}${last}`, action: 'upper', has_header: true },
    },
    {
      name: 'clear',
      tool: formatRange,
      args: { range: `${column}${row}:${column}${until}`, action: 'clear', what: 'values' },
    },
    {
      name: 'move rows',
      tool: rowsColumns,
      args: { action: 'move', range: `${row}:${until}`, before: 2 + below(last) },
    },
    {
      name: 'move a column',
      tool: rowsColumns,
      args: { action: 'move', range: `${column}:${column}`, before: letter(below(headers.length)) },
    },
    { name: 'insert a column', tool: editStructure, args: { action: 'insert_columns', index: column } },
    { name: 'delete a column', tool: editStructure, args: { action: 'delete_columns', index: column } },
    { name: 'note', tool: setNotes, args: { notes: [{ range: `${column}${row}`, note: 'seen' }] } },
  ]
  return pick(calls)
}

type Request = sheets_v4.Schema$Request

/** Something that people do; cells that they typed into are added to `touched`. */
export async function personDoes(
  sequence: Sequence,
  touched: Set<string>,
  deleted: Set<string>,
): Promise<string> {
  const { bench, below, pick } = sequence
  const { grid } = await read(bench)
  const headers = grid[0]!.map(String)
  const idAt = headers.indexOf('Id')
  const row = 1 + below(Math.max(1, grid.length - 1))
  const id = grid[row]?.[idAt]
  const rows = (startIndex: number, endIndex: number) => ({
    sheetId: 100,
    dimension: 'ROWS',
    startIndex,
    endIndex,
  })
  const send = (...requests: Request[]) => bench.batch(...requests)
  switch (pick(['type', 'type', 'insert', 'delete', 'sort', 'move row', 'move column'] as const)) {
    case 'type': {
      const column = pick(
        headers.flatMap((header, index) => (header !== 'Id' && header !== '' ? [index] : [])),
      )
      if (id === undefined || id === '') return 'nothing'
      sequence.typed += 1
      const value = { userEnteredValue: { stringValue: `person ${sequence.typed}` } }
      await send({
        updateCells: {
          start: { sheetId: 100, rowIndex: row, columnIndex: column },
          rows: [{ values: [value] }],
          fields: 'userEnteredValue',
        },
      })
      touched.add(`${id}/${headers[column]}`)
      return `type ${id}/${headers[column]}`
    }
    case 'insert':
      await send({ insertDimension: { range: rows(row, row + 1), inheritFromBefore: true } })
      return `insert at ${row}`
    case 'delete':
      if (grid.length < 6) return 'nothing'
      await send({ deleteDimension: { range: rows(row, row + 1) } })
      if (id !== undefined && id !== '') deleted.add(String(id))
      return `delete ${id}`
    case 'sort': {
      const range = {
        sheetId: 100,
        startRowIndex: 1,
        endRowIndex: grid.length,
        startColumnIndex: 0,
        endColumnIndex: headers.length,
      }
      await send({
        sortRange: {
          range,
          sortSpecs: [
            { dimensionIndex: below(headers.length), sortOrder: pick(['ASCENDING', 'DESCENDING']) },
          ],
        },
      })
      return 'sort'
    }
    case 'move row': {
      const to = 1 + below(grid.length)
      await send({ moveDimension: { source: rows(row, row + 1), destinationIndex: to } })
      return `move ${id} to ${to}`
    }
    case 'move column': {
      const from = below(headers.length)
      const source = { sheetId: 100, dimension: 'COLUMNS', startIndex: from, endIndex: from + 1 }
      await send({ moveDimension: { source, destinationIndex: below(headers.length + 1) } })
      return `move column ${headers[from]}`
    }
  }
}
