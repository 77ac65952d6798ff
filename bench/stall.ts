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
import { createSheets } from '../service/sheets/sheets.ts'
import { createTools } from '../service/tools/index.ts'
import type { ToolContext } from '../service/tools/tool.ts'
import { makeAgentTurn } from '../test/support/agent-turn.ts'
import { freshDatabase } from '../test/support/database.ts'

const { values } = parseArgs({
  options: { limit: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
})
const limitMs = Number(values.limit)
const TRIES = 3

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
]

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
      const spreadsheet = await sheets.open('user', 'LARGE')
      await spreadsheet.meta()
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
        toolCallId: randomUUID(),
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
