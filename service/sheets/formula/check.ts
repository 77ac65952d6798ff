/**
 * Whether a formula is one: its grammar and its functions. Every tool through which a formula can come into
 * a sheet asks here. Where it reaches to is not decided here: see service/permissions.
 */
import { cut } from '../cut.ts'
import { unreadableName, wrongName } from './bound-names.ts'
import { isFunction, suggestFunction } from './functions.ts'
import { type FunctionCall, parseFormula } from './parse.ts'
import { shapeOf } from './shape.ts'
import type { Token } from './tokenize.ts'

export interface FormulaRules {
  /** The user's own words: only they know the functions of their own. */
  prompt: string
  /** The spreadsheet's locale, for example "de_DE"; decides how arguments are separated. */
  locale?: string
}

const LONGEST_SHOWN = 120

/** Null where the formula may be written; otherwise a sentence that says why not and what to do. */
export function checkFormula(formula: string, rules: FormulaRules): string | null {
  const { locale = 'en_US' } = rules
  const parsed = parseFormula(formula, usesDecimalComma(locale))
  if (!parsed.ok) {
    const named = unreadableName(formula)
    if (named !== null) return named
    return `The formula ${cut(formula, LONGEST_SHOWN)} is not valid at character ${parsed.at + 1}: ${parsed.message}.`
  }
  return (
    unknownFunction(parsed.tokens, parsed.calls, rules.prompt) ??
    wrongSeparator(parsed.tokens, locale) ??
    wrongName(parsed.calls)
  )
}

/** The same check for many formulas: one parse for each shape that was found to be right. */
export function manyChecked(
  check: (formula: string, rules: FormulaRules) => string | null,
  rules: FormulaRules,
): (formula: string) => string | null {
  const right = new Set<string>()
  return formula => {
    const shape = shapeOf(formula)
    if (right.has(shape)) return null
    const problem = check(formula, rules)
    if (problem === null && right.size < MOST_SHAPES) right.add(shape)
    return problem
  }
}

/** Beyond it, formulas have little in common. */
const MOST_SHAPES = 10_000

const mentions = (prompt: string, name: string): boolean =>
  new RegExp(String.raw`\b${name.replaceAll(/[^\p{L}\p{N}_]/gu, String.raw`\$&`)}s?\b`, 'i').test(prompt)

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
