/** A process of the service with the real tools on a paper spreadsheet, driven over IPC, to be killed. */
import { openDatabase } from '../../../service/store/open.ts'
import { createTools } from '../../../service/tools/index.ts'
import type { Caller } from '../../../service/turns/ports.ts'
import { makeAccount, startHarness, viewOf } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'
import { paper, paperSheets } from './paper.ts'
import { shop } from './shop.ts'

export interface AskingCommand {
  id: number
  do: 'account' | 'start' | 'get' | 'permissions' | 'allow'
  caller?: Caller
  agentId?: string
  permissionId?: string
}

const [dataDir = ''] = process.argv.slice(2)
const database = await openDatabase({ dataDir, databaseUrl: undefined })
const { db } = database
await db.query('create table if not exists deletions (pid int)')
const harness = await startHarness(database, {
  tools: createTools(),
  sheets: paperSheets(() => {
    const sheet = paper(shop())
    const { batchUpdate } = sheet.spreadsheet
    // Noted before it answers: the parent kills this process in between, as a crash would.
    sheet.spreadsheet.batchUpdate = async requests => {
      if (requests.some(request => request.deleteSheet)) {
        await db.query('insert into deletions values ($1)', [process.pid])
        if (process.env.HANG === 'yes') await new Promise(() => {})
      }
      return batchUpdate(requests)
    }
    return sheet
  }),
})
const DELETE = { name: 'edit_structure', args: { action: 'delete_tab', tab: 'Budget' } }
harness.world.scripts.set('tidy', step => (step === 0 ? says('', [DELETE]) : says('Done.')))
harness.world.scripts.set('<allowed-once>Allowed:', () => says('Deleted as you allowed.'))

async function answer({ do: what, caller, agentId, permissionId }: AskingCommand): Promise<unknown> {
  switch (what) {
    case 'account':
      return makeAccount(database)
    case 'start':
      return viewOf(await harness.agents.start(caller!, { prompt: 'tidy up', spreadsheet_id: 'sheet-123' }))
    case 'get':
      return viewOf(await harness.agents.get(caller!.userId, agentId!))
    case 'permissions':
      return harness.agents.permissions(caller!.userId, agentId!)
    case 'allow':
      return harness.agents.decide(
        caller!,
        { agentId: agentId!, permissionId: permissionId! },
        { decision: 'allow' },
      )
  }
}

process.on('message', (command: AskingCommand) => {
  void answer(command).then(result => process.send?.({ id: command.id, result: result ?? null }))
})
process.on('disconnect', () => process.exit(0))
process.send?.({ ready: process.pid })
