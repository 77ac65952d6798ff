/**
 * Google as the dashboard needs it: who a person is (OpenID Connect), their grant to work on spreadsheets,
 * and taking that grant back. Knows no users, cookies or pages.
 */
import type * as Openid from 'openid-client'

export const SPREADSHEETS_SCOPE = 'https://www.googleapis.com/auth/spreadsheets'
const TIMEOUT_SECONDS = 15

export type Purpose = 'sign-in' | 'connect'

/** What has to be remembered between leaving for Google and coming back. */
export interface Departure {
  state: string
  nonce: string
  verifier: string
}

export interface Arrival {
  sub: string
  email: string
  scopes: string
  /** Only where access to spreadsheets was asked for. */
  refreshToken: string | undefined
}

export type ArrivalResult =
  | ({ state: 'ok' } & Arrival)
  | { state: 'refused'; why: 'denied' | 'unverified_email' | 'unusable' | 'unreachable' }

export type DepartureResult =
  | { state: 'ok'; url: string; departure: Departure }
  | { state: 'refused'; why: 'unreachable' }

export interface Google {
  depart(purpose: Purpose, email?: string): Promise<DepartureResult>
  arrive(query: string, departure: Departure): Promise<ArrivalResult>
  /** Tells Google that the token is no longer wanted. Never throws: forgetting it here is what counts. */
  revoke(refreshToken: string): Promise<void>
}

const isLoopback = (url: URL) =>
  url.protocol === 'http:' && ['127.0.0.1', 'localhost', '[::1]'].includes(url.hostname)

/** Loaded when somebody first leaves for Google. */
const library = () => import('openid-client')

export function createGoogle(options: {
  issuer: string
  clientId: string
  clientSecret: string | undefined
  redirectUri: string
}): Google {
  const issuer = new URL(options.issuer)
  let discovered: Promise<Openid.Configuration> | undefined

  /** Asked for when first needed: the service starts without Google. A failure is not remembered. */
  function configuration(openid: typeof Openid): Promise<Openid.Configuration> {
    discovered ??= openid
      .discovery(issuer, options.clientId, options.clientSecret, undefined, {
        timeout: TIMEOUT_SECONDS,
        // Plain http only to a Google that runs on this machine.
        execute: [
          openid.enableNonRepudiationChecks,
          ...(isLoopback(issuer) ? [openid.allowInsecureRequests] : []),
        ],
      })
      .catch((error: unknown) => {
        discovered = undefined
        throw error
      })
    return discovered
  }

  return {
    async depart(purpose, email) {
      const openid = await library()
      const config = await configuration(openid).catch(() => null)
      if (!config) return { state: 'refused', why: 'unreachable' }
      const departure = {
        state: openid.randomState(),
        nonce: openid.randomNonce(),
        verifier: openid.randomPKCECodeVerifier(),
      }
      const url = openid.buildAuthorizationUrl(config, {
        redirect_uri: options.redirectUri,
        state: departure.state,
        nonce: departure.nonce,
        code_challenge: await openid.calculatePKCECodeChallenge(departure.verifier),
        code_challenge_method: 'S256',
        ...parametersFor(purpose, email),
      })
      return { state: 'ok', url: url.href, departure }
    },
    async arrive(query, departure) {
      const openid = await library()
      try {
        const url = new URL(`${options.redirectUri}${query}`)
        const tokens = await openid.authorizationCodeGrant(await configuration(openid), url, {
          expectedState: departure.state,
          expectedNonce: departure.nonce,
          pkceCodeVerifier: departure.verifier,
          idTokenExpected: true,
        })
        return arrivalOf(tokens)
      } catch (error) {
        return { state: 'refused', why: whyRefused(error, openid) }
      }
    },
    async revoke(refreshToken) {
      try {
        const openid = await library()
        await openid.tokenRevocation(await configuration(openid), refreshToken, {
          token_type_hint: 'refresh_token',
        })
      } catch {
        // Google lists us among the person's apps until they remove us there.
      }
    },
  }
}

function parametersFor(purpose: Purpose, email: string | undefined): Record<string, string> {
  const hint: Record<string, string> = email ? { login_hint: email } : {}
  if (purpose === 'sign-in') return { scope: 'openid email', prompt: 'select_account', ...hint }
  // Google sends a refresh token only with the consent page, which `prompt` asks for every time.
  return { scope: `openid email ${SPREADSHEETS_SCOPE}`, access_type: 'offline', prompt: 'consent', ...hint }
}

function arrivalOf(
  tokens: Openid.TokenEndpointResponse & Openid.TokenEndpointResponseHelpers,
): ArrivalResult {
  const claims = tokens.claims()
  if (!claims || typeof claims.email !== 'string') return { state: 'refused', why: 'unusable' }
  // Accounts and invitations are found by address: one that nobody checked would open another's door.
  if (claims.email_verified !== true) return { state: 'refused', why: 'unverified_email' }
  return {
    state: 'ok',
    sub: claims.sub,
    email: claims.email,
    scopes: tokens.scope ?? '',
    refreshToken: tokens.refresh_token,
  }
}

function whyRefused(error: unknown, openid: typeof Openid): 'denied' | 'unusable' | 'unreachable' {
  if (error instanceof openid.AuthorizationResponseError) {
    return error.error === 'access_denied' ? 'denied' : 'unusable'
  }
  if (error instanceof TypeError && error.message === 'fetch failed') return 'unreachable'
  const code = error instanceof openid.ClientError ? error.code : undefined
  return code === 'OAUTH_TIMEOUT' ? 'unreachable' : 'unusable'
}
