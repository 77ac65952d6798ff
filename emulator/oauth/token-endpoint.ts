/** POST /token: an authorization code or a refresh token against an access token, by Google's rules. */
import { createHash } from 'node:crypto'
import type { EmulatorUser } from '../parts.ts'
import { failure, type OauthFailure } from './failure.ts'
import type { Grant, Grants, PendingCode } from './grants.ts'
import type { IdTokens } from './id-tokens.ts'
import type { Tokens } from './identity.ts'

export interface Issuing {
  grants: Grants
  tokens: Tokens
  idTokens: IdTokens
  users: EmulatorUser[]
  /** This issuer's own address. */
  url(): string
}

export type TokenResult = { answer: object } | { refusal: OauthFailure }

export async function exchange(
  form: URLSearchParams,
  authorization: string | undefined,
  issuing: Issuing,
): Promise<TokenResult> {
  const clientId = clientOf(form, authorization)
  if (clientId === undefined)
    return { refusal: failure('invalid_client', 'The OAuth client was not found.', 401) }
  const type = form.get('grant_type') ?? ''
  if (type === 'authorization_code') return fromCode(form, clientId, issuing)
  if (type === 'refresh_token') return fromRefreshToken(form, clientId, issuing)
  return refusal('unsupported_grant_type', `Invalid grant_type: ${type}`)
}

async function fromCode(form: URLSearchParams, clientId: string, issuing: Issuing): Promise<TokenResult> {
  const code = issuing.grants.takeCode(form.get('code') ?? '')
  if (code === undefined || code.clientId !== clientId) return refusal('invalid_grant', 'Bad Request')
  if (code.redirectUri !== form.get('redirect_uri')) return refusal('redirect_uri_mismatch', 'Bad Request')
  if (!verifies(code, form.get('code_verifier'))) return refusal('invalid_grant', 'Invalid code verifier.')
  const { grant, handOut } = issuing.grants.fromCode(code)
  const answer = {
    ...(await accessToken(grant, code.scope, issuing)),
    ...(handOut ? { refresh_token: grant.refreshToken } : {}),
    ...(await idTokenFor(grant.email, { clientId, scope: code.scope, nonce: code.nonce }, issuing)),
  }
  return { answer }
}

async function fromRefreshToken(
  form: URLSearchParams,
  clientId: string,
  issuing: Issuing,
): Promise<TokenResult> {
  const grant = issuing.grants.byRefreshToken(form.get('refresh_token') ?? '', clientId)
  if (grant === undefined) return refusal('invalid_grant', 'Token has been expired or revoked.')
  const answer = {
    ...(await accessToken(grant, grant.scope, issuing)),
    ...(await idTokenFor(grant.email, { clientId, scope: grant.scope, nonce: undefined }, issuing)),
  }
  return { answer }
}

function refusal(error: string, description: string): TokenResult {
  return { refusal: failure(error, description) }
}

async function accessToken(grant: Grant, scope: string, { tokens }: Issuing): Promise<object> {
  const { token, expiresIn } = await tokens.issue({ email: grant.email, scope, grant: grant.id })
  return { access_token: token, expires_in: expiresIn, scope, token_type: 'Bearer' }
}

async function idTokenFor(
  email: string,
  { clientId, scope, nonce }: { clientId: string; scope: string; nonce: string | undefined },
  { idTokens, users, url }: Issuing,
): Promise<{ id_token?: string }> {
  if (!scope.split(' ').includes('openid')) return {}
  const user = users.find(it => it.email === email) ?? { email, name: email }
  const claims = { issuer: url(), audience: clientId, user, ...(nonce === undefined ? {} : { nonce }) }
  return { id_token: await idTokens.issue(claims) }
}

/** The client may name itself in the form or by basic authentication; its secret is not checked here. */
function clientOf(form: URLSearchParams, authorization = ''): string | undefined {
  const basic = /^Basic\s+(\S+)$/i.exec(authorization)?.[1]
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
