/**
 * What a tool call found before it changed something, written down before the change is made. Undo is
 * built on it, and a call that runs again after a crash sees in it how far it came.
 */
import type { ToolContext } from '../tool.ts'

export interface Change {
  kind: 'values' | 'format' | 'structure'
  sheetId: number | null
  /** A1 without the tab. */
  range: string | null
  before: unknown
  after: unknown
}

export interface Recorded {
  /** An earlier run of the same call wrote this line: the change may have been made already. */
  again: boolean
  /** As it was found by the first run. */
  before: unknown
  after: unknown
}

/** Larger images are not kept whole; the line says so. */
const MOST_CHARACTERS = 1_000_000

export async function recordChange(
  context: ToolContext,
  sequence: number,
  change: Change,
): Promise<Recorded> {
  const before = cap(change.before)
  const after = cap(change.after)
  const note = before.note ?? after.note
  const { rowCount } = await context.db.query(
    `insert into call_notes
       (tool_call_id, sequence, turn_id, spreadsheet_id, sheet_id, range, kind, before, after, note, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
     on conflict (tool_call_id, sequence) do nothing`,
    [
      context.toolCallId,
      sequence,
      context.turn.id,
      context.spreadsheet.id,
      change.sheetId,
      change.range,
      change.kind,
      before.json,
      after.json,
      note,
      context.now(),
    ],
  )
  if (rowCount > 0) return { again: false, before: change.before, after: change.after }
  return (await readChange(context, sequence)) ?? { again: true, before: null, after: null }
}

/** The line of an earlier run of this call, if there is one. */
export async function readChange(context: ToolContext, sequence: number): Promise<Recorded | null> {
  const { rows } = await context.db.query<{ before: string | null; after: string | null }>(
    'select before, after from call_notes where tool_call_id = $1 and sequence = $2',
    [context.toolCallId, sequence],
  )
  const row = rows[0]
  if (!row) return null
  return { again: true, before: parse(row.before), after: parse(row.after) }
}

const parse = (json: string | null): unknown => (json === null ? null : JSON.parse(json))

function cap(value: unknown): { json: string | null; note: string | null } {
  if (value === undefined || value === null) return { json: null, note: null }
  // Known without writing it all down: two characters are the least that a cell takes.
  const cells = Array.isArray(value) ? value.length * (Array.isArray(value[0]) ? value[0].length : 1) : 0
  if (cells * 2 > MOST_CHARACTERS) return { json: null, note: `too large to keep: ${cells} cells` }
  const json = JSON.stringify(value)
  if (json.length <= MOST_CHARACTERS) return { json, note: null }
  return { json: null, note: `too large to keep: ${json.length} characters` }
}
