/** What a space's export is made of: each section's columns and where its rows come from. Knows no format. */
import type { Queryable } from '../store/db.ts'

export interface ExportScope {
  spaceId: string
  /** Whose rows; null for everybody's. */
  rowsOf: string | null
  /** Whose prompts, answers and files are among them; null for everybody's. */
  contentsOf: string | null
}

export type Row = Record<string, unknown>

export interface Section {
  name: string
  columns: readonly string[]
  rows(db: Queryable, scope: ExportScope): AsyncGenerator<Row>
}

const ROWS_AT_ONCE = 500
const AGENTS_AT_ONCE = 50

/** Few rows: members, keys. Parameters are the space and whose rows. */
const whole = (name: string, columns: readonly string[], sql: string): Section => ({
  name,
  columns,
  async *rows(db, scope) {
    const { rows } = await db.query<Row>(sql, [scope.spaceId, scope.rowsOf])
    yield* rows
  },
})

/** Rows with a rising `id`, read in slices after the last one. */
const sliced = (name: string, columns: readonly string[], sql: string): Section => ({
  name,
  columns,
  async *rows(db, scope) {
    let after = '0'
    for (;;) {
      const { rows } = await db.query<Row>(`${sql} and l.id > $3 order by l.id limit ${ROWS_AT_ONCE}`, [
        scope.spaceId,
        scope.rowsOf,
        after,
      ])
      yield* rows
      if (rows.length < ROWS_AT_ONCE) return
      after = `${rows.at(-1)!.id}`
    }
  },
})

/** Rows of conversations, some agents at a time; `contents` reads only agents whose contents may be told. */
const ofAgents = (
  name: string,
  columns: readonly string[],
  sql: string,
  of: 'rows' | 'contents' = 'contents',
): Section => ({
  name,
  columns,
  async *rows(db, scope) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const { rows: agents } = await db.query<{ id: string }>(
        `select id from agents where space_id = $1 and ($2::uuid is null or user_id = $2) and id > $3
         order by id limit ${AGENTS_AT_ONCE}`,
        [scope.spaceId, of === 'rows' ? scope.rowsOf : scope.contentsOf, after],
      )
      for (const { id } of agents) yield* (await db.query<Row>(sql, [id])).rows
      if (agents.length < AGENTS_AT_ONCE) return
      after = agents.at(-1)!.id
    }
  },
})

const MEMBERS = whole(
  'members',
  ['email', 'role', 'spending_limit_nano'],
  `select u.email, m.role, m.spending_limit_nano from members m join users u on u.id = m.user_id
   where m.space_id = $1 and ($2::uuid is null or m.user_id = $2) order by u.email`,
)

const INVITATIONS = whole(
  'invitations',
  ['email', 'role', 'invited_by', 'created_at'],
  `select i.email, i.role, u.email as invited_by, i.created_at from invitations i left join users u on u.id = i.invited_by
   where i.space_id = $1 and ($2::uuid is null or i.invited_by = $2) order by i.email`,
)

const KEYS = whole(
  'keys',
  [
    ...['id', 'name', 'email', 'last_four', 'created_at', 'last_used_at', 'disabled_at', 'deleted_at'],
    ...['spreadsheet_ids', 'read_only', 'expires_at', 'spending_limit_nano'],
  ],
  `select k.id, k.name, u.email, k.last_four, k.created_at, k.last_used_at, k.disabled_at, k.deleted_at,
     k.spreadsheet_ids, k.read_only, k.expires_at, k.spending_limit_nano
   from api_keys k join users u on u.id = k.user_id
   where k.space_id = $1 and ($2::uuid is null or k.user_id = $2) order by k.created_at, k.id`,
)

const MONTHS = whole(
  'months',
  ['month', 'email', 'spent_nano'],
  `select m.month, u.email, m.spent_nano from spending_months m left join users u on u.id = m.user_id
   where m.space_id = $1 and ($2::uuid is null or m.user_id = $2) order by m.month, u.email`,
)

const KEY_MONTHS = whole(
  'key_months',
  ['month', 'key_id', 'spent_nano'],
  `select m.month, m.key_id, m.spent_nano from key_spending_months m join api_keys k on k.id = m.key_id
   where k.space_id = $1 and ($2::uuid is null or k.user_id = $2) order by m.month, m.key_id`,
)

const SKILLS = whole(
  'skills',
  ['name', 'description', 'content', 'created_at', 'updated_at'],
  `select name, description, content, created_at, updated_at from skills
   where space_id = $1 and ($2::uuid is null or created_by = $2) order by name`,
)

const CONVERSATIONS = ofAgents(
  'conversations',
  ['id', 'email', 'spreadsheet_id', 'number_of_turns', 'created_at', 'last_activity_at'],
  `select a.id, u.email, a.spreadsheet_id, a.number_of_turns, a.created_at, a.last_activity_at
   from agents a join users u on u.id = a.user_id where a.id = $1`,
  'rows',
)

const TURNS = ofAgents(
  'turns',
  ['id', 'agent_id', 'number', 'status', 'error_code', 'agent_model', 'cost_nano', 'created_at', 'ended_at'],
  `select id, agent_id, number, status, error_code, agent_model, agent_usage_nano + tool_usage_nano as cost_nano,
     created_at, ended_at from turns where agent_id = $1 order by number`,
  'rows',
)

const PROMPTS = ofAgents(
  'prompts',
  ['turn_id', 'agent_id', 'prompt', 'sheet_name', 'webhook_url', 'error_message'],
  `select id as turn_id, agent_id, prompt, sheet_name, webhook_url, error_message
   from turns where agent_id = $1 order by number`,
)

const MESSAGES = ofAgents(
  'messages',
  ['id', 'agent_id', 'turn_id', 'position', 'type', 'status', 'created_at', 'body'],
  `select id, agent_id, turn_id, position, type, status, created_at, body
   from entries where agent_id = $1 order by position`,
)

const CHANGES = ofAgents(
  'changes',
  ['id', 'turn_id', 'tool', 'kind', 'sheet_name', 'range', 'cells', 'description', 'undo_state', 'at'],
  `select c.id, c.turn_id, c.tool, c.kind, c.sheet_name, c.range, c.cells, c.description, c.undo_state, c.at
   from changes c join turns t on t.id = c.turn_id where t.agent_id = $1 order by t.number, c.position`,
)

const PERMISSIONS = ofAgents(
  'permissions',
  ['id', 'turn_id', 'tool', 'kind', 'effect', 'details', 'state', 'created_at', 'decided_at'],
  `select id, turn_id, tool, kind, effect, details, state, created_at, decided_at
   from permissions where agent_id = $1 order by created_at, id`,
)

const CONTEXTS = ofAgents(
  'contexts',
  ['turn_id', 'text'],
  `select c.turn_id, c.text from turn_context c join turns t on t.id = c.turn_id where t.agent_id = $1 order by t.number`,
)

const TOOL_RESULTS = ofAgents(
  'tool_results',
  ['turn_id', 'tool_call_id', 'step', 'part'],
  `select r.turn_id, r.tool_call_id, r.step, r.part from tool_results r join turns t on t.id = r.turn_id
   where t.agent_id = $1 order by t.number, r.step, r.index`,
)

const BULK_ROWS = ofAgents(
  'bulk_rows',
  ['turn_id', 'tool_call_id', 'ordinal', 'first_row', 'state', 'value', 'message', 'cost_nano'],
  `select b.turn_id, r.tool_call_id, r.ordinal, r.first_row, r.state, r.value, r.message, r.cost_nano
   from bulk_rows r join bulk_runs b on b.tool_call_id = r.tool_call_id join turns t on t.id = b.turn_id
   where t.agent_id = $1 order by t.number, r.tool_call_id, r.ordinal`,
)

const UNDOS = ofAgents(
  'undos',
  ['id', 'turn_id', 'kind', 'of_undo_id', 'status', 'request', 'result', 'created_at', 'completed_at'],
  `select id, turn_id, kind, of_undo_id, status, request, result, created_at, completed_at
   from undos where agent_id = $1 order by created_at, id`,
)

const DELIVERIES = ofAgents(
  'webhook_deliveries',
  ['turn_id', 'key_id', 'url', 'body', 'created_at', 'attempts', 'finished_at', 'outcome'],
  `select d.turn_id, d.key_id, d.url, d.body, d.created_at, d.attempts, d.finished_at, d.outcome
   from webhook_deliveries d join turns t on t.id = d.turn_id where t.agent_id = $1 order by t.number`,
)

const ATTACHMENTS = ofAgents(
  'attachments',
  ['id', 'turn_id', 'name', 'media_type', 'size_bytes', 'created_at', 'content'],
  `select f.id, f.turn_id, f.name, f.media_type, f.size_bytes, f.created_at, f.content
   from attachments f join turns t on t.id = f.turn_id where t.agent_id = $1 order by f.created_at, f.id`,
)

const CHARGES = sliced(
  'charges',
  ['id', 'email', 'agent_id', 'turn_id', 'kind', 'model', 'amount_nano', 'created_at'],
  `select l.id, u.email, l.agent_id, l.turn_id, l.kind, l.model, l.amount_nano, l.created_at
   from ledger l left join users u on u.id = l.user_id
   where l.space_id = $1 and ($2::uuid is null or l.user_id = $2)`,
)

const ACTIVITY = sliced(
  'activity',
  ['id', 'at', 'email', 'via', 'key_id', 'spreadsheet_id', 'turn_id', 'action', 'detail', 'cells'],
  `select l.id, l.at, u.email, l.via, l.key_id, l.spreadsheet_id, l.turn_id, l.action, l.detail, l.cells
   from audit_log l left join users u on u.id = l.user_id
   where l.space_id = $1 and ($2::uuid is null or l.user_id = $2)`,
)

export const SECTIONS: readonly Section[] = [
  ...[MEMBERS, INVITATIONS, KEYS, SKILLS, MONTHS, KEY_MONTHS],
  ...[CONVERSATIONS, TURNS, PROMPTS, CONTEXTS, MESSAGES, TOOL_RESULTS, BULK_ROWS],
  ...[CHANGES, UNDOS, PERMISSIONS, ATTACHMENTS, DELIVERIES, CHARGES, ACTIVITY],
]

const RUNNING = 'for turns and undos that run or are run again; says nothing that the sections do not'
const OF_NOBODY = 'of the service, not of a space'

/** Tables that no section reads, each with its reason. A test holds that there are no others. */
export const LEFT_OUT: Readonly<Record<string, string>> = {
  google_connections: 'sealed grants',
  sessions: 'hashes of sign-ins',
  bootstrap_grants: 'hashes',
  write_images:
    'cells before and after a write, packed for undo; while they are kept, the interface tells them',
  writes: RUNNING,
  undo_steps: RUNNING,
  turn_steps: RUNNING,
  turn_deeds: RUNNING,
  turn_watches: RUNNING,
  call_notes: RUNNING,
  idempotent_requests: RUNNING,
  rate_windows: 'requests of the last minute',
  shared_windows: 'requests of the last minute',
  executors: OF_NOBODY,
  migrations: OF_NOBODY,
  service_facts: OF_NOBODY,
}
