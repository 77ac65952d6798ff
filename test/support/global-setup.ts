/** Once a run: a real Postgres and a real browser, both from npm, shared by all test files. */
import type { TestProject } from 'vitest/node'
import { launchBrowserServer } from './browser.ts'
import { moveTemporaryFiles } from './memory-folder.ts'
import { startPostgres } from './postgres.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Maintenance database of a real Postgres: make a database of your own (support/database.ts). */
    postgresUrl: string
    /** Address for `chromium.connect` of playwright-core. */
    browserWs: string
  }
}

export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const endTemporaryFiles = moveTemporaryFiles()
  const given = process.env.DATABASE_URL
  const [postgres, browser] = await Promise.all([given ? undefined : startPostgres(), launchBrowserServer()])
  project.provide('postgresUrl', given ?? postgres?.url ?? '')
  project.provide('browserWs', browser.wsEndpoint())
  return async () => {
    await Promise.all([postgres?.stop(), browser.close()])
    endTemporaryFiles()
  }
}
