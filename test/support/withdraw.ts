/** What taking a key or a membership away needs, where a test does not look at the turns that end with it. */
import type { Db } from '../../service/store/db.ts'

export const quietly = (db: Db) => ({ db, now: () => new Date(), onTurnEnded: async () => {} })
