/**
 * Books what a turn spends: the ledger through Billing, the turn's own subtotal beside it in the same
 * transaction, so that the two never differ.
 */
import { tell } from '../../seeing/observed.ts'
import { inBatches } from '../../store/batch.ts'
import type { Db, Queryable } from '../../store/db.ts'
import type { Billing, ChargeResult, Cost } from '../ports.ts'
import { changeTurn, type HeldTurn, TurnOver } from './held-turn.ts'

const ADD_USAGE = {
  name: 'add_usage',
  text: `update turns set agent_usage_nano = agent_usage_nano + $2, tool_usage_nano = tool_usage_nano + $3,
    charged = true where id = $1`,
}

/** Books within `tx`, in which the turn is held. Costs of zero are left out. */
export async function bookCosts(
  tx: Queryable,
  billing: Billing,
  turn: HeldTurn,
  costs: readonly Cost[],
): Promise<ChargeResult> {
  const priced = costs.filter(cost => cost.costNanoDollars > 0n)
  if (priced.length === 0) return { state: 'ok', booked: [] }
  const result = await billing.charge(tx, turn, priced)
  const sum = (kind: Cost['kind']) =>
    priced.reduce(
      (total, cost, i) => (cost.kind === kind && result.booked[i] ? total + cost.costNanoDollars : total),
      0n,
    )
  priced.forEach((cost, i) => {
    if (!result.booked[i]) return
    const nanoDollars = Number(cost.costNanoDollars)
    tell('charged', { kind: cost.kind, model: cost.model ?? '', nanoDollars })
  })
  await tx.query(ADD_USAGE, [turn.turnId, sum('agent').toString(), sum('tool').toString()])
  return result
}

export interface ToolChargesOptions {
  db: Db
  billing: Billing
  turn: HeldTurn
  now: () => Date
  onBooked: () => void
  /** The turn may spend no more. */
  onStop: (why: { message: string; params: Record<string, unknown> }) => void
}

/**
 * Books the costs that a running tool reports. Those that arrive while a transaction is under way go
 * out together in the next one. A turn that is over books nothing more.
 */
export function toolCharges(options: ToolChargesOptions): (cost: Cost) => Promise<'ok' | 'stop'> {
  const { db, billing, turn, now } = options
  const book = inBatches(async (costs: Cost[]) => {
    const result = await changeTurn(db, turn, now(), tx => bookCosts(tx, billing, turn, costs)).catch(
      (error: unknown) => {
        if (error instanceof TurnOver) return null
        throw error
      },
    )
    if (result) options.onBooked()
    if (result?.state === 'stop') options.onStop(result)
    const answer: 'ok' | 'stop' = result?.state === 'ok' ? 'ok' : 'stop'
    return costs.map(() => answer)
  })
  return cost => (cost.costNanoDollars > 0n ? book(cost) : Promise.resolve('ok'))
}
