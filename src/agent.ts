/** The few facts of an agent that this side acts on. The page reads the rest. */
export interface AgentFacts {
  id: string
  isIdle: boolean
  turns: number
  /** Nano-dollars of the latest turn; null while it runs or when unknown. */
  spentNano: number | null
}

export function readAgentFacts(agent: unknown): AgentFacts | null {
  if (typeof agent !== 'object' || agent === null) return null
  const { id, status, number_of_turns: turns, usage } = agent as Record<string, unknown>
  if (typeof id !== 'string') return null
  const total =
    typeof usage === 'object' && usage !== null ? (usage as Record<string, unknown>).total_usage : null
  return {
    id,
    isIdle: status === 'idle',
    turns: typeof turns === 'number' ? turns : 1,
    spentNano: typeof total === 'number' ? total : null,
  }
}
