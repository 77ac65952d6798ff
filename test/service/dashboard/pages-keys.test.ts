/** The pages of keys: what they show, and what their forms do. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGate } from '../../../service/accounts/gate.ts'
import { disableKey, enableKey } from '../../../service/accounts/keys.ts'
import { quietly } from '../../support/withdraw.ts'
import { openDashboard, plainText, type TestDashboard } from './harness.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

const gate = () =>
  createGate({
    db: dashboard.db,
    requestsPerMinute: 500,
    now: dashboard.now,
    replicas: false,
  })
const keyIn = (text: string) => /sk_rowhand_[A-Za-z0-9]{32}/.exec(text)?.[0]

describe('keys', () => {
  it('a key is shown in the answer that makes it, works, and is never shown again', async () => {
    const { path, owner } = await dashboard.makeTeam()
    const answer = await owner.visit.post(`${path}/keys`, { do: 'create', name: 'Mine', once: 'a' })
    const apiKey = keyIn(await answer.text())!
    expect((await gate().pass(apiKey)).state).toBe('passed')
    const list = await owner.visit.text(`${path}/keys`)
    expect(list).toContain('Mine')
    expect(list).toContain(`…${apiKey.slice(-4)}`)
    expect(keyIn(list)).toBeUndefined()
  })

  it('the same form sent twice makes one key', async () => {
    const { path, owner } = await dashboard.makeTeam()
    const fields = { do: 'create', name: 'Twice', once: 'b' }
    const answers = await Promise.all([
      owner.visit.post(`${path}/keys`, fields),
      owner.visit.post(`${path}/keys`, fields),
    ])
    expect(answers.map(answer => answer.status).sort()).toEqual([200, 422])
    const { rows } = await dashboard.db.query("select 1 from api_keys where name = 'Twice'")
    expect(rows).toHaveLength(1)
  })

  it.each([
    ['', 'Give the key a name.'],
    ['x'.repeat(101), 'The name is too long'],
  ])('a key is not made with a bad name (%#), and the form says why', async (name, message) => {
    const { path, owner } = await dashboard.makeTeam()
    const answer = await owner.visit.post(`${path}/keys`, { do: 'create', name, once: 'c' })
    const text = await answer.text()
    expect(answer.status).toBe(422)
    expect(plainText(text)).toContain(`Nothing was changed. ${message}`)
    expect(text).toContain('aria-invalid="true"')
    expect(text).toContain('<title>Error: ')
  })

  it('a key is renamed, disabled, enabled and deleted', async () => {
    const { path, owner, spaceId } = await dashboard.makeTeam()
    const key = await dashboard.makeKey(owner.userId, spaceId)
    const page = `${path}/keys/${key.id}`
    await owner.visit.post(page, { do: 'rename', name: 'Renamed' })
    expect(await owner.visit.text(page)).toContain('Renamed')
    await owner.visit.post(page, { do: 'disable' })
    expect((await gate().pass(key.apiKey)).state).toBe('disabled')
    await owner.visit.post(page, { do: 'enable' })
    expect((await gate().pass(key.apiKey)).state).toBe('passed')
    const answer = await owner.visit.post(page, { do: 'delete' })
    expect(answer.headers.get('location')).toBe(`${path}/keys?done=key-deleted`)
    expect((await gate().pass(key.apiKey)).state).toBe('unknown')
    expect((await owner.visit.get(page)).status).toBe(404)
  })

  it('the webhook secret is shown on request and replaced on request', async () => {
    const { path, owner, spaceId } = await dashboard.makeTeam()
    const key = await dashboard.makeKey(owner.userId, spaceId)
    const page = `${path}/keys/${key.id}`
    const show = async () => (await owner.visit.post(page, { do: 'show-secret' })).text()
    expect(await owner.visit.text(page)).not.toContain('whsec_')
    expect(await show()).toContain(key.webhookSecret)
    await owner.visit.post(page, { do: 'rotate-secret' })
    const after = await show()
    expect(after).not.toContain(key.webhookSecret)
    expect(after).toContain('whsec_')
  })

  it('a member enables their own key again, but not one that an owner or the operator disabled', async () => {
    const { path, spaceId, owner, member } = await dashboard.makeTeam()
    const key = await dashboard.makeKey(member.userId, spaceId)
    const page = `${path}/keys/${key.id}`
    const state = async () => (await gate().pass(key.apiKey)).state
    const refusedToMember = async () => {
      expect(await member.visit.text(page)).toContain('Only an owner')
      expect((await member.visit.post(page, { do: 'enable' })).status).toBe(403)
      expect(await state()).toBe('disabled')
    }
    await member.visit.post(page, { do: 'disable' })
    await member.visit.post(page, { do: 'enable' })
    expect(await state()).toBe('passed')

    await owner.visit.post(page, { do: 'disable' })
    await refusedToMember()
    await member.visit.post(page, { do: 'disable' })
    await refusedToMember()
    await owner.visit.post(page, { do: 'enable' })
    expect(await state()).toBe('passed')

    await member.visit.post(page, { do: 'disable' })
    await owner.visit.post(page, { do: 'disable' })
    await refusedToMember()
    await owner.visit.post(page, { do: 'enable' })
    await disableKey(quietly(dashboard.db), { spaceId }, key.id)
    await refusedToMember()
    await enableKey(dashboard.db, { spaceId }, key.id)
    expect(await state()).toBe('passed')
  })

  it("an owner stops a member's key but cannot read its secret; members see their own only", async () => {
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    const key = await dashboard.makeKey(member.userId, spaceId, 'Of the member')
    await dashboard.makeKey(owner.userId, spaceId, 'Of the owner')
    const page = `${path}/keys/${key.id}`
    expect(await owner.visit.text(`${path}/keys`)).toContain('Of the member')
    expect(await member.visit.text(`${path}/keys`)).not.toContain('Of the owner')
    for (const does of ['show-secret', 'rotate-secret']) {
      expect((await owner.visit.post(page, { do: does })).status).toBe(404)
    }
    expect((await owner.visit.post(page, { do: 'disable' })).status).toBe(303)
    expect((await gate().pass(key.apiKey)).state).toBe('disabled')
  })
})
