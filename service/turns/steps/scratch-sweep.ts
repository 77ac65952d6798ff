/**
 * Takes away the hidden tabs on which formulas were tried, where a stop or a crash came between making and
 * deleting one. Only tabs whose ids belong to calls of this agent that never ended: another agent's call on
 * the same spreadsheet may be using its own just now.
 */
import type { Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Queryable } from '../../store/db.ts'
import { isScratch, scratchTabId } from '../../tools/support/scratch.ts'
import type { Decision } from '../record/decision.ts'

const TRYING = new Set(['try_formula', 'check'])

export interface Turns {
  agentId: string
  from: number
  to: number
}

export async function sweepScratch(
  db: Queryable,
  turns: Turns,
  open: () => Promise<Spreadsheet>,
): Promise<number> {
  const left = await unfinishedTries(db, turns)
  if (left.size === 0) return 0
  const spreadsheet = await open()
  spreadsheet.refresh()
  const tabs = (await spreadsheet.tabs()).filter(tab => left.has(tab.sheetId) && isScratch(tab))
  if (tabs.length > 0)
    await spreadsheet.batchUpdate(tabs.map(({ sheetId }) => ({ deleteSheet: { sheetId } })))
  return tabs.length
}

/** Ids of the tabs that calls without a result would have made. */
async function unfinishedTries(db: Queryable, { agentId, from, to }: Turns): Promise<Set<number>> {
  const { rows } = await db.query<{ decision: string; ended: number[] | null }>(
    `select s.decision,
       (select array_agg(r.index) from tool_results r where r.turn_id = s.turn_id and r.step = s.step) as ended
     from turn_steps s join turns t on t.id = s.turn_id
     where t.agent_id = $1 and t.number between $2 and $3
       and (s.decision like '%"try_formula"%' or s.decision like '%"check"%')`,
    [agentId, from, to],
  )
  const ids = rows.flatMap(({ decision, ended }) => {
    const read = JSON.parse(decision) as Decision
    if (read.next !== 'tools') return []
    return read.calls
      .filter(call => TRYING.has(call.tool) && !(ended ?? []).includes(call.index))
      .map(call => scratchTabId({ toolCallId: call.id }))
  })
  return new Set(ids)
}
