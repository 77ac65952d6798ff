// What a stored turn said and did, step by step, as lines of text.
import type { AgentModels } from '../../contract/index.ts'
import type { StoredStep } from '../../service/turns/record/step-store.ts'

export interface StoredTurn extends AgentModels {
  id: string
  agent_id: string
  user_id: string
  space_id: string
  number: number
  status: string
  prompt: string
  spreadsheet_id: string
  sheet_id: number
  sheet_name: string
  error_code: string | null
  error_message: string | null
}

const MOST = 600
const cut = (text: string) =>
  text.length <= MOST ? text : `${text.slice(0, MOST)}… (${text.length} characters)`

function wordsOf(step: StoredStep): string {
  const texts = step.messages.map(({ content }) => {
    if (typeof content === 'string') return content
    return content.flatMap(part => (part.type === 'text' ? part.text : [])).join('\n')
  })
  return texts.filter(text => text !== '').join('\n')
}

export function linesOfTurn(turn: StoredTurn, steps: readonly StoredStep[]): string[] {
  const end = turn.error_code ? `${turn.status} (${turn.error_code}: ${turn.error_message})` : turn.status
  return [
    `turn ${turn.id}, number ${turn.number} of agent ${turn.agent_id}: ${end}`,
    `model ${turn.agent_model}, tab ${turn.sheet_name} of ${turn.spreadsheet_id}`,
    `prompt: ${turn.prompt}`,
    ...steps.flatMap(linesOfStep),
    ...(steps.length === 0
      ? ['Its steps are kept no more: only the latest turns of an agent have them.']
      : []),
  ]
}

function linesOfStep(step: StoredStep): string[] {
  const said = wordsOf(step)
  const calls = step.decision.next === 'tools' ? step.decision.calls : []
  const resultOf = (id: string) => step.results.find(part => part.toolCallId === id)?.output
  return [
    '',
    `step ${step.step}`,
    ...(said ? [`  says: ${cut(said)}`] : []),
    ...calls.flatMap(call => {
      const output = resultOf(call.modelCallId)
      const value = output && 'value' in output ? output.value : undefined
      return [
        `  calls ${call.tool} ${cut(JSON.stringify(call.args))}`,
        ...(call.refusal ? [`    refused: ${call.refusal}`] : []),
        `    → ${output ? `${output.type}: ${cut(typeof value === 'string' ? value : JSON.stringify(value))}` : 'no result'}`,
      ]
    }),
    ...(step.decision.next === 'end' ? [`  ends: ${step.decision.end.status}`] : []),
  ]
}
