/** The limits and the exchange of a key on its page. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createGate } from '../../../service/accounts/gate.ts'
import { signingSecretsOf } from '../../../service/accounts/key-rotation.ts'
import { openDashboard, plainText, type TestDashboard } from './harness.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await openDashboard()
  // The database has a clock of its own.
  dashboard.clock.ms = Date.now()
})
afterAll(() => dashboard.close())

const pass = (apiKey: string) =>
  createGate({ db: dashboard.db, requestsPerMinute: 500, now: () => new Date(), replicas: false }).pass(
    apiKey,
  )

async function keyPage() {
  const team = await dashboard.makeTeam()
  const key = await dashboard.makeKey(team.owner.userId, team.spaceId)
  return { ...team, key, page: `${team.path}/keys/${key.id}` }
}

const ID = '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg'

describe('the page of a key', () => {
  it('limits it, shows the limits again, and lifts them', async () => {
    const { owner, page, key } = await keyPage()
    const fields = { do: 'limits', spreadsheets: ID, may: 'read', 'last-day': '2099-01-31', amount: '12.50' }
    const answer = await owner.visit.post(page, fields)
    expect(answer.headers.get('location')).toBe(`${page}?done=key-limited`)
    const html = await owner.visit.text(page)
    for (const value of [ID, '2099-01-31', '12.50']) expect(html).toContain(`value="${value}"`)
    expect(html).toContain('<option value="read" selected>')
    expect(await pass(key.apiKey)).toMatchObject({
      caller: { limits: { spreadsheetIds: [ID], readOnly: true } },
    })
    await owner.visit.post(page, {
      do: 'limits',
      spreadsheets: '',
      may: 'change',
      'last-day': '',
      amount: '',
    })
    expect((await pass(key.apiKey)) as object).not.toHaveProperty('caller.limits')
  })

  it.each([
    ['spreadsheets', 'not a sheet!', 'no spreadsheet’s id or address'],
    ['last-day', 'tomorrow', 'year, month and day'],
    ['last-day', '2020-01-01', 'has passed'],
    ['amount', 'a lot', 'amount in dollars'],
  ])('says what is wrong with %s "%s", and limits nothing', async (field, text, message) => {
    const { owner, page, key } = await keyPage()
    const answer = await owner.visit.post(page, { do: 'limits', may: 'read', [field]: text })
    expect(answer.status).toBe(422)
    expect(plainText(await answer.text())).toContain(message)
    expect((await pass(key.apiKey)) as object).not.toHaveProperty('caller.limits')
  })

  it('exchanges it: the new one is shown once, the one before is good for its day', async () => {
    const { owner, page, key, path } = await keyPage()
    const answer = await owner.visit.post(page, { do: 'replace', old: 'day' })
    const html = await answer.text()
    const fresh = /sk_rowhand_[A-Za-z0-9]{32}/.exec(html)![0]
    expect(fresh).not.toBe(key.apiKey)
    for (const one of [fresh, key.apiKey]) expect((await pass(one)).state).toBe('passed')
    expect(await owner.visit.text(page)).not.toContain(fresh)
    await owner.visit.post(page, { do: 'replace', old: 'now' })
    expect((await pass(fresh)).state).toBe('unknown')
    expect(plainText(await owner.visit.text(`${path}/activity`))).toContain('Replaced a key')
  })

  it("shows nobody else's new key", async () => {
    const { member, spaceId, owner, path } = await keyPage()
    const theirs = await dashboard.makeKey(member.userId, spaceId)
    const answer = await owner.visit.post(`${path}/keys/${theirs.id}`, { do: 'replace', old: 'now' })
    expect(answer.status).toBe(404)
    expect((await pass(theirs.apiKey)).state).toBe('passed')
  })

  it('exchanges the webhook secret with an overlap', async () => {
    const { owner, page, key } = await keyPage()
    await owner.visit.post(page, { do: 'rotate-secret', old: 'week' })
    const secrets = await signingSecretsOf(dashboard.db, dashboard.sealing, key.id, new Date())
    expect(secrets.secret).toBe(key.webhookSecret)
    expect(secrets.next).not.toBe(key.webhookSecret)
    const shown = await (await owner.visit.post(page, { do: 'show-secret' })).text()
    expect(shown).toContain(secrets.next)
  })
})
