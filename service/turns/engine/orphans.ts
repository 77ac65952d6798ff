/**
 * Ends turns that the engine no longer knows or has given up on: whatever went wrong, no agent stays
 * busy for ever.
 */
import type { Db } from '../../store/db.ts'
import type { OnTurnEnded } from '../ports.ts'
import { endTurn } from '../record/end-turn.ts'
import { TurnOver } from '../record/held-turn.ts'
import { internalError } from '../record/turn-errors.ts'

const ORPHANS = `
  select t.id, t.agent_id from turns t left join dbos.workflow_status w on w.workflow_uuid = t.id::text
  where t.status = 'active' and t.created_at < now() - interval '1 minute'
    and (w.status is null or w.status not in ('ENQUEUED', 'DELAYED', 'PENDING'))
  limit 100`

export async function endOrphans(deps: {
  db: Db
  onTurnEnded: OnTurnEnded
  now(): Date
  announce(agentId: string): void
}): Promise<void> {
  const { rows } = await deps.db.query<{ id: string; agent_id: string }>(ORPHANS)
  for (const { id, agent_id } of rows) {
    const turn = { turnId: id, agentId: agent_id, claim: 0 }
    try {
      await deps.db.transaction(tx => endTurn(tx, turn, internalError, deps.now(), deps.onTurnEnded))
      deps.announce(agent_id)
    } catch (error) {
      if (!(error instanceof TurnOver)) throw error
    }
  }
}
