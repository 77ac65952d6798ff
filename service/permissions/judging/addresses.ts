/** Where a formula's address comes from: fixed text, cells, or both put together. Pure. */

import { usesDecimalComma } from '../../sheets/formula/check.ts'
import { parseFormula } from '../../sheets/formula/parse.ts'
import type { Token } from '../../sheets/formula/tokenize.ts'

export type Address =
  | { from: 'text'; text: string }
  /** One cell or range and nothing else; `scheme` is a bare "mailto:" before it. */
  | { from: 'cells'; reference: string; scheme: string }
  /** Text first, then cells: what the cells hold is carried along. */
  | { from: 'both'; prefix: string }
  | { from: 'unknown' }

export interface Reach {
  /** Upper case. */
  name: string
  address: Address
}

/** Functions that call an address by themselves. GOOGLEFINANCE and GOOGLETRANSLATE stay within Google. */
const CALLS = new Set([
  'IMPORTDATA',
  'IMPORTFEED',
  'IMPORTHTML',
  'IMPORTRANGE',
  'IMPORTXML',
  'IMAGE',
  'WEBSERVICE',
])
/** Functions that hand cells to a language model. */
export const ASKS_MODEL = new Set(['AI', 'GEMINI'])

const isOutward = (name: string): boolean => CALLS.has(name) || ASKS_MODEL.has(name) || name === 'HYPERLINK'

const QUICK = /IMPORT|IMAGE|HYPERLINK|WEBSERVICE|\bAI\b|GEMINI/i

/**
 * Every way out of the spreadsheet that a formula has. Names count without parentheses as well: LET and
 * LAMBDA can pass a function on under another name.
 */
export function reachesOf(formula: string, locale: string): Reach[] {
  if (!QUICK.test(formula)) return []
  const parsed = parseFormula(formula, usesDecimalComma(locale))
  if (!parsed.ok) return unread(formula)
  return parsed.tokens.flatMap((token): Reach[] => {
    const name = token.kind === 'name' ? token.text.toUpperCase() : ''
    if (!isOutward(name)) return []
    const call = parsed.calls.find(candidate => candidate.at === token.at)
    return [{ name, address: call ? addressOf(call.firstArgument) : { from: 'unknown' } }]
  })
}

/** What cannot be read as a formula may still be one for Google. */
function unread(formula: string): Reach[] {
  const words =
    formula
      .replaceAll(/"(?:[^"]|"")*"/g, '""')
      .toUpperCase()
      .match(/[A-Z]+/g) ?? []
  return [...new Set(words)].filter(isOutward).map(name => ({ name, address: { from: 'unknown' } }))
}

const textOf = (token: Token): string => token.text.slice(1, -1).replaceAll('""', '"')

const SCHEME = /^(?:mailto:|tel:|https?:\/\/(?:www\.)?)$/i

export function addressOf(argument: readonly Token[]): Address {
  const tokens = withoutParentheses(argument)
  const [first, second, third] = tokens
  if (!first) return { from: 'unknown' }
  if (tokens.length === 1) {
    if (first.kind === 'string') return { from: 'text', text: textOf(first) }
    if (first.kind === 'reference') return { from: 'cells', reference: first.text, scheme: '' }
    return { from: 'unknown' }
  }
  if (first.kind === 'string' && second?.text === '&') {
    if (tokens.length === 3 && third?.kind === 'reference' && SCHEME.test(textOf(first))) {
      return { from: 'cells', reference: third.text, scheme: textOf(first) }
    }
    return { from: 'both', prefix: textOf(first) }
  }
  const joins = first.kind === 'name' && /^CONCAT(?:ENATE)?$/i.test(first.text) && second?.kind === 'open'
  if (joins && third?.kind === 'string') return { from: 'both', prefix: textOf(third) }
  return { from: 'unknown' }
}

function withoutParentheses(tokens: readonly Token[]): readonly Token[] {
  const isWrapped =
    tokens.length > 2 &&
    tokens[0]!.kind === 'open' &&
    tokens.at(-1)!.kind === 'close' &&
    tokens.slice(1, -1).every(({ kind }) => kind !== 'open' && kind !== 'close')
  return isWrapped ? tokens.slice(1, -1) : tokens
}

/** Of an address, or of the beginning of one; null where it has none yet. */
export function hostOf(address: string): string | null {
  return /^https?:\/\/(?:[^/?#@]*@)?([^/?#:]+)/i.exec(address)?.[1]?.toLowerCase() ?? null
}

/** The same text that Google reads, however it is written in the message. */
export const bare = (address: string): string =>
  address
    .trim()
    .toLowerCase()
    .replace(/^https?:\/\//, '')
    .replace(/^www\./, '')
