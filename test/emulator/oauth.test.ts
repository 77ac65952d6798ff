import { createHash, randomBytes } from 'node:crypto'
import { rmSync } from 'node:fs'
import { auth, sheets } from '@googleapis/sheets'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import * as openid from 'openid-client'
import { describe, expect, it } from 'vitest'
import { COLLEAGUE, clientWith, OWNER, refusal, startGoogle, useGoogle } from './sheets/fixture.ts'

const CLIENT = { client_id: 'rowhand', client_secret: 'secret' }
const BACK = 'http://127.0.0.1:9/callback'
const SCOPE = 'openid email profile https://www.googleapis.com/auth/spreadsheets'

const google = useGoogle()

const query = (more: Record<string, string> = {}) => ({
  ...CLIENT,
  redirect_uri: BACK,
  response_type: 'code',
  scope: SCOPE,
  access_type: 'offline',
  state: 's t',
  ...more,
})

/** What a person's browser does on the consent page. */
async function decide(params: Record<string, string>, account = OWNER, decision = 'allow'): Promise<URL> {
  const response = await fetch(`${google.emulator.url}/o/oauth2/v2/auth`, {
    method: 'POST',
    body: new URLSearchParams({ ...params, account, decision }),
    redirect: 'manual',
  })
  return new URL(response.headers.get('location') ?? '')
}

async function token(form: Record<string, string>) {
  const response = await fetch(`${google.emulator.url}/token`, {
    method: 'POST',
    body: new URLSearchParams({ ...CLIENT, ...form }),
  })
  return { status: response.status, body: (await response.json()) as Record<string, string> }
}

async function exchange(params: Record<string, string>, more: Record<string, string> = {}) {
  const code = (await decide(params)).searchParams.get('code') ?? ''
  return token({ grant_type: 'authorization_code', code, redirect_uri: BACK, ...more })
}

describe('consent', () => {
  it('shows the accounts and what the application wants, readable without a script', async () => {
    const page = await fetch(
      `${google.emulator.url}/o/oauth2/v2/auth?${new URLSearchParams(query({ login_hint: COLLEAGUE }))}`,
    )
    const html = await page.text()
    expect(page.status).toBe(200)
    expect(html).toContain('<html lang="en">')
    expect(html).toContain('See, edit, create and delete all your Google Sheets spreadsheets')
    expect(html).toMatch(/value="&#99;|value="colleague@example\.com" checked/)
    expect(html).not.toContain('<script')
  })

  it('sends the person back with a code and the state, or with a refusal', async () => {
    const allowed = await decide(query())
    expect(allowed.origin + allowed.pathname).toBe(BACK)
    expect(allowed.searchParams.get('state')).toBe('s t')
    expect(allowed.searchParams.get('code')).toMatch(/^4\//)
    const denied = await decide(query(), OWNER, 'deny')
    expect(denied.searchParams.get('error')).toBe('access_denied')
    expect(denied.searchParams.get('code')).toBeNull()
  })

  it('refuses requests that lack something and addresses elsewhere', async () => {
    const status = async (params: Record<string, string>) =>
      (await fetch(`${google.emulator.url}/o/oauth2/v2/auth?${new URLSearchParams(params)}`)).status
    expect(await status(query({ redirect_uri: 'https://evil.example/' }))).toBe(400)
    expect(await status(query({ response_type: 'token' }))).toBe(400)
    expect(await status(query({ scope: '' }))).toBe(400)
    expect(await status(query({ client_id: '' }))).toBe(400)
  })

  it('escapes what a request brings', async () => {
    const page = await fetch(
      `${google.emulator.url}/o/oauth2/v2/auth?${new URLSearchParams(query({ state: '"><b>x' }))}`,
    )
    expect(await page.text()).not.toContain('<b>x')
  })
})

describe('tokens', () => {
  it('come from a code once, with a refresh token the first time or after a forced consent', async () => {
    const params = query({ client_id: 'once' })
    const code = (await decide(params)).searchParams.get('code') ?? ''
    const form = { grant_type: 'authorization_code', code, redirect_uri: BACK, client_id: 'once' }
    const first = await token(form)
    expect(first.status).toBe(200)
    expect(first.body).toMatchObject({ token_type: 'Bearer', scope: SCOPE, expires_in: 3599 })
    expect(first.body.refresh_token).toMatch(/^1\/\//)
    expect(await token(form)).toMatchObject({ status: 400, body: { error: 'invalid_grant' } })
    const again = await exchange(params, { client_id: 'once' })
    expect(again.body.refresh_token).toBeUndefined()
    const forced = await exchange({ ...params, prompt: 'consent' }, { client_id: 'once' })
    expect(forced.body.refresh_token).toMatch(/^1\/\//)
  })

  it('need the verifier of the challenge and the same redirect address', async () => {
    const verifier = randomBytes(32).toString('base64url')
    const challenge = createHash('sha256').update(verifier).digest('base64url')
    const params = query({ code_challenge: challenge, code_challenge_method: 'S256' })
    expect((await exchange(params)).body.error).toBe('invalid_grant')
    expect((await exchange(params, { code_verifier: 'wrong' })).body.error).toBe('invalid_grant')
    expect((await exchange(params, { code_verifier: verifier })).status).toBe(200)
    expect((await exchange(query(), { redirect_uri: `${BACK}/other` })).body.error).toBe(
      'redirect_uri_mismatch',
    )
  })

  it('are refreshed by Google’s own client, which then reads a spreadsheet', async () => {
    const { body } = await exchange(query({ prompt: 'consent' }))
    const oauth = new auth.OAuth2({
      clientId: CLIENT.client_id,
      clientSecret: CLIENT.client_secret,
      endpoints: { oauth2TokenUrl: `${google.emulator.url}/token` },
    })
    oauth.setCredentials({ refresh_token: body.refresh_token ?? '' })
    const client = sheets({ version: 'v4', rootUrl: `${google.emulator.url}/`, auth: oauth })
    const { data } = await client.spreadsheets.create({ requestBody: { properties: { title: 'Mine' } } })
    expect(google.emulator.library.roleOf(data.spreadsheetId ?? '', OWNER)).toBe('owner')
  })

  it('end with the grant, at once', async () => {
    const { body } = await exchange(query({ prompt: 'consent' }))
    const client = clientWith(google.emulator.url, body.access_token ?? '')
    await client.spreadsheets.create({ requestBody: {} })
    const revoked = await fetch(`${google.emulator.url}/revoke`, {
      method: 'POST',
      body: new URLSearchParams({ token: body.refresh_token ?? '' }),
    })
    expect(revoked.status).toBe(200)
    const refresh = { grant_type: 'refresh_token', refresh_token: body.refresh_token ?? '' }
    expect(await token(refresh)).toEqual({
      status: 400,
      body: { error: 'invalid_grant', error_description: 'Token has been expired or revoked.' },
    })
    expect(await refusal(client.spreadsheets.create({ requestBody: {} }))).toMatch(/^401/)
  })

  it('without the scope do not open spreadsheets', async () => {
    const { body } = await exchange(query({ client_id: 'signin', scope: 'openid email' }), {
      client_id: 'signin',
    })
    const client = clientWith(google.emulator.url, body.access_token ?? '')
    expect(await refusal(client.spreadsheets.create({ requestBody: {} }))).toBe(
      '403 Request had insufficient authentication scopes.',
    )
  })

  it('expire after an hour and outlive a restart until then', async () => {
    let now = Date.now()
    const first = await startGoogle({ now: () => now })
    const demo = {
      email: OWNER,
      refresh_token: 'rt',
      sheets_token: 'st',
      api_key: 'k',
      spreadsheet_id: 'demo',
    }
    await first.emulator.close()
    const second = await startGoogle({ dataDir: first.dataDir, now: () => now, demo })
    const response = await fetch(`${second.emulator.url}/token`, {
      method: 'POST',
      body: new URLSearchParams({ ...CLIENT, grant_type: 'refresh_token', refresh_token: 'rt' }),
    })
    const { access_token: accessToken } = (await response.json()) as { access_token: string }
    await second.emulator.close()
    const third = await startGoogle({ dataDir: first.dataDir, now: () => now, demo })
    const read = () =>
      clientWith(third.emulator.url, accessToken).spreadsheets.get({
        spreadsheetId: 'demo',
        fields: 'properties.title',
      })
    expect((await read()).data.properties?.title).toBe('Rowhand demo')
    now += 3_600_000
    expect(await refusal(read())).toMatch(/^401/)
    await third.close()
    rmSync(first.dataDir, { recursive: true })
  })
})

describe('OpenID', () => {
  it('signs a person in with a certified client', async () => {
    const config = await openid.discovery(
      new URL(google.emulator.url),
      CLIENT.client_id,
      CLIENT.client_secret,
      undefined,
      { execute: [openid.allowInsecureRequests] },
    )
    const verifier = openid.randomPKCECodeVerifier()
    const address = openid.buildAuthorizationUrl(config, {
      redirect_uri: BACK,
      scope: 'openid email profile',
      code_challenge: await openid.calculatePKCECodeChallenge(verifier),
      code_challenge_method: 'S256',
      state: 'state',
      nonce: 'nonce',
    })
    const back = await decide(Object.fromEntries(address.searchParams), COLLEAGUE)
    const tokens = await openid.authorizationCodeGrant(config, back, {
      pkceCodeVerifier: verifier,
      expectedState: 'state',
      expectedNonce: 'nonce',
    })
    expect(tokens.claims()).toMatchObject({ email: COLLEAGUE, email_verified: true, name: 'Colleague' })
    const sub = tokens.claims()?.sub ?? ''
    expect(await openid.fetchUserInfo(config, tokens.access_token, sub)).toMatchObject({
      sub,
      email: COLLEAGUE,
    })
  })

  it('signs its tokens with the key it publishes', async () => {
    const { body } = await exchange(query())
    const keys = createRemoteJWKSet(new URL(`${google.emulator.url}/oauth2/v3/certs`))
    const { payload, protectedHeader } = await jwtVerify(body.id_token ?? '', keys, {
      issuer: google.emulator.url,
      audience: CLIENT.client_id,
    })
    expect(protectedHeader.alg).toBe('RS256')
    expect(payload.email).toBe(OWNER)
  })

  it('gives user information only to a token', async () => {
    expect((await fetch(`${google.emulator.url}/v1/userinfo`)).status).toBe(401)
  })
})
