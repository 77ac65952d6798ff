/** Start, get, page, stop: what the agents layer answers, put into HTTP. */
import { agent, messagesPage, startAgentRequest } from '../../../contract/index.ts'
import type { Agents, AgentView, Refusal } from '../../agents/agents.ts'
import type { IdempotentDeps } from '../../agents/idempotent.ts'
import { activeAgentExample, agentExample, messagesExample } from '../examples.ts'
import { idempotencyHeader, idempotently } from '../idempotency.ts'
import { preferredWaitSeconds } from '../prefer.ts'
import { flag, text, wholeNumber } from '../query.ts'
import { type Reply, refuse } from '../reply.ts'
import { type AnyRoute, type HeaderDoc, route } from '../route.ts'

const MAX_WAIT_SECONDS = 25
/** A start asks Google and the database; one that took longer has died. */
const START_SECONDS = 20
const id = { description: 'Agent id.', example: agentExample.id }

const etagHeader: HeaderDoc = {
  description: 'Changes with every change of the agent. Send it back in If-None-Match.',
  schema: { type: 'string' },
  example: '"17"',
}

const answer = (view: AgentView | Refusal): Reply =>
  view.state === 'ok' ? { state: 'ok', json: view.json } : view

export interface StartChecks extends IdempotentDeps {
  /** Null where a webhook may go to the address; else a sentence with the remedy. */
  whyNotWebhookUrl(address: string): string | null
}

function startAgent(agents: Agents, checks: StartChecks): AnyRoute {
  return route(
    {
      method: 'post',
      path: '/v1/{platform}/agents',
      operationId: 'startAgent',
      summary: 'Start an agent, or continue one',
      description:
        'Without `agent_id` a new agent is created and its first turn starts. With `agent_id` the prompt becomes a follow-up turn of that idle agent. Poll the agent, or give a `webhook_url`, to learn when the turn has ended.',
      tag: 'Agents',
      keyed: true,
      body: startAgentRequest,
      requestHeaders: { 'Idempotency-Key': idempotencyHeader },
      bodyExamples: {
        start: {
          summary: 'A new agent',
          value: {
            prompt: 'Add a column Revenue that is Qty times Price',
            spreadsheet_id: agentExample.spreadsheet_id,
            sheet_name: 'Orders',
          },
        },
        followUp: {
          summary: 'A follow-up turn',
          value: { prompt: 'Now format it as currency', agent_id: agentExample.id },
        },
      },
      ok: {
        status: 201,
        description: 'The turn has started.',
        body: agent,
        example: activeAgentExample,
      },
      errors: [
        'INVALID_REQUEST',
        'GOOGLE_NOT_CONNECTED',
        'SPREADSHEET_FORBIDDEN',
        'SPREADSHEET_NOT_FOUND',
        'AGENT_NOT_FOUND',
        'AGENT_BUSY',
        'IDEMPOTENCY_KEY_REUSED',
        'REQUEST_IN_PROGRESS',
        'CONCURRENT_LIMIT_REACHED',
        'SPENDING_LIMIT_REACHED',
        'UPSTREAM_INVALID_RESPONSE',
        'UPSTREAM_TIMEOUT',
      ],
    },
    async ({ caller, body, header }) => {
      const problem = body.webhook_url === undefined ? null : checks.whyNotWebhookUrl(body.webhook_url)
      if (problem) return refuse('INVALID_REQUEST', problem)
      return idempotently(checks, {
        caller,
        key: header('idempotency-key'),
        input: ['startAgent', body],
        claimSeconds: START_SECONDS,
        work: async claimed => answer(await agents.start(caller, body, claimed)),
        resume: async agentId => answer(await agents.get(caller.userId, agentId)),
      })
    },
  )
}

function getAgent(agents: Agents): AnyRoute {
  const polled = route(
    {
      method: 'get',
      path: '/v1/{platform}/agents/{id}',
      operationId: 'getAgent',
      summary: 'Get an agent',
      description:
        'The agent with the entries of its latest turn. `Prefer: wait=20` holds the answer until something changes while a turn is active, at most 25 seconds; with `If-None-Match` an unchanged agent is answered with 304 and no body.',
      tag: 'Agents',
      keyed: true,
      params: { id },
      query: {
        include_intermediate_tool_failures: flag({
          fallback: true,
          description:
            'When false, a failed tool call is left out if a later one of the latest turn succeeded.',
        }),
      },
      requestHeaders: {
        Prefer: {
          description: 'Hold the answer until the agent changes, in seconds.',
          schema: { type: 'string' },
          example: 'wait=20',
        },
        'If-None-Match': { ...etagHeader, description: 'The ETag of the agent that you have.' },
      },
      ok: {
        status: 200,
        description: 'The agent.',
        body: agent,
        example: agentExample,
        headers: {
          ETag: etagHeader,
          'Preference-Applied': {
            description: 'Present when the answer could be held: the wait that was used.',
            schema: { type: 'string' },
            example: 'wait=20',
          },
        },
        notModified: true,
      },
      errors: ['INVALID_REQUEST', 'AGENT_NOT_FOUND'],
    },
    async ({ caller, params, query, header, signal, look }) => {
      const agentId = params.id!
      const options = query.include_intermediate_tool_failures
        ? undefined
        : { includeIntermediateToolFailures: false }
      const tagOf = (version: number) => (options ? `"${version}-short"` : `"${version}"`)
      const known = header('if-none-match')
      let view = await agents.get(caller.userId, agentId, options, look)
      if (view.state === 'refused') return view

      const headers: Record<string, string> = { 'cache-control': 'private, no-cache' }
      const waitSeconds = preferredWaitSeconds(header('prefer'), MAX_WAIT_SECONDS)
      if (waitSeconds > 0) {
        headers['preference-applied'] = `wait=${waitSeconds}`
        if (view.active && (known === null || matches(known, tagOf(view.version)))) {
          await agents.waitForChange(agentId, view.version, waitSeconds * 1000, signal())
          view = await agents.get(caller.userId, agentId, options)
          if (view.state === 'refused') return view
        }
      }
      headers.etag = tagOf(view.version)
      if (known !== null && matches(known, headers.etag)) return { state: 'not_modified', headers }
      return { state: 'ok', json: view.json, headers }
    },
  )
  return { ...polled, lookAt: ({ id }) => (id === undefined ? undefined : agents.lookAt?.(id)) }
}

/** If-None-Match: a list of tags, weak ones too (a proxy may have weakened ours), or a star. */
function matches(header: string, tag: string): boolean {
  return header.split(',').some(part => {
    const given = part.trim()
    return given === '*' || given === tag || given === `W/${tag}`
  })
}

function getMessages(agents: Agents): AnyRoute {
  return route(
    {
      method: 'get',
      path: '/v1/{platform}/agents/{id}/messages',
      operationId: 'getAgentMessages',
      summary: "Page through an agent's conversation",
      description:
        'All entries of all turns, oldest first. Continue with `after` while `has_next_page` is true; a cursor stays right while entries are added and updated.',
      tag: 'Agents',
      keyed: true,
      params: { id },
      query: {
        limit: wholeNumber({ min: 1, max: 100, fallback: 20, description: 'Entries a page.' }),
        after: text({
          description: '`end_cursor` of the page before. Leave it out for the first page.',
          example: messagesExample.end_cursor,
        }),
      },
      ok: { status: 200, description: 'One page.', body: messagesPage, example: messagesExample },
      errors: ['INVALID_REQUEST', 'AGENT_NOT_FOUND'],
    },
    async ({ caller, params, query }) => {
      const view = await agents.messages(caller.userId, params.id!, query)
      return view.state === 'ok' ? { state: 'ok', json: view.json } : view
    },
  )
}

function stopAgent(agents: Agents): AnyRoute {
  return route(
    {
      method: 'post',
      path: '/v1/{platform}/agents/{id}/stop',
      operationId: 'stopAgent',
      summary: 'Stop the active turn',
      description:
        'Cancels the turn in progress, if there is one; what it has changed in the spreadsheet stays. May be called again: completed turns are left as they are.',
      tag: 'Agents',
      keyed: true,
      params: { id },
      ok: {
        status: 200,
        description: 'The agent, idle.',
        body: agent,
        example: {
          ...agentExample,
          error_message: 'Agent cancelled by user.',
        },
      },
      errors: ['AGENT_NOT_FOUND'],
    },
    async ({ caller, params }) => answer(await agents.stop(caller.userId, params.id!)),
  )
}

function eraseAgent(agents: Agents): AnyRoute {
  return route(
    {
      method: 'delete',
      path: '/v1/{platform}/agents/{id}',
      operationId: 'deleteAgent',
      summary: 'Delete an agent and its conversation',
      description:
        'Erases the conversation, what the tools recorded of cells, and deliveries. The spreadsheet stays as it is, and what the agent cost stays on record. Not while a turn runs.',
      tag: 'Additions',
      keyed: true,
      params: { id },
      ok: { status: 204, description: 'The agent is gone.' },
      errors: ['AGENT_NOT_FOUND', 'AGENT_BUSY'],
    },
    async ({ caller, params }) => {
      const erased = await agents.erase(caller, params.id!)
      return erased.state === 'erased' ? { state: 'done' } : erased
    },
  )
}

export const agentRoutes = (agents: Agents, checks: StartChecks): AnyRoute[] => [
  startAgent(agents, checks),
  getAgent(agents),
  getMessages(agents),
  stopAgent(agents),
  eraseAgent(agents),
]
