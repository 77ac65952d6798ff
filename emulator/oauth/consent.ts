/** Asking a user of this local Google for consent, and sending them back with a code or a refusal. */
import { type Context, Hono } from 'hono'
import type { EmulatorUser } from '../parts.ts'
import { consentPage, errorPage } from './consent-page.ts'
import { failure, type OauthFailure } from './failure.ts'
import type { Grants, PendingCode } from './grants.ts'

export function consentRoutes({ users, grants }: { users: EmulatorUser[]; grants: Grants }): Hono {
  const app = new Hono()
  app.get('/o/oauth2/v2/auth', c => {
    const params = new URL(c.req.url).searchParams
    const problem = problemOf(params)
    return problem === undefined ? c.html(consentPage(params, users)) : blocked(c, problem)
  })
  app.post('/o/oauth2/v2/auth', async c => {
    const form = new URLSearchParams(await c.req.text())
    const problem = problemOf(form)
    return problem === undefined ? c.redirect(decide(form, users, grants)) : blocked(c, problem)
  })
  return app
}

function blocked(c: Context, { error, description, status }: OauthFailure) {
  return c.html(errorPage(error, description), status)
}

/** Where the user goes next, with what they decided. */
function decide(form: URLSearchParams, users: EmulatorUser[], grants: Grants): string {
  const back = new URL(form.get('redirect_uri') ?? '')
  const state = form.get('state')
  if (state !== null) back.searchParams.set('state', state)
  const user = users.find(it => it.email === form.get('account'))
  if (form.get('decision') !== 'allow' || user === undefined) {
    back.searchParams.set('error', 'access_denied')
    return back.href
  }
  back.searchParams.set('code', grants.addCode(codeOf(form, user.email)))
  back.searchParams.set('scope', form.get('scope') ?? '')
  return back.href
}

function problemOf(params: URLSearchParams): OauthFailure | undefined {
  if (!params.get('client_id')) return failure('invalid_request', 'Missing required parameter: client_id')
  const back = params.get('redirect_uri')
  if (!back) return failure('invalid_request', 'Missing required parameter: redirect_uri')
  if (!isLocal(back))
    return failure(
      'redirect_uri_mismatch',
      'The emulator only sends people back to addresses on this computer.',
    )
  if (params.get('response_type') !== 'code')
    return failure('unsupported_response_type', 'response_type must be code')
  if (!params.get('scope')) return failure('invalid_request', 'Missing required parameter: scope')
  const method = params.get('code_challenge_method')
  if (method !== null && method !== 'S256' && method !== 'plain')
    return failure('invalid_request', 'code_challenge_method must be S256 or plain')
  return undefined
}

function isLocal(address: string): boolean {
  if (!URL.canParse(address)) return false
  const { protocol, hostname } = new URL(address)
  return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
}

function codeOf(form: URLSearchParams, email: string): Omit<PendingCode, 'expiresAt'> {
  const challenge = form.get('code_challenge')
  const nonce = form.get('nonce')
  return {
    email,
    clientId: form.get('client_id') ?? '',
    redirectUri: form.get('redirect_uri') ?? '',
    scope: form.get('scope') ?? '',
    ...(nonce === null ? {} : { nonce }),
    ...(challenge === null ? {} : { codeChallenge: challenge }),
    codeChallengeMethod: form.get('code_challenge_method') === 'S256' ? 'S256' : 'plain',
    offline: form.get('access_type') === 'offline',
    forceConsent: (form.get('prompt') ?? '').split(' ').includes('consent'),
  }
}
