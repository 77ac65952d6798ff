/** What a turn changed, undo and redo: what the agents layer answers, put into HTTP. */
import { changesPage, undo, undoRequest } from '../../../contract/index.ts'
import type { Refusal } from '../../agents/agents.ts'
import type { Undos } from '../../agents/undos.ts'
import { agentExample } from '../examples.ts'
import { changesExample, undoExample } from '../examples-of-changes.ts'
import { idempotencyHeader } from '../idempotency.ts'
import { preferredWaitSeconds } from '../prefer.ts'
import { flag, text, wholeNumber } from '../query.ts'
import { type AnyRoute, type HeaderDoc, route } from '../route.ts'

const MAX_WAIT_SECONDS = 25
const id = { description: 'Agent id.', example: agentExample.id }
const turnId = { description: 'Turn id.', example: undoExample.turn_id }
const undoId = { description: 'Undo id.', example: undoExample.id }

const preferHeader: HeaderDoc = {
  description: 'Hold the answer until the undo has ended, in seconds; at most 25.',
  schema: { type: 'string' },
  example: 'wait=20',
}

const isRefusal = (answer: object): answer is Refusal => 'state' in answer && answer.state === 'refused'
const said = <T extends object>(answer: T | Refusal) =>
  isRefusal(answer) ? answer : { state: 'ok' as const, body: answer }

function getChanges(undos: Undos): AnyRoute {
  return route(
    {
      method: 'get',
      path: '/v1/{platform}/agents/{id}/turns/{turn_id}/changes',
      operationId: 'getTurnChanges',
      summary: 'See what a turn changed',
      description:
        'A summary with side effects and proof, then the changes, oldest first. With `cells=true` each brings up to 100 cells with what they held before and after.',
      tag: 'Additions',
      keyed: true,
      params: { id, turn_id: turnId },
      query: {
        limit: wholeNumber({ min: 1, max: 100, fallback: 20, description: 'Changes a page.' }),
        after: text({
          description: '`end_cursor` of the page before. Leave it out for the first page.',
          example: changesExample.end_cursor ?? '',
        }),
        cells: flag({ fallback: false, description: 'With samples of the changed cells.' }),
      },
      ok: { status: 200, description: 'One page.', body: changesPage, example: changesExample },
      errors: ['INVALID_REQUEST', 'AGENT_NOT_FOUND', 'TURN_NOT_FOUND'],
    },
    async ({ caller, params, query }) => {
      return said(await undos.changes(caller.userId, params.id!, params.turn_id!, query))
    },
  )
}

function postUndo(undos: Undos): AnyRoute {
  return route(
    {
      method: 'post',
      path: '/v1/{platform}/agents/{id}/turns/{turn_id}/undo',
      operationId: 'undoTurn',
      summary: 'Take back what a turn changed',
      description:
        'The whole turn, or some of its calls, or some ranges. A cell goes back only where it still holds what the turn left there; what people changed since stays and is listed as `kept`. Runs in the background: poll the undo. The same undo asked for twice is one.',
      tag: 'Additions',
      keyed: true,
      params: { id, turn_id: turnId },
      requestHeaders: { 'Idempotency-Key': idempotencyHeader },
      body: undoRequest,
      bodyExamples: {
        all: { summary: 'The whole turn', value: {} },
        ranges: { summary: 'Chosen ranges', value: { ranges: ["'Orders'!F2:F40"] } },
      },
      ok: { status: 202, description: 'The undo has begun.', body: undo, example: undoExample },
      errors: [
        'INVALID_REQUEST',
        'AGENT_NOT_FOUND',
        'TURN_NOT_FOUND',
        'AGENT_BUSY',
        'NOTHING_TO_UNDO',
        'IDEMPOTENCY_KEY_REUSED',
        'CHANGES_EXPIRED',
      ],
    },
    async ({ caller, params, body, header }) => {
      const key = header('idempotency-key')
      return said(await undos.undo(caller.userId, params.id!, params.turn_id!, body, key))
    },
  )
}

function getUndo(undos: Undos): AnyRoute {
  return route(
    {
      method: 'get',
      path: '/v1/{platform}/agents/{id}/undos/{undo_id}',
      operationId: 'getUndo',
      summary: 'Get an undo or a redo',
      description: 'How far it is, and in the end what is back, what stays and what cannot be given back.',
      tag: 'Additions',
      keyed: true,
      params: { id, undo_id: undoId },
      requestHeaders: { Prefer: preferHeader },
      ok: { status: 200, description: 'The undo.', body: undo, example: undoExample },
      errors: ['AGENT_NOT_FOUND', 'UNDO_NOT_FOUND'],
    },
    async ({ caller, params, header, signal }) => {
      const waitSeconds = preferredWaitSeconds(header('prefer'), MAX_WAIT_SECONDS)
      const [agentId, wanted] = [params.id!, params.undo_id!]
      let answer = await undos.get(caller.userId, agentId, wanted)
      if (isRefusal(answer)) return answer
      if (waitSeconds > 0 && answer.status === 'running') {
        await undos.waitForEnd(agentId, wanted, waitSeconds * 1000, signal())
        answer = await undos.get(caller.userId, agentId, wanted)
      }
      return said(answer)
    },
  )
}

function postRedo(undos: Undos): AnyRoute {
  return route(
    {
      method: 'post',
      path: '/v1/{platform}/agents/{id}/undos/{undo_id}/redo',
      operationId: 'redoUndo',
      summary: 'Make again what an undo took back',
      description: 'Only the latest undo of a turn can be made again, and only once. Poll it like an undo.',
      tag: 'Additions',
      keyed: true,
      params: { id, undo_id: undoId },
      requestHeaders: { 'Idempotency-Key': idempotencyHeader },
      ok: {
        status: 202,
        description: 'The redo has begun.',
        body: undo,
        example: { ...undoExample, kind: 'redo', redoable: false },
      },
      errors: [
        'AGENT_NOT_FOUND',
        'UNDO_NOT_FOUND',
        'AGENT_BUSY',
        'NOTHING_TO_UNDO',
        'IDEMPOTENCY_KEY_REUSED',
        'CHANGES_EXPIRED',
      ],
    },
    async ({ caller, params, header }) => {
      const key = header('idempotency-key')
      return said(await undos.redo(caller.userId, params.id!, params.undo_id!, key))
    },
  )
}

export const changesRoutes = (undos: Undos): AnyRoute[] => [
  getChanges(undos),
  postUndo(undos),
  getUndo(undos),
  postRedo(undos),
]
