/** What the planner says when it doesn't understand: what it can do, and what would understand. */
import type { SpreadsheetOverview } from '../../sheets/overview.ts'
import { kindsNear } from './kinds/index.ts'
import { needsModel } from './needs-a-model.ts'

const HOW_TO =
  'whoever runs this service switches one on by setting `ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, `GOOGLE_GENERATIVE_AI_API_KEY` or `OPENAI_COMPATIBLE_BASE_URL` (for example Ollama) and starting it again.'

/** Whether an answer has said how a language model is switched on: once in a conversation is enough. */
export const tellsHow = (answer: string): boolean => answer.includes(HOW_TO)

export function notUnderstood(
  clause: string,
  overview: SpreadsheetOverview | null,
  hasToldHow: boolean,
): string {
  if (needsModel(clause)) return modelNeeded(clause, hasToldHow)
  const said =
    clause.trim() === '' ? 'There was no instruction.' : `I don't understand “${shortened(clause)}”.`
  const examples = kindsNear(clause, overview).map(example => `- ${example}`)
  return [
    `${said} I'm the offline planner: I follow rules and know everyday instructions in English only. Nothing was changed for this.`,
    `What I can do, for example:\n${examples.join('\n')}`,
    `A language model would understand it${hasToldHow ? '.' : `: ${HOW_TO}`}`,
  ].join('\n\n')
}

function modelNeeded(clause: string, hasToldHow: boolean): string {
  const said = `“${shortened(clause)}” needs a language model, because it takes understanding what the texts mean. I'm the offline planner and only follow rules. Nothing was changed for this.`
  return hasToldHow ? said : `${said}\n\nTo get one, ${HOW_TO}`
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
