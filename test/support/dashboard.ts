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
    ROWHAND_OPERATORS: OWNER,
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
