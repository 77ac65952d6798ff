/** Ends images: what a write changed stays on the list, but can be neither shown nor taken back any more. */
import type { Db } from '../store/db.ts'

const SLICE = 100

/** Images of writes made before `before`; answers how many writes lost theirs. */
export async function forgetImages(
  db: Db,
  before: Date,
  now: () => Date = () => new Date(),
): Promise<number> {
  let total = 0
  for (;;) {
    const forgotten = await db.transaction(async tx => {
      const { rows } = await tx.query<{ id: string }>(
        `select id from writes where created_at < $1 and forgotten_at is null limit ${SLICE} for update`,
        [before],
      )
      const ids = rows.map(row => row.id)
      if (ids.length === 0) return 0
      await tx.query('delete from write_images where write_id = any($1::uuid[])', [ids])
      await tx.query('update writes set forgotten_at = $2 where id = any($1::uuid[])', [ids, now()])
      return ids.length
    })
    total += forgotten
    if (forgotten < SLICE) break
  }
  await db.query(
    `update turn_watches set fingerprint = null where updated_at < $1 and fingerprint is not null`,
    [before],
  )
  await db.query('update undos set fingerprint = null where created_at < $1 and fingerprint is not null', [
    before,
  ])
  await db.query(`delete from undo_steps where undo_id in (select id from undos where created_at < $1)`, [
    before,
  ])
  return total
}
