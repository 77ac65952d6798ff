/** What the first request of a turn weighs; `npm run bench -- context` prints its parts. */
import { expect, test } from 'vitest'
import { schemaOf } from '../../../service/models/declarations.ts'
import { renderSummary } from '../../../service/sheets/overview/summary.ts'
import { estimateTokens } from '../../../service/sheets/tokens.ts'
import { tools } from '../../../service/tools/index.ts'
import { declarationsFor } from '../../../service/tools/more-tools.ts'
import { turnContext } from '../../../service/turns/prompt/context.ts'
import { instructions } from '../../../service/turns/prompt/instructions.ts'
import { orderRows } from '../../support/order-rows.ts'
import { useWorkbench } from '../tools/workbench.ts'

const { openTab } = useWorkbench()

test('the first request for a small sheet is at most 3,000 tokens', async () => {
  const bench = await openTab('Orders', orderRows(20))
  const overview = await bench.spreadsheet.overview(100)
  const declared = declarationsFor(tools, { takesPictures: true }).map(({ name, description, args }) =>
    JSON.stringify({ name, description, parameters: schemaOf(args) }),
  )
  const parts = [
    instructions([]),
    ...declared,
    turnContext({ overview, lastSeen: null, renderSummary, at: new Date(0) }),
    'Add a column Margin that is 20 % of Total, and sum it by region on a new tab',
  ]
  const tokens = parts.reduce((sum, part) => sum + estimateTokens(part), 0)
  expect(tokens).toBeLessThanOrEqual(3_000)
})

test('the instructions say that an answer comes after the calls whose results it tells', () => {
  expect(instructions([])).toContain('answer in a step after the calls, not beside them')
})
