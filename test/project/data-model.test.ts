import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dataModelOf } from '../../scripts/data-model.ts'
import { freshDatabase } from '../support/database.ts'

it('docs/data-model.md is what the migrations make', async () => {
  const file = join(import.meta.dirname, '../../docs/data-model.md')
  const { db, close } = await freshDatabase()
  expect(readFileSync(file, 'utf8'), 'run "npm run data-model"').toBe(await dataModelOf(db))
  await close()
})
