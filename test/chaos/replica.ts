/** One process of the service's turns, to be killed: real tools on the parent's local Google. */
import { DBOS } from '@dbos-inc/dbos-sdk'
import { openDatabase } from '../../service/store/open.ts'
import { makeAccount, says } from '../service/turns/harness.ts'
import { startChaosService } from './service.ts'
import { STEPS } from './walk.ts'

const [dataDir = '', databaseUrl = '', googleUrl = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined })
const harness = await startChaosService(databaseUrl ? { ...database, url: databaseUrl } : database, googleUrl)

harness.world.scripts.set('walk', async step => {
  await new Promise(done => setTimeout(done, 20))
  if (step >= STEPS) return says('Arrived.')
  return says('', [{ name: 'edit_structure', args: { action: 'insert_rows', index: 2, count: step + 1 } }])
})

interface Command {
  id: number
  do: 'account' | 'start'
  caller?: typeof harness.caller
  spreadsheetId?: string
}

async function answer(command: Command): Promise<unknown> {
  if (command.do === 'account') return makeAccount(database)
  const { caller, spreadsheetId } = command
  const view = await harness.agents.start(caller!, {
    prompt: 'walk please',
    spreadsheet_id: spreadsheetId!,
  })
  return view.state === 'ok' ? view.id : null
}

process.on('message', (command: Command) => {
  answer(command).then(
    result => process.send?.({ id: command.id, result: result ?? null }),
    () => process.send?.({ id: command.id, result: null }),
  )
})
process.on('disconnect', () => process.exit(0))
process.on('unhandledRejection', () => {})
process.send?.({ ready: DBOS.executorID })
