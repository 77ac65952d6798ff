/** What the planner says when it doesn't understand: what it can do, and what would understand. */
import type { SpreadsheetOverview } from '../../sheets/overview.ts'
import { kindsNear } from './kinds/index.ts'

const SWITCH_ON =
  'A language model would understand it: whoever runs this service switches one on by setting `ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, `GOOGLE_GENERATIVE_AI_API_KEY` or `OPENAI_COMPATIBLE_BASE_URL` (for example Ollama) and starting it again.'

export function notUnderstood(clause: string, overview: SpreadsheetOverview | null): string {
  const said =
    clause.trim() === '' ? 'There was no instruction.' : `I don't understand “${shortened(clause)}”.`
  const examples = kindsNear(clause, overview).map(example => `- ${example}`)
  return [
    `${said} I'm the offline planner: I follow rules and know everyday instructions in English only. Nothing was changed for this.`,
    `What I can do, for example:\n${examples.join('\n')}`,
    SWITCH_ON,
  ].join('\n\n')
}

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)
