/** Everyone who plays a part in the contract tests: written into the database before the service starts. */
import { randomUUID } from 'node:crypto'
import { grantCredits, monthOf, setSpaceLimit, setUserLimit } from '../../../service/accounts/billing.ts'
import { connectGoogle } from '../../../service/accounts/connections.ts'
import { createKey, deleteKey, disableKey } from '../../../service/accounts/keys.ts'
import { createSealing, type Sealing } from '../../../service/accounts/sealing.ts'
import { createSpace, ensureUser, writeModelSettings } from '../../../service/accounts/spaces.ts'
import type { Db } from '../../../service/store/db.ts'
import { quietly } from '../../support/withdraw.ts'

export const SECRET = 'the secret of the contract tests, long enough'
const DOLLAR = 1_000_000_000n

export interface Person {
  email: string
  userId: string
  spaceId: string
  spaceName: string
  keyId: string
  apiKey: string
  webhookSecret: string
  refreshToken: string
}

export interface People {
  /** Everything is in order. */
  ana: Person
  /** Another tenant, in order too. */
  ben: Person
  /** Never connected Google. */
  cara: Person
  /** Google no longer knows the grant. */
  dan: Person
  noCredits: Person
  spaceAtLimit: Person
  userAtLimit: Person
  /** A space with models of its own. */
  ownModels: Person
  /** A key for each test that spends a budget or fills a limit. */
  spender: Person
  crowd: Person
  /** Ana's other keys. */
  disabledKey: string
  deletedKey: string
  keyWithoutSecret: string
}

async function makePerson(db: Db, sealing: Sealing, name: string, credits = 100n): Promise<Person> {
  const email = `${name}@example.com`
  const userId = await ensureUser(db, { id: randomUUID(), email })
  const spaceId = randomUUID()
  const spaceName = `Space of ${name}`
  await createSpace(db, { id: spaceId, name: spaceName, ownerId: userId })
  const keyId = randomUUID()
  const key = await createKey(db, sealing, { id: keyId, userId, spaceId, name: 'main' })
  const refreshToken = `refresh-${name}-${randomUUID()}`
  await connectGoogle(db, sealing, { userId, refreshToken, email, scopes: 'spreadsheets' })
  if (credits > 0n) {
    const grant = { spaceId, amountNano: credits * DOLLAR, idempotencyKey: `start:${spaceId}` }
    await grantCredits(db, grant)
  }
  return { email, userId, spaceId, spaceName, keyId, refreshToken, ...key }
}

async function spend(db: Db, { spaceId, userId }: Person, nano: bigint): Promise<void> {
  await db.query(
    'insert into spending_months (space_id, month, user_id, spent_nano) values ($1, $2, $3, $4)',
    [spaceId, monthOf(new Date()), userId, nano.toString()],
  )
}

export async function makePeople(db: Db, ownModels: { agent: string }): Promise<People> {
  const sealing = createSealing(SECRET)
  const person = (name: string, credits?: bigint) => makePerson(db, sealing, name, credits)
  const ana = await person('ana')
  const people = {
    ana,
    ben: await person('ben'),
    cara: await person('cara'),
    dan: await person('dan'),
    noCredits: await person('no-credits', 0n),
    spaceAtLimit: await person('space-at-limit'),
    userAtLimit: await person('user-at-limit'),
    ownModels: await person('own-models'),
    spender: await person('spender'),
    crowd: await person('crowd'),
  }
  await db.query('delete from google_connections where user_id = $1', [people.cara.userId])
  await setSpaceLimit(db, people.spaceAtLimit.spaceId, DOLLAR)
  await spend(db, people.spaceAtLimit, DOLLAR)
  await setUserLimit(db, people.userAtLimit.spaceId, people.userAtLimit.userId, DOLLAR)
  await spend(db, people.userAtLimit, DOLLAR)
  await writeModelSettings(db, people.ownModels.spaceId, {
    agent_models: [ownModels.agent],
    defaults: { agent_model: ownModels.agent },
  })

  const more = async (name: string) => {
    const id = randomUUID()
    const { apiKey } = await createKey(db, sealing, { id, userId: ana.userId, spaceId: ana.spaceId, name })
    return { id, apiKey }
  }
  const [disabled, deleted, silent] = [await more('disabled'), await more('deleted'), await more('silent')]
  await disableKey(quietly(db), ana, disabled.id)
  await deleteKey(quietly(db), ana, deleted.id)
  await db.query('update api_keys set webhook_secret_sealed = null where id = $1', [silent.id])
  return {
    ...people,
    disabledKey: disabled.apiKey,
    deletedKey: deleted.apiKey,
    keyWithoutSecret: silent.apiKey,
  }
}
