/**
 * A bulk run from its plan to its outcome. Every finished row is in the database before anything else
 * happens with it: a run that was cut short goes on under the same call id and asks no row again.
 */
import type { ToolCallFields } from '../../../contract/index.ts'
import { storable } from '../support/text.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { BulkArgs } from './args.ts'
import { workThroughRows } from './ask-rows.ts'
import { BulkSheet } from './bulk-sheet.ts'
import { batchKey, Committer } from './committer.ts'
import { makePlan, type Planned, prepareSheet } from './make-plan.ts'
import { Tally } from './outcome.ts'
import { LOST_ROW, ResultWriter } from './result-writer.ts'
import { placeRows } from './row-key.ts'
import { type Plan, type RowResult, RowStore, type StoredRow } from './row-store.ts'
import { parseTemplate, renderTemplate } from './template.ts'

/** Time for the last write after a stop. */
const LAST_WRITE_MILLISECONDS = 900

/** What one row's prompt came to. Must not reject but for the abort of the signal. */
export type AskRow = (prompt: string) => Promise<Omit<RowResult, 'ordinal'>>

export interface BulkWork {
  args: BulkArgs
  context: ToolContext
  model: string
  concurrency: number
  ask: AskRow
}

export async function runBulk(work: BulkWork): Promise<ToolOutcome> {
  const { context } = work
  const { reads, writes } = context.spreadsheet.calls
  const store = new RowStore(context.db, context.toolCallId)
  const earlier = await store.plan()
  const fresh = earlier ? null : await begin(work, store)
  const plan = earlier ?? fresh!.plan
  const rows = await store.rows()
  // Before the first result, also when an earlier run fell over right after its plan. Waited for: by the
  // header the column is found again when the user moves it.
  if (rows.length > 0 && rows.every(row => row.state === 'planned')) await prepareSheet(context, plan)
  return new BulkRun(work, store, plan, rows, reads + writes).go(fresh?.texts ?? null)
}

async function begin({ context, args }: BulkWork, store: RowStore): Promise<Planned> {
  const planned = await makePlan(context, args)
  await store.begin(context.turn.id, planned.plan, planned.rows, context.now())
  return planned
}

class BulkRun {
  readonly #work: BulkWork
  readonly #store: RowStore
  readonly #plan: Plan
  readonly #rows: StoredRow[]
  readonly #sheet: BulkSheet
  readonly #writer: ResultWriter
  readonly #tally: Tally

  constructor(work: BulkWork, store: RowStore, plan: Plan, rows: StoredRow[], callsBefore: number) {
    this.#work = work
    this.#store = store
    this.#plan = plan
    this.#rows = rows
    this.#tally = new Tally(rows)
    this.#sheet = new BulkSheet(work.context, plan)
    this.#writer = new ResultWriter({
      context: work.context,
      store,
      sheet: this.#sheet,
      rows,
      overwrite: plan.overwrite,
      callsBefore,
      onLost: (ordinals, reason) => this.#tally.lose(ordinals, reason),
      onWritten: () => this.#report(),
    })
  }

  /** `texts` of the rows where they have just been read; else they are looked up in the sheet. */
  async go(texts: string[][] | null): Promise<ToolOutcome> {
    const { context } = this.#work
    this.#report()
    const firstBatch = await this.#chargeAgain()
    const committer = new Committer({
      context,
      store: this.#store,
      model: this.#work.model,
      firstBatch,
      onSaved: results => this.#saved(results),
    })
    const saved = this.#rows.filter(row => row.state === 'ok').map(withValue)
    this.#writer.start(saved.filter(row => row.written))
    this.#writer.add(saved.filter(row => !row.written))
    const planned = this.#rows.filter(row => row.state === 'planned')
    try {
      if (planned.length > 0) await this.#askAll(planned, committer, texts ?? (await this.#findTexts()))
      await committer.drain()
    } finally {
      // Also after a stop or a failure: what is saved is paid for and belongs in the sheet.
      await this.#finishWriting(committer)
    }
    context.signal.throwIfAborted()
    return this.#tally.outcome({ fields: this.#fields(), plan: this.#plan, wasStopped: committer.mustStop })
  }

  /** A crash may have come between saving rows and charging for them. The keys make it once. */
  async #chargeAgain(): Promise<number> {
    const { context, model } = this.#work
    const batches = await this.#store.batchCosts()
    for (const { batch, costNanoDollars } of batches) {
      if (costNanoDollars > 0n) await context.charge({ key: batchKey(batch), model, costNanoDollars })
      this.#tally.addCost(costNanoDollars)
    }
    return (batches.at(-1)?.batch ?? -1) + 1
  }

  /** Where the rows stand now; a row that is gone has no texts. */
  async #findTexts(): Promise<(string[] | undefined)[]> {
    const view = await this.#sheet.read()
    const places = placeRows(this.#rows, view.keys)
    return this.#rows.map(row => {
      const place = places.get(row.ordinal)
      return place === undefined ? undefined : view.cells[place]
    })
  }

  async #askAll(
    planned: StoredRow[],
    committer: Committer,
    texts: readonly (string[] | undefined)[],
  ): Promise<void> {
    const { context, concurrency, ask } = this.#work
    const template = parseTemplate(this.#plan.template, [])
    const { references } = this.#plan
    await workThroughRows({
      rows: planned,
      concurrency,
      signal: context.signal,
      mayGoOn: () => !committer.mustStop,
      work: async ({ ordinal }) => {
        this.#writer.check()
        const cells = texts[ordinal]
        if (!cells) {
          committer.add({ ordinal, state: 'failed', value: null, message: LOST_ROW, costNanoDollars: 0n })
          return
        }
        const byColumn = new Map(references.map(({ column }, index) => [column, cells[index] ?? '']))
        committer.add({ ordinal, ...keepable(await ask(renderTemplate(template, byColumn))) })
      },
    })
  }

  #saved(results: RowResult[]): void {
    for (const { ordinal, state, value, message } of results)
      Object.assign(this.#rows[ordinal]!, { state, value, message })
    this.#tally.add(results)
    this.#report()
    const ok = results.filter(result => result.state === 'ok')
    this.#writer.add(ok.map(({ ordinal }) => withValue(this.#rows[ordinal]!)))
  }

  async #finishWriting(committer: Committer): Promise<void> {
    const { signal, spreadsheet } = this.#work.context
    // What it failed with is on its way already, where it matters.
    await committer.drain().catch(() => {})
    if (!signal.aborted) return this.#writer.finish()
    // After a stop only what is quick: the rest is kept and written when the call runs again.
    spreadsheet.cancelWith?.(AbortSignal.timeout(LAST_WRITE_MILLISECONDS))
    await this.#writer.finish().catch(() => signal.throwIfAborted())
  }

  #fields(): ToolCallFields {
    const fields: ToolCallFields = { prompt_template: this.#plan.template, rows: this.#tally.counts() }
    const range = this.#sheet.writtenRange
    if (range !== undefined) fields.updated_range = range
    if (this.#sheet.tabTitle !== '') fields.sheet_name = this.#sheet.tabTitle
    return fields
  }

  #report(): void {
    this.#work.context.progress(this.#fields())
  }
}

const keepable = (answer: Awaited<ReturnType<AskRow>>) => ({
  ...answer,
  value: answer.value === null ? null : storable(answer.value),
  message: answer.message === null ? null : storable(answer.message),
})

const withValue = (row: StoredRow) => ({ ...row, value: row.value ?? '' })
