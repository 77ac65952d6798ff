/**
 * What a limited key may ask for: one that only reads may start turns (they change nothing), stop them and
 * look; one for named spreadsheets finds only conversations about those. Spreadsheets that a request itself
 * names are checked where they are read (mayUseSpreadsheet).
 */
import { isUuid } from '../agents/read.ts'
import type { Queryable } from '../store/db.ts'
import type { Caller } from '../turns/ports.ts'
import { type Refused, refuse } from './reply.ts'

/** Requests beside GET that change no sheet and erase nothing. */
const READING = new Set(['startAgent', 'stopAgent', 'createAttachment'])

export const ONLY_READS = refuse(
  'KEY_NOT_ALLOWED',
  'This API key may only read. Nothing was changed. Use a key that may change spreadsheets.',
)

export const OTHER_SPREADSHEET = refuse(
  'KEY_NOT_ALLOWED',
  'This API key is for other spreadsheets. Nothing was changed. Use another key, or have this spreadsheet added to it in the dashboard.',
)

const NO_AGENT = refuse('AGENT_NOT_FOUND', 'There is no agent with this id for this API key.')

interface Asked {
  method: string
  operationId: string
  /** Where the path names one. */
  agentId: string | undefined
}

/** Null where the key may go on. */
export async function refusedByLimits(
  db: Queryable | undefined,
  { limits, userId }: Caller,
  { method, operationId, agentId }: Asked,
): Promise<Refused | null> {
  if (!limits) return null
  if (limits.readOnly && method !== 'get' && !READING.has(operationId)) return ONLY_READS
  if (limits.spreadsheetIds === null || agentId === undefined) return null
  if (!db) throw new Error('limited keys need the database')
  if (!isUuid(agentId)) return NO_AGENT
  const { rows } = await db.query(
    'select 1 from agents where id = $1 and user_id = $2 and spreadsheet_id = any($3::text[])',
    [agentId, userId, limits.spreadsheetIds],
  )
  return rows.length > 0 ? null : NO_AGENT
}
