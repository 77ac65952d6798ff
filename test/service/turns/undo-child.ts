/** A process of the service with the real tools on a sheet of the local Google, driven over IPC, to be killed. */
import { createUndos } from '../../../service/agents/undos.ts'
import { createSheets } from '../../../service/sheets/sheets.ts'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { openDatabase } from '../../../service/store/open.ts'
import { createTools } from '../../../service/tools/index.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { REFRESH_TOKEN } from '../tools/bench-google.ts'
import { makeAccount, startHarness, viewOf } from './harness.ts'
import { says } from './scripted.ts'

/** Where the process is to stop for good: at which write of the undo, before Google has it or after. */
export interface Halt {
  at: number
  when: 'before' | 'after'
}

export interface UndoCommand {
  id: number
  do: 'account' | 'start' | 'get' | 'undo' | 'undone'
  caller?: Caller
  spreadsheetId?: string
  agentId?: string
  turnId?: string
  undoId?: string
  halt?: Halt
}

const [dataDir = '', emulatorUrl = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl: undefined })
const real = createSheets(
  { clientId: 'test', clientSecret: 'test', rootUrl: emulatorUrl, tokenUrl: `${emulatorUrl}/token` },
  { grantFor: async () => ({ refreshToken: REFRESH_TOKEN }), markRevoked: async () => {} },
)
let halt: Halt | undefined
let writes = 0

/** Never goes on: the parent is told, and kills this process. */
async function stop(): Promise<never> {
  process.send?.({ halted: true })
  return new Promise(() => {})
}

const halting = (spreadsheet: Spreadsheet): Spreadsheet =>
  new Proxy(spreadsheet, {
    get(target, name) {
      const value: unknown = Reflect.get(target, name, target)
      if (name !== 'batchUpdate' || !halt) return typeof value === 'function' ? value.bind(target) : value
      const { at, when } = halt
      return async (...args: Parameters<Spreadsheet['batchUpdate']>) => {
        writes += 1
        if (writes === at && when === 'before') return stop()
        const answer = await target.batchUpdate(...args)
        return writes === at ? stop() : answer
      }
    },
  })

const harness = await startHarness(database, {
  tools: createTools(),
  sheets: {
    ...real,
    open: async (...args: Parameters<typeof real.open>) => halting(await real.open(...args)),
  },
})
const { db } = database
const { engine, changes, deps } = harness
const undos = createUndos({ db, engine, changes, now: deps.now, newId: deps.newId })

const call = (name: string, args: Record<string, unknown>) => says('', [{ name, args }])
const calls = [
  call('edit_structure', { action: 'insert_rows', index: 3, count: 2 }),
  call('write_range', {
    range: 'A3:B4',
    values: [
      ['new', 1],
      ['new', 2],
    ],
  }),
  call('edit_structure', { action: 'delete_rows', index: 6, count: 2 }),
  call('format_range', { range: 'A1:B1', bold: true }),
]
harness.world.scripts.set('Insert', step => calls[step] ?? says('Done.'))

async function answer(command: UndoCommand): Promise<unknown> {
  const { caller, agentId = '', turnId = '', undoId = '', spreadsheetId = '' } = command
  switch (command.do) {
    case 'account':
      return makeAccount(database)
    case 'start': {
      const prompt = 'Insert two rows with new in them, delete rows 6 to 7, and make the first row bold'
      const agent = viewOf(await harness.agents.start(caller!, { prompt, spreadsheet_id: spreadsheetId }))
      const { rows } = await db.query<{ id: string }>('select id from turns where agent_id = $1', [agent.id])
      return { agentId: agent.id, turnId: rows[0]!.id }
    }
    case 'get':
      return viewOf(await harness.agents.get(caller!.userId, agentId))
    case 'undo':
      halt = command.halt
      return undos.undo(caller!.userId, agentId, turnId, {}, null)
    case 'undone':
      return undos.get(caller!.userId, agentId, undoId)
  }
}

process.on('message', (command: UndoCommand) => {
  void answer(command).then(result => process.send?.({ id: command.id, result: result ?? null }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: process.pid })
