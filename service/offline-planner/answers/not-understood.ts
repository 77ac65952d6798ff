/** What is said where no reading is sure: the words that are not understood, or the readings to choose from. */
import type { SpreadsheetOverview } from '../../sheets/overview/overview.ts'
import type { Candidate } from '../reading/read.ts'

const HOW_TO =
  'whoever runs this service switches one on by setting `ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, `GOOGLE_GENERATIVE_AI_API_KEY` or `OPENAI_COMPATIBLE_BASE_URL` (for example Ollama) and starting it again.'

/** Whether an answer has said how a language model is switched on: once in a conversation is enough. */
export const tellsHow = (answer: string): boolean => answer.includes(HOW_TO)

export const nothingSaid = (): string => 'There was no instruction. Nothing was changed.'

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

export function notUnderstood(
  clause: string,
  best: Candidate | undefined,
  overview: SpreadsheetOverview,
  hasToldHow: boolean,
): string {
  const model = `A language model would understand it${hasToldHow ? '.' : `: ${HOW_TO}`}`
  if (clause.trim() === '') return nothingSaid()
  const words =
    best && best.penalty > -8
      ? [...new Set([...best.left, ...best.doubt.words])]
          .filter(word => /[\p{L}\p{N}]/u.test(word))
          .slice(0, 6)
      : []
  const what =
    best && words.length > 0
      ? `I read “${shortened(clause)}” as ${best.frame.name.toLowerCase()}, but I don't understand ${words.map(word => `“${word}”`).join(', ')} in it.`
      : `I don't understand “${shortened(clause)}”.`
  const columns =
    overview.tabs
      .find(({ title }) => title === overview.active_tab)
      ?.columns.filter(({ header }) => header !== '')
      .map(({ header }) => header) ?? []
  const there = columns.length > 0 ? ` The columns here are ${columns.slice(0, 12).join(', ')}.` : ''
  return [
    `${what} I'm the offline planner: I follow rules. Nothing was changed for this.${there}`,
    `Write “help” to see what I can do. ${model}`,
  ].join('\n\n')
}

export const whichOne = (readings: readonly Candidate[]): string =>
  `I can read this in ${readings.length} ways, so nothing was changed. Which one do you mean? Answer with its number.\n\n${readings.map(({ filled }, index) => `${index + 1}. ${filled?.says}`).join('\n')}`
