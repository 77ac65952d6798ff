/** One process of the service's turns, to be killed: real tools on the parent's local Google. */
import { flushCompileCache } from 'node:module'
import { setTimeout as sleep } from 'node:timers/promises'
import { DBOS } from '@dbos-inc/dbos-sdk'
import { openDatabase } from '../../service/store/open.ts'
import { says } from '../service/turns/scripted.ts'
import { type Edge, setClock, setEdge, standAtTheEdge } from './edge.ts'
import { startChaosService } from './service.ts'
import { STEPS } from './walk.ts'

const [dataDir = '', databaseUrl = '', googleUrl = ''] = process.argv.slice(2)
standAtTheEdge()
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined })
const underWay = await countUnderWay()
const harness = await startChaosService(databaseUrl ? { ...database, url: databaseUrl } : database, googleUrl)

/** What the process before left to be taken up. */
async function countUnderWay(): Promise<number> {
  const { rows } = await database.db.query<{ n: number }>(
    "select count(*)::int as n from turns where status = 'active'",
  )
  return rows[0]!.n
}

const MODEL_MS = 20
harness.world.scripts.set('walk', async step => {
  process.send?.({ step: true })
  await sleep(MODEL_MS)
  if (step >= STEPS) return says('Arrived.')
  return says('', [{ name: 'edit_structure', args: { action: 'insert_rows', index: 2, count: step + 1 } }])
})

const { onTurnEnded } = harness.deps
harness.deps.onTurnEnded = async (tx, turn) => {
  await onTurnEnded(tx, turn)
  process.send?.({ over: true })
}

type Command =
  | { id: number; do: 'start'; caller: typeof harness.caller; spreadsheetId: string }
  | { do: 'edge'; to: Edge }
  | { do: 'clock'; offsetMs: number }
  | { do: 'end' }

async function start(caller: typeof harness.caller, spreadsheetId: string): Promise<string | null> {
  const view = await harness.agents.start(caller, { prompt: 'walk please', spreadsheet_id: spreadsheetId })
  return view.state === 'ok' ? view.id : null
}

/** As the service does it when it is told to end. */
async function end(): Promise<void> {
  harness.changes.close()
  await harness.engine.close()
  await database.close()
  process.exit(0)
}

process.on('message', (command: Command) => {
  switch (command.do) {
    case 'start':
      start(command.caller, command.spreadsheetId).then(
        result => process.send?.({ id: command.id, result }),
        () => process.send?.({ id: command.id, result: null }),
      )
      return
    case 'edge':
      return setEdge(command.to)
    case 'clock':
      return setClock(command.offsetMs)
    case 'end':
      void end().catch(() => process.exit(1))
  }
})
process.on('disconnect', () => process.exit(0))
process.on('unhandledRejection', () => {})
flushCompileCache()
process.send?.({ ready: DBOS.executorID, underWay })
