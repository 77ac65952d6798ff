/** Models can answer with a NUL character, which the database keeps in no text. */
import { expect, test } from 'vitest'
import { createBulkPrompt } from '../../../../service/tools/bulk-prompt.ts'
import { createSkill, loadSkill } from '../../../../service/tools/skills.ts'
import { succeeded, useWorkbench } from '../workbench.ts'

const { openBench } = useWorkbench()

const NUL = String.fromCharCode(0)
const answering = (state: 'ok' | 'failed', text: string) => ({
  state,
  ...(state === 'ok' ? { value: text } : { message: text }),
  usage: { inputTokens: 0, cachedInputTokens: 0, outputTokens: 0 },
  costNanoDollars: 5n,
})

test('a bulk row whose result or failure holds one is kept and paid like any other', async () => {
  const value = async ({ prompt }: { prompt: string }) =>
    answering(prompt === 'Bob' ? 'failed' : 'ok', `fine${NUL}`) as never
  const bench = await openBench({
    tabs: [{ title: 'T', rows: [['Name'], ['Ann'], ['Bob']] }],
    models: { value },
  })
  const outcome = await bench.run(createBulkPrompt(), { prompt_template: '{{A}}', output_header: 'Note' })
  expect(outcome.fields?.rows).toEqual({ processed: 1, errors: 1, total: 2 })
  expect(bench.charges.reduce((sum, charge) => sum + charge.costNanoDollars, 0n)).toBe(10n)
  expect(String((await bench.formulas('T!B2'))[0]?.[0])).toMatch(/^fine/)
})

test('a skill that holds one is stored', async () => {
  const bench = await openBench({ tabs: [{ title: 'T', rows: [['a']] }], prompt: 'Save a skill' })
  const skill = { name: 'odd', description: `When${NUL}`, content: `Do${NUL} it` }
  succeeded(await bench.run(createSkill, skill))
  expect(JSON.stringify(succeeded(await bench.run(loadSkill, { names: ['odd'] })))).toContain('it')
})
