/** The offline planner plans in words, runs its plan, and goes on with what was allowed. */
import type { LanguageModelV4Prompt } from '@ai-sdk/provider'
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Agent, StartAgentRequest } from '../../../contract/index.ts'
import { createModels } from '../../../service/models/index.ts'
import { withAllowed } from '../../../service/models/planning.ts'
import { renderSummary } from '../../../service/sheets/overview/summary.ts'
import { createSheets } from '../../../service/sheets/sheets.ts'
import { createTools } from '../../../service/tools/index.ts'
import { freshDatabase } from '../../support/database.ts'
import { REFRESH_TOKEN } from '../tools/bench-google.ts'
import { openBench, openWorkbench, type Workbench } from '../tools/open-bench.ts'
import { type Harness, startHarness, toolCalls, viewOf } from '../turns/harness.ts'

let workbench: Workbench
let harness: Harness
beforeAll(async () => {
  workbench = await openWorkbench()
  const { emulatorUrl } = workbench
  harness = await startHarness(await freshDatabase(), {
    sheets: createSheets(
      { clientId: 'test', clientSecret: 'test', rootUrl: emulatorUrl, tokenUrl: `${emulatorUrl}/token` },
      { grantFor: async () => ({ refreshToken: REFRESH_TOKEN }), markRevoked: async () => {} },
    ),
    tools: createTools(),
    models: createModels({}),
    renderSummary,
  })
})
afterAll(async () => {
  await harness.close()
  await workbench.close()
})

const book = () =>
  openBench(workbench, {
    tabs: [
      {
        title: 'Orders',
        rows: [
          ['Order', 'Qty', 'Price'],
          ['A', 2, 10],
          ['B', 3, 20],
          ['C', 4, 30],
        ],
      },
    ],
  })

async function turn(request: StartAgentRequest): Promise<Agent> {
  const started = viewOf(await harness.agents.start(harness.caller, request))
  return harness.idle(started.id)
}
const lastWords = ({ messages }: Agent) => {
  const last = messages.at(-1)
  return last && 'content' in last ? last.content : ''
}

it('a plan is told in words and changes nothing, and "Do it" runs it', async () => {
  const bench = await book()
  const before = await bench.snapshot()
  const prompt = 'Add a column Total that is Qty times Price'
  const plan = await turn({ prompt, spreadsheet_id: bench.id, mode: 'plan' })
  expect(lastWords(plan)).toMatch(/^\*\*Plan\*\*/)
  expect(lastWords(plan)).toContain('D2')
  expect(await bench.snapshot()).toEqual(before)
  expect(toolCalls(plan.messages).every(call => call.status === 'succeeded')).toBe(true)

  await turn({ prompt: 'Do it', agent_id: plan.id })
  expect(await bench.shown('D1:D4')).toEqual([['Total'], ['20'], ['60'], ['120']])
})

it('a step that "Do it" leaves out is left out', async () => {
  const bench = await book()
  const prompt = 'Freeze the first row and sort by Price, largest first'
  const plan = await turn({ prompt, spreadsheet_id: bench.id, mode: 'plan' })
  expect(lastWords(plan)).toMatch(/1\. Freeze[\s\S]*2\. Sort/)
  await turn({ prompt: 'Do it without step 2', agent_id: plan.id })
  expect(await bench.shown('A2:A4')).toEqual([['A'], ['B'], ['C']])
  const sheet = await workbench.api.spreadsheets.get({ spreadsheetId: bench.id })
  expect(sheet.data.sheets![0]!.properties!.gridProperties!.frozenRowCount).toBe(1)
})

it('a call that was allowed stands in the conversation as made when it was first asked for', () => {
  const call = (id: string) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: 'edit_structure',
    input: {},
  })
  const result = (id: string, output: { type: 'error-text' | 'text'; value: string }) => ({
    type: 'tool-result' as const,
    toolCallId: id,
    toolName: 'edit_structure',
    output,
  })
  const asked = result('1', {
    type: 'error-text',
    value: 'Needs your permission: Delete the tab Old: 4 cells.',
  })
  const made = { type: 'text' as const, value: 'done' }
  const prompt: LanguageModelV4Prompt = [
    { role: 'user', content: [{ type: 'text', text: 'Tidy up' }] },
    { role: 'assistant', content: [call('1')] },
    { role: 'tool', content: [asked] },
    { role: 'assistant', content: [{ type: 'text', text: 'I need your permission to go on' }] },
    { role: 'user', content: [{ type: 'text', text: '<allowed-once>Allowed: …</allowed-once>' }] },
    { role: 'assistant', content: [call('2')] },
    { role: 'tool', content: [result('2', made)] },
  ]
  expect(withAllowed(prompt)).toEqual([
    prompt[0],
    prompt[1],
    { role: 'tool', content: [{ ...asked, output: made }] },
  ])
})
