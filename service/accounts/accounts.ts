/** Accounts as main wires them: what the layers beside and below ask of people, spaces, keys and money. */
import type { ConfigurationResponse, VerifyApiKeyResponse } from '../../contract/index.ts'
import type { Models } from '../models/types.ts'
import type { Db } from '../store/db.ts'
import type { Billing, Caller } from '../turns/ports.ts'
import { createBilling } from './billing.ts'
import { ensureAccount, parseBootstrap } from './bootstrap.ts'
import { createGrants, type Grants } from './connections.ts'
import { createGate, type Gate } from './gate.ts'
import { type SigningSecrets, signingSecretsOf } from './key-rotation.ts'
import { modelChoices } from './model-choices.ts'
import { createSealing, type Sealing } from './sealing.ts'
import { readModelSettings } from './spaces.ts'
import { describeKey } from './verify.ts'

export interface Accounts {
  sealing: Sealing
  gate: Gate
  grants: Grants
  billing: Billing
  /** What the space can choose from, and its defaults. */
  configuration(spaceId: string): Promise<ConfigurationResponse>
  describeKey(caller: Caller): Promise<VerifyApiKeyResponse>
  signingSecretsOf(keyId: string): Promise<SigningSecrets>
  /** Makes the account of ROWHAND_BOOTSTRAP where it isn't there yet. Throws BootstrapError. */
  bootstrap(json: string): Promise<void>
}

export interface AccountsDeps {
  db: Db
  /** ROWHAND_SECRET, or the one of the data folder (loadSecret). */
  secret: string
  /** Still open what was sealed under them. */
  otherSecrets?: readonly string[]
  requestsPerMinute: number
  requestsPerPerson: number
  requestsPerSpace: number
  /** Other processes work on the same database. */
  replicas: boolean
  models: Pick<Models, 'list' | 'defaults'>
  now: () => Date
  newId: () => string
}

export function createAccounts(deps: AccountsDeps): Accounts {
  const { db, models, now, newId } = deps
  const sealing = createSealing(deps.secret, deps.otherSecrets)
  return {
    sealing,
    gate: createGate({
      db,
      requestsPerMinute: deps.requestsPerMinute,
      requestsPerPerson: deps.requestsPerPerson,
      requestsPerSpace: deps.requestsPerSpace,
      replicas: deps.replicas,
      now,
    }),
    grants: createGrants(db, sealing),
    billing: createBilling(now),
    async configuration(spaceId) {
      return { models: modelChoices(models, await readModelSettings(db, spaceId)) }
    },
    describeKey: caller => describeKey(db, sealing, caller, now()),
    signingSecretsOf: keyId => signingSecretsOf(db, sealing, keyId, now()),
    async bootstrap(json) {
      await ensureAccount({ db, sealing, newId }, parseBootstrap(json))
    },
  }
}
