/**
 * Google's OAuth and OpenID endpoints: consent, tokens, revocation, user information, discovery, keys.
 */
import { createHash } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { bearerOf, readForm, redirect, sendHtml, sendJson } from '../http.ts'
import type { EmulatorDeps } from '../parts.ts'
import { consentPage, errorPage } from './consent-page.ts'
import type { Grant, Grants, PendingCode } from './grants.ts'
import { IdTokens, profileOf } from './id-tokens.ts'
import type { Tokens } from './identity.ts'

export interface OauthOptions {
  deps: EmulatorDeps
  tokens: Tokens
  grants: Grants
}

/** What the token endpoint answers. */
type TokenResult = { answer: object } | { refusal: OauthError }

interface OauthError {
  status: number
  error: string
  description: string
}

type Handler = (request: IncomingMessage, response: ServerResponse, url: URL) => void | Promise<void>

export function oauthRoutes({ deps, tokens, grants }: OauthOptions) {
  const idTokens = new IdTokens(join(deps.dataDir, 'oauth-key.pem'))
  const routes: Record<string, Handler> = {
    'GET /o/oauth2/v2/auth': askConsent,
    'POST /o/oauth2/v2/auth': takeDecision,
    'POST /token': giveToken,
    'POST /revoke': revoke,
    'GET /v1/userinfo': userInfo,
    'GET /oauth2/v3/userinfo': userInfo,
    'GET /oauth2/v3/certs': (_request, response) => sendJson(response, 200, idTokens.keySet()),
    'GET /.well-known/openid-configuration': (_request, response) =>
      sendJson(response, 200, discovery(deps.url())),
  }

  function askConsent(_request: IncomingMessage, response: ServerResponse, url: URL): void {
    const problem = problemOf(url.searchParams)
    if (problem === undefined) sendHtml(response, 200, consentPage(url.searchParams, deps.users))
    else sendHtml(response, 400, errorPage(problem.error, problem.description))
  }

  async function takeDecision(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request)
    const problem = problemOf(form)
    if (problem !== undefined) return sendHtml(response, 400, errorPage(problem.error, problem.description))
    const back = new URL(form.get('redirect_uri') ?? '')
    const state = form.get('state')
    if (state !== null) back.searchParams.set('state', state)
    const user = deps.users.find(it => it.email === form.get('account'))
    if (form.get('decision') !== 'allow' || user === undefined) {
      back.searchParams.set('error', 'access_denied')
      return redirect(response, back.href)
    }
    back.searchParams.set('code', grants.addCode(codeOf(form, user.email)))
    back.searchParams.set('scope', form.get('scope') ?? '')
    redirect(response, back.href)
  }

  async function giveToken(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const form = await readForm(request)
    const clientId = clientOf(request, form)
    if (clientId === undefined)
      return refuse(response, {
        status: 401,
        error: 'invalid_client',
        description: 'The OAuth client was not found.',
      })
    const result =
      form.get('grant_type') === 'authorization_code'
        ? fromCode(form, clientId)
        : form.get('grant_type') === 'refresh_token'
          ? fromRefreshToken(form, clientId)
          : refusal('unsupported_grant_type', `Invalid grant_type: ${form.get('grant_type') ?? ''}`)
    if ('refusal' in result) return refuse(response, result.refusal)
    sendJson(response, 200, result.answer)
  }

  function fromCode(form: URLSearchParams, clientId: string): TokenResult {
    const code = grants.takeCode(form.get('code') ?? '')
    if (code === undefined || code.clientId !== clientId) return refusal('invalid_grant', 'Bad Request')
    if (code.redirectUri !== form.get('redirect_uri')) return refusal('redirect_uri_mismatch', 'Bad Request')
    if (!verifies(code, form.get('code_verifier'))) return refusal('invalid_grant', 'Invalid code verifier.')
    const { grant, handOut } = grants.fromCode(code)
    const answer = {
      ...accessToken(grant, code.scope),
      ...(handOut ? { refresh_token: grant.refreshToken } : {}),
      ...(code.scope.split(' ').includes('openid')
        ? { id_token: idToken(grant.email, clientId, code.nonce) }
        : {}),
    }
    return { answer }
  }

  function fromRefreshToken(form: URLSearchParams, clientId: string): TokenResult {
    const grant = grants.byRefreshToken(form.get('refresh_token') ?? '', clientId)
    if (grant === undefined) return refusal('invalid_grant', 'Token has been expired or revoked.')
    const openId = grant.scope.split(' ').includes('openid')
    const answer = {
      ...accessToken(grant, grant.scope),
      ...(openId ? { id_token: idToken(grant.email, clientId, undefined) } : {}),
    }
    return { answer }
  }

  function accessToken(grant: Grant, scope: string): object {
    const { token, expiresIn } = tokens.issue({ email: grant.email, scope, grant: grant.id })
    return { access_token: token, expires_in: expiresIn, scope, token_type: 'Bearer' }
  }

  function idToken(email: string, clientId: string, nonce: string | undefined): string {
    return idTokens.issue({
      issuer: deps.url(),
      audience: clientId,
      user: deps.users.find(it => it.email === email) ?? { email, name: email },
      ...(nonce === undefined ? {} : { nonce }),
      nowSeconds: Math.floor(deps.now() / 1000),
    })
  }

  async function revoke(request: IncomingMessage, response: ServerResponse, url: URL): Promise<void> {
    const form = await readForm(request)
    const token = form.get('token') ?? url.searchParams.get('token') ?? ''
    const grant = grants.byAnyToken(token) ?? grants.byId(tokens.read(token)?.grant ?? '')
    if (grant === undefined)
      return refuse(response, {
        status: 400,
        error: 'invalid_token',
        description: 'Token expired or revoked',
      })
    grants.revoke(grant)
    sendJson(response, 200, {})
  }

  function userInfo(request: IncomingMessage, response: ServerResponse): void {
    const claims = tokens.read(bearerOf(request) ?? '')
    if (claims === undefined) {
      refuse(response, { status: 401, error: 'invalid_request', description: 'Invalid Credentials' })
      return
    }
    const { email } = claims
    sendJson(response, 200, profileOf(deps.users.find(it => it.email === email) ?? { email, name: email }))
  }

  return {
    async handle(request: IncomingMessage, response: ServerResponse, url: URL): Promise<boolean> {
      const handler = routes[`${request.method} ${url.pathname}`]
      if (handler === undefined) return false
      await handler(request, response, url)
      return true
    },
  }
}

function failure(error: string, description: string): OauthError {
  return { status: 400, error, description }
}

function refusal(error: string, description: string): TokenResult {
  return { refusal: failure(error, description) }
}

function refuse(response: ServerResponse, { status, error, description }: OauthError): void {
  sendJson(response, status, { error, error_description: description })
}

function problemOf(params: URLSearchParams): OauthError | undefined {
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
  try {
    const { protocol, hostname } = new URL(address)
    return /^https?:$/.test(protocol) && ['127.0.0.1', 'localhost', '[::1]'].includes(hostname)
  } catch {
    return false
  }
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

/** The client may name itself in the form or by basic authentication; its secret is not checked here. */
function clientOf(request: IncomingMessage, form: URLSearchParams): string | undefined {
  const basic = /^Basic\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
  if (basic !== undefined) {
    const [id = ''] = Buffer.from(basic, 'base64').toString('utf8').split(':')
    return decodeURIComponent(id) || undefined
  }
  return form.get('client_id') || undefined
}

function verifies(code: PendingCode, verifier: string | null): boolean {
  if (code.codeChallenge === undefined) return verifier === null
  if (verifier === null) return false
  const challenge =
    code.codeChallengeMethod === 'S256' ? createHash('sha256').update(verifier).digest('base64url') : verifier
  return challenge === code.codeChallenge
}

function discovery(url: string): object {
  return {
    issuer: url,
    authorization_endpoint: `${url}/o/oauth2/v2/auth`,
    token_endpoint: `${url}/token`,
    revocation_endpoint: `${url}/revoke`,
    userinfo_endpoint: `${url}/v1/userinfo`,
    jwks_uri: `${url}/oauth2/v3/certs`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256'],
    scopes_supported: ['openid', 'email', 'profile'],
    token_endpoint_auth_methods_supported: ['client_secret_post', 'client_secret_basic'],
    claims_supported: [
      'aud',
      'email',
      'email_verified',
      'exp',
      'family_name',
      'given_name',
      'iat',
      'iss',
      'name',
      'sub',
    ],
    code_challenge_methods_supported: ['plain', 'S256'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
  }
}
