/** Every screen of the sidebar: what the script answers, and what a person does to get there. */
import type { Page } from 'playwright-core'
import { type Answers, agentAnswer, bad, bootAnswer, good } from './sidebar-page.ts'

const at = (seconds: number) => new Date(Date.UTC(2026, 10, 20, 13, 0, seconds)).toISOString()
export const user = (turn: string, content: string) => ({
  type: 'user_message',
  turn_id: turn,
  message_id: `u-${turn}`,
  created_at: at(0),
  content,
})
export const say = (turn: string, content: string) => ({
  type: 'assistant_message',
  turn_id: turn,
  message_id: `a-${turn}`,
  created_at: at(9),
  content,
})
export const tool = (id: string, over: object = {}) => ({
  type: 'tool_call',
  turn_id: 't1',
  tool_call_id: id,
  tool: 'write_range',
  status: 'succeeded',
  created_at: at(1),
  completed_at: at(2),
  range: 'D2:D40',
  sheet_name: 'Orders',
  cells: 39,
  ...over,
})
const usage = { agent_usage: 11_300_000, tool_usage: 1_000_000, total_usage: 12_300_000 }
export const agent = (messages: object[], over: object = {}) => ({
  id: 'agent-1',
  status: 'idle',
  number_of_turns: 1,
  error_message: null,
  error_code: null,
  usage,
  messages,
  ...over,
})
const conversation = (agentId: string, title: string, turns: number, spentNano: number) => ({
  agentId,
  title,
  at: Date.UTC(2026, 10, 19, 9, turns),
  turns,
  countedTurns: turns,
  spentNano,
  spentIsComplete: true,
})
const openedTitle = 'Add a column Revenue that is Qty times Price'
export const conversations = [
  conversation('agent-1', openedTitle, 2, 41_200_000),
  conversation('agent-2', 'Remove duplicate customers and trim their names', 1, 9_100_000),
  conversation('agent-3', 'Which region sold most in March?', 3, 22_700_000),
]
export const opened = (view: object): Answers => ({
  boot: [good(bootAnswer({ agentId: 'agent-1', conversations }))],
  pollAgent: [agentAnswer(view), null],
})
const overview = tool('c1', { tool: 'get_sheet_overview', range: undefined, cells: undefined })
const overcome = tool('c2', { status: 'failed', message: 'D2:D40 is not empty. Nothing was changed.' })
const ago = (seconds: number) => new Date(Date.now() - seconds * 1000).toISOString()
export const running = agent(
  [
    { ...user('t1', 'Find the website of each customer'), created_at: ago(70) },
    overview,
    tool('c3', {
      tool: 'web_search',
      range: undefined,
      cells: undefined,
      query: 'Blue Door Café website',
      number_of_searches: 1,
      sources: ['https://bluedoor.example/about', 'https://maps.example/blue-door'],
    }),
    tool('c4', {
      tool: 'bulk_search',
      status: 'running',
      created_at: ago(60),
      completed_at: null,
      prompt_template: 'Find the website of {{C}}',
      rows: { processed: 83, errors: 2, total: 240 },
    }),
    tool('c5', { tool: 'format_range', status: 'pending', completed_at: null }),
  ],
  { status: 'active', usage: null, usage_so_far: usage },
)
export const answer = [
  'Added **Revenue** in column `H`: `=F2*G2`, filled down to row 241.',
  '| Customer | Revenue |\n|---|--:|\n| Blue Door Café | $18,204 |\n| Northlight | $12,960 |',
  '- Blue Door is **38 %** of the total.\n- How it is worked out: [the guide](https://docs.example.com)',
].join('\n\n')
const finished = agent([user('t1', openedTitle), overview, overcome, tool('c3'), say('t1', answer)])
const failed = agent([user('t1', openedTitle), overview], {
  error_code: 'MODEL_ERROR',
  error_message: 'The provider answered 503 three times.',
})

type Screen = [name: string, answers: Answers, act?: (on: Page) => Promise<void>]

const button = (name: string) => (on: Page) => on.getByRole('button', { name, exact: true }).click()
const item = (name: string) => async (on: Page) => {
  await button('More')(on)
  await on.getByRole('menuitem', { name }).click()
}
const models = {
  models: {
    agent_models: [{ id: 'a', label: 'Sonnet', provider: 'anthropic', is_default: true }],
    bulk_models: [{ id: 'b', label: 'Haiku', provider: 'anthropic', is_default: true }],
    bulk_search_models: [],
    defaults: {},
  },
}
const savedPrompts = [
  'Trim all text, remove duplicate rows, then sort by Date',
  'Monthly revenue by category in a new tab',
]

export const screens: Screen[] = [
  ['connect', { boot: [good(bootAnswer({ hasKey: false, account: null }))] }],
  [
    'connect, refused',
    { boot: [good(bootAnswer({ hasKey: false }))], connect: [bad({ status: 401, code: 'UNAUTHORIZED' })] },
    async on => {
      await on.getByLabel('API key').fill('sk_x')
      await button('Connect')(on)
      await on.getByText('does not know this key').waitFor()
    },
  ],
  ['empty', {}],
  ['a running turn', opened(running)],
  ['a finished turn', opened(finished), on => on.locator('summary').click()],
  ['a failed turn', opened(failed)],
  ['opening failed', { boot: [bad({ code: 'MULTIPLE_ACCOUNTS' })] }],
  [
    'a refused prompt',
    { startTurn: [bad({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 9 })] },
    async on => {
      await on.getByRole('textbox').fill('Sort by Price, largest first')
      await button('Send')(on)
      await on.getByText('Too many requests').waitFor()
    },
  ],
  ['the menu', {}, button('More')],
  ['conversations', opened(finished), button('Past conversations')],
  [
    'prompts',
    { boot: [good(bootAnswer({ savedPrompts, draft: 'Format Price as currency' }))] },
    button('Saved prompts'),
  ],
  ['models', { readModels: [good(models)] }, item('Models')],
  ['copy', {}, item('Copy or back up this tab')],
  ['connection', { checkKey: [good(bootAnswer().account)] }, item('Connection')],
  ['help', {}, item('Help')],
]
