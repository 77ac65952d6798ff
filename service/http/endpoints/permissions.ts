/** What an agent asks before it does it, and the person's answer: additions to the interface. */
import {
  decidedPermission,
  MAX_PERMISSIONS,
  permissionDecision,
  permissionsResponse,
} from '../../../contract/index.ts'
import type { Agents } from '../../agents/agents.ts'
import { activeAgentExample, agentExample, permissionExample } from '../examples.ts'
import { type AnyRoute, route } from '../route.ts'

const id = { description: 'Agent id.', example: agentExample.id }

function listPermissions(agents: Agents): AnyRoute {
  return route(
    {
      method: 'get',
      path: '/v1/{platform}/agents/{id}/permissions',
      operationId: 'listPermissions',
      summary: 'What an agent has asked for',
      description: `Permission requests of all turns, newest first, at most ${MAX_PERMISSIONS}. A call that would destroy, reach out, persist or hide beyond what the message asks for is not made: it fails with a message that begins with "Needs your permission", the turn ends, and what it asked for stands here.`,
      tag: 'Additions',
      keyed: true,
      params: { id },
      ok: {
        status: 200,
        description: 'The requests.',
        body: permissionsResponse,
        example: { permissions: [permissionExample] },
      },
      errors: ['AGENT_NOT_FOUND'],
    },
    async ({ caller, params }) => {
      const list = await agents.permissions(caller.userId, params.id!)
      return list.state === 'ok' ? { state: 'ok', body: { permissions: list.permissions } } : list
    },
  )
}

function decidePermission(agents: Agents): AnyRoute {
  return route(
    {
      method: 'post',
      path: '/v1/{platform}/agents/{id}/permissions/{permission_id}',
      operationId: 'decidePermission',
      summary: 'Allow once, or deny',
      description:
        'allow starts a new turn of the agent that makes exactly this call, once, and goes on with what was asked. If the sheet has changed so that the effect is another one, it is asked for again. deny notes the answer; the next turn is told. A request expires when the conversation goes on without it.',
      tag: 'Additions',
      keyed: true,
      params: {
        id,
        permission_id: { description: 'Id of the permission request.', example: permissionExample.id },
      },
      body: permissionDecision,
      bodyExamples: {
        allow: { summary: 'Allow once', value: { decision: 'allow' } },
        deny: { summary: 'Say no', value: { decision: 'deny' } },
      },
      ok: {
        status: 200,
        description: 'The decision, and the agent after it.',
        body: decidedPermission,
        example: {
          permission: { ...permissionExample, state: 'granted', decided_at: '2026-05-04T09:31:00.000Z' },
          agent: activeAgentExample,
        },
      },
      errors: [
        'INVALID_REQUEST',
        'AGENT_NOT_FOUND',
        'PERMISSION_NOT_FOUND',
        'AGENT_BUSY',
        'PERMISSION_DECIDED',
        'CONCURRENT_LIMIT_REACHED',
        'SPENDING_LIMIT_REACHED',
      ],
    },
    async ({ caller, params, body }) =>
      agents.decide(caller, { agentId: params.id!, permissionId: params.permission_id! }, body),
  )
}

export const permissionRoutes = (agents: Agents): AnyRoute[] => [
  listPermissions(agents),
  decidePermission(agents),
]
