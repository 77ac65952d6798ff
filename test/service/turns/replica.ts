/**
 * One process of the service's engine, driven over IPC, to be killed. Its model walks through a fixed
 * number of steps; every model call and tool call is noted in the table `runs`.
 */
import type { Agent } from '../../../contract/index.ts'
import type { AgentView, Refusal } from '../../../service/agents/agents.ts'
import { openDatabase } from '../../../service/store/open.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { makeAccount, startHarness, viewOf } from './harness.ts'
import { says, untilAborted } from './scripted.ts'

export interface ReplicaCommand {
  id: number
  do: 'account' | 'start' | 'get' | 'stop' | 'close'
  caller?: Caller
  agentId?: string
  prompt?: string
}

const [dataDir = '', databaseUrl] = process.argv.slice(2)
const STEPS = 10
const STEP_MS = 25

const database = await openDatabase({ dataDir, databaseUrl: databaseUrl || undefined })
const { db } = database
// Two processes start at once, and Postgres lets both try to make the table.
await db.transaction(async tx => {
  await tx.query("select pg_advisory_xact_lock(hashtext('runs'))")
  await tx.query('create table if not exists runs (what text, pid int)')
})
const harness = await startHarness(database, databaseUrl ? { databaseUrl } : {})
const note = (what: string) => db.query('insert into runs values ($1, $2)', [what, process.pid])
const pause = () => new Promise(done => setTimeout(done, STEP_MS))

harness.world.scripts.set('walk', async step => {
  await pause()
  return step < STEPS ? says(`Step ${step}`, [{ name: 'write', args: { step } }]) : says('Arrived.')
})
harness.world.tools.set('walk', async (args, context) => {
  await note(context.toolCallId)
  await pause()
  await context.charge({ key: 'unit', model: 'm', costNanoDollars: 3n })
  return { state: 'succeeded', output: args }
})
harness.world.scripts.set('hold', (_step, { signal }) => untilAborted(signal))

/** As JSON crosses the channel. */
const told = (view: AgentView | Refusal): Agent | Refusal => (view.state === 'refused' ? view : viewOf(view))

async function answer(command: ReplicaCommand): Promise<unknown> {
  const caller = command.caller as Caller
  switch (command.do) {
    case 'account':
      return makeAccount(database)
    case 'start':
      return told(
        await harness.agents.start(caller, { prompt: command.prompt!, spreadsheet_id: 'sheet-123' }),
      )
    case 'get':
      return told(await harness.agents.get(caller.userId, command.agentId!))
    case 'stop':
      return told(await harness.agents.stop(caller.userId, command.agentId!))
    case 'close':
      await harness.engine.close({ drainMs: 2_000 })
      await database.close()
      setImmediate(() => process.exit(0))
  }
}

process.on('message', (command: ReplicaCommand) => {
  void answer(command).then(result => process.send?.({ id: command.id, result: result ?? null }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: process.pid })
