/**
 * Google's OAuth and OpenID endpoints: consent, tokens, revocation, user information, discovery, keys.
 */
import { join } from 'node:path'
import { type Context, Hono } from 'hono'
import { bearerOf } from '../http.ts'
import type { EmulatorDeps } from '../parts.ts'
import { consentRoutes } from './consent.ts'
import { discovery } from './discovery.ts'
import { failure, type OauthFailure } from './failure.ts'
import type { Grants } from './grants.ts'
import { IdTokens, profileOf } from './id-tokens.ts'
import type { Tokens } from './identity.ts'
import { exchange } from './token-endpoint.ts'

export interface OauthOptions {
  deps: EmulatorDeps
  tokens: Tokens
  grants: Grants
}

export function oauthRoutes({ deps, tokens, grants }: OauthOptions): Hono {
  const { users, url } = deps
  const idTokens = new IdTokens({ file: join(deps.dataDir, 'oauth-key.pem'), now: deps.now })
  const app = new Hono()
  app.route('/', consentRoutes({ users, grants }))
  app.get('/.well-known/openid-configuration', c => c.json(discovery(url())))
  app.get('/oauth2/v3/certs', async c => c.json(await idTokens.keySet()))

  app.post('/token', async c => {
    const form = new URLSearchParams(await c.req.text())
    const result = await exchange(form, c.req.header('authorization'), {
      grants,
      tokens,
      idTokens,
      users,
      url,
    })
    return 'refusal' in result ? refuse(c, result.refusal) : c.json(result.answer)
  })

  app.post('/revoke', async c => {
    const form = new URLSearchParams(await c.req.text())
    const token = form.get('token') ?? c.req.query('token') ?? ''
    const grant = grants.byAnyToken(token) ?? grants.byId((await tokens.read(token))?.grant ?? '')
    if (grant === undefined) return refuse(c, failure('invalid_token', 'Token expired or revoked'))
    grants.revoke(grant)
    return c.json({})
  })

  app.on('GET', ['/v1/userinfo', '/oauth2/v3/userinfo'], async c => {
    const claims = await tokens.read(bearerOf(c.req.header('authorization')) ?? '')
    if (claims === undefined) return refuse(c, failure('invalid_request', 'Invalid Credentials', 401))
    const { email } = claims
    return c.json(profileOf(users.find(it => it.email === email) ?? { email, name: email }))
  })
  return app
}

function refuse(c: Context, { status, error, description }: OauthFailure) {
  return c.json({ error, error_description: description }, status)
}
