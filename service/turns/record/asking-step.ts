/** Where a permission was asked for. Knows nothing of what is then made of it. */
import type { Queryable } from '../../store/db.ts'
import type { Decision } from './decision.ts'

/** The step whose call asked for the permission that this turn goes on with, and which of its calls were answered. */
export async function readAskingStep(
  db: Queryable,
  turnId: string,
): Promise<{ decision: Decision; answered: Set<string> } | null> {
  const { rows } = await db.query<{ asked: string; decision: string; answered: string }>(
    `select p.tool_call_id as asked, s.decision,
       (select coalesce(json_agg(r.tool_call_id), '[]') from tool_results r
         where r.turn_id = s.turn_id and r.step = s.step)::text as answered
     from permissions p join turn_steps s on s.turn_id = p.turn_id
     where p.granted_turn_id = $1 order by s.step desc`,
    [turnId],
  )
  for (const { asked, decision: json, answered } of rows) {
    const decision = JSON.parse(json) as Decision
    if (decision.next === 'tools' && decision.calls.some(({ id }) => id === asked))
      return { decision, answered: new Set(JSON.parse(answered) as string[]) }
  }
  return null
}
