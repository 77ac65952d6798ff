/** What the agent asks before doing: loaded where a call says that it was not made, decided by a press. */
import { signal } from '@preact/signals'
import type { Conversation } from '../conversation/conversation.ts'
import { type Permission, parsePermission, parsePermissions } from '../conversation/permissions.ts'
import type { Turn } from '../conversation/thread.ts'
import { permissionAsked } from '../conversation/tools.ts'
import type { Host } from '../host/host.ts'
import type { Shell } from './shell.ts'

export function createPermissions(
  host: Pick<Host, 'readPermissions' | 'decidePermission'>,
  shell: Shell,
  conversation: () => Conversation,
  onDecided: (isAllowed: boolean) => void,
) {
  /** The permission that is being decided: a second press must not decide it again. */
  const deciding = signal<string | null>(null)
  const agentId = () => conversation().agent.peek()?.id

  async function onEnded(turn: Turn): Promise<void> {
    if (turn.permissions.peek().length === 0 && asksSomething(turn)) await load(turn)
  }

  async function load(turn: Turn): Promise<void> {
    const id = agentId()
    if (id === undefined) return
    const before = turn.permissions.peek()
    const answer = await host.readPermissions(id)
    // What was decided here meanwhile is newer.
    if (deciding.peek() !== null || turn.permissions.peek() !== before) return
    if (!answer.ok) {
      if (answer.error.code !== 'NOT_OFFERED') shell.noticeFailure(answer.error, () => void load(turn))
      return
    }
    turn.permissions.value = parsePermissions(answer.value).filter(({ turnId }) => turnId === turn.turnId)
  }

  async function decide(turn: Turn, permission: Permission, isAllowed: boolean): Promise<void> {
    const id = agentId()
    if (id === undefined || deciding.peek() !== null) return
    deciding.value = permission.id
    const answer = await host.decidePermission(id, permission.id, isAllowed)
    deciding.value = null
    if (!answer.ok) {
      shell.noticeFailure(answer.error)
      await load(turn)
      return
    }
    const decided = parsePermission(answer.value.permission)
    turn.permissions.value = turn.permissions
      .peek()
      .map(other => (other.id === permission.id ? (decided ?? other) : other))
    onDecided(isAllowed)
    if (isAllowed && agentId() === id) conversation().adopt(answer.value.answer)
  }

  /** In another window of the person's they may have been decided. */
  async function lookAgain(): Promise<void> {
    const isOpen = ({ permissions }: Turn) => permissions.peek().some(({ state }) => state === 'open')
    for (const turn of conversation().thread.turns.peek().filter(isOpen)) await load(turn)
  }

  return { deciding, onEnded, lookAgain, decide }
}

const asksSomething = ({ cells }: Turn): boolean =>
  cells.peek().some(({ entry }) => {
    const value = entry.peek()
    return value.type === 'tool' && permissionAsked(value) !== null
  })
