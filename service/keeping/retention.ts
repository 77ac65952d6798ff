/**
 * What ends by itself, and when. Each rule deletes in slices, so that no statement holds its table for long;
 * a rule of 0 days keeps for ever. Money (the ledger) is kept by month once its rows are old.
 */
import { forgetImages } from '../changes/retention.ts'
import type { Db } from '../store/db.ts'
import { forgetTurns } from '../turns/engine/forget.ts'
import { eraseAgents } from './erase.ts'

/** In days; 0 keeps for ever. */
export interface Retention {
  /** Since a conversation's last activity. */
  conversations: number
  /** The model's own record of a turn (what tools answered it), since the turn ended. */
  toolResults: number
  /** Rows of bulk runs, since the run. */
  bulkRows: number
  /** What writes found and left, for showing and undoing them, since the write. */
  changes: number
  /** Webhook deliveries, since they were sent. */
  deliveries: number
  /** Single charges; their sums by month stay. */
  charges: number
  /** The audit log. */
  audit: number
}

export const DEFAULT_RETENTION: Retention = {
  conversations: 365,
  toolResults: 30,
  bulkRows: 30,
  changes: 30,
  deliveries: 30,
  charges: 730,
  audit: 365,
}

const SLICE = 200

/** How many rows each rule deleted. */
export type Swept = Record<keyof Retention | 'sessions' | 'rateWindows', number>

export interface SweepDeps {
  db: Db
  retention: Retention
  now(): Date
}

export async function sweep(deps: SweepDeps): Promise<Swept> {
  const { db, retention, now } = deps
  const before = (days: number) => new Date(now().getTime() - days * 86_400_000)
  const rule = (days: number, sql: string) => (days === 0 ? 0 : inSlices(db, sql, before(days)))
  return {
    conversations:
      retention.conversations === 0 ? 0 : await sweepConversations(deps, before(retention.conversations)),
    toolResults: await rule(
      retention.toolResults,
      `delete from tool_results where tool_call_id in (
         select r.tool_call_id from tool_results r join turns t on t.id = r.turn_id
         where t.ended_at < $1 limit ${SLICE})`,
    ),
    bulkRows: await rule(
      retention.bulkRows,
      `delete from bulk_runs where tool_call_id in (
         select b.tool_call_id from bulk_runs b join turns t on t.id = b.turn_id
         where t.ended_at < $1 limit ${SLICE})`,
    ),
    changes: retention.changes === 0 ? 0 : await forgetImages(db, before(retention.changes), now),
    deliveries: await rule(
      retention.deliveries,
      `delete from webhook_deliveries where turn_id in (
         select turn_id from webhook_deliveries where finished_at < $1 limit ${SLICE})`,
    ),
    charges: await rule(
      retention.charges,
      `delete from ledger where id in (
         select id from ledger where created_at < $1 and kind <> 'grant' limit ${SLICE})`,
    ),
    audit: await rule(
      retention.audit,
      `delete from audit_log where id in (select id from audit_log where at < $1 limit ${SLICE})`,
    ),
    sessions: await inSlices(
      db,
      `delete from sessions where id_hash in (select id_hash from sessions where expires_at < $1 limit ${SLICE})`,
      now(),
    ),
    rateWindows: await inSlices(
      db,
      `delete from rate_windows where key_id in (
         select w.key_id from rate_windows w join api_keys k on k.id = w.key_id
         where k.deleted_at < $1 limit ${SLICE})`,
      before(1),
    ),
  }
}

async function inSlices(db: Db, sql: string, before: Date): Promise<number> {
  let total = 0
  for (;;) {
    const { rowCount } = await db.query(sql, [before])
    total += rowCount
    if (rowCount < SLICE) return total
  }
}

async function sweepConversations({ db }: SweepDeps, before: Date): Promise<number> {
  let total = 0
  for (;;) {
    const { agents, turnIds } = await db.transaction(async tx => {
      const { rows } = await tx.query<{ id: string }>(
        `select id from agents where last_activity_at < $1 and active_turn_id is null
         order by last_activity_at limit ${SLICE} for update skip locked`,
        [before],
      )
      const ids = rows.map(row => row.id)
      return { agents: ids.length, turnIds: ids.length === 0 ? [] : await eraseAgents(tx, ids) }
    })
    if (turnIds.length > 0) await forgetTurns(db, turnIds)
    total += agents
    if (agents < SLICE) return total
  }
}
