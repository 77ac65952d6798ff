/**
 * How long the main thread is held while each tool makes its largest allowed call. Everyone else who uses
 * the service waits for so long.
 *
 *   npm run bench -- stall [--limit 100]
 *
 * Google is made up in a process of its own; database, client and tools are the real ones. Before each call
 * the garbage of the last one is collected. Ends with 1 where one call holds the thread longer than the
 * limit in each of three tries, or is refused.
 */
import { fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
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
import { CALLS } from './support/large-calls.ts'

const { values } = parseArgs({
  options: { limit: { type: 'string', default: '100' }, only: { type: 'string', default: '' } },
})
const limitMs = Number(values.limit)
setFlagsFromString('--expose-gc')
const collect = runInNewContext('gc') as () => void
const TRIES = Number(process.env.TRIES ?? 3)

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
  let refused = 0
  for (const { title, tool: name, args, tabMade, spreadsheet: id = 'LARGE' } of CALLS.filter(call =>
    call.title.includes(values.only),
  )) {
    const tool = tools.find(tool => tool.name === name)!
    const pauses: Pause[] = []
    let outcome = ''
    for (let attempt = 0; attempt < TRIES; attempt += 1) {
      const direct = await sheets.open('user', id)
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
      collect()
      const stop = watchLoop()
      const made = tabMade ? { [tabMade]: `${title}, ${attempt}` } : {}
      const result = await tool.run(tool.args.parse({ ...args, ...made }), context)
      pauses.push(stop())
      outcome = result.state === 'succeeded' ? 'ok' : `refused: ${result.message.slice(0, 80)}`
    }
    // What is refused is not measured.
    if (outcome !== 'ok') refused += 1
    const best = Math.min(...pauses.map(({ ownMs }) => ownMs))
    worst = Math.max(worst, best)
    const list = (of: (pause: Pause) => number) => pauses.map(pause => Math.round(of(pause))).join(' ')
    console.log(
      `${title.padEnd(38)} ${String(Math.round(best)).padStart(5)} ms   own ${list(pause => pause.ownMs)}   wall ${list(pause => pause.wallMs)}   ${outcome}`,
    )
  }
  console.log(
    `\nlongest pause of the thread's own work, best of ${TRIES} tries each: ${Math.round(worst)} ms (limit ${limitMs}), ${refused} calls refused`,
  )
  await database.close()
  google.close()
  process.exitCode = worst > limitMs || refused > 0 ? 1 : 0
}

await main()
