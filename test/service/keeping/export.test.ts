/** A space's export: whose rows, whose contents, in which form; and what is never in it. */
import { randomUUID } from 'node:crypto'
import { strFromU8, unzipSync } from 'fflate'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { csvLine, EXPORT_FORMAT, type ExportKind, exportSpace } from '../../../service/keeping/export.ts'
import { LEFT_OUT } from '../../../service/keeping/export-sections.ts'
import { makeTurns } from '../../support/turns.ts'
import { openDashboard, type TestDashboard } from '../dashboard/harness.ts'

let dashboard: TestDashboard
beforeAll(async () => {
  dashboard = await openDashboard()
})
afterAll(() => dashboard.close())

type Document = Record<string, Record<string, unknown>[]>

/** A team in which each has said something that nobody else says. */
async function talkingTeam() {
  const team = await dashboard.makeTeam()
  const said = { owner: `owner${randomUUID()}`, member: `member${randomUUID()}` }
  const keys = []
  for (const who of ['owner', 'member'] as const) {
    const { userId } = team[who]
    const key = await dashboard.makeKey(userId, team.spaceId, `Of the ${who}`)
    keys.push(key)
    const caller = { spaceId: team.spaceId, userId, keyId: key.id }
    const [turnId] = await makeTurns(dashboard.db, caller, [{ status: 'succeeded', prompt: said[who] }])
    await dashboard.db.query(
      `insert into entries (agent_id, position, id, turn_id, type, body)
       select agent_id, 1, gen_random_uuid(), id, 'assistant_message', $2 from turns where id = $1`,
      [turnId, JSON.stringify({ content: said[who] })],
    )
  }
  return { ...team, said, keys }
}

async function exported(visit: { post: TestVisit['post'] }, path: string, kind: ExportKind) {
  const answer = await visit.post(`${path}/settings`, { do: `export-${kind}` })
  expect(answer.status).toBe(200)
  return { answer, bytes: new Uint8Array(await answer.arrayBuffer()) }
}
type TestVisit = Awaited<ReturnType<TestDashboard['visit']>>

describe('the export of a space', () => {
  it('gives an owner every turn, and the prompts and answers of their own only', async () => {
    const { path, owner, said } = await talkingTeam()
    const { answer, bytes } = await exported(owner.visit, path, 'json')
    expect(answer.headers.get('content-disposition')).toBe('attachment; filename="rowhand-export.json"')
    const text = strFromU8(bytes)
    const document = JSON.parse(text) as Document
    expect(document.format).toBe(EXPORT_FORMAT)
    expect(document.turns).toHaveLength(2)
    expect(document.members).toHaveLength(2)
    expect(document.prompts).toHaveLength(1)
    expect(document.messages).toHaveLength(1)
    expect(text).toContain(said.owner)
    expect(text).not.toContain(said.member)
  })

  it('gives a member what is theirs and nothing of anybody else', async () => {
    const { path, owner, member, said } = await talkingTeam()
    const { bytes } = await exported(member.visit, path, 'json')
    const text = strFromU8(bytes)
    expect((JSON.parse(text) as Document).turns).toHaveLength(1)
    expect(text).toContain(said.member)
    expect(text).not.toContain(said.owner)
    expect(text).not.toContain(owner.email)
  })

  it('holds neither a key nor a secret, sealed or open', async () => {
    const { path, owner, keys } = await talkingTeam()
    const { bytes } = await exported(owner.visit, path, 'json')
    const { rows } = await dashboard.db.query<{ key_hash: string; webhook_secret_sealed: string }>(
      'select key_hash, webhook_secret_sealed from api_keys where id = any($1::uuid[])',
      [keys.map(key => key.id)],
    )
    const secrets = rows.flatMap(row => [row.key_hash, row.webhook_secret_sealed])
    for (const secret of [...secrets, ...keys.flatMap(key => [key.apiKey, key.webhookSecret])])
      expect(strFromU8(bytes)).not.toContain(secret)
  })

  it('is the same in CSV files, one for each section', async () => {
    const { path, owner, said } = await talkingTeam()
    const files = unzipSync((await exported(owner.visit, path, 'csv')).bytes)
    const document = JSON.parse(strFromU8((await exported(owner.visit, path, 'json')).bytes)) as Document
    const sections = Object.keys(document).filter(name => Array.isArray(document[name]))
    expect(Object.keys(files).sort()).toEqual(['space', ...sections].map(name => `${name}.csv`).sort())
    const turns = strFromU8(files['turns.csv']!).trimEnd().split('\r\n')
    expect(turns[0]).toBe('id,agent_id,number,status,error_code,agent_model,cost_nano,created_at,ended_at')
    expect(turns).toHaveLength(3)
    expect(strFromU8(files['prompts.csv']!)).toContain(said.owner)
  })

  it('goes through more conversations than one slice holds', async () => {
    const { path, spaceId, owner, keys } = await talkingTeam()
    const caller = { spaceId, userId: owner.userId, keyId: keys[0]!.id }
    await makeTurns(
      dashboard.db,
      caller,
      Array.from({ length: 120 }, () => ({ status: 'succeeded' as const })),
    )
    const document = JSON.parse(strFromU8((await exported(owner.visit, path, 'json')).bytes)) as Document
    expect(document.turns).toHaveLength(122)
    expect(new Set(document.turns!.map(turn => turn.id)).size).toBe(122)
  })

  it('reads every table, but for those that are named with why they are left out', async () => {
    const { spaceId, owner } = await talkingTeam()
    const read = new Set<string>()
    const db: typeof dashboard.db = {
      ...dashboard.db,
      query: (text, params) => {
        for (const [, table] of String(typeof text === 'string' ? text : text.text).matchAll(
          /\b(?:from|join) (\w+)/g,
        ))
          read.add(table!)
        return dashboard.db.query(text, params)
      },
    }
    const scope = { spaceId, rowsOf: null, contentsOf: owner.userId }
    for await (const _ of exportSpace('json', { db, scope, at: dashboard.now() })) void _
    const { rows } = await dashboard.db.query<{ table_name: string }>(
      "select table_name from information_schema.tables where table_schema = 'public' order by 1",
    )
    const tables = rows.map(row => row.table_name)
    expect(tables.length).toBeGreaterThan(30)
    expect(tables.filter(name => read.has(name) === Object.hasOwn(LEFT_OUT, name))).toEqual([])
    expect(Object.keys(LEFT_OUT).filter(name => !tables.includes(name))).toEqual([])
  })

  it('tells of a member what the service keeps of their work and of nobody else', async () => {
    const { path, member, owner, spaceId } = await talkingTeam()
    const words = { member: `told${randomUUID()}`, owner: `told${randomUUID()}` }
    for (const [who, { userId }] of [
      ['member', member],
      ['owner', owner],
    ] as const) {
      const of =
        'select id, $2::text from turns where agent_id = (select id from agents where user_id = $1 and space_id = $3)'
      const into = ['turn_context (turn_id, text)', 'tool_results (turn_id, part, tool_call_id, step, index)']
      await dashboard.db.query(`insert into ${into[0]} ${of}`, [userId, words[who], spaceId])
      await dashboard.db.query(
        `insert into ${into[1]} select one.*, gen_random_uuid(), 1, 0 from (${of}) one`,
        [userId, JSON.stringify({ said: words[who] }), spaceId],
      )
    }
    const text = strFromU8((await exported(member.visit, path, 'json')).bytes)
    expect(text.split(words.member)).toHaveLength(3)
    expect(text).not.toContain(words.owner)
  })

  it('is in the audit log', async () => {
    const { path, owner } = await talkingTeam()
    await exported(owner.visit, path, 'csv')
    expect(await owner.visit.text(`${path}/activity`)).toContain('Exported the space')
  })

  it('reads no further than it is taken', async () => {
    const { spaceId, owner } = await talkingTeam()
    let statements = 0
    const db: typeof dashboard.db = {
      ...dashboard.db,
      query: (text, params) => {
        statements += 1
        return dashboard.db.query(text, params)
      },
    }
    const scope = { spaceId, rowsOf: null, contentsOf: owner.userId }
    const parts = exportSpace('json', { db, scope, at: dashboard.now() })
    await parts.next()
    await parts.return(undefined)
    expect(statements).toBe(1)
  })
})

describe('a line of CSV', () => {
  it.each([
    [['plain', 7, null, true], 'plain,7,,true\r\n'],
    [['a "quote", and more', 'two\nlines'], '"a ""quote"", and more","two\nlines"\r\n'],
    [['=HYPERLINK("http://x")', '+1', '-3', '@x'], `"'=HYPERLINK(""http://x"")",'+1,-3,'@x\r\n`],
  ])('%# is quoted where it must be and starts no formula', (values, line) => {
    expect(csvLine(values)).toBe(line)
  })
})
