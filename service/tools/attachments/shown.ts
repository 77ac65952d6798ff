/** Pictures that a call shows to the model: kept with the turn, sent beside the call's result. */
import type { Queryable } from '../../store/db.ts'
import { Refusal } from '../support/refusal.ts'
import type { ToolContext } from '../tool.ts'

export interface Picture {
  name: string
  mediaType: string
  base64: string
}

/** The call's own id is the picture's, so a call that runs again after a crash shows one. */
export async function showPicture(context: ToolContext, picture: Picture): Promise<void> {
  const at = context.now()
  await context.db.query(
    `insert into attachments (id, user_id, space_id, turn_id, name, media_type, size_bytes, content, created_at, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $9)
     on conflict (id) do update set name = excluded.name, content = excluded.content`,
    [
      context.toolCallId,
      context.turn.userId,
      context.turn.spaceId,
      context.turn.id,
      picture.name,
      picture.mediaType,
      Math.floor((picture.base64.length * 3) / 4),
      JSON.stringify({ kind: 'shown', base64: picture.base64 }),
      at,
    ],
  )
}

export function guardPictures({ turn }: ToolContext, instead: string): void {
  if (turn.takesPictures) return
  throw new Refusal(`The model of this turn takes no pictures. Nothing was changed. ${instead}`)
}

/** By the ids of the calls that showed them. */
export const shownBy = (db: Queryable, callIds: readonly string[]): Promise<Map<string, Picture>> =>
  readPictures(db, 'a.id = any($1::uuid[])', [callIds], 'shown')

/** Attached to this turn by the person, in the order of their names. */
export const attachedPictures = (db: Queryable, turnId: string): Promise<Map<string, Picture>> =>
  readPictures(db, 'a.turn_id = $1', [turnId], 'picture')

export const pictureAttached = async (db: Queryable, id: string): Promise<Picture | undefined> =>
  (await readPictures(db, 'a.id = $1', [id], 'picture')).get(id)

async function readPictures(
  db: Queryable,
  where: string,
  values: unknown[],
  kind: 'shown' | 'picture',
): Promise<Map<string, Picture>> {
  const { rows } = await db.query<{ id: string; name: string; media_type: string; content: string }>(
    `select a.id, a.name, a.media_type, a.content from attachments a
     where ${where} and a.media_type like 'image/%' and a.content like '{"kind":"${kind}"%' order by a.name`,
    values,
  )
  return new Map(
    rows.map(({ id, name, media_type, content }) => {
      const { base64 } = JSON.parse(content) as { base64: string }
      return [id, { name, mediaType: media_type, base64 }]
    }),
  )
}
