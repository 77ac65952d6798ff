/** Looks at what came of turns that were cut: in the database, in the sheet, and in the ledger. */
import type { Emulator } from '../../emulator/start.ts'
import type { Db } from '../../service/store/db.ts'
import { columnA } from './sheet.ts'
import { found, type Tally, type Wrong } from './tally.ts'
import { COST_NANO_DOLLARS, ENTRIES, ROWS_INSERTED } from './walk.ts'

export interface Walk {
  /** Null where the answer to its start was lost, or was a refusal. */
  agentId: string | null
  spreadsheetId: string
}

interface WalkRow {
  id: string
  status: string
  error_code: string | null
  error_params: string | null
  entries: number
  spent: string | null
  usage: string
}

const CLOCK_WHILE_DOWN = 'an embedded database whose clock jumps between two starts counts it as time'

export interface JudgedRun {
  kind: string
  tally: Tally
  emulator: Emulator
}

export async function judgeWalks(run: JudgedRun, db: Db, walks: readonly Walk[]): Promise<void> {
  for (const walk of walks) {
    const { rows } = await db.query<WalkRow>(
      `select a.id, t.status, t.error_code, t.error_params::text as error_params,
         (select count(*) from entries e where e.agent_id = a.id)::int as entries,
         (select sum(amount_nano) from ledger l where l.agent_id = a.id) as spent,
         (t.agent_usage_nano + t.tool_usage_nano)::text as usage
       from agents a join turns t on t.agent_id = a.id where a.spreadsheet_id = $1`,
      [walk.spreadsheetId],
    )
    judgeWalk(run, walk, rows, await columnA(run.emulator, walk.spreadsheetId))
    if (rows[0]?.status === 'active') run.tally.findings.push(await whereItStands(db, rows[0].id))
  }
}

/** What the engine knows of a turn that nobody ended, for whoever has to find out why. */
async function whereItStands(db: Db, agentId: string): Promise<string> {
  const { rows } = await db.query(
    `select t.id as turn, a.claim, a.claim_progress, w.status as workflow, w.executor_id, w.recovery_attempts,
       now() - to_timestamp(w.updated_at / 1000.0) as untouched_for, now() - x.beat_at as silent_for,
       (select json_agg(concat(e.type, ' ', e.status) order by e.position)
        from entries e where e.agent_id = t.agent_id) as entries
     from turns t join agents a on a.id = t.agent_id left join dbos.workflow_status w on w.workflow_uuid = t.id::text
       left join executors x on x.id = w.executor_id where t.agent_id = $1`,
    [agentId],
  )
  return `where it stands: ${JSON.stringify(rows)}`
}

function judgeWalk({ tally, kind }: JudgedRun, walk: Walk, rows: WalkRow[], cells: string[]): void {
  const row = rows[0]
  const wrong = (what: Wrong, why: string) =>
    found(tally, what, `${kind}, agent ${row?.id ?? walk.agentId}: ${why}`)
  if (!row) {
    // A start that was cut before it was admitted is no turn; one that was answered is.
    if (walk.agentId !== null) wrong('lost', 'it was answered and is gone')
    return
  }
  const inserted = cells.filter(cell => cell === '').length
  tally.turns += 1
  if (rows.length > 1) wrong('doubled', `${rows.length} turns`)
  if (row.error_code === 'INTERNAL_ERROR') wrong('internalErrors', `ended ${row.status} ${row.error_params}`)
  // The only clock it has: a jump while it is down is time that passed.
  else if (kind === 'pglite' && row.error_code === 'TIME_LIMIT_REACHED' && tally.deeds.clockJumps)
    tally.accepted[CLOCK_WHILE_DOWN] = (tally.accepted[CLOCK_WHILE_DOWN] ?? 0) + 1
  else if (row.status !== 'succeeded') wrong('lost', `ended ${row.status} ${row.error_code}`)
  if (inserted > ROWS_INSERTED) wrong('doubled', `${inserted} rows inserted`)
  if (row.status !== 'succeeded') return
  if (row.entries < ENTRIES) wrong('lost', `${row.entries} entries`)
  if (row.entries > ENTRIES) wrong('doubled', `${row.entries} entries`)
  if (inserted < ROWS_INSERTED) wrong('falseSuccess', `${inserted} rows inserted`)
  if (Number(row.spent) !== COST_NANO_DOLLARS || row.spent !== row.usage) {
    wrong('ledgerDiffers', `spent ${row.spent}, usage ${row.usage}`)
  }
}
