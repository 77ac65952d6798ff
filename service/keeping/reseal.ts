/** Seals what was sealed under an earlier ROWHAND_SECRET again under today's. May run beside a working service. */
import { grantOwner } from '../accounts/connections.ts'
import { webhookOwner } from '../accounts/keys.ts'
import type { Sealing } from '../accounts/sealing.ts'
import type { Db } from '../store/db.ts'

export interface Resealed {
  /** Sealed again now. */
  resealed: number
  /** Under a secret that nobody gave: they open no more. */
  unreadable: number
}

interface Sealed {
  id: string
  sealed: string
}

const PLACES = [
  { table: 'google_connections', id: 'user_id', column: 'refresh_token_sealed', owner: grantOwner },
  { table: 'api_keys', id: 'id', column: 'webhook_secret_sealed', owner: webhookOwner },
  {
    table: 'api_keys',
    id: 'id',
    column: 'previous_webhook_sealed',
    owner: webhookOwner,
  },
] as const

const SLICE = 500

export async function reseal(db: Db, sealing: Sealing): Promise<Resealed> {
  const result: Resealed = { resealed: 0, unreadable: 0 }
  for (const { table, id, column, owner } of PLACES) {
    let after = '00000000-0000-0000-0000-000000000000'
    for (;;) {
      const { rows } = await db.query<Sealed>(
        `select ${id} as id, ${column} as sealed from ${table}
         where ${id} > $1 and ${column} is not null order by ${id} limit ${SLICE}`,
        [after],
      )
      for (const row of rows.filter(row => !sealing.isCurrent(row.sealed))) {
        const again = sealAgain(sealing, row.sealed, owner(row.id))
        if (again === null) {
          result.unreadable += 1
          continue
        }
        // Only what was read: it may have been replaced meanwhile, and is current then.
        const { rowCount } = await db.query(
          `update ${table} set ${column} = $3 where ${id} = $1 and ${column} = $2`,
          [row.id, row.sealed, again],
        )
        result.resealed += rowCount
      }
      if (rows.length < SLICE) break
      after = rows.at(-1)!.id
    }
  }
  return result
}

function sealAgain(sealing: Sealing, sealed: string, owner: string): string | null {
  try {
    return sealing.seal(sealing.open(sealed, owner), owner)
  } catch {
    return null
  }
}
