/** Examples of the OpenAPI document: one order sheet, one turn, told the same way everywhere. */
import type {
  Agent,
  AgentMessagesPage,
  ConfigurationResponse,
  CopyTabResponse,
  Permission,
  VerifyApiKeyResponse,
  WebhookPayload,
} from '../../contract/index.ts'

const turnId = '7c4c9a52-3f0e-4c7e-9d0a-52f6f0a3b1c8'
const models = {
  agent_model: 'managed:agent:offline/planner',
  bulk_model: 'managed:bulk:offline/planner',
  bulk_search_model: 'managed:search:offline/planner',
}

const messages: Agent['messages'] = [
  {
    type: 'user_message',
    turn_id: turnId,
    message_id: '0d6f3d0c-2a51-4f0b-8f5e-8a1f2f6c9e11',
    created_at: '2026-05-04T09:30:00.000Z',
    content: 'Add a column Revenue that is Qty times Price',
  },
  {
    type: 'tool_call',
    turn_id: turnId,
    tool_call_id: '5f1b7a1e-93a5-4d53-9a55-0f0b9f1f7d02',
    tool: 'write_range',
    status: 'succeeded',
    created_at: '2026-05-04T09:30:00.400Z',
    completed_at: '2026-05-04T09:30:00.900Z',
    range: 'F1:F121',
    sheet_name: 'Orders',
    cells: 121,
  },
  {
    type: 'assistant_message',
    turn_id: turnId,
    message_id: 'b8b3a6a4-61c9-4a3f-8d3c-1c8c6b7d9f33',
    created_at: '2026-05-04T09:30:01.200Z',
    content: 'Column F now holds **Revenue**: Qty times Price for 120 rows.',
  },
]

export const agentExample: Agent = {
  id: '3b1f7a52-0c1d-4f6c-8f0a-6b8d3e9c2a10',
  spreadsheet_id: '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg',
  status: 'idle',
  created_at: '2026-05-04T09:30:00.000Z',
  last_activity_at: '2026-05-04T09:30:01.200Z',
  number_of_turns: 1,
  models,
  error_message: null,
  error_code: null,
  error_params: null,
  usage: { agent_usage: 1_250_000, tool_usage: 0, total_usage: 1_250_000 },
  messages,
}

export const activeAgentExample: Agent = {
  ...agentExample,
  status: 'active',
  last_activity_at: '2026-05-04T09:30:00.000Z',
  usage: null,
  usage_so_far: null,
  messages: messages.slice(0, 1),
}

export const messagesExample = {
  messages,
  end_cursor: 'Mw',
  has_next_page: false,
  total: 3,
} satisfies AgentMessagesPage

const offline = { label: 'Offline planner (no language model)', provider: 'offline', is_default: true }

export const configurationExample: ConfigurationResponse = {
  models: {
    agent_models: [{ id: models.agent_model, ...offline }],
    bulk_models: [{ id: models.bulk_model, ...offline }],
    bulk_search_models: [{ id: models.bulk_search_model, ...offline }],
    defaults: models,
  },
}

export const verifyExample: VerifyApiKeyResponse = {
  valid: true,
  user: { email: 'ana@example.com' },
  space: { id: 'f2c1a0de-5a1b-4f52-9f0a-1f6f0c3f8a77', name: 'Sales' },
  google_connected: true,
  webhook_secret: 'whsec_example',
}

export const copyTabExample: CopyTabResponse = {
  destination_spreadsheet_id: '1ZyXwVuTsRqPoNmLkJiHgFeDcBa9876543210zyxwvut',
  sheet_id: 1_234_567,
  title: 'Copy of Orders',
}

export const webhookExample: WebhookPayload = {
  agent_id: agentExample.id,
  turn_id: turnId,
  status: 'succeeded',
  error_message: null,
  error_code: null,
  usage: 1_250_000,
}

export const permissionExample: Permission = {
  id: '6a1c2f0e-8d54-4b0a-9a37-2f6d1c0b7e55',
  turn_id: turnId,
  tool_call_id: '5f1b7a1e-93a5-4d53-9a55-0f0b9f1f7d02',
  tool: 'edit_structure',
  kind: 'destroy',
  effect: 'Delete the tab Budget: 412 cells, 2 charts; 14 formulas elsewhere depend on it',
  details: ['Summary!B4 would become an error'],
  state: 'open',
  created_at: '2026-05-04T09:30:01.000Z',
  decided_at: null,
}
