/** Opens spreadsheets for users, each with the access tokens of one grant. */
import { limitedFetch } from '../network/limited-fetch.ts'
import { SheetsError } from './errors.ts'
import { createAccessTokens } from './google/access-tokens.ts'
import { type BackoffSettings, googleBackoff, requestBackoff } from './google/backoff.ts'
import { GoogleSpreadsheet } from './google/client.ts'
import { sendsWith } from './google/sender.ts'
import type { Sheets } from './spreadsheet.ts'

export interface SheetsConfig {
  clientId: string
  clientSecret: string
  /** Root of the Sheets API; Google's own where left out. Origin only: a path in it is dropped. */
  rootUrl?: string
  /** Token endpoint; Google's own where left out. */
  tokenUrl?: string
  timeoutMilliseconds?: number
  /** The same where somebody waits for the answer. */
  quickTimeoutMilliseconds?: number
  /** For one exchange with the token endpoint; a second less than a person waits for, where left out. */
  tokenTimeoutMilliseconds?: number
  backoff?: BackoffSettings
  random?: () => number
  /** Waits between attempts; tests pass one that does not. */
  wait?: (milliseconds: number) => Promise<void>
}

/** Where a user's permission comes from; accounts keeps it sealed. */
export interface Grants {
  /** Null where the user never connected Google or the grant was revoked. */
  grantFor(userId: string): Promise<{ refreshToken: string } | null>
  /** Google refused this token for good. */
  markRevoked(userId: string, refreshToken: string): Promise<void>
}

/** Large reads of Google's take their time; nothing of ours should take longer. */
const TIMEOUT_MILLISECONDS = 60_000
const QUICK_TIMEOUT_MILLISECONDS = 8_000
/** Google's own limit is about 10 MB; reads are cut into parts far below this. */
const MAX_ANSWER_BYTES = 200_000_000
const GOOGLE_TOKEN_URL = 'https://oauth2.googleapis.com/token'

export function createSheets(config: SheetsConfig, grants: Grants): Sheets {
  const quick = config.quickTimeoutMilliseconds ?? QUICK_TIMEOUT_MILLISECONDS
  // Node's own fetch keeps connections alive; the client's default opens one for every call.
  const fetch = limitedFetch((input, init) => globalThis.fetch(input, init), MAX_ANSWER_BYTES)
  const tokens = createAccessTokens({
    clientId: config.clientId,
    clientSecret: config.clientSecret,
    tokenUrl: config.tokenUrl ?? GOOGLE_TOKEN_URL,
    timeoutMilliseconds: config.tokenTimeoutMilliseconds ?? Math.max(1_000, quick - 1_000),
    fetch,
    monotonic: () => performance.now(),
  })

  return {
    async open(userId, spreadsheetId, options) {
      const grant = await grants.grantFor(userId)
      if (grant === null) {
        throw new SheetsError(
          'GOOGLE_NOT_CONNECTED',
          'No Google account is connected. Connect Google in the dashboard, then try again.',
        )
      }
      // Loaded with the first spreadsheet: a start waits for nothing that it doesn't need.
      const { sheets: googleSheets } = await import('@googleapis/sheets')
      const api = googleSheets({
        version: 'v4',
        ...(config.rootUrl ? { rootUrl: config.rootUrl } : {}),
        // The client retries GET by itself and never POST; our own back-off covers both alike.
        retry: false,
        timeout: config.timeoutMilliseconds ?? (options?.quick ? quick : TIMEOUT_MILLISECONDS),
      })
      return new GoogleSpreadsheet(spreadsheetId, api, {
        backoff: config.backoff ?? (options?.quick ? requestBackoff : googleBackoff),
        sendAs: sendsWith(tokens, grant.refreshToken, fetch),
        onRevoked: () => grants.markRevoked(userId, grant.refreshToken),
        random: config.random ?? Math.random,
        wait: config.wait ?? (milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))),
      })
    },
  }
}
