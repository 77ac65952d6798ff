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

/** What a service with the additions to the interface answers. */
const change = (id: string, over: object = {}) => ({
  change_id: id,
  tool_call_id: 'c3',
  tool: 'write_range',
  kind: 'values',
  sheet_id: 0,
  sheet_name: 'Orders',
  range: 'D2:D40',
  cells: 39,
  description: 'Wrote 39 cells',
  at: at(2),
  undo_state: 'none',
  undo_note: null,
  ...over,
})
const sample = (cell: string, before: string | null, after: string, formula: string | null = null) => ({
  cell,
  before: { formula: null, shown: before },
  after: { formula, shown: after },
})
const summary = (over: object = {}) => ({
  state: 'complete',
  cells: 240,
  ranges: 3,
  tabs: [{ sheet_id: 0, sheet_name: 'Orders', cells: 240, kinds: ['values', 'format'] }],
  new_tabs: 1,
  deleted_tabs: 0,
  structure: 1,
  side_effects: { new_errors: 0, changed_values: 12, checked: true },
  proof: { state: 'unchanged', checked_cells: 4_210, others: 0, note: null },
  undoable: true,
  undone: 'no',
  undo_id: null,
  ...over,
})
const sentFile = (name: string, media_type: string, size_bytes: number) => ({
  id: name,
  turn_id: 't1',
  name,
  media_type,
  size_bytes,
  tables: [{ name, rows: 812, columns: 7 }],
  created_at: at(0),
})
const listed = [
  change('1', {
    samples: [
      sample('D2', null, '$174.00', '=F2*G2'),
      sample('D3', 'n/a', '$27.00', '=F3*G3'),
      ...Array.from({ length: 20 }, (_, n) =>
        sample(`D${n + 4}`, null, `$${n + 4}.00`, `=F${n + 4}*G${n + 4}`),
      ),
    ],
    samples_truncated: true,
    cells: 239,
  }),
  change('2', {
    tool_call_id: 'c4',
    kind: 'format',
    range: 'A1:H1',
    cells: 8,
    description: 'Made the text bold',
  }),
  change('3', {
    tool_call_id: 'c5',
    kind: 'tab',
    sheet_name: 'Revenue by Region',
    range: null,
    cells: 0,
    description: 'Added the tab Revenue by Region',
    undo_state: 'partly',
    undo_note: 'You typed into it since.',
  }),
]
export const changesPage = (over: object = {}, changes: object[] = listed) =>
  good({ summary: summary(over), changes, end_cursor: 'x', has_next_page: false, total: changes.length })
export const undoAnswer = (over: object = {}) =>
  good({
    id: 'undo-1',
    turn_id: 't1',
    kind: 'undo',
    status: 'succeeded',
    restored: { cells: 237, changes: 3 },
    kept: [
      { sheet_name: 'Orders', range: 'D7', cells: 1, reason: 'You wrote "19.50" since.' },
      { sheet_name: 'Orders', range: 'D12:D13', cells: 2, reason: 'Changed since.' },
    ],
    kept_total: 3,
    not_possible: [{ description: 'Comments of the tab Calc', reason: 'Google does not give them back.' }],
    message: 'Undone.',
    created_at: at(20),
    completed_at: at(21),
    redoable: true,
    ...over,
  })
const many = Array.from({ length: 53 }, (_, n) =>
  tool(`f${n}`, {
    tool: 'format_range',
    range: `A${n * 3 + 1}:H${n * 3 + 1}`,
    sheet_name: 'Dashboard',
    cells: undefined,
    created_at: at(3),
    completed_at: new Date(Date.parse(at(3)) + (n + 1) * 340).toISOString(),
  }),
)
const long = agent([
  user('t1', 'Build a dashboard of these orders'),
  overview,
  tool('r1', { tool: 'read_range', range: 'A1:H20' }),
  tool('r2', { tool: 'read_spreadsheet_fields', range: 'A1:H1' }),
  tool('s1', { tool: 'edit_structure', range: undefined, cells: undefined, sheet_name: 'Dashboard' }),
  ...Array.from({ length: 6 }, (_, n) =>
    tool(`w${n}`, { range: `B${n * 5 + 2}:D${n * 5 + 5}`, sheet_name: 'Dashboard', cells: 12 }),
  ),
  overcome,
  ...many,
  tool('x1', {
    tool: 'edit_structure',
    status: 'failed',
    range: undefined,
    cells: undefined,
    sheet_name: 'Calc',
    message: 'There is no tab Calc. Nothing was changed.',
  }),
  say(
    't1',
    "The dashboard is in `Dashboard!A1:H40`. The total is in B2, it adds up Orders!H2:H241; see also 'Revenue by Region'!A1:B6 for **Q3**.",
  ),
])
const structure = change('s', {
  tool_call_id: 's1',
  tool: 'edit_structure',
  kind: 'tab',
  sheet_name: 'Dashboard',
  range: null,
  cells: 0,
  description: 'Added the tab Dashboard',
})
const asked = agent([
  user('t1', 'Tidy up'),
  overview,
  tool('p1', {
    tool: 'edit_structure',
    status: 'failed',
    range: undefined,
    cells: undefined,
    sheet_name: 'Budget',
    message: 'Needs your permission: Delete the tab Budget',
  }),
  say('t1', 'I would delete the tab Budget, which nothing refers to by name.'),
  {
    ...say(
      't1',
      'I need your permission to go on:\n\n**Delete the tab Budget: 412 cells, 2 charts**\n\nNothing of this was done. Allow it once, or say no and tell me what to do instead.',
    ),
    message_id: 'asked-t1',
  },
])
const permission = {
  id: 'p-1',
  turn_id: 't1',
  tool_call_id: 'p1',
  tool: 'edit_structure',
  kind: 'destroy',
  effect: 'Delete the tab Budget: 412 cells, 2 charts',
  details: ['14 formulas elsewhere depend on it', 'Its comments cannot be brought back'],
  state: 'open',
  created_at: at(8),
  decided_at: null,
}
const plan = [
  '1. Add a column **Revenue** in `Orders!H1:H241`: Qty times Price.',
  '2. Sum it by Region in a new tab, with a chart beside it.',
  '3. Format both as currency.',
].join('\n')
const planned = agent([user('t1', openedTitle), overview, say('t1', plan)])
const abilities = { readAbilities: [good({ attachments: true, plans: true })] }
const attached = good({
  id: 'file-1',
  name: 'orders-march.csv',
  media_type: 'text/csv',
  size_bytes: 48_213,
  tables: [{ name: 'orders-march', rows: 812, columns: 9 }],
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
  [
    'a turn of many calls',
    {
      ...opened(long),
      readChanges: [changesPage({ cells: 512 }, [structure])],
      countErrors: [good([0, 0, 3])],
    },
    on => on.getByRole('button', { name: 'Formatted 53 ranges' }).waitFor(),
  ],
  [
    'a turn of many calls, opened',
    opened(long),
    on => on.getByRole('button', { name: /^Wrote 72 cells/ }).click(),
  ],
  [
    'what changed',
    { ...opened(finished), readChanges: [changesPage()] },
    async on => {
      await on.getByRole('button', { name: /^Changed 240 cells/ }).click()
      await on.getByRole('button', { name: 'Wrote 39 cells' }).click()
      await on.getByRole('checkbox').first().check()
      await on.locator('.change-list').evaluate(element => element.scrollIntoView())
    },
  ],
  [
    'side effects',
    {
      ...opened(finished),
      readChanges: [
        changesPage({
          side_effects: { new_errors: 2, changed_values: 1, checked: true },
          proof: { state: 'changed_elsewhere', checked_cells: 90, others: 4, note: null },
        }),
      ],
    },
    on => on.getByText('2 formulas elsewhere show an error now').waitFor(),
  ],
  [
    'undone',
    {
      ...opened(finished),
      readChanges: [changesPage(), changesPage({ undone: 'yes' })],
      undoTurn: [undoAnswer()],
    },
    async on => {
      await button('Undo')(on)
      await on.getByRole('button', { name: 'Redo' }).waitFor()
      await on.locator('.turn-end').last().scrollIntoViewIfNeeded()
    },
  ],
  [
    'a permission',
    { ...opened(asked), readPermissions: [good({ permissions: [permission] })] },
    on => on.getByRole('button', { name: 'Allow once' }).waitFor(),
  ],
  [
    'a plan',
    {
      ...opened(planned),
      ...abilities,
      pollAgent: [
        good({
          changed: true,
          waited: true,
          etag: null,
          agent: planned,
          conversation: { ...conversations[0], turns: 1, planTurn: 1 },
        }),
        null,
      ],
    },
    async on => {
      await on.getByRole('switch', { name: 'Plan first' }).click()
      await on.getByRole('button', { name: 'Do it' }).waitFor()
    },
  ],
  [
    'choices',
    opened(
      agent([
        user('t1', 'Total by region'),
        overview,
        say(
          't1',
          'I can read this in 2 ways, so nothing was changed. Which one do you mean? Answer with its number.\n\n1. The sum of **Qty** by Region, in a new tab\n2. The sum of **Price** by Region, in a new tab',
        ),
      ]),
    ),
    on => on.getByRole('button', { name: /The sum of Price/ }).waitFor(),
  ],
  [
    'attached files',
    {
      ...abilities,
      attachFile: [
        attached,
        bad({ status: 415, code: 'UNSUPPORTED_MEDIA_TYPE', message: 'Files of this kind cannot be read.' }),
      ],
    },
    async on => {
      const picked = (name: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') })
      await on.locator('input[type=file]').setInputFiles(picked('orders-march.csv'))
      await on.getByText('812 rows').waitFor()
      await on.locator('input[type=file]').setInputFiles(picked('a film about rows and columns.mov'))
      await on.getByText('cannot be read').waitFor()
    },
  ],
  [
    'files of a turn',
    {
      ...abilities,
      ...opened(finished),
      readFiles: [
        good({
          attachments: [
            { ...sentFile('shelf plan.png', 'image/png', 214_000), tables: [] },
            sentFile('orders of the harbour branch, first half of 2026.csv', 'text/csv', 61_000),
          ],
        }),
      ],
    },
    on => on.getByText('shelf plan.png').waitFor(),
  ],
  ['opening', { boot: [null] }],
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
    'deleting a conversation',
    opened(finished),
    async on => {
      await button('Past conversations')(on)
      await button('Delete "Which region sold most in March?"')(on)
      await on.getByRole('alertdialog').waitFor()
    },
  ],
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
