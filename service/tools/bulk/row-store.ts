/** A bulk run in the database: its plan, its rows, their results. */
import type { Queryable } from '../../store/db.ts'
import type { PlannedRow } from './row-key.ts'

/** What a run is about, as it was decided at its start. Holds no contents of cells but headers. */
export interface Plan {
  sheetId: number
  template: string
  /** Zero-based; null where the tab has none. */
  headerRow: number | null
  /** Columns of the template with their headers, by which they are found again. */
  references: { column: number; header: string }[]
  output: { column: number; header: string; isNew: boolean }
  overwrite: boolean
}

export interface StoredRow extends PlannedRow {
  state: 'planned' | 'ok' | 'failed'
  value: string | null
  message: string | null
  written: boolean
}

export interface RowResult {
  ordinal: number
  state: 'ok' | 'failed'
  value: string | null
  message: string | null
  costNanoDollars: bigint
}

export class RowStore {
  readonly #db: Queryable
  readonly #toolCallId: string

  constructor(db: Queryable, toolCallId: string) {
    this.#db = db
    this.#toolCallId = toolCallId
  }

  async plan(): Promise<Plan | null> {
    const { rows } = await this.#db.query<{ plan: string }>(
      'select plan from bulk_runs where tool_call_id = $1',
      [this.#toolCallId],
    )
    return rows[0] ? (JSON.parse(rows[0].plan) as Plan) : null
  }

  /** Plan and rows in one statement: a crash leaves both or neither. */
  async begin(turnId: string, plan: Plan, rows: readonly PlannedRow[], createdAt: Date): Promise<void> {
    await this.#db.query(
      `with run as (
         insert into bulk_runs (tool_call_id, turn_id, plan, created_at) values ($1, $2, $3, $4)
       )
       insert into bulk_rows (tool_call_id, ordinal, key, first_row)
       select $1, ordinal, key, first_row
       from unnest($5::int[], $6::text[], $7::int[]) as planned (ordinal, key, first_row)`,
      [
        this.#toolCallId,
        turnId,
        JSON.stringify(plan),
        createdAt,
        rows.map(row => row.ordinal),
        rows.map(row => row.key),
        rows.map(row => row.firstRow + 1),
      ],
    )
  }

  async rows(): Promise<StoredRow[]> {
    const { rows } = await this.#db.query<{
      ordinal: number
      key: string
      first_row: number
      state: StoredRow['state']
      value: string | null
      message: string | null
      written: boolean
    }>(
      `select ordinal, key, first_row, state, value, message, written
       from bulk_rows where tool_call_id = $1 order by ordinal`,
      [this.#toolCallId],
    )
    return rows.map(({ first_row, ...row }) => ({ ...row, firstRow: first_row - 1 }))
  }

  /** One statement for many rows: from here on they are finished, whatever happens. */
  async save(results: readonly RowResult[], batch: number): Promise<void> {
    await this.#db.query(
      `update bulk_rows set state = result.state, value = result.value, message = result.message,
         cost_nano = result.cost_nano, batch = $2
       from unnest($3::int[], $4::text[], $5::text[], $6::text[], $7::bigint[])
         as result (ordinal, state, value, message, cost_nano)
       where tool_call_id = $1 and bulk_rows.ordinal = result.ordinal`,
      [
        this.#toolCallId,
        batch,
        results.map(result => result.ordinal),
        results.map(result => result.state),
        results.map(result => result.value),
        results.map(result => result.message),
        results.map(result => String(result.costNanoDollars)),
      ],
    )
  }

  async markWritten(ordinals: readonly number[]): Promise<void> {
    await this.#db.query(
      'update bulk_rows set written = true where tool_call_id = $1 and ordinal = any($2::int[])',
      [this.#toolCallId, ordinals],
    )
  }

  /** A result that has no row to go to. */
  async markFailed(ordinals: readonly number[], message: string): Promise<void> {
    await this.#db.query(
      `update bulk_rows set state = 'failed', message = $3 where tool_call_id = $1 and ordinal = any($2::int[])`,
      [this.#toolCallId, ordinals, message],
    )
  }

  /** What each batch cost, for charging again after a crash under the same keys. */
  async batchCosts(): Promise<{ batch: number; costNanoDollars: bigint }[]> {
    const { rows } = await this.#db.query<{ batch: number; cost: string }>(
      `select batch, sum(cost_nano) as cost from bulk_rows
       where tool_call_id = $1 and batch is not null group by batch order by batch`,
      [this.#toolCallId],
    )
    return rows.map(({ batch, cost }) => ({ batch, costNanoDollars: BigInt(cost) }))
  }
}
