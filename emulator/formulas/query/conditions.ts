/** What a query asks of a row. */
import type { Cursor } from './cursor.ts'
import { expression } from './expressions.ts'
import type { Comparison, Condition } from './language.ts'

export function condition(at: Cursor): Condition {
  let left = and(at)
  while (at.takeWord('or')) left = { op: 'or', left, right: and(at) }
  return left
}

function and(at: Cursor): Condition {
  let left = not(at)
  while (at.takeWord('and')) left = { op: 'and', left, right: not(at) }
  return left
}

function not(at: Cursor): Condition {
  if (at.takeWord('not')) return { op: 'not', of: not(at) }
  if (at.isSign('(') && isConditionInside(at)) {
    at.next()
    const inner = condition(at)
    at.expectSign(')')
    return inner
  }
  return comparison(at)
}

/** A parenthesis opens a condition where it holds a comparison, else a sum. */
function isConditionInside(at: Cursor): boolean {
  let depth = 0
  for (const { kind, text } of at.rest) {
    if (kind === 'sign' && text === '(') depth++
    if (kind === 'sign' && text === ')' && --depth === 0) return false
    if (depth < 1) continue
    if (kind === 'sign' && /^(?:[=<>]|<=|>=|<>|!=)$/.test(text)) return true
    if (kind === 'word' && /^(?:is|contains|starts|ends|matches|like|not)$/i.test(text)) return true
  }
  return false
}

function comparison(at: Cursor): Condition {
  const left = expression(at)
  if (at.takeWord('is')) {
    const isNull = !at.takeWord('not')
    at.expectWord('null')
    return { op: 'null', of: left, isNull }
  }
  const by = operator(at)
  return { op: 'compare', by, left, right: expression(at) }
}

function operator(at: Cursor): Comparison {
  const token = at.next()
  const text = token.text.toLowerCase()
  if (token.kind === 'sign' && ['=', '<', '>', '<=', '>='].includes(text)) return text as Comparison
  if (token.kind === 'sign' && (text === '!=' || text === '<>')) return '!='
  if (token.kind === 'word' && (text === 'contains' || text === 'matches' || text === 'like')) return text
  if (token.kind === 'word' && (text === 'starts' || text === 'ends')) {
    at.expectWord('with')
    return `${text} with`
  }
  at.back()
  throw at.fault()
}
