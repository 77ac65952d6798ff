import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { createBulkPrompt } from '../../../service/tools/bulk-prompt.ts'
import { createSkill, listSkills } from '../../../service/tools/skills.ts'
import { writeRange } from '../../../service/tools/write-range.ts'
import { freshPostgres } from '../../support/database.ts'
import { type Cell, openBench, openWorkbench, succeeded, type Workbench } from './workbench.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench({ database: await freshPostgres(inject('postgresUrl')) })
})
afterAll(() => workbench.close())

test('what tools keep in the database is kept on a real Postgres as well', async () => {
  const rows: Cell[][] = [['Name'], ...Array.from({ length: 40 }, (_, index) => [`name ${index}`])]
  const usage = { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 }
  const bench = await openBench(workbench, {
    tabs: [{ title: 'T', rows }],
    prompt: 'Remember this',
    models: {
      value: async ({ prompt }) => ({ state: 'ok', value: prompt.toUpperCase(), usage, costNanoDollars: 2n }),
    },
  })
  const toolCallId = randomUUID()
  const args = { prompt_template: '{{A}}' }
  succeeded(await bench.run(createBulkPrompt(), args, { toolCallId }))
  succeeded(await bench.run(createBulkPrompt(), args, { toolCallId }))
  expect(bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)).toBe(80n)
  succeeded(await bench.run(writeRange, { range: 'D1', values: [['x']] }))
  succeeded(await bench.run(createSkill, { name: 'a', description: 'd', content: 'c' }))
  expect(await listSkills(bench.context.db, bench.context.turn.spaceId)).toHaveLength(1)
})
