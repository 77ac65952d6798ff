/** npm run eval -- jobs, with a scripted model that does one job right. */
import { expect, inject, test } from 'vitest'
import { freshPostgres } from '../support/database.ts'
import { scriptedProvider } from '../support/providers/index.ts'
import { runEval } from './run-eval.ts'

const ZONE = 'VLOOKUP(B2,Zones!$A$2:$B$11,2,FALSE)'
const PRICE = `INDEX(Rates!$B$2:$G$5,${ZONE},COUNTIF(Rates!$B$1:$G$1,"<"&C2)+1)`
const writes = [
  { range: 'Parcels!E1', values: [['Postage']] },
  { range: 'Parcels!E2:E161', formula: `=${PRICE}*IF(D2="Express",1.6,1)*(1+Rates!$H$1)` },
  { range: 'Parcels!G1', values: [['Total postage']] },
  { range: 'Parcels!H1', formula: '=SUM(E2:E161)' },
]

test('a long job is given to an agent, and its result is checked with a changed input', async () => {
  await using model = await scriptedProvider('openai-chat', ({ toolResults }) => {
    const args = writes[toolResults.length]
    return args ? { calls: [{ name: 'write_range', args }] } : { text: 'Done.' }
  })
  const postgres = await freshPostgres(inject('postgresUrl'))
  const on = { url: model.url, databaseUrl: postgres.url }
  const { results } = await runEval(on, 'jobs', '--only', 'shipping-rates').finally(() => postgres.close())
  expect(results).toMatchObject([
    {
      id: 'shipping-rates',
      passed: true,
      checks: { total: 8, failed: [] },
      toolCalls: 4,
      usage: { steps: 5 },
      answer: 'Done.',
    },
  ])
}, 300_000)
