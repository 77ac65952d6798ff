/** Signing in at Google, and everything that can come back wrong. */
import { randomUUID } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { invite } from '../../../service/accounts/invitations.ts'
import { cookieIn, person, useTrips } from './google-trips.ts'
import { openDashboard, plainText } from './harness.ts'

const on = useTrips()
const { leave, comeBack, signIn } = on

describe('signing in', () => {
  it('asks Google for the address only, with PKCE, state and nonce', async () => {
    const { params } = await leave('/dashboard/google/sign-in')
    expect(Object.fromEntries(params)).toMatchObject({
      client_id: 'client',
      response_type: 'code',
      redirect_uri: 'http://127.0.0.1:8787/dashboard/google/callback',
      scope: 'openid email',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(params.get(name)!.length).toBeGreaterThan(40)
    expect(params.get('access_type')).toBeNull()
  })

  it('makes a person and a space of their own once, and a new session each time', async () => {
    const who = person()
    const first = await signIn(who)
    expect(first.answer.status).toBe(303)
    const home = first.answer.headers.get('location')!
    expect(home).toMatch(/^\/dashboard\/s\/[0-9a-f-]{36}$/)
    const second = await signIn({ ...who, email: who.email.toUpperCase() })
    expect(second.answer.headers.get('location')).toBe(home)
    expect(second.cookie).not.toBe(first.cookie)
    expect(plainText(await second.visit.text(home))).toContain('Personal space')
    const { rows } = await on.dashboard.db.query('select 1 from users where email = $1', [who.email])
    expect(rows).toHaveLength(1)
  })

  it('of somebody who is not on the list is refused, and ends where they are taken off it', async () => {
    const before = await signIn(person())
    const list = on.dashboard.signIn as string[]
    list.push('example.org')
    try {
      const refused = await signIn(person())
      expect(refused.answer.status).toBe(403)
      expect(plainText(await refused.answer.text())).toContain('This address is not let in here')
      expect((await before.visit.get('/dashboard/account')).status).toBe(303)
      expect((await signIn({ ...person(), email: 'kim@example.org' })).answer.status).toBe(303)
    } finally {
      list.length = 0
    }
    expect((await before.visit.get('/dashboard/account')).status).toBe(200)
  })

  it('sets a cookie that scripts and other sites do not get', async () => {
    const { answer } = await signIn(person())
    const cookie = answer.headers.getSetCookie().find(text => text.startsWith('rowhand_session='))
    expect(cookie).toMatch(/; Path=\/; .*HttpOnly; SameSite=Lax$/)
    expect(cookie).not.toContain('Domain')
  })

  it('ends the session that the browser had before', async () => {
    const before = await signIn(person())
    const trip = await leave('/dashboard/google/sign-in', before.cookie)
    await comeBack(trip, person(), before.cookie)
    expect((await before.visit.get('/dashboard/account')).status).toBe(303)
  })

  it('proves to the token endpoint that it is the browser that left', async () => {
    await signIn(person())
    const sent = on.google.state.tokenRequests.at(-1)!
    expect(sent.get('code_verifier')!.length).toBeGreaterThanOrEqual(43)
    expect(sent.get('redirect_uri')).toBe('http://127.0.0.1:8787/dashboard/google/callback')
  })

  it('joins no space by itself: an invitation is shown and waits to be taken', async () => {
    const { spaceId, owner } = await on.dashboard.makeTeam()
    const who = person()
    await invite(on.dashboard.db, { spaceId, email: who.email, role: 'member', invitedBy: owner.userId })
    const { answer, visit } = await signIn(who)
    const home = answer.headers.get('location')!
    expect(home).not.toBe(`/dashboard/s/${spaceId}`)
    const start = plainText(await visit.text(home))
    expect(start).toContain('Personal space')
    expect(start).toContain(`You are invited to Test space by ${owner.email}`)
    expect((await visit.get(`/dashboard/s/${spaceId}`)).status).toBe(404)
    await visit.post('/dashboard/account', { do: 'join', space: spaceId })
    expect((await visit.get(`/dashboard/s/${spaceId}`)).status).toBe(200)
    expect(plainText(await visit.text(home))).not.toContain('You are invited')
  })

  it('of a person whom the operator made before takes their account over', async () => {
    const known = await on.dashboard.makeUser()
    const spaceId = await on.dashboard.makeSpace(known.userId)
    const { answer } = await signIn({ sub: randomUUID(), email: known.email })
    expect(answer.headers.get('location')).toBe(`/dashboard/s/${spaceId}`)
  })

  it('by another Google account with a known address is refused', async () => {
    const who = person()
    await signIn(who)
    const { answer, cookie } = await signIn({ ...who, sub: randomUUID() })
    expect(answer.status).toBe(403)
    expect(cookie).toBe('')
    expect(plainText(await answer.text())).toContain('This address is taken')
  })

  it('goes on to the page that was asked for, if it is one of ours', async () => {
    const next = async (path: string) => {
      const trip = await leave(`/dashboard/google/sign-in?next=${encodeURIComponent(path)}`)
      return (await comeBack(trip, person())).headers.get('location')
    }
    expect(await next('/dashboard/account')).toBe('/dashboard/account')
    for (const foreign of [
      'https://evil.example',
      '//evil.example',
      '/dashboard//evil.example',
      '/\\evil.example',
      '/dashboard/../docs',
      '/dashboard/x\r\nset-cookie: a=b',
      'javascript:alert(1)',
      '/docs',
    ]) {
      expect(await next(foreign)).toMatch(/^\/dashboard\/s\/[0-9a-f-]{36}$/)
    }
  })
})

describe('what is refused on the way back', () => {
  const cases: [string, Parameters<typeof comeBack>[1], string][] = [
    ['a state of another trip', { state: 'x'.repeat(43) }, 'That did not work'],
    ['a nonce of another trip', { nonce: 'other' }, 'That did not work'],
    ['a token signed by somebody else', { forged: true }, 'That did not work'],
    ['a token for another client', { audience: 'other' }, 'That did not work'],
    ['an address that Google did not check', { email_verified: false }, 'Your address is not verified'],
    ['a no', { query: 'error=access_denied&state=' }, 'You did not allow it'],
    ['nothing at all', { query: '' }, 'That did not work'],
  ]
  it.each(cases)('%s', async (_name, given, title) => {
    const trip = await leave('/dashboard/google/sign-in')
    const query =
      given?.query === 'error=access_denied&state='
        ? `${given.query}${trip.params.get('state')}`
        : given?.query
    const answer = await comeBack(trip, { ...person(), ...given, ...(query === undefined ? {} : { query }) })
    expect(answer.status).toBe(403)
    expect(cookieIn(answer, 'rowhand_session')).toBe('')
    const text = plainText(await answer.text())
    expect(text).toContain(title)
    expect(text).toMatch(/nothing was changed/i)
  })

  it('a trip without its cookie, with a broken one, or from long ago', async () => {
    const trip = await leave('/dashboard/google/sign-in')
    expect((await comeBack({ ...trip, tripCookie: '' }, person())).status).toBe(403)
    expect((await comeBack({ ...trip, tripCookie: trip.tripCookie.slice(0, -8) }, person())).status).toBe(403)
    on.dashboard.clock.ms += 16 * 60_000
    expect((await comeBack(trip, person())).status).toBe(403)
  })

  it('Google being away, before leaving and on the way back', async () => {
    const fresh = await openDashboard({
      google: { issuer: on.google.url, clientId: 'client', clientSecret: 'secret' },
    })
    on.google.state.down = true
    const answer = await fresh.fetchApp('/dashboard/google/sign-in')
    expect(answer.status).toBe(502)
    expect(plainText(await answer.text())).toContain('Google cannot be reached')
    on.google.state.down = false
    expect((await fresh.fetchApp('/dashboard/google/sign-in')).status).toBe(303)
    await fresh.close()
  })

  it('a service that was given no Google client says so', async () => {
    const bare = await openDashboard({
      google: { issuer: on.google.url, clientId: undefined, clientSecret: undefined },
    })
    const door = plainText(await (await bare.fetchApp('/dashboard')).text())
    expect(door).toContain('Sign-in is not set up yet.')
    expect((await bare.fetchApp('/dashboard/google/sign-in')).status).toBe(403)
    await bare.close()
  })

  it('a Google over plain http that is not on this machine', async () => {
    const odd = await openDashboard({
      google: { issuer: 'http://accounts.example.com', clientId: 'c', clientSecret: 's' },
    })
    expect((await odd.fetchApp('/dashboard/google/sign-in')).status).toBe(502)
    await odd.close()
  })
})
