/** An account as the tests of this folder and its neighbours need one: person, space with credits, key. */
import { randomUUID } from 'node:crypto'
import { grantCredits } from '../../../service/accounts/billing.ts'
import { createKey } from '../../../service/accounts/keys.ts'
import { createSealing } from '../../../service/accounts/sealing.ts'
import { createSpace, ensureUser } from '../../../service/accounts/spaces.ts'
import type { Queryable } from '../../../service/store/db.ts'

export const sealing = createSealing('a secret of the tests, long enough')

export async function makeAccount(db: Queryable, options: { creditsNano?: bigint } = {}) {
  const email = `${randomUUID()}@example.com`
  const userId = await ensureUser(db, { id: randomUUID(), email })
  const spaceId = randomUUID()
  await createSpace(db, { id: spaceId, name: 'Test', ownerId: userId })
  const keyId = randomUUID()
  const key = await createKey(db, sealing, { id: keyId, userId, spaceId, name: 'key' })
  await grantCredits(db, {
    spaceId,
    amountNano: options.creditsNano ?? 10_000_000_000n,
    idempotencyKey: `start:${spaceId}`,
  })
  return { email, userId, spaceId, keyId, ...key }
}
export type Account = Awaited<ReturnType<typeof makeAccount>>
