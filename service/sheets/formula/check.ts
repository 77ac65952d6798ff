/**
 * Whether a formula may be written: its grammar, its functions, and whether it reaches out of the
 * spreadsheet. Every tool through which a formula can come into a sheet asks here.
 */
import { isFunction, suggestFunction } from './functions.ts'
import { type FunctionCall, parseFormula } from './parse.ts'
import type { Token } from './tokenize.ts'

export interface FormulaRules {
  /** The user's own words; only they can ask for a formula that reaches out. */
  prompt: string
  /** The spreadsheet's locale, for example "de_DE"; decides how arguments are separated. */
  locale?: string
}

/** Null where the formula may be written; otherwise a sentence that says why not and what to do. */
export function checkFormula(formula: string, rules: FormulaRules): string | null {
  const { locale = 'en_US' } = rules
  const parsed = parseFormula(formula, usesDecimalComma(locale))
  if (!parsed.ok) {
    return `The formula ${shorten(formula)} is not valid at character ${parsed.at + 1}: ${parsed.message}.`
  }
  return (
    outbound(parsed.tokens, parsed.calls, rules.prompt) ??
    unknownFunction(parsed.tokens, parsed.calls, rules.prompt) ??
    wrongSeparator(parsed.tokens, locale)
  )
}

/**
 * The same for a formula that is in the sheet already and is only copied: it may use functions of the
 * user's own, and need not be one that we can read; it must not reach out.
 */
export function checkCopiedFormula(formula: string, rules: FormulaRules): string | null {
  const parsed = parseFormula(formula, usesDecimalComma(rules.locale ?? 'en_US'))
  if (parsed.ok) return outbound(parsed.tokens, parsed.calls, rules.prompt)
  const names =
    withoutStrings(formula)
      .toUpperCase()
      .match(/[A-Z]+/g) ?? []
  const found = names.find(name => REACHES_OUT.has(name) || name === 'HYPERLINK')
  return found && !mentions(rules.prompt, found) ? refusal(found) : null
}

export const shorten = (text: string, length = 120): string =>
  text.length <= length ? text : `${text.slice(0, length - 1)}…`

/** Functions that call an address. GOOGLEFINANCE and GOOGLETRANSLATE stay within Google and may be used. */
const REACHES_OUT = new Set([
  'IMPORTDATA',
  'IMPORTFEED',
  'IMPORTHTML',
  'IMPORTRANGE',
  'IMPORTXML',
  'IMAGE',
  'WEBSERVICE',
])

/**
 * Names count without parentheses as well: LET and LAMBDA can pass a function on under another name.
 */
function outbound(tokens: Token[], calls: FunctionCall[], prompt: string): string | null {
  for (const token of tokens) {
    const name = token.kind === 'name' ? token.text.toUpperCase() : ''
    if (!REACHES_OUT.has(name) || asksFor(prompt, name)) continue
    const call = calls.find(candidate => candidate.at === token.at)
    if (!call || !isGivenAddress(call.firstArgument, prompt)) return refusal(name)
  }
  if (asksFor(prompt, 'HYPERLINK')) return null
  for (const token of tokens) {
    if (token.kind !== 'name' || token.text.toUpperCase() !== 'HYPERLINK') continue
    const call = calls.find(candidate => candidate.at === token.at)
    if (!call) return refusal('HYPERLINK')
    if (!isFixedText(call.firstArgument)) {
      return 'HYPERLINK with an address put together from cells could carry data out of the sheet, so it is not written unless the user asks for it by name ("hyperlink"). Write the address as a fixed text, or ask the user.'
    }
  }
  return null
}

const refusal = (name: string): string =>
  `${name} sends a request out of the spreadsheet and could carry its data away, so it is not written: the user's own message does not ask for it. If the user wants it, they can write "${name}" in their next message.`

const isFixedText = (tokens: Token[]): boolean => tokens.length === 1 && tokens[0]!.kind === 'string'

/** "Image" alone is an everyday word: it counts in capitals, after `=`, or with the word formula or function. */
const asksFor = (prompt: string, name: string): boolean =>
  name === 'IMAGE'
    ? /\bIMAGE\b|=\s*image\s*\(|\bimage\s+(?:formula|function)/.test(prompt) || /=image\s*\(/i.test(prompt)
    : mentions(prompt, name)

/** The whole argument is the address that the user gave: nothing beside it can be called in its place. */
const isGivenAddress = (argument: Token[], prompt: string): boolean =>
  isFixedText(argument) &&
  /^"https?:\/\/[^/]/i.test(argument[0]!.text) &&
  prompt.includes(argument[0]!.text.slice(1, -1))

const mentions = (prompt: string, name: string): boolean =>
  new RegExp(String.raw`\b${name.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)}s?\b`, 'i').test(prompt)

const withoutStrings = (formula: string): string => formula.replaceAll(/"(?:[^"]|"")*"/g, '""')

/** Names that LET and LAMBDA give are callable inside the formula. */
function unknownFunction(tokens: Token[], calls: FunctionCall[], prompt: string): string | null {
  const binds = calls.some(call => /^(LET|LAMBDA)$/i.test(call.name))
  for (const call of calls) {
    // Functions of the user's own are known to nobody but the user.
    if (isFunction(call.name) || mentions(prompt, call.name)) continue
    if (
      binds &&
      tokens.some(token => token.kind === 'name' && token.text === call.name && token.at !== call.at)
    )
      continue
    const near = suggestFunction(call.name)
    return `Google Sheets has no function ${call.name}.${near ? ` Did you mean ${near}?` : ''}`
  }
  return null
}

/** Locales that write decimals with a comma separate arguments with a semicolon. */
const DECIMAL_COMMA =
  /^(?:az|be|bg|ca|cs|da|de|el|es(?!_(?:MX|US|PR|DO|GT|HN|NI|PA|PE|SV))|et|eu|fi|fr|gl|hr|hu|hy|id|is|it|ka|kk|lt|lv|mk|nb|nl|nn|no|pl|pt|ro|ru|sk|sl|sq|sr|sv|tr|uk|vi)(?:_|-|$)/

export const usesDecimalComma = (locale: string): boolean =>
  DECIMAL_COMMA.test(locale) && !/^(?:de|fr|it)_(?:CH|LI)|^fr_CA/.test(locale)

function wrongSeparator(tokens: Token[], locale: string): string | null {
  if (!usesDecimalComma(locale)) return null
  const comma = tokens.find(token => token.kind === 'separator' && token.text === ',')
  if (!comma) return null
  return `This spreadsheet's language settings (${locale}) separate the arguments of a function with ; and not with , (character ${comma.at + 1}). Write the formula with ; and decimals with a comma.`
}
