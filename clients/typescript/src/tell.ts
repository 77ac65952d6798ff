/** A turn in plain lines of text, for a terminal. */
import { shownDollars } from '../../../contract/money.ts'
import type { Agent, ChangesPage, MessageEntry, ToolCallEntry, Undo } from './types.gen.ts'

const MARK: Record<ToolCallEntry['status'], string> = {
  pending: '·',
  running: '…',
  succeeded: '✓',
  failed: '✗',
  cancelled: '–',
}

function lineOfCall(call: ToolCallEntry): string {
  const where = [call.sheet_name, call.range ?? call.updated_range ?? call.target_range].filter(Boolean)
  const rows = call.rows ? ` ${call.rows.processed ?? 0}/${call.rows.total ?? 0} rows` : ''
  const why = call.message ? ` – ${call.message}` : ''
  return `  ${MARK[call.status]} ${call.tool.replaceAll('_', ' ')} ${where.join(' ')}${rows}${why}`.trimEnd()
}

const isOver = (entry: MessageEntry) =>
  entry.type !== 'tool_call' || !['pending', 'running'].includes(entry.status)

/** Answers the lines that an agent's state adds to what was told before: each entry once, when it is over. */
export function teller(): (agent: Agent) => string[] {
  const told = new Set<string>()
  return agent => {
    const lines: string[] = []
    for (const entry of agent.messages) {
      const id = entry.type === 'tool_call' ? entry.tool_call_id : entry.message_id
      if (entry.type === 'user_message' || told.has(id) || !isOver(entry)) continue
      told.add(id)
      lines.push(...(entry.type === 'tool_call' ? [lineOfCall(entry)] : ['', entry.content]))
    }
    return lines
  }
}

/** The turn's end in one line. */
export function lineOfEnd(agent: Agent): string {
  const cost = agent.usage ? ` Cost: $${shownDollars(BigInt(agent.usage.total_usage), 'spent')}.` : ''
  if (agent.error_code === null && agent.error_message === null) return `Done.${cost}`
  const code = agent.error_code === null ? '' : ` [${agent.error_code}]`
  return `Not done: ${agent.error_message}${code}${cost}`
}

export function linesOfChanges({ summary, changes }: ChangesPage): string[] {
  const tabs = summary.tabs.map(tab => `${tab.cells} cells in ${tab.sheet_name}`).join(', ')
  const lines = changes.map(change => `  ${change.description}`)
  const { side_effects: effects } = summary
  if (effects.new_errors > 0) lines.push(`  ${effects.new_errors} formulas elsewhere became errors.`)
  return [tabs === '' ? 'Nothing was changed.' : `Changed ${tabs}.`, ...lines]
}

export function linesOfUndo(undo: Undo): string[] {
  return [
    undo.message,
    ...undo.kept.map(kept => `  kept ${kept.sheet_name}!${kept.range}: ${kept.reason}`),
    ...undo.not_possible.map(one => `  not taken back: ${one.description}: ${one.reason}`),
  ]
}
