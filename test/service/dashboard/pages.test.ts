/** What each page shows and what each of its forms does. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spaceModels } from '../../../service/accounts/spaces.ts'
import { spendForWeeks } from '../../support/spending.ts'
import { openDashboard, plainText, type TestDashboard } from './harness.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

describe('members', () => {
  it('an owner makes a member an owner; the last owner stays one', async () => {
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    const page = `${path}/members`
    for (const does of [
      { do: 'role', user: owner.userId, role: 'member' },
      { do: 'remove', user: owner.userId },
      { do: 'leave' },
    ]) {
      const answer = await owner.visit.post(page, does)
      expect(answer.status).toBe(422)
      expect(plainText(await answer.text())).toContain('Make someone else an owner first.')
    }
    await owner.visit.post(page, { do: 'role', user: member.userId, role: 'owner' })
    expect(await dashboard.roleIn(spaceId, member.userId)).toBe('owner')
    expect((await owner.visit.post(page, { do: 'leave' })).headers.get('location')).toBe(
      '/dashboard?done=space-left',
    )
    expect(await dashboard.roleIn(spaceId, owner.userId)).toBeUndefined()
  })

  it('an invitation is the same whether the address is known here or not, and can be withdrawn', async () => {
    const { path, owner, spaceId } = await dashboard.makeTeam()
    const known = await dashboard.makeUser()
    for (const email of [known.email, 'nobody@example.com']) {
      const answer = await owner.visit.post(`${path}/members`, {
        do: 'invite',
        email: ` ${email.toUpperCase()}`,
        role: 'member',
      })
      expect(answer.headers.get('location')).toBe(`${path}/members?done=invited`)
      expect(await owner.visit.text(`${path}/members`)).toContain(email)
    }
    expect(await dashboard.roleIn(spaceId, known.userId)).toBeUndefined()
    await owner.visit.post(`${path}/members`, { do: 'cancel-invitation', email: 'nobody@example.com' })
    expect(await owner.visit.text(`${path}/members`)).not.toContain('nobody@example.com')
  })

  it('someone who is signed in joins or declines on their account page', async () => {
    const first = await dashboard.makeTeam()
    const second = await dashboard.makeTeam()
    const { member } = await dashboard.makeTeam()
    for (const team of [first, second]) {
      await team.owner.visit.post(`${team.path}/members`, {
        do: 'invite',
        email: member.email,
        role: 'owner',
      })
    }
    expect(await member.visit.text('/dashboard/account')).toContain('Invitations')
    const joined = await member.visit.post('/dashboard/account', { do: 'join', space: first.spaceId })
    expect(joined.headers.get('location')).toBe(`${first.path}?done=space-joined`)
    expect(await dashboard.roleIn(first.spaceId, member.userId)).toBe('owner')
    await member.visit.post('/dashboard/account', { do: 'decline', space: second.spaceId })
    expect(
      (await member.visit.post('/dashboard/account', { do: 'join', space: second.spaceId })).status,
    ).toBe(404)
    expect(await dashboard.roleIn(second.spaceId, member.userId)).toBeUndefined()
  })

  it('an owner sets what a member may spend, and lifts it again', async () => {
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    const limitOf = async () => {
      const { rows } = await dashboard.db.query<{ spending_limit_nano: string | null }>(
        'select spending_limit_nano from members where space_id = $1 and user_id = $2',
        [spaceId, member.userId],
      )
      return rows[0]?.spending_limit_nano
    }
    const set = (limit: string) =>
      owner.visit.post(`${path}/members`, {
        do: 'limit',
        user: member.userId,
        [`limit-${member.userId}`]: limit,
      })
    await set('12.50')
    expect(await limitOf()).toBe('12500000000')
    expect(await owner.visit.text(`${path}/members`)).toContain('value="12.50"')
    const bad = await set('a lot')
    expect(bad.status).toBe(422)
    expect(plainText(await bad.text())).toContain('Write an amount in dollars')
    await set('')
    expect(await limitOf()).toBeNull()
  })

  it("members don't see what others spend", async () => {
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    await dashboard.makeKey(owner.userId, spaceId)
    await spendForWeeks(dashboard.db, spaceId, [owner.userId, member.userId], dashboard.now())
    expect(await owner.visit.text(`${path}/members`)).toContain('$4.87')
    const seen = await member.visit.text(`${path}/members`)
    expect(seen).not.toContain('$4.87')
    expect(seen).toContain('$2.74')
    const own = plainText(await member.visit.text(`${path}/usage`))
    const totalIn = (text: string) => /\$[\d.]+ in 30 days/.exec(text)?.[0]
    expect(own).toContain('Your own part')
    expect(own).not.toContain(owner.email)
    const all = plainText(await owner.visit.text(`${path}/usage`))
    expect(all).toContain(member.email)
    expect(totalIn(all)).toBe('$16.44 in 30 days')
    expect(totalIn(own)).toBe('$7.28 in 30 days')
  })
})

describe('settings', () => {
  it('an owner names the space and sets its limit', async () => {
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    await owner.visit.post(`${path}/settings`, { do: 'name', name: 'Research' })
    await owner.visit.post(`${path}/settings`, { do: 'limit', limit: '$1,250' })
    const { rows } = await dashboard.db.query('select name, spending_limit_nano from spaces where id = $1', [
      spaceId,
    ])
    expect(rows).toEqual([{ name: 'Research', spending_limit_nano: '1250000000000' }])
    const text = await member.visit.text(`${path}/settings`)
    expect(plainText(text)).toContain('The limit is $1,250.00.')
    expect(text).not.toContain('name="limit"')
    expect((await owner.visit.post(`${path}/settings`, { do: 'limit', limit: '99999999' })).status).toBe(422)
  })

  it('an owner chooses default models from those there are, and goes back to the service’s', async () => {
    const { path, owner, spaceId } = await dashboard.makeTeam()
    const choose = (agent_model: string) =>
      owner.visit.post(`${path}/settings`, {
        do: 'models',
        agent_model,
        bulk_model: '',
        bulk_search_model: '',
      })
    await choose('managed:agent:test/careful')
    expect((await spaceModels(dashboard.db, spaceId)).agent_model).toBe('managed:agent:test/careful')
    expect((await choose('managed:bulk:test/quick')).status).toBe(422)
    expect((await choose('managed:agent:test/none')).status).toBe(422)
    expect((await spaceModels(dashboard.db, spaceId)).agent_model).toBe('managed:agent:test/careful')
    await choose('')
    expect((await spaceModels(dashboard.db, spaceId)).agent_model).toBeNull()
  })
})

describe('overview and usage', () => {
  it('a new space shows what is left to do, and that there are no credits', async () => {
    const { path, owner } = await dashboard.makeTeam()
    const text = plainText(await owner.visit.text(path))
    expect(text).toContain('Three steps to the first turn')
    expect(text).toContain('No credits left.')
    expect(text).toContain('Nothing spent yet')
  })

  it('spending shows by day, agent, model and person, as a picture and as a table', async () => {
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    await dashboard.makeKey(owner.userId, spaceId)
    await dashboard.db.query(
      `insert into ledger (space_id, user_id, agent_id, kind, model, amount_nano, idempotency_key, created_at)
       values ($1, $2, gen_random_uuid(), 'agent', 'managed:agent:test/quick', 1500000000, $4, '2026-11-18T23:59:59Z'),
              ($1, $3, gen_random_uuid(), 'tool', 'managed:bulk:test/quick', 250000000, $5, '2026-11-19T00:00:00Z'),
              ($1, $3, gen_random_uuid(), 'tool', null, 100000000, $6, '2026-10-01T00:00:00Z'),
              ($1, null, null, 'grant', null, -9000000000, $7, '2026-11-19T00:00:00Z')`,
      [spaceId, owner.userId, member.userId, ...['a', 'b', 'c', 'd'].map(name => `${spaceId}:${name}`)],
    )
    const page = await owner.visit.text(`${path}/usage`)
    const text = plainText(page)
    expect(text).toContain('$1.75 in 30 days')
    expect(page).toContain('aria-label="Spending by day. $1.75 in 30 days; the most on 18 Nov 2026, $1.50."')
    expect(text).toContain('19 Nov 2026 $0.00 $0.25')
    expect(text).toContain('18 Nov 2026 $1.50 $0.00')
    expect(text).toContain('test/quick (agent) $1.50')
    expect(text).toContain(`${member.email} $0.25`)
    expect(plainText(await owner.visit.text(`${path}/usage?days=90`))).toContain('$1.85 in 90 days')
    expect(plainText(await owner.visit.text(`${path}/usage?days=9999`))).toContain('in 30 days')
  })

  it('no page shows a prompt', async () => {
    const { path, owner, spaceId } = await dashboard.makeTeam()
    const key = await dashboard.makeKey(owner.userId, spaceId)
    await dashboard.db.query(
      `with a as (insert into agents (id, user_id, space_id, key_id, spreadsheet_id) values (gen_random_uuid(), $1, $2, $3, 'sheet') returning id)
       insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name, agent_model, bulk_model, bulk_search_model)
       select gen_random_uuid(), id, $3, $1, $2, 1, 'succeeded', 'the private prompt', 0, 'Tab', 'm', 'm', 'm' from a`,
      [owner.userId, spaceId, key.id],
    )
    await dashboard.db.query(
      `insert into ledger (space_id, user_id, agent_id, kind, amount_nano, idempotency_key)
       select space_id, user_id, id, 'agent', 5, 'prompt test' from agents where space_id = $1`,
      [spaceId],
    )
    for (const page of ['', '/usage', '/keys', '/members', '/settings']) {
      expect(await owner.visit.text(path + page)).not.toContain('the private prompt')
    }
  })
})

describe('several spaces', () => {
  it('a person makes a space and moves between theirs; the door remembers the last', async () => {
    const { path, owner } = await dashboard.makeTeam()
    const made = await owner.visit.post('/dashboard/account', { do: 'new-space', name: 'Second' })
    const second = made.headers.get('location')!.split('?')[0]!
    expect(await owner.visit.text(path)).toContain(`href="${second}"`)
    await owner.visit.get(second)
    expect((await owner.visit.get('/dashboard')).headers.get('location')).toBe(second)
    await owner.visit.get(path)
    expect((await owner.visit.get('/dashboard')).headers.get('location')).toBe(path)
  })
})
