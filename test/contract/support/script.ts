/**
 * What the scripted model does: the first word of a prompt names it. It speaks the wire format of a real
 * provider, so the service runs the same code as with one.
 */
import type { NeutralRequest, Reply, ScriptedCall } from '../../support/providers/index.ts'

const usage = { input: 1_000, output: 100 }
/** Dollars per million tokens: a step of `usage` costs 1,000 × 2 + 100 × 10 micro-dollars = 3,000,000 nano. */
export const PRICE = { input: 2, output: 10 }
export const STEP_COST_NANO = 3_000_000

export const AGENT_MODEL = 'managed:agent:openai/scripted'
export const OTHER_MODEL = 'managed:agent:openai/other'
export const catalogue = {
  remove: 'all',
  models: [AGENT_MODEL, OTHER_MODEL, 'managed:bulk:openai/scripted', 'managed:search:openai/scripted'].map(
    id => ({
      id,
      label: `Scripted ${id.split(':')[1]}`,
      context_tokens: 100_000,
      api: 'chat',
      price: PRICE,
    }),
  ),
}

type Steps = (ScriptedCall[] | Reply)[]

const write = (range: string): ScriptedCall => ({
  name: 'write_range',
  args: { range, values: [['one', 'two']], overwrite: true },
})

const scripts: Record<string, Steps> = {
  answer: [],
  write: [[write('Orders!J1:K1')]],
  tour: [
    [{ name: 'get_sheet_overview', args: {} }],
    [{ name: 'read_range', args: { ranges: ['Orders!A1:C5'] } }],
    [write('Orders!J1:K1')],
    [
      {
        name: 'copy_paste_range',
        args: {
          source_range: 'Orders!J1:K1',
          target_range: 'Orders!J2:K2',
          paste_type: 'values',
          overwrite: true,
        },
      },
    ],
    [{ name: 'read_spreadsheet_fields', args: { fields: 'properties.title' } }],
  ],
  // The first call names a tab that isn't there, the second mends it.
  mend: [[{ name: 'read_range', args: { ranges: ['Nowhere!A1'] } }], [write('Orders!J3:K3')]],
  // The last call of the turn is the one that failed.
  stumble: [[write('Orders!J4:K4')], [{ name: 'read_range', args: { ranges: ['Nowhere!A1'] } }]],
  bulk: [
    [
      {
        name: 'bulk_prompt',
        args: {
          prompt_template: 'How does this sound? {{D}}',
          output_column: 'F',
          output_header: 'Tone',
          rows_limit: 3,
        },
      },
    ],
  ],
  learn: [
    [
      {
        name: 'create_skill',
        args: { name: 'Monthly report', description: 'For reports.', content: 'Be brief.' },
      },
    ],
    [{ name: 'load_skill', args: { names: ['monthly-report'] } }],
  ],
  // What the message does not ask for.
  overreach: [[{ name: 'edit_structure', args: { action: 'delete_tab', tab: 'Budget' } }]],
  search: [[{ name: 'web_search', args: { query: 'rowhand', open_pages: 2 } }]],
  fail: [{ fault: { status: 400, code: 'invalid_request', message: 'scripted failure' } }],
  paidfail: [
    [write('Orders!J5:K5')],
    { fault: { status: 400, code: 'invalid_request', message: 'scripted failure' } },
  ],
  hang: [{ fault: 'hang' }],
  paidhang: [[write('Orders!J6:K6')], { fault: 'hang' }],
}

/** The user's own words: the last text of the conversation that begins with a script's name. */
function scriptOf(texts: readonly string[]): Steps {
  for (const text of texts.toReversed()) {
    const steps = scripts[text.trim().split(/\s/)[0]!]
    if (steps) return steps
  }
  return []
}

/** Steps that the turn in progress has had, told from the messages since the user's last words. */
function stepOf({ body }: NeutralRequest): number {
  const messages = body.messages as { role: string }[]
  const start = messages.findLastIndex(message => message.role === 'user')
  return messages.slice(start + 1).filter(message => message.role === 'assistant').length
}

export function script(request: NeutralRequest): Reply {
  if (request.wantsJson) return { text: JSON.stringify({ value: 'friendly' }), usage }
  const step = scriptOf(request.texts)[stepOf(request)]
  if (step === undefined) return { text: 'All done.', usage }
  return Array.isArray(step) ? { text: 'One moment.', calls: step, usage } : step
}
