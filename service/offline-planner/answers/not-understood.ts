/** What is said where no reading is sure: the words that are not understood, or the readings to choose from. */
import type { SpreadsheetOverview } from '../../sheets/overview/overview.ts'
import { inList } from '../frames/support/table.ts'
import type { Choice } from '../reading/choices.ts'
import type { Clause } from '../reading/clauses.ts'
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
  const words = best && best.penalty > -8 ? untaken(best, clause) : []
  const what =
    best && words.length > 0
      ? `I read “${shortened(clause)}” as ${best.frame.name.toLowerCase()}, but I don't understand ${words.join(', ')} in it.`
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

/** The words that a reading leaves over, as they stand in the text: those as one that no more than a small word parts. */
function untaken({ left, doubt }: Candidate, text: string): string[] {
  const spans = [...new Set([...left, ...doubt.words])]
    .filter(word => /[\p{L}\p{N}]/u.test(word) && text.includes(word))
    .map(word => ({ start: text.indexOf(word), end: text.indexOf(word) + word.length }))
    .sort((a, b) => a.start - b.start)
  const joined: typeof spans = []
  for (const span of spans) {
    const last = joined.at(-1)
    if (last && /^\s*(?:\p{L}{1,4}\s+)?$/u.test(text.slice(last.end, span.start))) last.end = span.end
    else joined.push(span)
  }
  return joined.slice(0, 6).map(({ start, end }) => `“${text.slice(start, end)}”`)
}

const ANSWER = 'Answer with its number, or say it in other words.'

const listed = (choices: readonly Choice[]): string =>
  choices.map(({ says }, index) => `${index + 1}. ${says}`).join('\n')

/** After an answer in words: what might have been meant instead. */
export const orElse = (choices: readonly Choice[]): string =>
  `Or do you want the sheet changed? ${ANSWER}\n\n${listed(choices)}`

/** Asks which reading is meant: of the instruction that is not sure, in `text`, or of one that is read in several ways. */
export function whichOf(choices: readonly Choice[], unsure: Clause | undefined, text: string): string {
  if (!unsure && choices.length === 1)
    return `I am not sure that this is what you want, so nothing was changed. Is it? ${ANSWER}\n\n${listed(choices)}`
  if (!unsure)
    return `I can read this in ${choices.length} ways, so nothing was changed. Which one do you mean? Answer with its number.\n\n${listed(choices)}`
  const those = choices.length > 1 ? 'one of these' : 'this'
  const guess = unsure.candidates.find(each => choices.some(({ readings }) => readings.includes(each)))
  // What the learned reader reads has no words left over.
  const words = choices[0]?.learned ? [] : guess ? untaken(guess, text) : [`“${shortened(text)}”`]
  const isOne = words.length === 1
  const ask = guess?.isAgainstQuestion
    ? `You ask, and what I could do would change the sheet, so nothing was changed. Do you mean ${those}?`
    : words.length === 0
      ? `I am not sure that I read this right, so nothing was changed. Do you mean ${those}?`
      : `I don't know what ${inList(words, 'or')} ${isOne ? 'means' : 'mean'} here, so nothing was changed. Do you mean ${those}, without ${isOne ? 'it' : 'them'}?`
  return `${ask} ${ANSWER}\n\n${listed(choices)}`
}
