/** The two databases that every test of turns and agents runs on. */
import { afterAll, beforeAll, describe, inject } from 'vitest'
import type { Database } from '../../../service/store/open.ts'
import { freshDatabase, freshPostgres } from '../../support/database.ts'
import { type Harness, type HarnessOptions, startHarness } from './harness.ts'

export type Kind = 'pglite' | 'postgres'
export const kinds: readonly Kind[] = ['pglite', 'postgres']

export async function openFresh(kind: Kind): Promise<Database & { url?: string }> {
  return kind === 'pglite' ? freshDatabase() : freshPostgres(inject('postgresUrl'))
}

/** Declares `tests` once for each database, each with a running engine of its own. */
export function onBothDatabases(
  title: string,
  tests: (harness: () => Harness) => void,
  options: Omit<HarnessOptions, 'databaseUrl'> = {},
): void {
  describe.each(kinds)(`${title} on %s`, kind => {
    let harness: Harness
    beforeAll(async () => {
      const database = await openFresh(kind)
      harness = await startHarness(database, {
        ...options,
        ...(database.url ? { databaseUrl: database.url } : {}),
      })
    })
    afterAll(() => harness.close())
    tests(() => harness)
  })
}
