/**
 * What a turn changed. Asked for once when a turn has ended; a service that doesn't tell
 * is asked no more, and nothing of it is shown.
 */
import type { RpcError } from '../../contract/rpc.ts'
import { placeOf } from '../conversation/calls.ts'
import { parseChangesPage } from '../conversation/changes.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { Turn } from '../conversation/thread.ts'
import { isWriting } from '../conversation/tools.ts'
import { type Clock, type Host, sleep } from '../host/host.ts'

/** For the line under the turn and the words of its calls. */
const SUMMARY_CHANGES = 100
/** With cells, a page is larger. */
const LIST_CHANGES = 20
/** What a call left is looked at for a moment after the turn. */
const RECORDING_DELAYS_MS = [1_500, 3_000, 6_000, 20_000]
/** More places are not looked at for errors. */
const MAX_CHECKED_PLACES = 60

export interface ChangesParts {
  host: Pick<Host, 'readChanges' | 'countErrors'>
  clock: Clock
  conversation: () => Conversation
}

export type Changes = ReturnType<typeof createChanges>

export function createChanges(parts: ChangesParts) {
  const { host, clock } = parts
  let isOffered = true
  const agentId = () => parts.conversation().agent.peek()?.id

  /** Asks for a turn that has just ended, or that a conversation opens with. */
  async function onEnded(turn: Turn): Promise<void> {
    if (turn.changes.peek().state !== 'unknown' || !mayHaveChanged(turn)) return
    void findErrors(host, turn)
    await load(turn)
  }

  async function load(turn: Turn): Promise<void> {
    const [id, turnId] = [agentId(), turn.turnId]
    if (!isOffered || id === undefined || turnId === null) return
    if (turn.changes.peek().state !== 'known') turn.changes.value = { state: 'loading' }
    for (const delayMs of [0, ...RECORDING_DELAYS_MS]) {
      if (delayMs > 0) await sleep(clock, delayMs)
      const request = { agentId: id, turnId, after: null, cells: false, limit: SUMMARY_CHANGES }
      const answer = await host.readChanges(request)
      if (!answer.ok && answer.error.code === 'NOT_OFFERED') isOffered = false
      if (!answer.ok) {
        turn.changes.value = isOffered ? { state: 'failed', error: answer.error } : { state: 'unknown' }
        return
      }
      const page = parseChangesPage(answer.value)
      if (!page) {
        turn.changes.value = { state: 'unknown' }
        return
      }
      turn.changes.value = { state: 'known', summary: page.summary, changes: page.changes }
      if (page.summary.state !== 'recording') return
    }
  }

  async function loadList(turn: Turn): Promise<void> {
    const [id, turnId] = [agentId(), turn.turnId]
    const known = turn.changeList.peek()
    if (id === undefined || turnId === null || known?.isLoading) return
    const before = known ?? { changes: [], cursor: null, hasMore: true, isLoading: false, error: null }
    turn.changeList.value = { ...before, isLoading: true, error: null }
    const request = { agentId: id, turnId, after: before.cursor, cells: true, limit: LIST_CHANGES }
    const answer = await host.readChanges(request)
    const page = answer.ok ? parseChangesPage(answer.value) : null
    turn.changeList.value = page
      ? {
          changes: [...before.changes, ...page.changes],
          cursor: page.endCursor,
          hasMore: page.hasMore && page.endCursor !== before.cursor,
          isLoading: false,
          error: null,
        }
      : { ...before, isLoading: false, error: answer.ok ? unexpected : answer.error }
  }

  /** The sheet is another one now: what is known of the turn is old. */
  async function reload(turn: Turn): Promise<void> {
    const wasOpen = turn.changeList.peek() !== null
    turn.changeList.value = null
    await load(turn)
    if (wasOpen) await loadList(turn)
    void findErrors(host, turn)
  }

  return { onEnded, load, loadList, reload }
}

export const unexpected: RpcError = { status: 200, code: 'UNEXPECTED_ANSWER', message: '', requestId: null }

/** A turn whose calls only looked has changed nothing: nobody need be asked. */
const mayHaveChanged = ({ cells }: Turn): boolean =>
  cells.peek().some(({ entry }) => {
    const value = entry.peek()
    return value.type === 'tool' && isWriting(value.tool) && value.state !== 'waiting'
  })

/** What a call wrote may show an error: the sheet itself tells, whatever the service. */
async function findErrors(host: Pick<Host, 'countErrors'>, turn: Turn): Promise<void> {
  const written = turn.cells.peek().flatMap(({ entry }) => {
    const value = entry.peek()
    const place = value.type === 'tool' && isWriting(value.tool) ? placeOf(value) : null
    return value.type === 'tool' && value.state === 'succeeded' && place ? [{ key: value.key, place }] : []
  })
  const last = written.filter(({ key }) => key !== '').slice(-MAX_CHECKED_PLACES)
  if (last.length === 0) return
  const answer = await host.countErrors(last.map(({ place }) => place))
  if (!answer.ok || !Array.isArray(answer.value)) return
  const counts = answer.value
  turn.errorCells.value = new Map(
    last.flatMap(({ key }, index): [string, number][] => {
      const count = counts[index] ?? 0
      return count > 0 ? [[key, count]] : []
    }),
  )
}
