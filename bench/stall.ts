/**
 * How long the main thread is held while each tool makes its largest allowed call. Everyone else who uses
 * the service waits for so long.
 *
 *   npm run bench -- stall [--limit 100]
 *
 * Google is made up in a process of its own; database, client and tools are the real ones. Before each call
 * the garbage of the last one is collected. Ends with 1 where one call holds the thread longer than the
 * limit in each of three tries.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { throughGateway } from '../service/changes/gateway.ts'
import { createRecorder } from '../service/changes/recorder.ts'
import { TurnWatch } from '../service/changes/watch.ts'
import { createSheets } from '../service/sheets/sheets.ts'
import type { Spreadsheet } from '../service/sheets/spreadsheet.ts'
import type { Db } from '../service/store/db.ts'
import { createTools } from '../service/tools/index.ts'
import type { ToolContext } from '../service/tools/tool.ts'
import { makeAgentTurn } from '../test/support/agent-turn.ts'
import { freshDatabase } from '../test/support/database.ts'

const { values } = parseArgs({
  options: { limit: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
})
const limitMs = Number(values.limit)
const TRIES = Number(process.env.TRIES ?? 3)

interface LargeCall {
  title: string
  tool: string
  args: Record<string, unknown>
}

const ranges = Array.from({ length: 20 }, (_, at) => `T!A${at * 20_000 + 1}:J${(at + 1) * 20_000}`)
const CALLS: LargeCall[] = [
  {
    title: 'copy 100,000 formula cells',
    tool: 'copy_paste_range',
    args: { source_range: 'T!A1:J10000', target_range: 'T!K1' },
  },
  {
    title: 'copy 500,000 formula cells',
    tool: 'copy_paste_range',
    args: { source_range: 'T!A1:J50000', target_range: 'T!K1' },
  },
  { title: 'read 20 large ranges', tool: 'read_range', args: { ranges } },
  { title: 'read one whole tab', tool: 'read_range', args: { ranges: ['T!A:J'] } },
  {
    title: 'fill one formula over 200,000 cells',
    tool: 'write_range',
    args: { range: 'T!K1:K200000', formula: '=A1*$B$1+LEN(C1)' },
  },
  {
    title: 'write 5,000 formulas one by one',
    tool: 'write_range',
    args: {
      range: 'T!K1:K5000',
      values: Array.from({ length: 5_000 }, (_, at) => [`=A${at + 1}*2+SUM(B$1:B${at + 1})`]),
    },
  },
  { title: 'overview of 500,000 rows', tool: 'get_sheet_overview', args: {} },
  {
    title: 'sort 500,000 rows',
    tool: 'sort_filter_range',
    args: { action: 'sort', range: 'T!A1:J100000', by: [{ column: 'A' }] },
  },
  {
    title: 'filter 100,000 rows to a tab',
    tool: 'sort_filter_range',
    args: {
      action: 'filter_to_tab',
      range: 'T!A1:J100000',
      conditions: [{ column: 'A', op: '>', value: 100 }],
    },
  },
  { title: 'trim 200,000 cells', tool: 'clean_range', args: { action: 'trim', range: 'T!A1:J20000' } },
  { title: 'find by a pattern in every cell', tool: 'find', args: { what: '9+7$', regex: true } },
  { title: 'find in every formula', tool: 'find', args: { what: 'LEN', in: 'formulas' } },
  { title: 'trace what depends on one cell', tool: 'trace', args: { cell: 'T!B1' } },
  {
    title: 'unpivot 20,000 rows',
    tool: 'unpivot',
    args: { range: 'T!A1:J20000', keep: ['A'], target_tab: 'Long' },
  },
  {
    title: 'continue a series over 100,000 cells',
    tool: 'fill_series',
    args: { source: 'T!K1:K2', target: 'T!K1:K100000', overwrite: true },
  },
  {
    title: 'number format on 500,000 rows',
    tool: 'format_range',
    args: { action: 'number_format', range: 'T!A1:J500000', pattern: '0.00' },
  },
  { title: 'style a table of 500,000 rows', tool: 'style_table', args: { range: 'T!A1:J500000' } },
  {
    title: 'delete lines among 100,000',
    tool: 'rows_columns',
    args: {
      action: 'delete_where',
      range: 'T!A1:J100000',
      conditions: [{ column: 'A', op: '>', value: 3_000_000 }],
    },
  },
  {
    title: 'pivot table of 500,000 rows',
    tool: 'insert_pivot_table',
    args: { source_range: 'T!A1:J500000', rows: ['A'], values: [{ column: 'C' }] },
  },
  {
    title: 'query 100,000 rows',
    tool: 'query_data',
    args: { sql: 'select count(*) from T', tables: { T: 'T!A1:J100000' } },
  },
  {
    title: 'fields of 200,000 cells',
    tool: 'read_spreadsheet_fields',
    args: { fields: 'sheets(data(rowData(values(formattedValue))))', ranges: ['T!A1:J20000'] },
  },
]

/** As a turn has it: what a write changes is looked at and kept. */
function recorded(
  db: Db,
  direct: Spreadsheet,
  call: { turn: { id: string; agentId: string }; toolCallId: string; tool: string },
): Spreadsheet {
  const watch = new TurnWatch(async () => direct)
  return throughGateway(direct, {
    permit: async () => {},
    fence: async () => {},
    recorder: createRecorder({
      db,
      spreadsheet: direct,
      owner: {
        agentId: call.turn.agentId,
        turnId: call.turn.id,
        undoId: null,
        callId: call.toolCallId,
        tool: call.tool,
      },
      now: () => new Date(),
      newId: randomUUID,
      beforeWrite: () => watch.beforeWrite(),
      onWritten: (layout, areas) => watch.written(layout, areas),
    }),
  })
}

interface Pause {
  /** By the clock on the wall: on a busy machine others' work counts too. */
  wallMs: number
  /** What this thread itself worked in the pause. */
  ownMs: number
}

const now = (): Pause => {
  const { user, system } = process.threadCpuUsage()
  return { wallMs: performance.now(), ownMs: (user + system) / 1_000 }
}

/** The longest time in which no timer could fire. */
function watchLoop(): () => Pause {
  let last = now()
  const longest: Pause = { wallMs: 0, ownMs: 0 }
  const look = () => {
    const at = now()
    longest.wallMs = Math.max(longest.wallMs, at.wallMs - last.wallMs)
    longest.ownMs = Math.max(longest.ownMs, at.ownMs - last.ownMs)
    last = at
  }
  const timer = setInterval(look, 1)
  return () => {
    clearInterval(timer)
    look()
    return longest
  }
}

async function startGoogle(): Promise<{ url: string; close: () => void }> {
  const child = fork(join(import.meta.dirname, 'support/large-google.ts'), { execArgv: [] })
  const url = await new Promise<string>(resolve =>
    child.once('message', message => resolve((message as { url: string }).url)),
  )
  return { url, close: () => child.disconnect() }
}

async function main(): Promise<void> {
  const google = await startGoogle()
  const database = await freshDatabase()
  const sheets = createSheets(
    { clientId: 'i', clientSecret: 's', rootUrl: google.url, tokenUrl: `${google.url}/token` },
    { grantFor: async () => ({ refreshToken: 'r' }), markRevoked: async () => {} },
  )
  const tools = createTools({ bulkConcurrency: 100 })
  const turn = await makeAgentTurn(database.db, 'LARGE')
  let worst = 0
  for (const { title, tool: name, args } of CALLS.filter(call => call.title.includes(values.only))) {
    const tool = tools.find(tool => tool.name === name)!
    const pauses: Pause[] = []
    let outcome = ''
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const direct = await sheets.open('user', 'LARGE')
      await direct.meta()
      const toolCallId = randomUUID()
      const spreadsheet = recorded(database.db, direct, { turn, toolCallId, tool: name })
      const context: ToolContext = {
        spreadsheet,
        turn: {
          ...turn,
          prompt: 'go',
          sheetId: 0,
          sheetName: 'T',
          takesPictures: false,
          bulkModel: 'b',
          bulkSearchModel: 's',
        },
        toolCallId,
        signal: new AbortController().signal,
        progress: () => {},
        charge: async () => 'ok',
        permit: async () => {},
        models: {} as ToolContext['models'],
        search: null,
        db: database.db,
        now: () => new Date(),
        newId: randomUUID,
      } as ToolContext
      ;(globalThis as { gc?: () => void }).gc?.()
      const stop = watchLoop()
      const result = await tool.run(tool.args.parse(args), context)
      pauses.push(stop())
      outcome = result.state === 'succeeded' ? 'ok' : `refused: ${result.message.slice(0, 80)}`
    }
    const best = Math.min(...pauses.map(({ ownMs }) => ownMs))
    worst = Math.max(worst, best)
    const list = (of: (pause: Pause) => number) => pauses.map(pause => Math.round(of(pause))).join(' ')
    console.log(
      `${title.padEnd(38)} ${String(Math.round(best)).padStart(5)} ms   own ${list(pause => pause.ownMs)}   wall ${list(pause => pause.wallMs)}   ${outcome}`,
    )
  }
  console.log(
    `\nlongest pause of the thread's own work, best of ${TRIES} tries each: ${Math.round(worst)} ms (limit ${limitMs})`,
  )
  await database.close()
  google.close()
  process.exitCode = worst > limitMs ? 1 : 0
}

await main()
