/** What turns and agents need from layers above them; main passes the implementations in. */
import type { TurnErrorCode, TurnOutcome } from '../../contract/index.ts'
import type { Queryable } from '../store/db.ts'

/** Whose work it is: every query and every charge is scoped by these. */
export interface Caller {
  userId: string
  spaceId: string
  keyId: string
}

export interface Charge extends Caller {
  agentId: string
  turnId: string
  /** The agent's own model calls, or a tool that it ran. */
  kind: 'agent' | 'tool'
  model: string | null
  /** Never negative. Zero is not booked, but still answers whether the turn may go on. */
  costNanoDollars: bigint
  /** The same key is booked once, ever. */
  idempotencyKey: string
}

export interface Billing {
  /**
   * Whether a turn may start: credits and the spending limits of space and user. Part of the admission's
   * transaction; `message` is what the person reads with SPENDING_LIMIT_REACHED.
   */
  admit(tx: Queryable, caller: Caller): Promise<{ state: 'ok' } | { state: 'refused'; message: string }>
  /**
   * Books a cost in the ledger and lowers the space's credits, in the caller's transaction. `booked` is
   * false where the key was booked before, and the turn's usage is then left as it is. 'stop' when the
   * space or the user may spend no more; `message` and `params` then say which limit, for the person.
   */
  charge(tx: Queryable, charge: Charge): Promise<ChargeResult>
}

export type ChargeResult =
  | { booked: boolean; state: 'ok' }
  | { booked: boolean; state: 'stop'; message: string; params: Record<string, unknown> }

/** A turn that is over, as its webhook tells it. */
export interface EndedTurn extends Caller {
  turnId: string
  agentId: string
  status: TurnOutcome
  errorCode: TurnErrorCode | null
  errorMessage: string | null
  usageNanoDollars: bigint
  webhookUrl: string | null
}

/** Runs in the transaction that ends the turn: what it writes is there exactly when the turn is over. */
export type OnTurnEnded = (tx: Queryable, turn: EndedTurn) => Promise<void>

/** Ids of the models a space uses where a request names none; null is the platform's default. */
export type SpaceModels = (
  db: Queryable,
  spaceId: string,
) => Promise<{ agent_model: string | null; bulk_model: string | null; bulk_search_model: string | null }>
