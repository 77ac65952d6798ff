/**
 * The files of turns that were not begun in this page: asked for once a conversation, where the service keeps
 * any, and given to earlier turns as they come.
 */
import { effect, type ReadonlySignal } from '@preact/signals'
import type { Abilities } from '../../contract/rpc.ts'
import type { Conversation } from '../conversation/conversation.ts'
import { parseFilesByTurn, type TurnFile } from '../conversation/files.ts'
import type { Host } from '../host/host.ts'

export function followFiles(
  host: Pick<Host, 'readFiles'>,
  conversation: Pick<Conversation, 'agent' | 'thread'>,
  abilities: ReadonlySignal<Abilities>,
): void {
  let asked: string | null = null
  let known: ReadonlyMap<string, readonly TurnFile[]> | null = null

  function give(): void {
    for (const { turnId, files } of conversation.thread.turns.peek())
      if (known && turnId !== null && files.peek() === null) files.value = known.get(turnId) ?? []
  }

  async function ask(agentId: string): Promise<void> {
    asked = agentId
    known = null
    const answer = await host.readFiles(agentId)
    // What went wrong here is worth no word: the conversation is whole without it.
    if (asked !== agentId || !answer.ok) return
    known = parseFilesByTurn(answer.value)
    give()
  }

  effect(() => {
    const id = conversation.agent.value?.id
    const isUnknown = conversation.thread.turns.value.some(
      ({ turnId, files }) => turnId !== null && files.peek() === null,
    )
    if (id === undefined || !isUnknown || !abilities.value.attachments) return
    if (asked === id) give()
    else void ask(id)
  })
}
