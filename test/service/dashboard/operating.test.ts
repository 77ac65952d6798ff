/** The pages that tell what went on: turns, webhooks with "send again", the audit log, the service itself. */
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { spreadsheetsAt } from '../../../service/dashboard/views/listing.ts'
import { noteAudit } from '../../../service/store/audit.ts'
import { claimWebhooks, enqueueWebhook, finishWebhook } from '../../../service/webhooks/queue.ts'
import { makeTurns } from '../../support/turns.ts'
import { openDashboard, plainText, type TestDashboard } from './harness.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

const olderIn = (text: string) => /href="([^"]+)">Older</.exec(text)?.[1]?.replaceAll('&amp;', '&')

async function teamWithKeys() {
  const team = await dashboard.makeTeam()
  const ofOwner = await dashboard.makeKey(team.owner.userId, team.spaceId, 'Of the owner')
  const ofMember = await dashboard.makeKey(team.member.userId, team.spaceId, 'Of the member')
  return { ...team, ofOwner, ofMember }
}

describe('the page of turns', () => {
  it('shows ends, codes and costs of everybody to an owner, to a member their own', async () => {
    const { path, spaceId, owner, member, ofOwner, ofMember } = await teamWithKeys()
    await makeTurns(dashboard.db, { spaceId, userId: owner.userId, keyId: ofOwner.id }, [
      { status: 'succeeded', spentNano: 1_230_000_000n },
      { status: 'failed', errorCode: 'MODEL_TIMEOUT' },
    ])
    await makeTurns(dashboard.db, { spaceId, userId: member.userId, keyId: ofMember.id }, [
      { status: 'cancelled' },
    ])
    const all = plainText(await owner.visit.text(`${path}/turns`))
    expect(all).toContain('Succeeded $1.23')
    expect(all).toContain('MODEL_TIMEOUT')
    expect(all).toContain(member.email)
    const own = plainText(await member.visit.text(`${path}/turns`))
    expect(own).toContain('Stopped')
    expect(own).not.toContain('MODEL_TIMEOUT')
  })

  it('leads to the spreadsheet where people open it: at Google, or at the local one', async () => {
    const { path, spaceId, owner, ofOwner } = await teamWithKeys()
    await makeTurns(dashboard.db, { spaceId, userId: owner.userId, keyId: ofOwner.id }, [
      { status: 'succeeded' },
    ])
    const local = /href="http:\/\/127\.0\.0\.1:9\/spreadsheets\/d\/[^"]+\/edit"/
    expect(await owner.visit.text(`${path}/turns`)).toMatch(local)
    expect(spreadsheetsAt('https://accounts.google.com')).toBe('https://docs.google.com')
  })

  it('never shows a prompt', async () => {
    const { path, spaceId, owner, ofOwner } = await teamWithKeys()
    const prompt = `prompt${randomUUID()}`
    const caller = { spaceId, userId: owner.userId, keyId: ofOwner.id }
    await makeTurns(dashboard.db, caller, [{ status: 'succeeded', prompt }])
    expect(await owner.visit.text(`${path}/turns`)).not.toContain(prompt)
  })

  it('goes on page by page until each turn was shown once', async () => {
    const { path, spaceId, owner, ofOwner } = await teamWithKeys()
    const ids = await makeTurns(
      dashboard.db,
      { spaceId, userId: owner.userId, keyId: ofOwner.id },
      Array.from({ length: 101 }, () => ({ status: 'succeeded' as const })),
    )
    const seen: string[] = []
    let next: string | undefined = `${path}/turns`
    let pages = 0
    while (next !== undefined) {
      const text = await owner.visit.text(next)
      seen.push(...ids.filter(id => text.includes(`title="${id}"`)))
      next = olderIn(text)
      pages += 1
    }
    expect(pages).toBe(3)
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  it('shows its first page for a cursor that is none', async () => {
    const { path, spaceId, owner, ofOwner } = await teamWithKeys()
    const caller = { spaceId, userId: owner.userId, keyId: ofOwner.id }
    const [id] = await makeTurns(dashboard.db, caller, [{ status: 'succeeded' }])
    for (const cursor of ["' or 1=1", '2026-99-99T00:00:00.000000Z_x', '%00', '']) {
      const answer = await owner.visit.get(`${path}/turns?after=${encodeURIComponent(cursor)}`)
      expect(answer.status).toBe(200)
      expect(await answer.text()).toContain(`title="${id}"`)
    }
  })
})

describe('the page of webhooks', () => {
  const sendOne = async (keyId: string, outcome: string | null) => {
    const turnId = randomUUID()
    const url = 'https://hooks.example.com/in?token=of-the-receiver'
    await enqueueWebhook(dashboard.db, { turnId, keyId, url, body: `{"turn_id":"${turnId}"}` })
    if (outcome !== null) await finishWebhook(dashboard.db, turnId, outcome)
    return turnId
  }

  it('says what came of each in words, and shows no query of an address', async () => {
    const { path, owner, ofOwner } = await teamWithKeys()
    for (const outcome of ['204', '500', 'timeout', null]) await sendOne(ofOwner.id, outcome)
    const html = await owner.visit.text(`${path}/webhooks`)
    const text = plainText(html)
    for (const said of ['204', 'Answered 500', 'No answer in time', 'On its way'])
      expect(text).toContain(said)
    expect(text).toContain('https://hooks.example.com/in')
    expect(html).not.toContain('of-the-receiver')
    expect(html.match(/Send again</g)).toHaveLength(3)
  })

  it('sends the same bytes again on request, once', async () => {
    const { path, owner, ofOwner } = await teamWithKeys()
    const turnId = await sendOne(ofOwner.id, '500')
    const fields = { do: 'send-again', turn: turnId }
    const answer = await owner.visit.post(`${path}/webhooks`, fields)
    expect(answer.headers.get('location')).toBe(`${path}/webhooks?done=webhook-sent-again`)
    const claimed = await claimWebhooks(dashboard.db, 100)
    expect(claimed.find(one => one.turnId === turnId)?.body).toBe(`{"turn_id":"${turnId}"}`)
    expect((await owner.visit.post(`${path}/webhooks`, fields)).status).toBe(404)
  })

  it("sends nobody else's again, and nothing for a forged form", async () => {
    const { path, owner, member, ofOwner } = await teamWithKeys()
    const turnId = await sendOne(ofOwner.id, '500')
    const fields = { do: 'send-again', turn: turnId }
    expect((await member.visit.post(`${path}/webhooks`, fields)).status).toBe(404)
    const stranger = await teamWithKeys()
    expect((await stranger.owner.visit.post(`${stranger.path}/webhooks`, fields)).status).toBe(404)
    expect((await owner.visit.post(`${path}/webhooks`, { ...fields, _csrf: 'x' })).status).toBe(403)
    expect((await owner.visit.post(`${path}/webhooks`, { ...fields, turn: 'x' })).status).toBe(404)
    const { rows } = await dashboard.db.query('select outcome from webhook_deliveries where turn_id = $1', [
      turnId,
    ])
    expect(rows).toEqual([{ outcome: '500' }])
  })
})

describe('the page of activity', () => {
  it('tells what was done with keys and members, by whom and about whom', async () => {
    const { path, owner, member, spaceId } = await dashboard.makeTeam()
    const key = await dashboard.makeKey(member.userId, spaceId, 'Nightly')
    await owner.visit.post(`${path}/keys/${key.id}`, { do: 'disable' })
    await owner.visit.post(`${path}/members`, { do: 'role', user: member.userId, role: 'owner' })
    const made = await owner.visit.post(`${path}/keys`, { do: 'create', name: 'Mine', once: 'a' })
    expect(made.status).toBe(200)
    const text = plainText(await owner.visit.text(`${path}/activity`))
    expect(text).toContain(`Disabled a key ${owner.email} Nightly`)
    expect(text).toContain(`Changed a role ${member.email} ${owner.email}`)
    expect(text).toContain(`Made a key ${owner.email} Mine`)
  })

  it('notes nothing where a form was refused', async () => {
    const { path, owner, member } = await dashboard.makeTeam()
    await member.visit.post(`${path}/settings`, { do: 'name', name: 'Taken over' })
    await owner.visit.post(`${path}/settings`, { do: 'limit', limit: 'a lot' })
    expect(plainText(await owner.visit.text(`${path}/activity`))).toContain('Nothing yet')
  })

  it('shows a member what they did themselves, and nothing of another space', async () => {
    const { path, owner, member, spaceId } = await teamWithKeys()
    const other = await teamWithKeys()
    const note = (to: string, userId: string, action: string) =>
      noteAudit(dashboard.db, { spaceId: to, at: dashboard.now(), userId, via: 'key', action })
    await note(spaceId, owner.userId, 'tab-copied')
    await note(spaceId, member.userId, 'conversation-deleted')
    await note(other.spaceId, owner.userId, 'permission-given')
    const own = plainText(await member.visit.text(`${path}/activity`))
    expect(own).toContain('Deleted a conversation')
    expect(own).not.toContain('Copied a tab')
    expect(plainText(await owner.visit.text(`${path}/activity`))).not.toContain('Gave permission')
  })

  it('takes only words of closed lists into the log', async () => {
    const { spaceId, owner } = await dashboard.makeTeam()
    const event = { spaceId, at: dashboard.now(), userId: owner.userId, via: 'key' as const }
    await expect(noteAudit(dashboard.db, { ...event, action: 'Delete row 5' })).rejects.toThrow()
    await expect(
      noteAudit(dashboard.db, { ...event, action: 'sheet-changed', detail: 'Anna Müller' }),
    ).rejects.toThrow()
  })
})

describe('the page of the service', () => {
  it('does not exist for somebody who does not run it, and is not named to them', async () => {
    const { owner, path } = await dashboard.makeTeam()
    expect((await owner.visit.get('/dashboard/service')).status).toBe(404)
    expect(await owner.visit.text(path)).not.toContain('/dashboard/service')
  })
})
