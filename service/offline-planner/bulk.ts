/** What the planner can do with one row: plain text work. Whatever needs understanding fails, plainly. */
import { normal } from './words/tokens.ts'

type BulkValue = { state: 'ok'; value: string } | { state: 'failed'; message: string }

export const SEARCH_NEEDS_A_MODEL =
  'Searching the web row by row needs a language model. Ask whoever runs this service to switch one on.'
const NEEDS_A_MODEL =
  'This needs a language model: the offline planner only knows plain text work such as upper case, trim, length, first word, email, domain, number and keyword sentiment. Ask whoever runs this service to switch a language model on.'

interface Rule {
  /** What the prompt asks for, up to the text it asks it of. */
  asks: RegExp
  answer(text: string): string
}

const OF = String.raw`\s*(?:of|from|in|for|this|the|text|value|following|column|cell|:|,|-)*\s*`
const asking = (words: string): RegExp =>
  new RegExp(
    String.raw`^(?:please\s+)?(?:(?:extract|get|find|return|give(?:\s+me)?|what(?:'s| is)|write|convert|make|change|turn|put|calculate|count|show|take|determine|classify|rate|tell me)\s+)?(?:the\s+|an?\s+|only\s+|all\s+)*(?:${words})(?!\p{L})${OF}`,
    'iu',
  )

const RULES: Rule[] = [
  { asks: asking('upper ?-?case|capitals|all caps'), answer: text => text.toUpperCase() },
  { asks: asking('lower ?-?case'), answer: text => text.toLowerCase() },
  { asks: asking('(?:title|proper) ?-?case|capitali[sz]ed?'), answer: titleCase },
  {
    asks: asking('trim(?:med)?|cleaned?|strip(?: spaces)?'),
    answer: text => text.trim().replaceAll(/\s+/g, ' '),
  },
  { asks: asking('length|number of characters|characters'), answer: text => String([...text.trim()].length) },
  {
    asks: asking('number of words|word count|words'),
    answer: text => String(text.split(/\s+/).filter(Boolean).length),
  },
  { asks: asking('first word|first name'), answer: text => text.trim().split(/\s+/)[0] ?? '' },
  { asks: asking('last word|last name|surname'), answer: text => text.trim().split(/\s+/).at(-1) ?? '' },
  { asks: asking('first letter|initial'), answer: text => [...text.trim()][0] ?? '' },
  {
    asks: asking('initials'),
    answer: text =>
      text
        .split(/\s+/)
        .map(word => [...word][0] ?? '')
        .join('')
        .toUpperCase(),
  },
  {
    asks: asking('e-?mail(?:\\s+address)?\\s+domain|domain(?:\\s+name)?'),
    answer: text => EMAIL.exec(text)?.[1] ?? HOST.exec(text)?.[1] ?? '',
  },
  { asks: asking('e-?mail(?:\\s+address)?'), answer: text => EMAIL.exec(text)?.[0] ?? '' },
  { asks: asking('url|web address|link'), answer: text => /https?:\/\/[^\s"'<>]+/i.exec(text)?.[0] ?? '' },
  {
    asks: asking('(?:first\\s+)?(?:number|amount|digits)'),
    answer: text => /-?\d[\d,]*(?:\.\d+)?/.exec(text)?.[0].replaceAll(',', '') ?? '',
  },
  {
    asks: asking(
      'sentiment|(?:positive|negative)(?:,?\\s+or)?(?:\\s*\\/?\\s*(?:positive|negative|neutral))*',
    ),
    answer: sentiment,
  },
]

/** Bounded, here and below: a cell may hold 50,000 characters of anything. */
const EMAIL = /[\w.+-]{1,64}@([\w-]+(?:\.[\w-]+)+)/
const HOST = /^\s*(?:https?:\/\/)?(?:www\.)?([\w-]+(?:\.[\w-]+)+)/i

/** The value for a row's prompt, for example "Uppercase: berlin" or "Extract the email from: …". */
export function bulkValue(prompt: string): BulkValue {
  const turned = TURNED.exec(prompt.trim())
  if (turned) return bulkValue(`${turned[2]!}: ${turned[1]!}`)
  for (const { asks, answer } of RULES) {
    const match = asks.exec(prompt.trim())
    const text = match ? subject(prompt.trim(), match[0].length) : null
    if (text !== null) return { state: 'ok', value: answer(text) }
  }
  return { state: 'failed', message: NEEDS_A_MODEL }
}

/** "Convert berlin to upper case": the same with the text in the middle. */
const TURNED =
  /^(?:please\s{1,9})?(?:convert|make|change|turn|put|write)\s{1,9}("[^"]*"|[^:]+?)\s{1,9}(?:(?:in)?to\s{1,9}|in\s{1,9})?((?:upper|lower|title|proper) ?-?case)\.?$/i

/** After a colon or in quotation marks; otherwise what follows the words that ask. */
function subject(prompt: string, asked: number): string | null {
  const quoted = /"([^"]+)"/.exec(prompt.slice(Math.max(0, asked - 1)))?.[1]
  if (quoted !== undefined) return quoted
  const colon = prompt.indexOf(':')
  // Words between the request and the colon would be instructions that the rules don't know.
  if (colon !== -1 && colon >= asked && normalWords(prompt.slice(asked, colon)).split(' ').length > 3)
    return null
  const text = colon >= asked && colon !== -1 ? prompt.slice(colon + 1) : prompt.slice(asked)
  return text.trim() === '' ? null : unquote(text.trim())
}

function titleCase(text: string): string {
  return text
    .toLowerCase()
    .replaceAll(/(^|[\s-])(\p{L})/gu, (_, before: string, letter: string) => before + letter.toUpperCase())
}

const GOOD = new Set(
  'good great excellent amazing love loved loves perfect happy awesome fantastic best nice wonderful fast helpful recommend recommended easy pleased satisfied friendly superb'.split(
    ' ',
  ),
)
const BAD = new Set(
  'bad terrible awful hate hated worst poor slow broken disappointed disappointing horrible useless angry late rude refund defective wrong never problem problems dirty expensive'.split(
    ' ',
  ),
)
const NOT = new Set(['not', 'no', 'never', 'isn', 'wasn', 'don', 'didn', 'hardly'])

/** By keywords alone, and so it is said to be in the documentation. */
function sentiment(text: string): string {
  let score = 0
  const words = normalWords(text).split(' ')
  for (const [index, word] of words.entries()) {
    const value = GOOD.has(word) ? 1 : BAD.has(word) ? -1 : 0
    score +=
      NOT.has(words[index - 1] ?? '') || (words[index - 1] === 't' && NOT.has(words[index - 2] ?? ''))
        ? -value
        : value
  }
  return score > 0 ? 'positive' : score < 0 ? 'negative' : 'neutral'
}

/** Lower case, words parted by one space, without punctuation. */
const normalWords = (text: string): string =>
  normal(text)
    .replaceAll(/[^\p{L}\p{N}%#]+/gu, ' ')
    .trim()

const unquote = (text: string): string => /^(["'`])(.*)\1$/s.exec(text.trim())?.[2] ?? text.trim()
