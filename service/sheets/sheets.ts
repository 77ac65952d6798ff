/** Opens spreadsheets for users: one OAuth client for each grant, kept so that access tokens are reused. */
import { auth, sheets as googleSheets } from '@googleapis/sheets'
import { type BackoffSettings, googleBackoff, requestBackoff } from './backoff.ts'
import { GoogleSpreadsheet } from './client.ts'
import { SheetsError } from './errors.ts'
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

type OAuthClient = InstanceType<typeof auth.OAuth2>

/** Large reads of Google's take their time; nothing of ours should take longer. */
const TIMEOUT_MILLISECONDS = 60_000
const QUICK_TIMEOUT_MILLISECONDS = 8_000
/** Clients kept for reuse; the oldest is dropped, which only costs one token refresh. */
const MAX_CLIENTS = 500

export function createSheets(config: SheetsConfig, grants: Grants): Sheets {
  const clients = new Map<string, OAuthClient>()

  const clientFor = (refreshToken: string): OAuthClient => {
    const known = clients.get(refreshToken)
    if (known) return known
    const client = new auth.OAuth2({
      clientId: config.clientId,
      clientSecret: config.clientSecret,
      ...(config.tokenUrl ? { endpoints: { oauth2TokenUrl: config.tokenUrl } } : {}),
    })
    client.setCredentials({ refresh_token: refreshToken })
    clients.set(refreshToken, client)
    if (clients.size > MAX_CLIENTS) clients.delete(clients.keys().next().value!)
    return client
  }

  return {
    async open(userId, spreadsheetId, options) {
      const grant = await grants.grantFor(userId)
      if (grant === null) {
        throw new SheetsError(
          'GOOGLE_NOT_CONNECTED',
          'No Google account is connected. Connect Google in the dashboard, then try again.',
        )
      }
      const api = googleSheets({
        version: 'v4',
        auth: clientFor(grant.refreshToken),
        ...(config.rootUrl ? { rootUrl: config.rootUrl } : {}),
        // The client retries GET by itself and never POST; our own back-off covers both alike.
        retry: false,
        timeout:
          config.timeoutMilliseconds ??
          (options?.quick
            ? (config.quickTimeoutMilliseconds ?? QUICK_TIMEOUT_MILLISECONDS)
            : TIMEOUT_MILLISECONDS),
        // Node's own fetch keeps connections alive; the client's default opens one for every call.
        fetchImplementation: globalThis.fetch,
      })
      return new GoogleSpreadsheet(spreadsheetId, api, {
        backoff: config.backoff ?? (options?.quick ? requestBackoff : googleBackoff),
        onRevoked: () => grants.markRevoked(userId, grant.refreshToken),
        random: config.random ?? Math.random,
        wait: config.wait ?? (milliseconds => new Promise(resolve => setTimeout(resolve, milliseconds))),
      })
    },
  }
}
