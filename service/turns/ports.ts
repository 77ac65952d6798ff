/** What turns and agents need from layers above them; main passes the implementations in. */
import type { ConfigurationResponse, TurnErrorCode, TurnOutcome } from '../../contract/index.ts'
import type { Queryable } from '../store/db.ts'

/** Whose work it is: every query and every charge is scoped by these. */
export interface Caller {
  userId: string
  spaceId: string
  keyId: string
  /** What the key may do less than its person; absent where it may do all. */
  limits?: CallerLimits
}

export interface CallerLimits {
  /** Null for all that the person may open. */
  spreadsheetIds: readonly string[] | null
  readOnly: boolean
}

/** The turn that pays. */
export interface Payer extends Caller {
  agentId: string
  turnId: string
}

export interface Cost {
  /** The agent's own model calls, or a tool that it ran. */
  kind: 'agent' | 'tool'
  model: string | null
  /** Always above zero. */
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
   * Books costs in the ledger and lowers the space's credits, in the caller's transaction. A bulk run
   * books hundreds at once, so it should be a statement or two, whatever their number. An empty list
   * only asks whether the turn may go on.
   */
  charge(tx: Queryable, payer: Payer, costs: readonly Cost[]): Promise<ChargeResult>
}

/**
 * `booked[i]` is false where the key of `costs[i]` had been booked before: the turn's usage is then left
 * as it is. 'stop' when the space or the user may spend no more; `message` and `params` say which limit,
 * for the person.
 */
export type ChargeResult =
  | { state: 'ok'; booked: readonly boolean[] }
  | { state: 'stop'; booked: readonly boolean[]; message: string; params: Record<string, unknown> }

/** A turn that is over, as its webhook tells it. */
export interface EndedTurn extends Payer {
  status: TurnOutcome
  errorCode: TurnErrorCode | null
  errorMessage: string | null
  usageNanoDollars: bigint
  webhookUrl: string | null
}

/** Runs in the transaction that ends the turn: what it writes is there exactly when the turn is over. */
export type OnTurnEnded = (tx: Queryable, turn: EndedTurn) => Promise<void>

/** The models that a space may choose from, and what it uses where a request names none. */
export type ModelChoices = (spaceId: string) => Promise<ConfigurationResponse['models']>
