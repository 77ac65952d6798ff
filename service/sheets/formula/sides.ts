/** What an expectation compares: "=ABS(SUM(A:A)-C4)<0.005" holds SUM(A:A) against C4. Reads text only. */
import { CLOSES, closingAt, OPENS, type Token, tokenize } from './tokenize.ts'

/** Parts of the formula's text, without an =. */
export interface Sides {
  left: string
  /** None of a part that compares nothing: `ISNUMBER(A1)` within an AND. */
  right: string | null
}

const COMPARES = new Set(['=', '<>', '<', '>', '<=', '>='])
/** A difference within one of these is still one. */
const WRAPS = /^(?:ABS|ROUND|ROUNDUP|ROUNDDOWN|N|VALUE)$/i

/** One for each comparison that must hold; none where the formula compares in another way. */
export function sidesOf(formula: string, decimalComma = false): Sides[] {
  const read = tokenize(formula, decimalComma)
  return read.ok ? sidesIn(read.tokens, formula) : []
}

function sidesIn(tokens: Token[], formula: string): Sides[] {
  const all = callOf(tokens, /^AND$/i)
  if (all) return all.flatMap(part => partSides(part, formula))
  const compares = topLevel(tokens, token => COMPARES.has(token.text))
  const [at] = compares
  if (at === undefined || compares.length > 1) return []
  const [left, right] = [tokens.slice(0, at), tokens.slice(at + 1)]
  const pair = (isNumber(right) && differenceOf(left)) || (isNumber(left) && differenceOf(right))
  const [one, other] = pair || [left, right]
  return one.length > 0 && other.length > 0
    ? [{ left: textOf(one, formula), right: textOf(other, formula) }]
    : []
}

/** Each part of an AND is told: one that compares nothing as it is. */
function partSides(part: Token[], formula: string): Sides[] {
  const sides = sidesIn(part, formula)
  return sides.length > 0 || part.length === 0 ? sides : [{ left: textOf(part, formula), right: null }]
}

const isNumber = (tokens: Token[]): boolean =>
  tokens.length > 0 && tokens.every(({ kind, text }) => kind === 'number' || /^[-+%]$/.test(text))

/** Both ends of the last minus, where the tokens are a difference, rounded or not. */
function differenceOf(tokens: Token[]): [Token[], Token[]] | null {
  const within = callOf(tokens, WRAPS)
  if (within) return differenceOf(within[0] ?? [])
  const others = topLevel(tokens, token => COMPARES.has(token.text) || token.text === '&')
  const at = topLevel(tokens, token => token.text === '-' || token.text === '+').findLast(index =>
    isBinary(tokens, index),
  )
  if (at === undefined || others.length > 0 || tokens[at]!.text !== '-') return null
  return [tokens.slice(0, at), tokens.slice(at + 1)]
}

function isBinary(tokens: Token[], at: number): boolean {
  const before = tokens[at - 1]
  if (!before) return false
  return before.text === '%' || !/^(?:operator|open|open-array|separator|array-row)$/.test(before.kind)
}

/** The arguments of a call that is all there is. */
function callOf(tokens: Token[], name: RegExp): Token[][] | null {
  const [first, open] = tokens
  if (first?.kind !== 'name' || !name.test(first.text) || open?.kind !== 'open') return null
  if (closingAt(tokens, 1) !== tokens.length - 1) return null
  const inner = tokens.slice(2, -1)
  const ends = [...topLevel(inner, ({ kind }) => kind === 'separator'), inner.length]
  return ends.map((end, index) => inner.slice(index === 0 ? 0 : ends[index - 1]! + 1, end))
}

/** Positions of tokens that stand in no parentheses. */
function topLevel(tokens: Token[], is: (token: Token) => boolean): number[] {
  const found: number[] = []
  let depth = 0
  for (const [at, token] of tokens.entries()) {
    if (OPENS.has(token.kind)) depth += 1
    else if (CLOSES.has(token.kind)) depth -= 1
    else if (depth === 0 && is(token)) found.push(at)
  }
  return found
}

function textOf(tokens: Token[], formula: string): string {
  const last = tokens.at(-1)!
  return formula.slice(tokens[0]!.at, last.at + last.text.length)
}
