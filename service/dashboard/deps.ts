/** What the dashboard is given by main, and what a request carries while it is answered. */
import type { Sealing } from '../accounts/sealing.ts'
import type { Session } from '../accounts/sessions.ts'
import type { Role, Space } from '../accounts/spaces.ts'
import type { Log } from '../log.ts'
import type { Models } from '../models/types.ts'
import type { Db } from '../store/db.ts'
import type { OnTurnEnded } from '../turns/ports.ts'

export interface DashboardDeps {
  db: Db
  sealing: Sealing
  models: Pick<Models, 'list' | 'defaults'>
  /** Where Google is, and who we are to it; without an id nobody can sign in. */
  google: { issuer: string; clientId: string | undefined; clientSecret: string | undefined }
  /** Address that browsers see, without a slash at the end. */
  publicUrl: string
  version: string
  /** Addresses and domains that may sign in; none for everybody. */
  signIn: readonly string[]
  /** Addresses of those who may look at the service as a whole, in lower case. */
  operators: readonly string[]
  now: () => Date
  newId: () => string
  log: Log
  /** Ends what still runs of erased turns, and lets their bytes go. */
  afterErasure: (turnIds: string[]) => Promise<void>
  /** Writes the webhook of a turn that ends with a key or a membership. */
  onTurnEnded: OnTurnEnded
}

/** Someone who is signed in. */
export interface Visitor {
  session: Session
  /** What every form of this session carries. */
  csrf: string
  spaces: Space[]
  /** May look at the service as a whole. */
  isOperator: boolean
}

/** A visitor looking at a space that they are a member of. */
export interface SpaceVisit {
  space: Space
  role: Role
}

export interface DashboardEnv {
  Variables: {
    /** Name of this request in the log, shown with unexpected errors. */
    requestId: string
    /** For the page's own scripts. */
    nonce: string
    visitor?: Visitor
    visit?: SpaceVisit
  }
}
