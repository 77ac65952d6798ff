/** Being signed in: how long, on which cookie, and what every page tells the browser about itself. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { DashboardDeps } from '../../../service/dashboard/index.ts'
import type { Database } from '../../../service/store/open.ts'
import { freshDatabase } from '../../support/database.ts'
import { openDashboard, plainText, type TestDashboard } from './harness.ts'

const HOUR_MS = 3_600_000

let dashboard: TestDashboard
let database: Database
beforeAll(async () => {
  database = await freshDatabase()
})
afterAll(() => database.close())

/** Each test has people and a clock of its own; the database is one. */
const openOwn = (settings: Partial<DashboardDeps> = {}) => openDashboard({ db: database.db, ...settings })

describe('a session', () => {
  it('ends after a day without use, and lasts while it is used', async () => {
    dashboard = await openOwn()
    const { path, owner } = await dashboard.makeTeam()
    for (let hour = 0; hour < 60; hour += 20) {
      dashboard.clock.ms += 20 * HOUR_MS
      expect((await owner.visit.get(path)).status).toBe(200)
    }
    dashboard.clock.ms += 25 * HOUR_MS
    const answer = await owner.visit.get(path)
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe(`/dashboard?next=${encodeURIComponent(path)}`)
  })

  it('ends two weeks after the sign-in, however much it is used', async () => {
    dashboard = await openOwn()
    const { path, owner } = await dashboard.makeTeam()
    for (let hour = 0; hour < 14 * 24 - 10; hour += 10) {
      dashboard.clock.ms += 10 * HOUR_MS
      expect((await owner.visit.get(path)).status).toBe(200)
    }
    dashboard.clock.ms += 10 * HOUR_MS
    expect((await owner.visit.get(path)).status).toBe(303)
  })

  it('ends with signing out, and its cookie is cleared', async () => {
    dashboard = await openOwn()
    const { path, owner } = await dashboard.makeTeam()
    const answer = await owner.visit.post('/dashboard/sign-out', {})
    expect(answer.headers.get('location')).toBe('/dashboard?done=signed-out')
    expect(answer.headers.get('set-cookie')).toMatch(/^rowhand_session=; Max-Age=0; Path=\/; HttpOnly/)
    expect((await owner.visit.get(path)).status).toBe(303)
  })

  it('ends on every device at once where that is asked for', async () => {
    dashboard = await openOwn()
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    const phone = await dashboard.visit(owner.userId, spaceId)
    await owner.visit.post('/dashboard/account', { do: 'sign-out-everywhere' })
    expect((await owner.visit.get(path)).status).toBe(303)
    expect((await phone.get(path)).status).toBe(303)
    expect((await member.visit.get(path)).status).toBe(200)
  })

  it('is kept as a hash only', async () => {
    dashboard = await openOwn()
    const { owner } = await dashboard.makeTeam()
    const { rows } = await dashboard.db.query<{ id_hash: string }>('select * from sessions')
    const secret = owner.visit.cookie.split('=')[1]!
    expect(secret.length).toBeGreaterThanOrEqual(43)
    expect(JSON.stringify(rows)).not.toContain(secret)
  })

  it('of someone who was removed shows nothing of the space any more', async () => {
    dashboard = await openOwn()
    const { path, owner, member } = await dashboard.makeTeam()
    const other = await dashboard.visit(member.userId, await dashboard.makeSpace(member.userId))
    await owner.visit.post(`${path}/members`, { do: 'remove', user: member.userId })
    expect((await other.get(path)).status).toBe(404)
    expect((await member.visit.get(path)).status).toBe(303)
  })
})

describe('every page', () => {
  const pages = ['', '/keys', '/usage', '/members', '/settings']

  it('tells the browser to run nothing foreign, frame nothing and keep nothing', async () => {
    dashboard = await openOwn()
    const { path, owner } = await dashboard.makeTeam()
    const addresses = [...pages.map(page => path + page), '/dashboard/account', '/dashboard/nothing']
    for (const address of addresses) {
      const answer = await owner.visit.get(address)
      const policy = answer.headers.get('content-security-policy')!
      expect(policy).toContain("default-src 'none'")
      expect(policy).toContain("frame-ancestors 'none'")
      expect(policy).toContain("form-action 'self'")
      expect(policy).not.toContain('unsafe')
      const text = await answer.text()
      const nonce = /script-src 'nonce-([^']+)'/.exec(policy)![1]!
      expect(text.match(/<script[^>]*>/g)).toEqual([expect.stringContaining(`nonce="${nonce}"`)])
      expect(text).not.toMatch(/<script[^>]*>[^<]|<style| style="| on[a-z]+="|javascript:/)
      expect(answer.headers.get('cache-control')).toBe('no-store')
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff')
      expect(answer.headers.get('x-frame-options')).toBe('DENY')
      expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    }
  })

  it('over https demands https, and its cookies have the __Host- prefix', async () => {
    dashboard = await openOwn({ publicUrl: 'https://rowhand.example.com' })
    const { path, owner } = await dashboard.makeTeam()
    const answer = await owner.visit.get(path)
    expect(answer.status).toBe(200)
    expect(answer.headers.get('strict-transport-security')).toBe('max-age=31536000')
    const out = await owner.visit.post('/dashboard/sign-out', {})
    expect(out.headers.get('set-cookie')).toMatch(/^__Host-rowhand_session=;.*Path=\/; HttpOnly; Secure/)
  })

  it('has styles and a script of our own that browsers may keep', async () => {
    dashboard = await openOwn()
    const text = await (await dashboard.fetchApp('/dashboard')).text()
    for (const [pattern, type] of [
      [/href="([^"]+\.css)"/, 'text/css; charset=utf-8'],
      [/src="([^"]+\.js)"/, 'text/javascript; charset=utf-8'],
    ] as const) {
      const answer = await dashboard.fetchApp(pattern.exec(text)![1]!)
      expect([answer.status, answer.headers.get('content-type')]).toEqual([200, type])
      expect(answer.headers.get('cache-control')).toContain('immutable')
    }
  })

  it('escapes what people wrote', async () => {
    dashboard = await openOwn()
    const { path, owner, spaceId } = await dashboard.makeTeam()
    const evil = '"><img src=x onerror=alert(1)>'
    await dashboard.makeKey(owner.userId, spaceId, evil)
    await owner.visit.post(`${path}/settings`, { do: 'name', name: evil })
    for (const page of [...pages.map(page => path + page), '/dashboard/account']) {
      expect(await owner.visit.text(page)).not.toContain('<img')
    }
    const problem = await owner.visit.post(`${path}/members`, { do: 'invite', email: evil })
    expect(problem.status).toBe(422)
    expect(await problem.text()).not.toContain('<img')
  })

  it('says only what is on its list where an address claims that something was done', async () => {
    dashboard = await openOwn()
    expect(plainText(await (await dashboard.fetchApp('/dashboard?done=signed-out')).text())).toContain(
      'You are signed out.',
    )
    for (const code of ['<b>x</b>', 'toString', 'nothing']) {
      const text = await (await dashboard.fetchApp(`/dashboard?done=${encodeURIComponent(code)}`)).text()
      expect(text).not.toContain('role="status"')
    }
  })

  it('sends a local visitor to the one name of this machine that the cookies are for', async () => {
    dashboard = await openOwn()
    const at = (host: string) => dashboard.fetchApp('/dashboard?next=%2Fdashboard%2Faccount', {}, host)
    const moved = await at('localhost:8787')
    expect(moved.headers.get('location')).toBe('http://127.0.0.1:8787/dashboard?next=%2Fdashboard%2Faccount')
    expect((await at('127.0.0.1:8787')).status).toBe(200)
    // Behind a proxy the host may be any; there nothing is moved.
    expect((await at('rowhand.internal')).status).toBe(200)
  })

  it('is found with a slash at the end too', async () => {
    dashboard = await openOwn()
    for (const path of ['/dashboard/', '/dashboard/account//']) {
      const answer = await dashboard.fetchApp(path)
      expect([answer.status, answer.headers.get('location')]).toEqual([302, path.replace(/\/+$/, '')])
      expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/)
    }
  })

  it('that fails says so in plain words and tells nothing of the inside', async () => {
    const seen: string[] = []
    const log = {
      info() {},
      warn() {},
      error: (event: string, facts?: object) => void seen.push(JSON.stringify({ event, ...facts })),
    }
    dashboard = await openOwn({
      log,
      models: {
        list: () => {
          throw new Error('secret detail')
        },
        defaults: () => ({ agent_model: '', bulk_model: '', bulk_search_model: '' }),
      },
    })
    const { path, owner } = await dashboard.makeTeam()
    const answer = await owner.visit.get(`${path}/settings`)
    const text = await answer.text()
    expect(answer.status).toBe(500)
    expect(text).toContain(answer.headers.get('x-request-id')!)
    expect(text + seen.join()).not.toContain('secret detail')
    expect(seen).toEqual([expect.stringContaining(answer.headers.get('x-request-id')!)])
  })
})
