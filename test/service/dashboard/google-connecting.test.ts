/** Connecting spreadsheets at Google: what is asked for, kept, refused and taken back. */
import { describe, expect, it } from 'vitest'
import { connectionOf, createGrants } from '../../../service/accounts/connections.ts'
import { person, useTrips } from './google-trips.ts'
import { plainText } from './harness.ts'
import type { Answer } from './tiny-google.ts'

const on = useTrips()
const { leave, comeBack, signIn } = on

describe('connecting spreadsheets', () => {
  const connect = async (cookie: string, given: Partial<Answer>, cookieBack = cookie) =>
    comeBack(await leave('/dashboard/google/connect', cookie), given, cookieBack)

  it('asks for spreadsheets and lasting access, with the consent page', async () => {
    const who = person()
    const { cookie } = await signIn(who)
    const { params } = await leave('/dashboard/google/connect', cookie)
    expect(Object.fromEntries(params)).toMatchObject({
      scope: 'openid email https://www.googleapis.com/auth/spreadsheets',
      access_type: 'offline',
      prompt: 'consent',
      login_hint: who.email,
    })
  })

  it('keeps the grant sealed, for whoever is signed in', async () => {
    const who = person()
    const { cookie } = await signIn(who)
    const answer = await connect(cookie, { ...who, refreshToken: 'the-refresh-token' })
    expect(answer.headers.get('location')).toBe('/dashboard/account?done=connected')
    const { rows } = await on.dashboard.db.query<{ user_id: string }>(
      'select g.* from google_connections g join users u on u.id = g.user_id where u.email = $1',
      [who.email],
    )
    expect(JSON.stringify(rows)).not.toContain('the-refresh-token')
    const grants = createGrants(on.dashboard.db, on.dashboard.sealing)
    expect(await grants.refreshToken(rows[0]!.user_id)).toBe('the-refresh-token')
  })

  it('is refused without the box for spreadsheets, and without lasting access', async () => {
    const who = person()
    const { cookie } = await signIn(who)
    const noScope = await connect(cookie, { ...who, refreshToken: 'r', scope: 'openid email' })
    expect(plainText(await noScope.text())).toContain('Access to spreadsheets was not allowed')
    const noToken = await connect(cookie, who)
    expect(plainText(await noToken.text())).toContain('Google gave no lasting access')
    const { rows } = await on.dashboard.db.query<{ id: string }>('select id from users where email = $1', [
      who.email,
    ])
    expect(await connectionOf(on.dashboard.db, rows[0]!.id)).toBeNull()
  })

  it('does not give the grant to someone else who signed in meanwhile', async () => {
    const first = await signIn(person())
    const second = await signIn(person())
    const answer = await connect(first.cookie, { refreshToken: 'r' }, second.cookie)
    expect(answer.status).toBe(403)
    expect((await connect(first.cookie, { refreshToken: 'r' }, '')).status).toBe(403)
  })

  it('needs someone who is signed in', async () => {
    const answer = await on.dashboard.fetchApp('/dashboard/google/connect')
    expect(answer.headers.get('location')).toBe('/dashboard')
  })

  it('is taken back at Google too', async () => {
    const who = person()
    const { cookie, visit } = await signIn(who)
    await connect(cookie, { ...who, refreshToken: 'to-be-revoked' })
    const answer = await visit.post('/dashboard/account', { do: 'disconnect' })
    expect(answer.headers.get('location')).toBe('/dashboard/account?done=disconnected')
    expect(on.google.state.revoked).toContain('to-be-revoked')
    expect(plainText(await visit.text('/dashboard/account'))).toContain('Not connected.')
  })

  it('is forgotten here even where Google cannot be told', async () => {
    const who = person()
    const { cookie, visit } = await signIn(who)
    await connect(cookie, { ...who, refreshToken: 'gone' })
    on.google.state.down = true
    await visit.post('/dashboard/account', { do: 'disconnect' })
    expect(plainText(await visit.text('/dashboard/account'))).toContain('Not connected.')
  })
})
