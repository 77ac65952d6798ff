/** Counts rows and puts what they came to into words. */
import type { ToolCallFields } from '../../../contract/index.ts'
import { columnLetters } from '../../sheets/a1.ts'
import { counted, cutText } from '../support/text.ts'
import type { ToolOutcome } from '../tool.ts'
import type { Plan, RowResult, StoredRow } from './row-store.ts'

const SHOWN = 5

export class Tally {
  readonly #total: number
  #processed = 0
  #errors = 0
  #costNanoDollars = 0n
  readonly #messages = new Map<string, number>()
  readonly #samples: { row: number; value: string }[] = []
  readonly #rows: readonly StoredRow[]

  constructor(rows: readonly StoredRow[]) {
    this.#rows = rows
    this.#total = rows.length
    for (const row of rows) this.#count(row)
  }

  add(results: readonly RowResult[]): void {
    for (const result of results) {
      this.#count({ ...this.#rows[result.ordinal]!, ...result })
      this.#costNanoDollars += result.costNanoDollars
    }
  }

  addCost(costNanoDollars: bigint): void {
    this.#costNanoDollars += costNanoDollars
  }

  /** Results that found no place in the sheet: they count as failed. */
  lose(ordinals: readonly number[], reason: string): void {
    this.#processed -= ordinals.length
    this.#errors += ordinals.length
    this.#note(reason, ordinals.length)
  }

  #count(row: StoredRow): void {
    if (row.state === 'ok') {
      this.#processed += 1
      if (this.#samples.length < SHOWN)
        this.#samples.push({ row: row.firstRow + 1, value: cutText(row.value ?? '', 200) })
    }
    if (row.state === 'failed') {
      this.#errors += 1
      this.#note(row.message ?? 'failed', 1)
    }
  }

  #note(message: string, count: number): void {
    this.#messages.set(message, (this.#messages.get(message) ?? 0) + count)
  }

  counts(): NonNullable<ToolCallFields['rows']> {
    return { processed: this.#processed, errors: this.#errors, total: this.#total }
  }

  outcome({
    fields,
    plan,
    wasStopped,
  }: {
    fields: ToolCallFields
    plan: Plan
    wasStopped: boolean
  }): ToolOutcome {
    const output = this.#output(fields, plan)
    if (this.#processed === this.#total) return { state: 'succeeded', output, fields }
    const open = this.#total - this.#processed - this.#errors
    const done = `${this.#processed} of ${counted(this.#total, 'row')} are done and written.`
    const failed = this.#errors > 0 ? ` ${this.#errors} failed: ${this.#reasons()}.` : ''
    const stopped =
      wasStopped && open > 0 ? ` ${open} were not begun, because the spending limit was reached.` : ''
    const next = ` Call again with the same arguments and output_column ${columnLetters(plan.output.column)}: rows that are filled are skipped, only the others are asked.`
    return { state: 'failed', message: done + failed + stopped + next, output, fields }
  }

  #reasons(): string {
    const sorted = [...this.#messages].sort((a, b) => b[1] - a[1]).slice(0, 3)
    return sorted
      .map(([message, count]) => `${cutText(message.replace(/\.$/, ''), 160)} (${count})`)
      .join('; ')
  }

  #output(fields: ToolCallFields, plan: Plan) {
    const dollars = Number(this.#costNanoDollars) / 1e9
    return {
      updated_range: fields.updated_range ?? null,
      output_column: columnLetters(plan.output.column),
      rows: this.counts(),
      cost_dollars: dollars,
      sample: this.#samples,
      ...(this.#total === 0
        ? { note: 'No row was left to do: all are filled or empty. overwrite redoes filled ones.' }
        : {}),
    }
  }
}
