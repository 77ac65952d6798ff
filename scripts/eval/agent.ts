/** One instruction given to an agent over the service's own interface, waited for until it is idle. */
import type { Agent } from '../../contract/index.ts'

export interface ServiceAccess {
  url: string
  apiKey: string
  agentModel?: string
}

const POLL_MILLISECONDS = 500

export async function runInstruction(
  service: ServiceAccess,
  spreadsheetId: string,
  prompt: string,
  /** Goes on with this agent, whose turn before has ended. */
  agentId?: string,
): Promise<Agent> {
  const started = await call<Agent>(service, '/v1/sheets/agents', {
    prompt,
    ...(agentId ? { agent_id: agentId } : { spreadsheet_id: spreadsheetId }),
    ...(service.agentModel && { agent_model: service.agentModel }),
  })
  let agent = started
  while (agent.status === 'active') {
    await new Promise(resume => setTimeout(resume, POLL_MILLISECONDS))
    agent = await call<Agent>(service, `/v1/sheets/agents/${started.id}`)
  }
  return agent
}

async function call<T>(service: ServiceAccess, path: string, body?: unknown): Promise<T> {
  const response = await fetch(`${service.url}${path}`, {
    headers: { 'X-API-Key': service.apiKey, 'Content-Type': 'application/json' },
    ...(body !== undefined && { method: 'POST', body: JSON.stringify(body) }),
  })
  const answer: unknown = await response.json()
  if (!response.ok) throw new Error(`${path} answered ${response.status}: ${JSON.stringify(answer)}`)
  return answer as T
}
