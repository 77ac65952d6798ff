/** Backups that are made while the service works, taken back into either database. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { backUp } from '../../../service/keeping/backup.ts'
import { restore } from '../../../service/keeping/restore.ts'
import type { Database } from '../../../service/store/open.ts'
import { until } from '../../support/until.ts'
import { type Kind, kinds, onBothDatabases, openFresh } from '../turns/databases.ts'
import { startHarness, viewOf } from '../turns/harness.ts'
import { says } from '../turns/scripted.ts'
import { rowsOfAllTables } from './traces.ts'

const folder = mkdtempSync(join(tmpdir(), 'rowhand-backup-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
let files = 0
function newFile(): string {
  files += 1
  return join(folder, `${files}.backup`)
}
const now = () => new Date('2026-11-21T12:00:00Z')

onBothDatabases('a backup', harness => {
  const withConversation = async () => {
    const { agent } = await harness().start(step =>
      step === 0 ? says('Looking.', [{ name: 'write', args: { range: 'A1' } }]) : says('Done.'),
    )
    // What the next turn gains from is written after the end.
    await until(async () => {
      const { rows } = await harness().database.db.query(
        'select 1 from agents where id = $1 and last_seen is not null',
        [agent.id],
      )
      return rows.length > 0
    })
    return agent.id
  }

  it.each(kinds)('is taken back on %s with every row as it was', async kind => {
    await withConversation()
    const file = newFile()
    await backUp(harness().database.pool, file, now)
    const target = await openFresh(kind)
    try {
      const restored = await restore(target.pool, file)
      expect(restored, JSON.stringify(restored)).toMatchObject({
        state: 'restored',
        endedTurns: 0,
        madeAt: '2026-11-21T12:00:00.000Z',
      })
      expect(await rowsOfAllTables(target)).toEqual(await rowsOfAllTables(harness().database))
    } finally {
      await target.close()
    }
  })

  it('holds one moment, whatever turns write while it is made', async () => {
    const turns = Promise.all(Array.from({ length: 5 }, withConversation))
    const file = newFile()
    await backUp(harness().database.pool, file, now)
    await turns
    const target = await openFresh('pglite')
    try {
      await restore(target.pool, file)
      const { rows } = await target.db.query(
        `select a.id from agents a where a.number_of_turns <> (select count(*) from turns t where t.agent_id = a.id)
           or a.next_position <> 1 + (select count(*) from entries e where e.agent_id = a.id)`,
      )
      expect(rows).toEqual([])
    } finally {
      await target.close()
    }
  })
})

describe('a turn that was under way when the backup was made', () => {
  it('is ended by the restore, says so, and its conversation goes on', async () => {
    const gate = Promise.withResolvers<void>()
    const before = await startHarness(await openFresh('pglite'))
    const { agent } = await before.start(() => says('', [{ name: 'write' }]), {
      tool: async () => {
        await gate.promise
        return { state: 'succeeded', output: {} }
      },
    })
    await before.until(agent.id, ({ messages }) => messages.some(entry => entry.type === 'tool_call'))
    const file = newFile()
    await backUp(before.database.pool, file, now)
    await before.agents.stop(before.caller.userId, agent.id)
    gate.resolve()
    await before.close()

    const target = await openFresh('pglite')
    expect(await restore(target.pool, file)).toMatchObject({ state: 'restored', endedTurns: 1 })
    const after = await startHarness(target)
    const restored = async () => viewOf(await after.agents.get(before.caller.userId, agent.id))
    try {
      const seen = await restored()
      expect(seen).toMatchObject({ status: 'idle', error_code: 'INTERNAL_ERROR' })
      expect(seen.error_message).toContain('restored from a backup')
      expect(seen.messages.at(-1)).toMatchObject({ type: 'tool_call', status: 'cancelled' })
      viewOf(await after.agents.start(before.caller, { prompt: 'go on', agent_id: agent.id }))
      await until(async () => (await restored()).status === 'idle')
      expect((await restored()).messages.at(-1)).toMatchObject({ content: 'Done.' })
    } finally {
      await after.close()
    }
  })
})

describe('a restore', () => {
  let source: Database
  let file: string
  beforeAll(async () => {
    source = await openFresh('pglite' satisfies Kind)
    await source.db.query("insert into users (id, email) values (gen_random_uuid(), 'mira@example.com')")
    file = newFile()
    await backUp(source.pool, file, now)
  })
  afterAll(() => source.close())
  const refusal = async (path: string) => {
    const target = await openFresh('pglite')
    try {
      const outcome = await restore(target.pool, path)
      const { rows } = await target.db.query('select 1 from users')
      return { outcome, users: rows.length }
    } finally {
      await target.close()
    }
  }

  it('is refused where accounts are already', async () => {
    expect(await restore(source.pool, file)).toMatchObject({ state: 'refused', message: /already/ })
  })

  it.each([
    ['is cut off', (bytes: Buffer) => bytes.subarray(0, bytes.length - 40)],
    ['is no backup', () => Buffer.from('hello')],
    ['is empty', () => Buffer.alloc(0)],
  ])('changes nothing where the file %s', async (_, damage) => {
    const damaged = newFile()
    writeFileSync(damaged, damage(readFileSync(file)))
    expect(await refusal(damaged)).toMatchObject({ outcome: { state: 'refused' }, users: 0 })
  })

  it('is refused where the file is not there', async () => {
    expect((await refusal(join(folder, 'nowhere'))).outcome).toMatchObject({
      state: 'refused',
      message: 'There is no such file.',
    })
  })
})

describe('the file of a backup', () => {
  it("is its owner's alone, and never replaced by half of one", async () => {
    const database = await openFresh('pglite')
    try {
      const file = newFile()
      await backUp(database.pool, file, now)
      expect(statSync(file).mode & 0o777).toBe(0o600)
      const whole = readFileSync(file)
      writeFileSync(`${file}.unfinished`, 'somebody else is writing')
      await expect(backUp(database.pool, file, now)).rejects.toThrow('EEXIST')
      expect(readFileSync(file).equals(whole)).toBe(true)
      expect(existsSync(file)).toBe(true)
    } finally {
      await database.close()
    }
  })
})
