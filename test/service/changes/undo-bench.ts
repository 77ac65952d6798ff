/** A spreadsheet with everything on it, tools that change it, and undoing without a turn around it. */
import { randomUUID } from 'node:crypto'
import type { sheets_v4 } from '@googleapis/sheets'
import { packPrints, printsOf, readContents } from '../../../service/changes/fingerprint.ts'
import { type TakenBack, takeBack } from '../../../service/changes/undo/run.ts'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { createBulkPrompt } from '../../../service/tools/bulk-prompt.ts'
import { type Bench, type Cell, openBench, type Workbench } from '../tools/open-bench.ts'

type Json = Record<string, unknown>

/** Everything that undo promises to give back, in one comparable value. */
export async function wholeOf(workbench: Workbench, id: string): Promise<Json> {
  const { data } = await workbench.api.spreadsheets.get({ spreadsheetId: id, includeGridData: true })
  const { sheets = [], namedRanges, properties } = data
  const whole = {
    properties: properties as Json,
    namedRanges: sorted(namedRanges),
    sheets: sheets.map(sheetOf),
  }
  // What an error says depends on how it came about, the error itself does not.
  return JSON.parse(
    JSON.stringify(whole, (key, value) => (key === 'errorValue' ? value.type : value)),
  ) as Json
}

const sorted = (items: unknown[] | undefined) => (items ?? []).map(item => JSON.stringify(item)).sort()

function sheetOf({ data = [], developerMetadata: _, ...sheet }: sheets_v4.Schema$Sheet) {
  return {
    ...sheet,
    merges: sorted(sheet.merges),
    charts: sorted(sheet.charts),
    // Google gives a protected range a new id when it is made again.
    protectedRanges: sorted((sheet.protectedRanges ?? []).map(({ protectedRangeId: __, ...range }) => range)),
    bandedRanges: sorted(sheet.bandedRanges),
    data: data.map(grid => ({
      ...grid,
      rowData: trimmed(
        (grid.rowData ?? []).map(row => trimmed(row.values ?? [], cell => Object.keys(cell).length === 0)),
        row => row.length === 0,
      ),
    })),
  }
}

function trimmed<T>(items: T[], isEmpty: (item: T) => boolean): T[] {
  return items.slice(0, items.findLastIndex(item => !isEmpty(item)) + 1)
}

export interface Undone extends TakenBack {
  undoId: string
}

/** What the tabs are like when the writes are over, by which lines are found again. */
export async function printsNow(bench: Bench): Promise<unknown> {
  bench.spreadsheet.refresh()
  const contents = await readContents(bench.spreadsheet, 'UNFORMATTED_VALUE')
  return contents && packPrints(await printsOf(contents))
}

export async function undoCalls(
  bench: Bench,
  prints: unknown,
  options: {
    callIds?: string[]
    undoId?: string
    ranges?: string[]
    /** An undo that may have been begun before, and what it writes through. */
    again?: string
    spreadsheet?: Spreadsheet
  } = {},
): Promise<Undone> {
  const { db, turn } = bench.context
  const of = options.undoId
  const { rows } = await db.query<{ id: string; tool: string; call_id: string }>(
    `select id, tool, call_id from writes where state = 'done' and turn_id = $1
       and undo_id is not distinct from $2::uuid order by position desc`,
    [turn.id, of ?? null],
  )
  const undoId = options.again ?? randomUUID()
  await db.query(
    `insert into undos (id, agent_id, turn_id, kind, of_undo_id, status, request, created_at)
     values ($1, $2, $3, $4, $5, 'failed', '{}', now()) on conflict (id) do nothing`,
    [undoId, turn.agentId, turn.id, of ? 'redo' : 'undo', of ?? null],
  )
  const wanted = options.callIds && new Set(options.callIds)
  const last = wanted ? rows.findLastIndex(row => wanted.has(row.call_id)) : rows.length - 1
  const writes = rows.slice(0, last + 1).map(row => ({
    id: row.id,
    description: row.tool,
    ...(wanted && !wanted.has(row.call_id) ? { skipped: true } : {}),
  }))
  const done = await takeBack(
    {
      db: db as Parameters<typeof takeBack>[0]['db'],
      spreadsheet: options.spreadsheet ?? bench.spreadsheet,
      owner: { agentId: turn.agentId, turnId: turn.id, undoId, callId: undoId, tool: 'undo' },
      now: () => new Date(),
      newId: randomUUID,
    },
    writes,
    options.ranges ?? null,
    prints,
  )
  return { ...done, undoId }
}

/** A bulk run over so many rows, and its undo: what that took. */
export async function takeBackBulk(workbench: Workbench, rowCount: number) {
  const rows: Cell[][] = Array.from({ length: rowCount }, (_, row) => [`row ${row}`, row])
  const bench = await openBench(workbench, {
    tabs: [{ title: 'Rows', rows: [['Name', 'Number'], ...rows], size: [rowCount + 1, 5] }],
    models: {
      value: async ({ prompt }) => ({
        state: 'ok',
        value: prompt.toUpperCase(),
        usage: { inputTokens: 1, cachedInputTokens: 0, outputTokens: 1 },
        costNanoDollars: 1n,
      }),
    },
  })
  const run = await bench.run(createBulkPrompt({ concurrency: 200 }), { prompt_template: 'hi {{Name}}' })
  const prints = await printsNow(bench)
  const callsNow = () => bench.spreadsheet.calls.reads + bench.spreadsheet.calls.writes
  const before = callsNow()
  const began = performance.now()
  const undone = await undoCalls(bench, prints)
  return { bench, run, undone, ms: performance.now() - began, calls: callsNow() - before }
}
