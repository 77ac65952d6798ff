/** Taking a turn's changes back, and doing them again: begun by a press, followed to its end. */
import { signal } from '@preact/signals'
import type { RpcError, UndoChoice } from '../../contract/rpc.ts'
import { type Change, parseUndo, type Undo } from '../conversation/changes.ts'
import type { Conversation } from '../conversation/conversation.ts'
import type { Turn } from '../conversation/thread.ts'
import { type Clock, type Host, sleep } from '../host/host.ts'
import { type Changes, unexpected } from './changes.ts'

const UNDO_WAIT_SECONDS = 25
const UNDO_PAUSE_MS = 1_500
const MAX_UNDO_FAILURES = 5

export interface UndoingParts {
  host: Pick<Host, 'undoTurn' | 'redo' | 'readUndo'>
  clock: Clock
  conversation: () => Conversation
  changes: Pick<Changes, 'reload'>
  /** The sheet is another one now. */
  onUndone(undo: Undo): void
}

export function createUndoing(parts: UndoingParts) {
  const { host, clock } = parts
  /** A turn cannot begin meanwhile. */
  const isUndoing = signal(false)
  const agentId = () => parts.conversation().agent.peek()?.id

  async function undo(turn: Turn, choice: UndoChoice = {}): Promise<void> {
    const [id, turnId] = [agentId(), turn.turnId]
    if (id === undefined || turnId === null) return
    await run(turn, 'undo', () => host.undoTurn(id, turnId, choice))
  }

  async function redo(turn: Turn): Promise<void> {
    const [id, undoId] = [agentId(), lastUndo(turn)]
    if (id === undefined || undoId === null) return
    await run(turn, 'redo', () => host.redo(id, undoId))
  }

  async function run(turn: Turn, kind: Undo['kind'], begin: () => ReturnType<Host['redo']>): Promise<void> {
    if (isUndoing.peek()) return
    const id = agentId() ?? ''
    isUndoing.value = true
    turn.undoing.value = { state: 'running', kind }
    const begun = await begin()
    const ended = begun.ok ? await follow(id, parseUndo(begun.value)) : begun.error
    isUndoing.value = false
    if (!('kind' in ended)) {
      turn.undoing.value = { state: 'failed', error: ended }
      return
    }
    turn.undoing.value = { state: 'over', undo: ended }
    parts.onUndone(ended)
    await parts.changes.reload(turn)
  }

  /** Waits for its end; the service holds its answer back until then, as far as it can. */
  async function follow(id: string, begun: Undo | null): Promise<Undo | RpcError> {
    let undo = begun
    let failures = 0
    while (undo?.status === 'running') {
      const answer = await host.readUndo(id, undo.id, UNDO_WAIT_SECONDS)
      failures = answer.ok ? 0 : failures + 1
      if (!answer.ok && failures >= MAX_UNDO_FAILURES) return answer.error
      if (answer.ok) undo = parseUndo(answer.value)
      if (undo?.status === 'running') await sleep(clock, UNDO_PAUSE_MS)
    }
    return undo ?? unexpected
  }

  return { isUndoing, undo, redo }
}

const lastUndo = ({ undoing, changes }: Turn): string | null => {
  const { value } = undoing
  if (value.state === 'over') return value.undo.id
  return changes.value.state === 'known' ? changes.value.summary.undoId : null
}

/** How the chosen changes are named to the service: whole calls where they are whole, ranges where not. */
export function choiceOf(chosen: readonly Change[], all: readonly Change[]): UndoChoice {
  const calls = [...new Set(chosen.map(({ callId }) => callId))]
  const isWhole = all.filter(({ callId }) => calls.includes(callId)).every(change => chosen.includes(change))
  if (isWhole) return { toolCallIds: calls }
  return { ranges: chosen.flatMap(({ sheetName, range }) => rangeWithTab(sheetName, range) ?? []) }
}

const rangeWithTab = (sheetName: string | null, range: string | null): string | null =>
  sheetName === null || range === null ? null : `'${sheetName.replaceAll("'", "''")}'!${range}`
