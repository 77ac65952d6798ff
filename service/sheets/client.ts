/**
 * One spreadsheet over Google's client: every call goes through `call`, which counts it, retries it where
 * that is safe, and turns what is thrown into a SheetsError.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type BackoffSettings, delayMilliseconds, mayRetry } from './backoff.ts'
import { isGrantGone, readAttempt, toSheetsError } from './failures.ts'
import { META_FIELDS, toMeta } from './meta.ts'
import type { SpreadsheetOverview } from './overview.ts'
import { readOverview } from './read-overview.ts'
import type { Spreadsheet, SpreadsheetMeta, Tab } from './spreadsheet.ts'

export interface ClientParts {
  backoff: BackoffSettings
  random: () => number
  wait: (milliseconds: number) => Promise<void>
  /** The grant is gone: the person has to connect again. */
  onRevoked: () => Promise<void>
}

interface CallKind {
  kind: 'reads' | 'writes'
  /** A second application changes nothing. */
  repeatable: boolean
}

/** A large tab takes its time, and a copy that was given up may have been made all the same. */
const COPY_TIMEOUT_MILLISECONDS = 45_000

const READ: CallKind = { kind: 'reads', repeatable: true }

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

  get(params: { fields: string; ranges?: string[] }): Promise<sheets_v4.Schema$Spreadsheet> {
    return this.#cached(`get ${JSON.stringify(params)}`, () =>
      this.#call(READ, async () => {
        const answer = await this.#api.spreadsheets.get({ spreadsheetId: this.id, ...params })
        return answer.data
      }),
    )
  }

  values(
    ranges: string[],
    render: 'FORMATTED_VALUE' | 'UNFORMATTED_VALUE' | 'FORMULA' = 'UNFORMATTED_VALUE',
    dates: 'SERIAL_NUMBER' | 'FORMATTED_STRING' = 'SERIAL_NUMBER',
  ): Promise<sheets_v4.Schema$ValueRange[]> {
    return this.#cached(`values ${render} ${dates} ${JSON.stringify(ranges)}`, () =>
      this.#call(READ, async () => {
        const answer = await this.#api.spreadsheets.values.batchGet({
          spreadsheetId: this.id,
          ranges,
          valueRenderOption: render,
          dateTimeRenderOption: dates,
        })
        return answer.data.valueRanges ?? []
      }),
    )
  }

  async batchUpdate(
    requests: sheets_v4.Schema$Request[],
  ): Promise<sheets_v4.Schema$BatchUpdateSpreadsheetResponse> {
    this.refresh()
    return this.#call({ kind: 'writes', repeatable: false }, async () => {
      const answer = await this.#api.spreadsheets.batchUpdate({
        spreadsheetId: this.id,
        requestBody: { requests },
      })
      return answer.data
    }).finally(() => this.refresh())
  }

  async writeValues(
    data: { range: string; values: unknown[][] }[],
    input: 'USER_ENTERED' | 'RAW' = 'USER_ENTERED',
  ): Promise<sheets_v4.Schema$BatchUpdateValuesResponse> {
    this.#reads.clear()
    // Fixed values to fixed cells: doing it twice is doing it once.
    return this.#call({ kind: 'writes', repeatable: true }, async () => {
      const answer = await this.#api.spreadsheets.values.batchUpdate({
        spreadsheetId: this.id,
        requestBody: { valueInputOption: input, data },
      })
      return answer.data
    }).finally(() => this.#reads.clear())
  }

  async copyTabTo(
    sheetId: number,
    destinationSpreadsheetId: string,
  ): Promise<{ sheetId: number; title: string }> {
    this.calls.writes += 1
    try {
      const answer = await this.#api.spreadsheets.sheets.copyTo(
        { spreadsheetId: this.id, sheetId, requestBody: { destinationSpreadsheetId } },
        { timeout: COPY_TIMEOUT_MILLISECONDS },
      )
      return { sheetId: answer.data.sheetId ?? 0, title: answer.data.title ?? '' }
    } catch (error) {
      throw toSheetsError(error, true)
    }
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

  async #call<T>(call: CallKind, send: () => Promise<T>): Promise<T> {
    const { backoff, random, wait } = this.#parts
    const begun = performance.now()
    const isLate = () =>
      performance.now() - begun > (backoff.giveUpAfterMilliseconds ?? Number.POSITIVE_INFINITY)
    for (let tries = 1; ; tries += 1) {
      this.#signal?.throwIfAborted()
      this.calls[call.kind] += 1
      try {
        return await send()
      } catch (error) {
        const attempt = readAttempt(error, call.repeatable)
        if (tries >= backoff.attempts || isLate() || !mayRetry(attempt)) {
          if (isGrantGone(error)) await this.#parts.onRevoked()
          throw toSheetsError(error, call.kind === 'writes')
        }
        await orAborted(wait(delayMilliseconds(attempt, tries, backoff, random)), this.#signal)
      }
    }
  }
}

async function orAborted(waiting: Promise<void>, signal: AbortSignal | undefined): Promise<void> {
  if (!signal) return waiting
  const { promise: aborted, reject } = Promise.withResolvers<never>()
  const fail = () => reject(signal.reason)
  signal.addEventListener('abort', fail, { once: true })
  try {
    await Promise.race([waiting, aborted])
  } finally {
    signal.removeEventListener('abort', fail)
  }
}
