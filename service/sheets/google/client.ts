/**
 * One spreadsheet over Google's client: every call goes through `call`, which counts it, retries it where
 * that is safe, and turns what is thrown into a SheetsError. What comes back has been parsed.
 */

import { randomUUID } from 'node:crypto'
import type { sheets_v4 } from '@googleapis/sheets'
import { orAborted } from '../../network/abort.ts'
import { observed, type Work } from '../../seeing/observed.ts'
import { SheetsError } from '../errors.ts'
import { META_FIELDS, toMeta } from '../meta.ts'
import type { SpreadsheetOverview } from '../overview/overview.ts'
import { readOverview } from '../overview/read-overview.ts'
import type { Look, Spreadsheet, SpreadsheetMeta, Tab, WriteGuard } from '../spreadsheet.ts'
import { copiedTabOf, repliesOf, spreadsheetOf, valueRangesOf, writtenOf } from './answers.ts'
import { type Attempt, type BackoffSettings, delayMilliseconds, isPassing, mayRetry } from './backoff.ts'
import { causeOf, isGrantGone, readAttempt, toSheetsError } from './failures.ts'
import { clearMarks, isRepeatable, type Mark, markOf, needsItsAnswer, withMark } from './once.ts'
import { joined, partsOf } from './read-in-parts.ts'
import { NotSent, type SendAs } from './sender.ts'

export interface ClientParts {
  backoff: BackoffSettings
  random: () => number
  wait: (milliseconds: number) => Promise<void>
  /** Sends with the grant's token, after `beforeSend` has let it. */
  sendAs: SendAs
  /** The grant is gone: the person has to connect again. */
  onRevoked: () => Promise<void>
}

interface CallKind {
  kind: 'reads' | 'writes'
  /** A second application changes nothing. */
  repeatable: boolean
  guard?: WriteGuard | undefined
  /** After a failure that may have been applied all the same: whether it was; null where nobody can tell. */
  wasApplied?: () => Promise<boolean | null>
}

/** Passed to each method of Google's client. */
interface CallOptions {
  fetchImplementation: typeof globalThis.fetch
  timeout?: number
}

/** The answer was lost, the change was made. */
class AppliedAlready extends Error {}

/** A large tab takes its time, and a copy that was given up may have been made all the same. */
const COPY_TIMEOUT_MILLISECONDS = 45_000

const READ: CallKind = { kind: 'reads', repeatable: true }

const lookAt = (responseRanges: string[]) => ({
  includeSpreadsheetInResponse: true,
  responseIncludeGridData: true,
  responseRanges,
})

export class GoogleSpreadsheet implements Spreadsheet {
  readonly id: string
  readonly calls = { reads: 0, writes: 0 }
  readonly #api: sheets_v4.Sheets
  readonly #parts: ClientParts
  #meta: Promise<SpreadsheetMeta> | undefined
  #signal: AbortSignal | undefined
  readonly #reads = new Map<string, Promise<unknown>>()

  constructor(id: string, api: sheets_v4.Sheets, parts: ClientParts) {
    this.id = id
    this.#api = api
    this.#parts = parts
  }

  refresh(): void {
    this.#meta = undefined
    this.#reads.clear()
  }

  cancelWith(signal: AbortSignal): void {
    this.#signal = signal
  }

  async tabs(): Promise<Tab[]> {
    return (await this.meta()).tabs
  }

  meta(): Promise<SpreadsheetMeta> {
    this.#meta ??= this.get({ fields: META_FIELDS }).then(toMeta)
    // A failed read is not remembered: the next caller asks again.
    this.#meta.catch(() => {
      this.#meta = undefined
    })
    return this.#meta
  }

  overview(activeSheetId: number): Promise<SpreadsheetOverview> {
    return readOverview(this, activeSheetId)
  }

  get(
    params: { fields: string; ranges?: string[] },
    { once = false }: { once?: boolean } = {},
  ): Promise<sheets_v4.Schema$Spreadsheet> {
    const read = () =>
      this.#call(READ, async options => {
        const answer = await this.#api.spreadsheets.get({ spreadsheetId: this.id, ...params }, options)
        return spreadsheetOf(answer.data, params.fields)
      })
    return once ? read() : this.#cached(`get ${JSON.stringify(params)}`, read)
  }

  values(
    ranges: string[],
    render: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA' = 'UNFORMATTED_VALUE',
    dates: 'SERIAL_NUMBER' | 'FORMATTED_STRING' = 'SERIAL_NUMBER',
  ): Promise<sheets_v4.Schema$ValueRange[]> {
    const how = { valueRenderOption: render, dateTimeRenderOption: dates }
    return this.#cached(`values ${render} ${dates} ${JSON.stringify(ranges)}`, async () => {
      const calls = partsOf(ranges)
      if (calls === null) return this.#readValues(ranges, how)
      const answered = []
      for (const parts of calls) {
        const answers = await this.#readValues(
          parts.map(part => part.range),
          how,
        )
        answered.push(...parts.map((part, at) => ({ part, answer: answers[at]! })))
      }
      return joined(ranges, answered)
    })
  }

  #readValues(
    ranges: string[],
    how: { valueRenderOption: string; dateTimeRenderOption: string },
  ): Promise<sheets_v4.Schema$ValueRange[]> {
    return this.#call(READ, async options => {
      const query = { spreadsheetId: this.id, ranges, ...how }
      const answer = await this.#api.spreadsheets.values.batchGet(query, options)
      return valueRangesOf(answer.data, ranges.length)
    })
  }

  async batchUpdate(
    requests: sheets_v4.Schema$Request[],
    guard?: WriteGuard,
    look?: Look,
  ): Promise<sheets_v4.Schema$BatchUpdateSpreadsheetResponse> {
    this.refresh()
    const made = isRepeatable(requests)
      ? this.#sendBatch({ kind: 'writes', repeatable: true, guard }, requests, look)
      : this.#sendBatchOnce(requests, guard, look)
    return made.finally(() => this.refresh())
  }

  async #sendBatchOnce(
    requests: sheets_v4.Schema$Request[],
    guard: WriteGuard | undefined,
    look: Look | undefined,
  ): Promise<sheets_v4.Schema$BatchUpdateSpreadsheetResponse> {
    const mark = markOf(guard?.key ?? randomUUID(), guard?.owner ?? this.id, requests)
    const call: CallKind = {
      kind: 'writes',
      repeatable: false,
      guard,
      wasApplied: () => this.#hasMark(mark),
    }
    try {
      const answer = await this.#sendBatch(call, withMark(requests, mark), look)
      return { ...answer, replies: answer.replies!.slice(0, requests.length) }
    } catch (error) {
      if (!(error instanceof AppliedAlready)) throw error
      if (!needsItsAnswer(requests)) return { spreadsheetId: this.id, replies: requests.map(() => ({})) }
      throw new SheetsError(
        'UPSTREAM_INVALID_RESPONSE',
        'Google Sheets made the change, but its answer about it was lost: check the sheet before repeating it.',
        { isUnclear: true },
      )
    }
  }

  #sendBatch(call: CallKind, requests: sheets_v4.Schema$Request[], look: Look | undefined) {
    const shape = look ? { fields: `spreadsheetId,replies,updatedSpreadsheet(${look.fields})` } : {}
    return this.#call(call, async options => {
      const answer = await this.#api.spreadsheets.batchUpdate(
        { spreadsheetId: this.id, requestBody: { requests, ...(look ? lookAt(look.ranges) : {}) }, ...shape },
        options,
      )
      return repliesOf(answer.data, this.id, requests.length)
    })
  }

  /** Whether a batch that carried it was applied; null where Google does not say. */
  async #hasMark({ id }: Mark): Promise<boolean | null> {
    this.calls.reads += 1
    try {
      const options = { fetchImplementation: this.#parts.sendAs() }
      const { data } = await this.#api.spreadsheets.developerMetadata.get(
        { spreadsheetId: this.id, metadataId: id },
        options,
      )
      return data.metadataId === id ? true : null
    } catch (error) {
      return readAttempt(error, true).status === 404 ? false : null
    }
  }

  async forgetMarks(owner: string): Promise<void> {
    const { fetchImplementation } = this.#options(undefined)
    this.calls.writes += 1
    await this.#api.spreadsheets.batchUpdate(
      { spreadsheetId: this.id, requestBody: { requests: [clearMarks(owner)] } },
      { fetchImplementation },
    )
  }

  async writeValues(
    data: { range: string; values: unknown[][] }[],
    input: 'USER_ENTERED' | 'RAW' = 'USER_ENTERED',
    guard?: WriteGuard,
  ): Promise<sheets_v4.Schema$BatchUpdateValuesResponse> {
    this.#reads.clear()
    // Fixed values to fixed cells: doing it twice is doing it once.
    return this.#call({ kind: 'writes', repeatable: true, guard }, async options => {
      const answer = await this.#api.spreadsheets.values.batchUpdate(
        { spreadsheetId: this.id, requestBody: { valueInputOption: input, data } },
        options,
      )
      return writtenOf(answer.data, this.id, data.length)
    }).finally(() => this.#reads.clear())
  }

  copyTabTo(sheetId: number, destinationSpreadsheetId: string): Promise<{ sheetId: number; title: string }> {
    return this.#call({ kind: 'writes', repeatable: false }, async options => {
      const answer = await this.#api.spreadsheets.sheets.copyTo(
        { spreadsheetId: this.id, sheetId, requestBody: { destinationSpreadsheetId } },
        { ...options, timeout: COPY_TIMEOUT_MILLISECONDS },
      )
      return copiedTabOf(answer.data)
    })
  }

  /** Reads are remembered until `refresh` or the next write. */
  #cached<T>(key: string, read: () => Promise<T>): Promise<T> {
    const known = this.#reads.get(key)
    if (known) return known as Promise<T>
    const fresh = read()
    this.#reads.set(key, fresh)
    fresh.catch(() => this.#reads.delete(key))
    return fresh
  }

  #options(guard: WriteGuard | undefined): CallOptions {
    return { fetchImplementation: this.#parts.sendAs(guard && (() => guard.check())) }
  }

  #call<T>(call: CallKind, send: (options: CallOptions) => Promise<T>): Promise<T> {
    return observed('google', { kind: call.kind }, async facts => {
      try {
        return await this.#tryCall(call, send, facts)
      } catch (error) {
        if (error instanceof SheetsError) facts.failure = error.failure
        throw error
      }
    })
  }

  async #tryCall<T>(
    call: CallKind,
    send: (options: CallOptions) => Promise<T>,
    facts: Work['google'],
  ): Promise<T> {
    const { backoff, random, wait } = this.#parts
    const begun = performance.now()
    const isLate = () =>
      performance.now() - begun > (backoff.giveUpAfterMilliseconds ?? Number.POSITIVE_INFINITY)
    for (let tries = 1; ; tries += 1) {
      this.#signal?.throwIfAborted()
      this.calls[call.kind] += 1
      facts.tries = tries
      try {
        return await send(this.#options(call.guard))
      } catch (error) {
        const refused = causeOf(error, NotSent)
        if (refused) throw refused.reason
        this.#signal?.throwIfAborted()
        const attempt = readAttempt(error, call.repeatable)
        const notApplied = await this.#lookUp(call, attempt, error)
        // An answer that has come means that nothing is under way any more.
        const mayAgain =
          mayRetry(attempt) || (notApplied && attempt.status !== undefined && isPassing(attempt))
        if (tries >= backoff.attempts || isLate() || !mayAgain) {
          if (isGrantGone(error)) await this.#parts.onRevoked()
          const answered = attempt.status !== undefined
          throw toSheetsError(error, { isWrite: call.kind === 'writes', notApplied: notApplied && answered })
        }
        await orAborted(wait(delayMilliseconds(attempt, tries, backoff, random)), this.#signal)
      }
    }
  }

  /** Whether a look showed that nothing was applied. Throws AppliedAlready where it was. */
  async #lookUp(call: CallKind, attempt: Attempt, error: unknown): Promise<boolean> {
    if (!call.wasApplied || attempt.neverSent) return false
    // Google refuses a mark that it knows.
    const isKnown = attempt.status === 400 && /metadata/i.test((error as Error).message)
    if (!isKnown && !isPassing(attempt)) return false
    const applied = await call.wasApplied()
    if (applied) throw new AppliedAlready('the answer was lost, the change was made')
    return applied === false
  }
}
