/** What is said where nothing is done: that nothing was asked, that it is not understood, or which reading is meant. */
import type { SpreadsheetOverview } from '../../sheets/overview/overview.ts'
import type { Reading } from '../learned/reader.ts'
import type { Scene } from '../reading/sentence.ts'

const HOW_TO =
  'whoever runs this service switches one on by setting `ANTHROPIC_API_KEY`, `OPENAI_API_KEY`, `GOOGLE_GENERATIVE_AI_API_KEY` or `OPENAI_COMPATIBLE_BASE_URL` (for example Ollama) and starting it again.'

/** Whether an answer has said how a language model is switched on: once in a conversation is enough. */
export const tellsHow = (answer: string): boolean => answer.includes(HOW_TO)

export const nothingSaid = (): string => 'There was no instruction. Nothing was changed.'

/** More is about something else as well. */
const MOST_OF_UNDO = 4

/** "Undo that", and no more. */
export const isUndo = ({ nodes }: Pick<Scene, 'nodes'>): boolean =>
  nodes.length <= MOST_OF_UNDO && nodes.some(({ concepts }) => concepts.has('undo'))

/** The person takes it back, and sees there first what would change. */
export const WHERE_UNDO_IS =
  'Nothing was changed yet: to take something back, press Undo under the turn that did it. What you changed yourself since then stays.'

const shortened = (text: string): string => (text.length > 200 ? `${text.slice(0, 200)}…` : text)

/** Thanks, plans for later, or what no tool here does. */
export const nothingAsked = (hasToldHow: boolean): string =>
  [
    'I found nothing in this that I can do in the sheet, so nothing was changed.',
    `Write “help” to see what I can do; to take something back, press Undo under its turn. Translating, writing texts and searching the web need a language model${hasToldHow ? '.' : `: ${HOW_TO}`}`,
  ].join('\n\n')

export function notUnderstood(text: string, overview: SpreadsheetOverview, hasToldHow: boolean): string {
  const columns =
    overview.tabs
      .find(({ title }) => title === overview.active_tab)
      ?.columns.filter(({ header }) => header !== '')
      .map(({ header }) => header) ?? []
  const there = columns.length > 0 ? ` The columns here are ${columns.slice(0, 12).join(', ')}.` : ''
  return [
    `I don’t understand “${shortened(text)}” well enough to do anything, so nothing was changed.${there}`,
    `Write “help” to see what I can do. A language model would understand more${hasToldHow ? '.' : `: ${HOW_TO}`}`,
  ].join('\n\n')
}

const listed = (readings: readonly Reading[]): string =>
  readings.map(({ says }, index) => `${index + 1}. ${says}`).join('\n')

/** Asks which reading is meant. */
export const whichOf = (readings: readonly Reading[]): string =>
  readings.length === 1
    ? `I am not sure that this is what you want, so nothing was changed. Is it? Answer with its number, or say it in other words.\n\n${listed(readings)}`
    : `I can read this in ${readings.length} ways, so nothing was changed. Which one do you mean? Answer with its number, or say it in other words.\n\n${listed(readings)}`
