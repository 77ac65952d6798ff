/** Where a formula's address comes from: fixed text, cells, or both put together. Pure. */

import { usesDecimalComma } from '../../sheets/formula/check.ts'
import { isFunction } from '../../sheets/formula/functions.ts'
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

/** Functions of Google's under the names that other languages have for them. */
const IN_OTHER_LANGUAGES: Record<string, string> = {
  HIPERVINCULO: 'HYPERLINK',
  HIPERVÍNCULO: 'HYPERLINK',
  LIEN_HYPERTEXTE: 'HYPERLINK',
  HIPERLINK: 'HYPERLINK',
  'COLLEG.IPERTESTUALE': 'HYPERLINK',
  HYPERLÄNK: 'HYPERLINK',
  HYPERKOBLING: 'HYPERLINK',
  HYPERLINKKI: 'HYPERLINK',
  BILD: 'IMAGE',
  IMAGEN: 'IMAGE',
  IMAGEM: 'IMAGE',
  IMMAGINE: 'IMAGE',
  AFBEELDING: 'IMAGE',
}

/** As Google reads a name: in any case, from any keyboard, behind the name of a tab. */
function nameOf(text: string): string {
  const name = text.normalize('NFKC').split('!').at(-1)!.toUpperCase().normalize('NFKC')
  return IN_OTHER_LANGUAGES[name] ?? name
}

/** A function that is not Google's: a script's or a named one, which may do anything. */
export const OWN_FUNCTION = 'own function'

const OUTWARD = /IMPORT|IMAGE|HYPERLINK|WEBSERVICE|\bAI\b|GEMINI/i
const CALLED = /[\p{L}_][\p{L}\p{N}_.]*(?=\s*\()/gu

/** Most formulas call Google's own functions that stay within the sheet: they need not be parsed. */
const staysWithin = (formula: string): boolean =>
  !OUTWARD.test(formula) &&
  (formula.match(CALLED) ?? []).every(called => isFunction(called) && !isOutward(nameOf(called)))

/**
 * Every way out of the spreadsheet that a formula has. Names count without parentheses as well: LET and
 * LAMBDA can pass a function on under another name.
 */
export function reachesOf(formula: string, locale: string): Reach[] {
  if (staysWithin(formula)) return []
  const parsed = parseFormula(formula, usesDecimalComma(locale))
  if (!parsed.ok) return unread(formula)
  const names = parsed.tokens.filter(({ kind }) => kind === 'name')
  const binds = names.some(({ text }) => /^(?:LET|LAMBDA)$/i.test(text))
  return names.flatMap((token): Reach[] => {
    const name = nameOf(token.text)
    const call = parsed.calls.find(candidate => candidate.at === token.at)
    if (isOutward(name))
      return [{ name, address: call ? addressOf(call.firstArgument) : { from: 'unknown' } }]
    if (!call || isFunction(name)) return []
    // LET and LAMBDA give names that are called inside of the formula.
    const isBound = binds && names.some(({ text, at }) => at !== token.at && nameOf(text) === name)
    return isBound ? [] : [{ name: `${OWN_FUNCTION} ${name}`, address: { from: 'unknown' } }]
  })
}

/** What cannot be read as a formula may still be one for Google. */
function unread(formula: string): Reach[] {
  const words =
    formula
      .replaceAll(/"(?:[^"]|"")*"/g, '""')
      .normalize('NFKC')
      .toUpperCase()
      .match(/[\p{Lu}_.]+/gu) ?? []
  return [...new Set(words.map(nameOf))]
    .filter(isOutward)
    .map(name => ({ name, address: { from: 'unknown' } }))
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
