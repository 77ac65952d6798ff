/** Cuts a formula into tokens, the way Google Sheets reads it. Knows no functions and no grammar. */

export type TokenKind =
  | 'number'
  | 'string'
  | 'name'
  | 'reference'
  | 'operator'
  | 'open'
  | 'close'
  | 'separator'
  | 'open-array'
  | 'close-array'
  | 'array-row'
  | 'error'

export interface Token {
  kind: TokenKind
  text: string
  /** Characters from the start of the formula, its `=` included. */
  at: number
}

export type Tokens = { ok: true; tokens: Token[] } | { ok: false; at: number; message: string }

export const OPENS: ReadonlySet<TokenKind> = new Set(['open', 'open-array'])
export const CLOSES: ReadonlySet<TokenKind> = new Set(['close', 'close-array'])

/** Where the parenthesis or brace at `open` is closed; -1 where it is not. */
export function closingAt(tokens: readonly Token[], open: number): number {
  let depth = 0
  for (let at = open; at < tokens.length; at += 1) {
    if (OPENS.has(tokens[at]!.kind)) depth += 1
    if (CLOSES.has(tokens[at]!.kind)) depth -= 1
    if (depth === 0) return at
  }
  return -1
}

const SPACE = /[\s\u00a0]+/y
const NUMBER = /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y
/** Where decimals have a comma, 1,5 is one number. */
const COMMA_NUMBER = /\d+(?:[.,]\d*)?(?:[eE][+-]?\d+)?/y
const STRING = /"(?:[^"]|"")*"/y
const ERROR = /#(?:REF!|N\/A|NAME\?|DIV\/0!|VALUE!|NUM!|NULL!|ERROR!|SPILL!|CALC!)/iy
/** A cell, a whole column or a whole row, with an optional tab, and its optional other end. */
const TAB = String.raw`(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!`
const CELL = String.raw`(?:\$?[A-Za-z]{1,3}\$?[1-9]\d{0,7})`
const REFERENCE = new RegExp(
  String.raw`(?:${TAB})?(?:${CELL}(?::(?:${CELL}|\$?[A-Za-z]{1,3}|\$?[1-9]\d{0,7}))?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}(?:\$?[1-9]\d{0,7})?|\$?[1-9]\d{0,7}:\$?(?:[A-Za-z]{1,3})?\$?[1-9]\d{0,7})(?![\p{L}\p{N}_.(!])`,
  'uy',
)
/** A function, a named range, a constant. */
const NAME = new RegExp(String.raw`(?:${TAB})?[\p{L}_\\][\p{L}\p{N}_.]*`, 'uy')
const OPERATOR = /<>|<=|>=|[-+*/^&=<>%:@]/y

const SINGLE: Record<string, TokenKind> = {
  '(': 'open',
  ')': 'close',
  ',': 'separator',
  ';': 'separator',
  '{': 'open-array',
  '}': 'close-array',
  '\\': 'array-row',
}

const PATTERNS: [RegExp, TokenKind][] = [
  [STRING, 'string'],
  [ERROR, 'error'],
  [REFERENCE, 'reference'],
  [NUMBER, 'number'],
  [NAME, 'name'],
  [OPERATOR, 'operator'],
]

function matchAt(pattern: RegExp, text: string, at: number): string | null {
  pattern.lastIndex = at
  return pattern.exec(text)?.[0] ?? null
}

/** `formula` starts with `=`. */
export function tokenize(formula: string, decimalComma = false): Tokens {
  const tokens: Token[] = []
  let at = 1
  while (at < formula.length) {
    const space = matchAt(SPACE, formula, at)
    if (space) {
      at += space.length
      continue
    }
    const token = nextToken(formula, at, decimalComma)
    if (!token) return { ok: false, at, message: unreadable(formula, at) }
    tokens.push(token)
    at += token.text.length
  }
  return { ok: true, tokens }
}

function nextToken(formula: string, at: number, decimalComma: boolean): Token | null {
  if (decimalComma && /\d/.test(formula[at]!)) {
    const text = matchAt(REFERENCE, formula, at) === null ? matchAt(COMMA_NUMBER, formula, at) : null
    if (text) return { kind: 'number', text, at }
  }
  const single = SINGLE[formula[at]!]
  if (single) return { kind: single, text: formula[at]!, at }
  for (const [pattern, kind] of PATTERNS) {
    const text = matchAt(pattern, formula, at)
    if (text) return { kind, text, at }
  }
  return null
}

function unreadable(formula: string, at: number): string {
  const character = formula[at]!
  if (/[\u201c\u201d\u201e\u00ab\u00bb]/.test(character)) {
    return `curly quotes are not text delimiters: write straight double quotes (")`
  }
  if (character === '"') return 'a text is not closed: a double quote is missing'
  if (character === "'")
    return "a tab's name in apostrophes needs a ! and a cell after it; texts go in double quotes"
  return `the character ${JSON.stringify(character)} cannot stand here`
}
