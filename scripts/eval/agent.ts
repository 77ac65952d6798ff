/**
 * One instruction given to an agent over the service's own interface, waited for until it is idle. What the
 * agent asks permission for is allowed, as the person who gave the task would; how often is counted.
 */
import type { Agent, Permission } from '../../contract/index.ts'

export interface ServiceAccess {
  url: string
  apiKey: string
  agentModel?: string
}

const POLL_MILLISECONDS = 500
/** More questions than these are the agent's fault, not the task's. */
const MOST_ALLOWED = 5

export type Instructed = Agent & { allowed: number }

export async function runInstruction(
  service: ServiceAccess,
  spreadsheetId: string,
  prompt: string,
  /** Goes on with this agent, whose turn before has ended. */
  agentId?: string,
): Promise<Instructed> {
  const started = await call<Agent>(service, '/v1/sheets/agents', {
    prompt,
    ...(agentId ? { agent_id: agentId } : { spreadsheet_id: spreadsheetId }),
    ...(service.agentModel && { agent_model: service.agentModel }),
  })
  let agent = await untilIdle(service, started)
  for (let allowed = 0; ; allowed++) {
    const open = await openPermission(service, started.id)
    if (!open || allowed === MOST_ALLOWED) return { ...agent, allowed }
    const path = `/v1/sheets/agents/${started.id}/permissions/${open.id}`
    agent = await untilIdle(
      service,
      (await call<{ agent: Agent }>(service, path, { decision: 'allow' })).agent,
    )
  }
}

async function untilIdle(service: ServiceAccess, started: Agent): Promise<Agent> {
  let agent = started
  while (agent.status === 'active') {
    await new Promise(resume => setTimeout(resume, POLL_MILLISECONDS))
    agent = await call<Agent>(service, `/v1/sheets/agents/${started.id}`)
  }
  return agent
}

async function openPermission(service: ServiceAccess, agentId: string): Promise<Permission | undefined> {
  const { permissions } = await call<{ permissions: Permission[] }>(
    service,
    `/v1/sheets/agents/${agentId}/permissions`,
  )
  return permissions.find(({ state }) => state === 'open')
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
