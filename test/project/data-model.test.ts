import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { dataModel } from '../../scripts/data-model.ts'

it('docs/data-model.md is what the migrations make', async () => {
  const file = join(import.meta.dirname, '../../docs/data-model.md')
  expect(readFileSync(file, 'utf8'), 'run "npm run data-model"').toBe(await dataModel())
})
