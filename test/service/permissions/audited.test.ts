/** What the audit log holds of a turn: the question, the answer, the change; and not a word of the sheet. */
import { expect, it } from 'vitest'
import { eraseUser } from '../../../service/keeping/erase.ts'
import { type AuditRow, readAudit } from '../../../service/store/audit.ts'
import { createTools } from '../../../service/tools/index.ts'
import { onBothDatabases } from '../turns/databases.ts'
import type { Harness } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'
import { type Paper, paper, paperSheets } from './paper.ts'
import { shop } from './shop.ts'

const DELETE = { name: 'edit_structure', args: { action: 'delete_tab', tab: 'Budget' } }
let sheet: Paper = paper(shop())

async function ask(harness: Harness) {
  sheet = paper(shop())
  const { agent } = await harness.start(step => (step === 0 ? says('', [DELETE]) : says('Done.')))
  await harness.idle(agent.id)
  const list = await harness.agents.permissions(harness.caller.userId, agent.id)
  if (list.state === 'refused') throw new Error(list.code)
  return { agentId: agent.id, permission: list.permissions[0]! }
}

const logOf = async ({ database, caller }: Harness): Promise<AuditRow[]> =>
  (await readAudit(database.db, caller, { before: null, limit: 100 })).rows

onBothDatabases(
  'the audit log of a turn',
  harness => {
    it('tells of the question, the yes and the change, under the key that it was', async () => {
      const { agentId, permission } = await ask(harness())
      const ids = { agentId, permissionId: permission.id }
      await harness().agents.decide(harness().caller, ids, { decision: 'allow' })
      await harness().idle(agentId)
      const rows = (await logOf(harness())).slice(0, 3)
      expect(rows.map(({ action, detail, via }) => [action, detail, via])).toEqual([
        ['sheet-changed', 'tab', 'key'],
        ['permission-given', 'destroy', 'key'],
        ['permission-asked', 'destroy', 'key'],
      ])
      for (const row of rows) {
        expect(row.keyName).not.toBeNull()
        expect(row.spreadsheetId).not.toBeNull()
      }
      expect(JSON.stringify(rows)).not.toContain('Budget')
    })

    it('tells of a no', async () => {
      const { agentId, permission } = await ask(harness())
      const ids = { agentId, permissionId: permission.id }
      await harness().agents.decide(harness().caller, ids, { decision: 'deny' })
      expect((await logOf(harness()))[0]).toMatchObject({ action: 'permission-denied', detail: 'destroy' })
    })

    it('outlives the conversation, and names nobody who was erased', async () => {
      const { agentId } = await ask(harness())
      const { agents, caller, database } = harness()
      expect(await agents.erase(caller, agentId)).toEqual({ state: 'erased' })
      const [newest, before] = await logOf(harness())
      expect(newest).toMatchObject({ action: 'conversation-deleted' })
      expect(before).toMatchObject({ action: 'permission-asked' })
      await database.db.query('update users set email = email where id = $1', [caller.userId])
      await eraseUser(database.db, caller.userId)
      const { rows } = await database.db.query(
        'select 1 from audit_log where space_id = $1 and user_id is not null',
        [caller.spaceId],
      )
      expect(rows).toEqual([])
    })
  },
  { tools: createTools({ bulkConcurrency: 10 }), sheets: paperSheets(() => sheet) },
)
