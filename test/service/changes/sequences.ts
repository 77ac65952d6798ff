/**
 * Random sequences of tool calls and of what people do in between, from a seed. Every row has an id that
 * nobody changes, and every cell is known by that id and its column: so what must come back, and what must
 * stay, can be told whatever was inserted, deleted, moved or sorted.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { expect } from 'vitest'
import { cleanRange } from '../../../service/tools/clean-range.ts'
import { editStructure } from '../../../service/tools/edit-structure.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { sortFilterRange } from '../../../service/tools/sort-filter-range.ts'
import type { Tool } from '../../../service/tools/tool.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { type Bench, type Cell, openBench, type Workbench } from '../tools/open-bench.ts'
import { printsNow, undoCalls } from './undo-bench.ts'

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

const HEADERS = ['Id', 'Name', 'City', 'Qty', 'Note']
const ROWS = 12

/** By row id and header: what the cell holds. */
type State = Map<string, Cell>

async function read(bench: Bench): Promise<{ state: State; grid: Cell[][] }> {
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

interface Sequence {
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

/** A call that leaves ids and headers as they are. */
function someCall({ next, below, pick, ...sequence }: Sequence, grid: Cell[][]): Call {
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
  ]
  return pick(calls)
}

type Request = sheets_v4.Schema$Request

/** Something that people do; cells that they typed into are added to `touched`. */
async function personDoes(sequence: Sequence, touched: Set<string>, deleted: Set<string>): Promise<string> {
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

const cities = ['Oslo city', 'Rome city', 'Bonn city', 'Lund city']

async function newSequence(workbench: Workbench, seed: number): Promise<Sequence> {
  const next = random(seed)
  const below = (count: number) => Math.floor(next() * count)
  const pick = <T>(items: readonly T[]): T => items[below(items.length)]!
  const rows: Cell[][] = Array.from({ length: ROWS }, (_, index) => [
    `id${index + 1}`,
    `name ${below(1_000_000)}`,
    pick(cities),
    below(100),
    `note ${below(1_000_000)}`,
  ])
  const bench = await openBench(workbench, {
    tabs: [{ title: 'T', rows: [HEADERS, ...rows], size: [30, 8] }],
  })
  return { bench, next, below, pick, typed: 0 }
}

/** Runs one sequence and says what went wrong; null where all is as promised. */
export async function runSequence(workbench: Workbench, seed: number): Promise<string | null> {
  const sequence = await newSequence(workbench, seed)
  const { bench, below } = sequence
  const story: string[] = []
  const before = await read(bench)
  for (let call = 0; call <= below(3); call += 1) {
    const { grid } = await read(bench)
    const { name, tool, args } = someCall(sequence, grid)
    const outcome = await bench.run(tool, args)
    story.push(`${name} ${JSON.stringify(args)}: ${outcome.state}`)
  }
  const after = await read(bench)
  const prints = await printsNow(bench)
  const touched = new Set<string>()
  const deleted = new Set<string>()
  for (let act = 0; act < 1 + below(4); act += 1) story.push(await personDoes(sequence, touched, deleted))
  const present = await read(bench)
  const undone = await undoCalls(bench, prints)
  const now = await read(bench)
  const problem = judge({
    before: before.state,
    after: after.state,
    present: present.state,
    now: now.state,
    touched,
    deleted,
    kept: undone.keptTotal,
  })
  return problem && `seed ${seed}: ${problem}\n  ${story.join('\n  ')}\n  ${JSON.stringify(undone)}`
}

interface Judged {
  before: State
  after: State
  present: State
  now: State
  touched: Set<string>
  deleted: Set<string>
  kept: number
}

function judge({ before, after, present, now, touched, deleted, kept }: Judged): string | null {
  for (const place of touched) {
    if (deleted.has(place.split('/')[0]!)) continue
    if (now.get(place) !== present.get(place))
      return `${place} was typed by a person and is ${now.get(place)} now`
  }
  for (const [place, value] of before) {
    const id = place.split('/')[0]!
    if (touched.has(place) || deleted.has(id)) continue
    if (now.get(place) !== value) {
      // What is not found is told, never guessed: it may stay as the turn left it.
      if (kept > 0 && now.get(place) === after.get(place)) continue
      return `${place} was ${value} before and is ${now.get(place)} now`
    }
  }
  for (const id of deleted)
    if ([...now.keys()].some(place => place.startsWith(`${id}/`)))
      return `${id} was deleted by a person and is back`
  return null
}

export function expectNoProblem(problem: string | null): void {
  expect(problem).toBeNull()
}
