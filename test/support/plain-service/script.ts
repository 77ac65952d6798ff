/** What happens in a turn of the second service, and when. */
import type { Entry } from './answers.ts'

/** One thing that happens in a turn, so long after its start. */
export interface Step {
  atMs: number
  /** A new entry, or new fields of the entry that was added under that name. */
  entry?: Entry
  name?: string
  usage?: { agent_usage: number; tool_usage: number; total_usage: number }
  /** The end of the turn. */
  end?: { error_message?: string; error_code?: string | null }
  /** A status that is neither active nor idle, from now on. */
  status?: string
}
export type Script = (prompt: string) => Step[]

/** A turn with everything in it that a literal reading of the interface allows. */
export const defaultScript: Script = prompt => [
  { atMs: 400, name: 'look', entry: { type: 'tool_call', tool: 'get_sheet_overview', status: 'running' } },
  { atMs: 900, name: 'look', entry: { status: 'completed', completed_at: '2026-11-20T13:00:01.000Z' } },
  { atMs: 1_000, entry: { type: 'thought_bubble', content: 'Hm.', sparkle: true } },
  {
    atMs: 1_200,
    name: 'write',
    entry: {
      type: 'tool_call',
      tool: 'write_range',
      status: 'running',
      range: 'D1:D3',
      sheet_name: 'Orders',
    },
  },
  { atMs: 1_500, usage: { agent_usage: 1_000_000, tool_usage: 0, total_usage: 1_000_000 } },
  { atMs: 2_000, name: 'write', entry: { status: 'completed', cells: 3, wind: 'north' } },
  {
    atMs: 2_200,
    entry: { type: 'tool_call', tool: 'juggle_cells', status: 'error', message: 'Dropped one.' },
  },
  { atMs: 2_600, entry: { type: 'assistant_message', content: `Done: ${prompt}` } },
  {
    atMs: 3_000,
    usage: { agent_usage: 2_000_000, tool_usage: 500_000, total_usage: 2_500_000 },
    end: {},
  },
]
