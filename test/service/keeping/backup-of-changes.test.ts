/** What writes found and left, and attached files, through a backup: a turn that was restored is taken back. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Undo } from '../../../contract/index.ts'
import { createUndos } from '../../../service/agents/undos.ts'
import { backUp } from '../../../service/keeping/backup.ts'
import { restore } from '../../../service/keeping/restore.ts'
import { createSheets } from '../../../service/sheets/sheets.ts'
import { attachmentsOf, keepAttachment } from '../../../service/tools/attachments/store.ts'
import { createTools } from '../../../service/tools/index.ts'
import { until } from '../../support/until.ts'
import { REFRESH_TOKEN } from '../tools/bench-google.ts'
import { openBench, openWorkbench, type Workbench } from '../tools/open-bench.ts'
import { type Kind, openFresh } from '../turns/databases.ts'
import { type Harness, startHarness } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'
import { rowsOfAllTables } from './traces.ts'

const folder = mkdtempSync(join(tmpdir(), 'rowhand-backup-'))
let google: Workbench
beforeAll(async () => {
  google = await openWorkbench()
})
afterAll(async () => {
  await google.close()
  rmSync(folder, { recursive: true, force: true })
})

async function openHarness(kind: Kind): Promise<Harness> {
  const database = await openFresh(kind)
  const sheets = createSheets(
    {
      clientId: 'test',
      clientSecret: 'test',
      rootUrl: google.emulatorUrl,
      tokenUrl: `${google.emulatorUrl}/token`,
    },
    { grantFor: async () => ({ refreshToken: REFRESH_TOKEN }), markRevoked: async () => {} },
  )
  return startHarness(database, {
    sheets,
    tools: createTools(),
    ...(database.url ? { databaseUrl: database.url } : {}),
  })
}

/** A turn that overwrote and formatted cells, with a file given to it. */
async function workedOn({ database, caller, start, idle }: Harness, spreadsheetId: string) {
  const rows = Array.from({ length: 50 }, (_, row) => [`Name ${row}`, row])
  const file = await keepAttachment(
    database.db,
    {
      id: randomUUID(),
      userId: caller.userId,
      spaceId: caller.spaceId,
      name: 'names.csv',
      mediaType: 'text/csv',
      sizeBytes: 400,
      content: { kind: 'tables', tables: [{ name: 'names.csv', rows }] },
    },
    new Date(),
  )
  const write = { range: 'Leads!A1:A3', values: [['x'], ['y'], ['z']], overwrite: true }
  const bold = { range: 'Leads!A1:B1', bold: true }
  const { agent, turnId } = await start(
    step =>
      step === 0
        ? says('', [
            { name: 'write_range', args: write },
            { name: 'format_range', args: bold },
          ])
        : says('Done.'),
    { spreadsheetId, attachmentIds: [file.id] },
  )
  const ended = await idle(agent.id)
  const calls = ended.messages.filter(entry => entry.type === 'tool_call')
  expect(calls.map(call => call.status)).toEqual(['succeeded', 'succeeded'])
  // What was looked at is written down after the end.
  await until(async () => {
    const { rows: watches } = await database.db.query(
      `select 1 from turn_watches w join agents a on a.id = w.agent_id
       where w.turn_id = $1 and w.complete and w.fingerprint is not null and a.last_seen is not null`,
      [turnId],
    )
    return watches.length > 0
  })
  return { agentId: agent.id, turnId }
}

const BYTES = `select (select count(*)::int from write_images) as images,
  (select count(*)::int from turn_watches where fingerprint is not null) as fingerprints,
  (select count(*)::int from attachments) as files`

describe.each([
  ['pglite', 'postgres'],
  ['postgres', 'pglite'],
] as const)('a backup of %s that is taken back on %s', (from, to) => {
  it('has every image and file byte by byte, and its turn can be taken back', async () => {
    const bench = await openBench(google, {
      tabs: [
        {
          title: 'Leads',
          rows: [
            ['Ann', 1],
            ['=B1 & " Bo"', 2],
            ['Cy', 3],
          ],
        },
      ],
    })
    const found = await bench.snapshot()
    const source = await openHarness(from)
    const file = join(folder, `${from}.backup`)
    const { agentId, turnId } = await workedOn(source, bench.id)
    const { userId } = source.caller
    const all = await rowsOfAllTables(source.database)
    const { rows: counted } = await source.database.db.query<Record<string, number>>(BYTES)
    expect(Object.values(counted[0]!).every(count => count > 0)).toBe(true)
    await backUp(source.database.pool, file, () => new Date())
    await source.close()
    expect(await bench.snapshot()).not.toEqual(found)

    const target = await openHarness(to)
    try {
      // The harness has made a person of its own, and a restore wants nobody.
      await target.database.db.query('delete from api_keys')
      await target.database.db.query('delete from spaces')
      await target.database.db.query('delete from users')
      expect(await restore(target.database.pool, file)).toMatchObject({ state: 'restored', endedTurns: 0 })
      expect(await rowsOfAllTables(target.database)).toEqual(all)
      expect((await attachmentsOf(target.database.db, agentId))[0]).toMatchObject({ name: 'names.csv' })
      const { database, engine, changes, deps } = target
      const undos = createUndos({ db: database.db, engine, changes, now: deps.now, newId: deps.newId })
      const begun = (await undos.undo(userId, agentId, turnId, {}, null)) as Undo
      const undone = await until(async () => {
        const undo = (await undos.get(userId, agentId, begun.id)) as Undo
        return undo.status === 'running' ? null : undo
      })
      expect(undone).toMatchObject({ status: 'succeeded', kept: [], not_possible: [] })
      expect(await bench.snapshot()).toEqual(found)
    } finally {
      await target.close()
    }
  })
})
