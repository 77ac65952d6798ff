/** "Qty times Price plus 19%" → a tree over the sheet's columns. */
import { findColumn } from '../columns.ts'
import type { Scope } from '../instruction.ts'
import { parseConditional } from './conditional.ts'
import { type Lexeme, lexemes, Walk } from './lexemes.ts'
import { NAMED } from './named.ts'
import type { Node, Parsed } from './node.ts'

const LONGEST_NAME_WORDS = 6

/** Null where the text is no expression; `unknown` where it is one with a name that no column has. */
export function parseExpression(text: string, scope: Scope): Parsed | null {
  const conditional = parseConditional(text, scope, parseExpression)
  if (conditional) return conditional
  const { expression, separator } = takeSeparator(text)
  const walk = new Walk(lexemes(expression))
  if (walk.all.length === 0) return null
  const parser = new Parser(walk, scope)
  const node = parser.whole(separator)
  if (node) return { node }
  return looksLikeExpression(expression, walk) ? { unknown: unknownWords(walk) } : null
}

/** "…, separated by a comma" and its like, taken off the end. */
function takeSeparator(text: string): { expression: string; separator: string | null } {
  const match =
    /[,\s]+(?:separated by|joined by|with|using)\s+(?:an?\s+)?("[^"]*"|'[^']*'|comma|space|dash|hyphen|slash|underscore|new ?line|nothing|no space)(?:\s+(?:in )?between(?: them)?|\s+as (?:a )?separator)?$/i.exec(
      text,
    )
  if (!match) return { expression: text, separator: null }
  const word = match[1]!.toLowerCase().replace(' ', '')
  const quoted = /^["']/.test(word) ? match[1]!.slice(1, -1) : undefined
  return { expression: text.slice(0, match.index), separator: quoted ?? SEPARATORS[word] ?? ' ' }
}

const SEPARATORS: Record<string, string> = {
  comma: ', ',
  space: ' ',
  dash: '-',
  hyphen: '-',
  slash: '/',
  underscore: '_',
  newline: '\n',
  nothing: '',
  nospace: '',
}

const looksLikeExpression = (text: string, walk: Walk): boolean =>
  walk.stuckAt >= 0 &&
  (walk.stuckAt > 0 ||
    /[+*/×÷&]|\s[-−–x]\s|\b(?:times|plus|minus|multiplied|divided|sum of|product of|difference|percent)\b/i.test(
      text,
    ))

function unknownWords(walk: Walk): string {
  const words: string[] = []
  for (const { text, word } of walk.all.slice(walk.stuckAt)) {
    if (words.length > 0 && OPERATOR_WORDS.has(word)) break
    words.push(text)
  }
  return words.join(' ')
}

const OPERATOR_WORDS = new Set(
  'times plus minus x over by and of from divided multiplied less per to as in + - − – * / × ÷ · & ( ) ,'.split(
    ' ',
  ),
)

/** Reads one expression; the named calculations ask it for their operands. */
export class Parser {
  readonly walk: Walk
  readonly scope: Scope

  constructor(walk: Walk, scope: Scope) {
    this.walk = walk
    this.scope = scope
  }

  whole(separator: string | null): Node | null {
    const sum = this.walk.attempt(() => this.endOnly(this.rounded(this.sum())))
    if (sum && separator === null) return sum
    this.walk.at = 0
    this.walk.take(
      'both',
      'combining',
      'joining',
      'combine',
      'join',
      'concatenate',
      'concatenating',
      'merging',
    )
    return this.endOnly(this.joined(separator))
  }

  endOnly(node: Node | null): Node | null {
    if (node && !this.walk.isAtEnd) this.walk.stuckAt = Math.max(this.walk.stuckAt, this.walk.at)
    return node && this.walk.isAtEnd ? node : null
  }

  /** "First and Last" makes one text of several; numbers are only joined where a separator is named. */
  joined(separator: string | null): Node | null {
    const parts = this.operands()
    if (!parts || parts.length < 2) return null
    const hasText = parts.some(
      part => part.kind === 'text' || (part.kind === 'column' && part.column.type === 'text'),
    )
    return hasText || separator !== null ? { kind: 'join', parts, separator: separator ?? ' ' } : null
  }

  rounded(node: Node | null): Node | null {
    const { walk } = this
    if (!node || !walk.take('rounded', ', rounded')) return node
    walk.take('to')
    const digits = walk.peek()?.text ?? ''
    if (walk.take('the nearest integer', 'a whole number', 'whole numbers', 'the nearest whole number')) {
      return { kind: 'function', template: 'ROUND($1,0)', args: [node], unit: 'same' }
    }
    if (!/^\d$/.test(digits)) return { kind: 'function', template: 'ROUND($1,0)', args: [node], unit: 'same' }
    walk.at++
    walk.take('decimals', 'decimal', 'digits', 'decimal places', 'places')
    return { kind: 'function', template: `ROUND($1,${digits})`, args: [node], unit: 'same' }
  }

  sum(): Node | null {
    let left = this.product()
    while (left) {
      if (this.walk.take('subtracted from', 'taken from')) {
        const from = this.product()
        left = from && { kind: 'binary', operator: '-', left: from, right: left }
        continue
      }
      const operator = this.walk.take('+', 'plus', 'increased by', 'added to')
        ? '+'
        : this.walk.take('-', '−', '–', 'minus', 'less', 'reduced by', 'decreased by')
          ? '-'
          : null
      if (!operator) return left
      const right = this.product()
      if (!right) return null
      left = changeByPercent(left, operator, right) ?? { kind: 'binary', operator, left, right }
    }
    return null
  }

  product(): Node | null {
    let left = this.operand()
    while (left) {
      if (
        this.walk.take(
          'as a percentage of',
          'as a percent of',
          'as percentage of',
          'as percent of',
          'as % of',
          'as a share of',
        )
      ) {
        const right = this.wholeOf(left) ?? this.operand()
        return right && { kind: 'percent_of', left, right }
      }
      const operator = this.walk.take('*', '×', '·', 'x', 'times', 'multiplied by', 'multiplied with')
        ? '*'
        : this.walk.take('/', '÷', 'divided by', 'over', 'per')
          ? '/'
          : null
      if (!operator) return left
      const right = this.operand()
      if (!right) return null
      left = { kind: 'binary', operator, left, right }
    }
    return null
  }

  operand(): Node | null {
    const { walk } = this
    const start = walk.at
    const node =
      walk.attempt(() => this.parenthesised()) ??
      walk.attempt(() => this.number()) ??
      walk.attempt(() => this.named()) ??
      walk.attempt(() => this.columnOrText())
    if (!node) walk.stuckAt = Math.max(walk.stuckAt, Math.min(start, walk.all.length - 1))
    return node
  }

  parenthesised(): Node | null {
    if (!this.walk.take('(')) return null
    const inner = this.sum()
    return inner && this.walk.take(')') ? inner : null
  }

  number(): Node | null {
    const { walk } = this
    if (walk.take('half of', 'half the')) {
      const right = this.operand()
      return (
        right && {
          kind: 'binary',
          operator: '/',
          left: right,
          right: { kind: 'number', value: 2, isPercent: false },
        }
      )
    }
    const isNegative = walk.take('-')
    const lexeme = walk.peek()
    if (!lexeme || lexeme.isQuoted || !/^[$€£¥]?\d/.test(lexeme.text)) return null
    walk.at++
    const isPercent = lexeme.text.endsWith('%') || walk.take('%', 'percent', 'per cent')
    const magnitude = Number(lexeme.text.replaceAll(/[$€£¥,%]/g, '')) / (isPercent ? 100 : 1)
    const value: Node = { kind: 'number', value: isNegative ? -magnitude : magnitude, isPercent }
    if (isPercent && walk.take('off', 'discount on', 'less than')) {
      const price = this.operand()
      return price && changeByPercent(price, '-', value)
    }
    if (!isPercent || !walk.take('of', 'of the')) return value
    const right = this.operand()
    return right && { kind: 'binary', operator: '*', left: right, right: value }
  }

  /** "sum of A and B", "multiply A by B", "days between A and B" and so on. */
  named(): Node | null {
    const { walk } = this
    walk.take('the')
    for (const { names, read } of NAMED) {
      if (walk.take(...names)) return read(this)
    }
    return null
  }

  /** "Qty as a percentage of the total": of the same column. */
  wholeOf(part: Node): Node | null {
    if (part.kind !== 'column') return null
    return this.walk.attempt(() => {
      this.walk.take('the')
      const isTotal =
        this.walk.take('grand total', 'overall total', 'total', 'sum', 'whole') && this.walk.isAtEnd
      return isTotal ? { kind: 'whole', fn: 'SUM', column: part.column } : null
    })
  }

  /** A, B and C. */
  operands(): Node[] | null {
    const first = this.operand()
    if (!first) return null
    const nodes = [first]
    while (this.walk.take(', and', ',', 'and', '&', '+', 'with')) {
      const next = this.operand()
      if (!next) return null
      nodes.push(next)
    }
    return nodes
  }

  pair(...between: string[]): [Node, Node] | null {
    const left = this.operand()
    if (!left || !this.walk.take(...between)) return null
    const right = this.operand()
    return right && [left, right]
  }

  columnOrText(): Node | null {
    const { walk } = this
    const first = walk.peek()
    if (!first) return null
    if (first.isQuoted) {
      walk.at++
      const column = findColumn(this.scope, first.text)
      return column ? { kind: 'column', column } : { kind: 'text', value: first.text }
    }
    while (walk.take('the', 'each', 'value of', 'values of', 'column of')) {}
    for (let words = LONGEST_NAME_WORDS; words >= 1; words--) {
      const lexemesHere = walk.all.slice(walk.at, walk.at + words)
      if (lexemesHere.length < words || lexemesHere.some(({ isQuoted }) => isQuoted)) continue
      if (!couldBeName(lexemesHere)) continue
      const column = findColumn(this.scope, lexemesHere.map(({ text }) => text).join(' '))
      if (!column) continue
      walk.at += words
      walk.take('column', 'columns')
      return { kind: 'column', column }
    }
    return null
  }
}

/** Signs within a name are part of it, "Price (net)"; at its ends they belong to the calculation. */
function couldBeName(lexemesHere: readonly Lexeme[]): boolean {
  const isWord = (text: string) => /^[\p{L}\p{N}_#]/u.test(text)
  const count = (sign: string) => lexemesHere.filter(({ text }) => text === sign).length
  const last = lexemesHere.at(-1)!.text
  return isWord(lexemesHere[0]!.text) && (isWord(last) || last === ')') && count('(') === count(')')
}

/** "Price plus 19%" means 1.19 times the price, not the price and 0.19. */
function changeByPercent(left: Node, operator: '+' | '-', right: Node): Node | null {
  if (right.kind !== 'number' || !right.isPercent || left.kind === 'number') return null
  const factor = operator === '+' ? 1 + right.value : 1 - right.value
  const value = Number(factor.toPrecision(12))
  return { kind: 'binary', operator: '*', left, right: { kind: 'number', value, isPercent: false } }
}
