/** The service's interface as a developer calls it, and the sheet as Google's API shows it. */
import type { Agent, AgentMessagesPage, MessageEntry, ToolCallEntry } from '../../contract/index.ts'
import { sheetsClient } from '../../scripts/eval/sheets-client.ts'
import type { Demo } from './local.ts'
import { until } from './until.ts'

export interface Answer<T> {
  status: number
  headers: Headers
  body: T
}

export function apiClient(demo: Pick<Demo, 'service_url' | 'api_key'>) {
  async function call<T>(method: string, path: string, body?: unknown): Promise<Answer<T>> {
    const response = await fetch(`${demo.service_url}${path}`, {
      method,
      headers: { 'X-API-Key': demo.api_key, 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, headers: response.headers, body: (await response.json()) as T }
  }
  const getAgent = async (id: string) => (await call<Agent>('GET', `/v1/sheets/agents/${id}`)).body
  return {
    call,
    getAgent,
    start: async (request: Record<string, unknown>) => {
      const answer = await call<Agent>('POST', '/v1/sheets/agents', request)
      if (answer.status !== 201)
        throw new Error(`Start answered ${answer.status}: ${JSON.stringify(answer.body)}`)
      return answer.body
    },
    stop: async (id: string) => (await call<Agent>('POST', `/v1/sheets/agents/${id}/stop`)).body,
    messages: async (id: string) =>
      (await call<AgentMessagesPage>('GET', `/v1/sheets/agents/${id}/messages?limit=100`)).body,
    untilIdle: (id: string, within = 50_000) =>
      until(
        async () => {
          const agent = await getAgent(id)
          return agent.status === 'idle' ? agent : undefined
        },
        { within, describe: () => `Agent ${id} is not idle` },
      ),
  }
}

/** Values of a range as numbers and text, read through the platform's own API. */
export async function readRange(demo: Demo, range: string): Promise<unknown[][]> {
  const client = sheetsClient(demo.sheets_url, demo.sheets_token)
  const { data } = await client.spreadsheets.values.get({
    spreadsheetId: demo.spreadsheet_id,
    range,
    valueRenderOption: 'UNFORMATTED_VALUE',
  })
  return data.values ?? []
}

export const toolCalls = (entries: MessageEntry[]): ToolCallEntry[] =>
  entries.filter(entry => entry.type === 'tool_call')

export const lastAnswer = (agent: Agent): string => {
  const answers = agent.messages.filter(entry => entry.type === 'assistant_message')
  return answers.at(-1)?.content ?? ''
}
