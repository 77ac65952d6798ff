/** Where attachments are kept between upload and turn, and how a turn finds its own. */
import {
  type Attachment,
  MAX_LISTED_ATTACHMENTS,
  type TurnAttachment,
} from '../../../contract/attachments.ts'
import type { Queryable } from '../../store/db.ts'
import type { FileContent } from './parse.ts'

/** Without a turn they are of no use to anybody. */
const KEPT_MILLISECONDS = 24 * 3_600_000

export interface NewAttachment {
  id: string
  userId: string
  spaceId: string
  name: string
  mediaType: string
  sizeBytes: number
  content: FileContent
}

export async function keepAttachment(db: Queryable, file: NewAttachment, at: Date): Promise<Attachment> {
  const expires = new Date(at.getTime() + KEPT_MILLISECONDS)
  const tables = tablesIn(file.content)
  await db.query('delete from attachments where turn_id is null and expires_at < $1', [at])
  await db.query(
    `insert into attachments (id, user_id, space_id, name, media_type, size_bytes, content, tables,
       created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [
      file.id,
      file.userId,
      file.spaceId,
      file.name,
      file.mediaType,
      file.sizeBytes,
      JSON.stringify(file.content),
      JSON.stringify(tables),
      at,
      expires,
    ],
  )
  return {
    id: file.id,
    name: file.name,
    media_type: file.mediaType,
    size_bytes: file.sizeBytes,
    tables,
    expires_at: expires.toISOString(),
  }
}

const tablesIn = (content: FileContent): Attachment['tables'] =>
  content.kind !== 'tables'
    ? []
    : content.tables.map(({ name, rows }) => ({
        name,
        rows: rows.length,
        columns: rows.reduce((most, row) => Math.max(most, row.length), 0),
      }))

/** In the admission's transaction. False where one is not there (any more) or somebody else's. */
export async function giveToTurn(
  tx: Queryable,
  turn: { id: string; agentId: string; userId: string },
  ids: readonly string[],
  at: Date,
): Promise<boolean> {
  const wanted = [...new Set(ids)]
  if (wanted.length === 0) return true
  // One of an earlier turn of the same conversation stays with that turn, and is seen all the same.
  const { rows } = await tx.query<{ id: string }>(
    `update attachments a set turn_id = coalesce(a.turn_id, $2)
     where a.id = any($1::uuid[]) and a.user_id = $3
       and ((a.turn_id is null and a.expires_at > $4)
         or exists (select 1 from turns t where t.id = a.turn_id and t.agent_id = $5))
     returning a.id`,
    [wanted, turn.id, turn.userId, at, turn.agentId],
  )
  return rows.length === wanted.length
}

export interface KeptAttachment {
  id: string
  name: string
  mediaType: string
  /** A picture's own bytes are read where they are shown. */
  content: Exclude<FileContent, { kind: 'picture' }> | { kind: 'picture' }
}

/** Of the whole conversation, newest first; the newest of a name counts. */
export async function attachmentsOf(db: Queryable, agentId: string): Promise<KeptAttachment[]> {
  const { rows } = await db.query<{ id: string; name: string; media_type: string; content: string }>(
    `select a.id, a.name, a.media_type,
       case when a.content like '{"kind":"picture"%' then '{"kind":"picture"}' else a.content end as content
     from attachments a join turns t on t.id = a.turn_id
     where t.agent_id = $1 and a.content not like '{"kind":"shown"%' order by a.created_at desc limit 30`,
    [agentId],
  )
  return rows.map(row => ({
    id: row.id,
    name: row.name,
    mediaType: row.media_type,
    content: JSON.parse(row.content) as KeptAttachment['content'],
  }))
}

interface ListedRow {
  id: string
  turn_id: string
  name: string
  media_type: string
  size_bytes: number
  tables: string
  created_at: Date
}

/**
 * What people gave with their prompts, newest first. Pictures that calls show are told by their time, which
 * is over when they are made: looking into their contents would unpack all of it.
 */
export async function listAttachments(db: Queryable, agentId: string): Promise<TurnAttachment[]> {
  const { rows } = await db.query<ListedRow>(
    `select a.id, a.turn_id, a.name, a.media_type, a.size_bytes, a.tables, a.created_at
     from attachments a join turns t on t.id = a.turn_id
     where t.agent_id = $1 and a.expires_at > a.created_at
     order by t.number desc, a.created_at desc, a.id limit ${MAX_LISTED_ATTACHMENTS}`,
    [agentId],
  )
  return rows.map(({ tables, created_at, ...row }) => ({
    ...row,
    tables: JSON.parse(tables) as TurnAttachment['tables'],
    created_at: created_at.toISOString(),
  }))
}

const MOST_TEXT = 2_000
const ROWS_SHOWN = 3

/** For a model's context: what there is, and enough to know what it holds. */
export function attachmentWords({ name, content }: KeptAttachment, takesPictures: boolean): string {
  if (content.kind === 'picture')
    return takesPictures
      ? `${JSON.stringify(name)} picture`
      : `${JSON.stringify(name)} picture, which you cannot see: say so`
  if (content.kind === 'text') {
    const cut =
      content.text.length > MOST_TEXT
        ? ` (first ${MOST_TEXT} of ${content.text.length} characters; read_attachment shows the rest)`
        : ''
    return `${JSON.stringify(name)} text${cut}: ${JSON.stringify(content.text.slice(0, MOST_TEXT))}`
  }
  const tables = content.tables.map(table => {
    const range = content.tables.length === 1 ? `file:${name}` : `file:${name}/${table.name}`
    return `  ${range}: ${table.rows.length} rows, begins ${JSON.stringify(table.rows.slice(0, ROWS_SHOWN)).slice(0, 600)}`
  })
  return [`${JSON.stringify(name)} tables, for query_data as`, ...tables].join('\n')
}
