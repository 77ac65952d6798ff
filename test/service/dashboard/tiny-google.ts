/** A Google whose answers a test chooses: discovery, keys, tokens and revocation, nothing else. */
import type { IncomingMessage, ServerResponse } from 'node:http'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { startWebServer } from '../../support/web-server.ts'

export interface Answer {
  sub: string
  email: string
  email_verified: boolean
  scope: string
  refreshToken: string | undefined
  /** Signs with a key that is not among the published ones. */
  forged: boolean
  nonce: string | undefined
  audience: string
}

export type TinyGoogle = Awaited<ReturnType<typeof startTinyGoogle>>

async function bodyOf(request: IncomingMessage): Promise<URLSearchParams> {
  const chunks: Buffer[] = []
  for await (const chunk of request as AsyncIterable<Buffer>) chunks.push(chunk)
  return new URLSearchParams(Buffer.concat(chunks).toString('utf8'))
}

export async function startTinyGoogle() {
  const [own, other] = await Promise.all([generateKeyPair('RS256'), generateKeyPair('RS256')])
  const jwk = { ...(await exportJWK(own.publicKey)), kid: 'one', alg: 'RS256', use: 'sig' }
  const state = {
    answer: {} as Partial<Answer>,
    tokenRequests: [] as URLSearchParams[],
    revoked: [] as string[],
    down: false,
  }
  let url = ''

  const idToken = (answer: Answer) =>
    new SignJWT({ email: answer.email, email_verified: answer.email_verified, nonce: answer.nonce })
      .setProtectedHeader({ alg: 'RS256', kid: 'one' })
      .setIssuer(url)
      .setAudience(answer.audience)
      .setSubject(answer.sub)
      .setIssuedAt()
      .setExpirationTime('1h')
      .sign(answer.forged ? other.privateKey : own.privateKey)

  const routes: Record<string, (request: IncomingMessage) => Promise<unknown>> = {
    '/.well-known/openid-configuration': async () => ({
      issuer: url,
      authorization_endpoint: `${url}/auth`,
      token_endpoint: `${url}/token`,
      revocation_endpoint: `${url}/revoke`,
      jwks_uri: `${url}/certs`,
      response_types_supported: ['code'],
      subject_types_supported: ['public'],
      id_token_signing_alg_values_supported: ['RS256'],
    }),
    '/certs': async () => ({ keys: [jwk] }),
    '/token': async request => {
      state.tokenRequests.push(await bodyOf(request))
      const answer: Answer = {
        sub: 'sub-1',
        email: 'sam@example.com',
        email_verified: true,
        scope: 'openid email https://www.googleapis.com/auth/spreadsheets',
        refreshToken: undefined,
        forged: false,
        nonce: undefined,
        audience: 'client',
        ...state.answer,
      }
      return {
        access_token: 'access',
        token_type: 'Bearer',
        expires_in: 3600,
        scope: answer.scope,
        id_token: await idToken(answer),
        ...(answer.refreshToken ? { refresh_token: answer.refreshToken } : {}),
      }
    },
    '/revoke': async request => {
      state.revoked.push((await bodyOf(request)).get('token') ?? '')
      return {}
    },
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const route = state.down ? undefined : routes[new URL(request.url ?? '/', 'http://x').pathname]
    if (!route) return void response.writeHead(503).end()
    const body = JSON.stringify(await route(request))
    response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  }

  const server = await startWebServer((request, response) => void handle(request, response))
  url = server.url
  return { url, state, close: server.close }
}
