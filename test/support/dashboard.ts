/** The real service and a local Google in this process, for the dashboard: whoever signs in, does so there. */
import { mkdtempSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Emulator, startEmulator } from '../../emulator/start.ts'
import { freePorts } from '../../scripts/local/ports.ts'
import { readConfig } from '../../service/config.ts'
import { silentLog } from '../../service/log.ts'
import { startService } from '../../service/start-service.ts'
import type { Db } from '../../service/store/db.ts'
import { freshPostgres } from './database.ts'

export interface DashboardStack {
  url: string
  db: Db
  emulator: Emulator
  close(): Promise<void>
}

export const OWNER = 'demo@example.com'
export const COLLEAGUE = 'colleague@example.com'

export async function startDashboardStack(postgresUrl: string): Promise<DashboardStack> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-dashboard-'))
  const [database, emulator, [port]] = await Promise.all([
    freshPostgres(postgresUrl),
    startEmulator({ port: 0, dataDir: folder, page: false }),
    freePorts(1),
  ])
  const config = readConfig({
    PORT: String(port),
    ROWHAND_DATA_DIR: folder,
    DATABASE_URL: database.url,
    ROWHAND_SECRET: 'a secret of the tests, long enough',
    GOOGLE_ISSUER: emulator.url,
    GOOGLE_AUTH_URL: `${emulator.url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${emulator.url}/token`,
    GOOGLE_ROOT_URL: emulator.url,
    GOOGLE_CLIENT_ID: 'rowhand-test',
    GOOGLE_CLIENT_SECRET: 'rowhand-test-secret',
  })
  const service = await startService(config, silentLog, 'test')
  return {
    url: config.publicUrl,
    db: database.db,
    emulator,
    async close() {
      await service.close()
      await Promise.all([emulator.close(), database.close()])
      await rm(folder, { recursive: true, force: true })
    },
  }
}

const DAY_MS = 86_400_000

/** Some weeks of spending, the same in every run: made for looking at, not for counting. */
export async function spendForWeeks(db: Db, spaceId: string, userIds: string[], now: Date): Promise<void> {
  const { rows: keys } = await db.query<{ id: string }>('select id from api_keys where space_id = $1', [
    spaceId,
  ])
  const agents = ['3f1b77c2', 'a90dc4e8', '58e6021f', 'd7b3490a'].map(
    head => `${head}-4d2f-4c1e-9a55-0b5e1c7a2d4f`,
  )
  for (const [index, id] of agents.entries()) {
    await db.query(
      `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns, last_activity_at)
       values ($1, $2, $3, $4, 'a spreadsheet', $5, $6)`,
      [
        id,
        userIds[index % userIds.length],
        spaceId,
        keys[0]?.id,
        2 + index * 3,
        new Date(now.getTime() - index * 2 * DAY_MS),
      ],
    )
  }
  for (let day = 0; day < 29; day++) {
    const at = new Date(now.getTime() - day * DAY_MS)
    if (at.getUTCDay() === 0 || at.getUTCDay() === 6) continue
    for (const kind of ['agent', 'tool'] as const) {
      const cents = ((day * 37 + (kind === 'agent' ? 41 : 13)) % 70) + 4
      await db.query(
        `insert into ledger (space_id, user_id, agent_id, kind, model, amount_nano, idempotency_key, created_at)
         values ($1, $2, $3, $4, $5, $6, $7, $8)`,
        [
          spaceId,
          userIds[(day % agents.length) % userIds.length],
          agents[day % agents.length],
          kind,
          kind === 'agent' ? 'managed:agent:anthropic/claude-sonnet-5' : 'managed:bulk:openai/gpt-5-mini',
          String(BigInt(cents) * 10_000_000n),
          `test:${spaceId}:${day}:${kind}`,
          at,
        ],
      )
    }
  }
  for (const [index, userId] of userIds.entries()) {
    await db.query(
      `insert into spending_months (space_id, month, user_id, spent_nano)
       values ($1, date_trunc('month', $2::timestamptz at time zone 'UTC')::date, $3, $4)`,
      [spaceId, now, userId, String(4_870_000_000 - index * 2_130_000_000)],
    )
  }
}
