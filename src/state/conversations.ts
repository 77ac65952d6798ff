/** The list of a spreadsheet's conversations, and what each has cost as far as this person saw it. */
import type { ConversationSummary, StartTurn } from '../../contract/rpc.ts'
import type { AgentFacts } from '../agent.ts'
import { changeState, readState, type SpreadsheetState } from './spreadsheets.ts'

const MAX_TITLE_CHARACTERS = 80

export const findConversation = (state: SpreadsheetState, agentId: string): ConversationSummary | null =>
  state.conversations.find(conversation => conversation.agentId === agentId) ?? null

/** A turn has begun: its conversation becomes the current one and the first of the list. */
export function withTurn(
  state: SpreadsheetState,
  facts: AgentFacts,
  { prompt, mode }: Pick<StartTurn, 'prompt' | 'mode'>,
): SpreadsheetState {
  const known = findConversation(state, facts.id)
  const conversation: ConversationSummary = {
    ...(known ?? {
      agentId: facts.id,
      title: firstLine(prompt),
      // Turns from before this list began are not in the sum.
      countedTurns: facts.turns - 1,
      spentNano: 0,
      spentIsComplete: facts.turns <= 1,
    }),
    at: Date.now(),
    turns: facts.turns,
    ...(mode === 'plan' ? { planTurn: facts.turns } : {}),
  }
  const others = state.conversations.filter(other => other.agentId !== facts.id)
  return { ...state, agentId: facts.id, conversations: [conversation, ...others] }
}

function firstLine(prompt: string): string {
  const line = prompt.trim().split('\n')[0] ?? ''
  return line.length > MAX_TITLE_CHARACTERS ? `${line.slice(0, MAX_TITLE_CHARACTERS - 1)}…` : line
}

/** A turn has ended: counts its cost once, however often its end is seen. */
export function recordEnd(spreadsheetId: string, facts: AgentFacts): ConversationSummary | null {
  const known = findConversation(readState(spreadsheetId), facts.id)
  if (!known || !facts.isIdle || facts.turns <= known.countedTurns) return known
  const counted: ConversationSummary = {
    ...known,
    turns: facts.turns,
    spentNano: known.spentNano + (facts.spentNano ?? 0),
    spentIsComplete:
      known.spentIsComplete && facts.spentNano !== null && facts.turns === known.countedTurns + 1,
    countedTurns: facts.turns,
  }
  changeState(spreadsheetId, state => ({
    ...state,
    conversations: state.conversations.map(other => (other.agentId === facts.id ? counted : other)),
  }))
  return counted
}
