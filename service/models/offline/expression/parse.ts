/** "Qty times Price plus 19%" → a tree over the sheet's columns. */
import type { ColumnOverview } from '../../../sheets/overview.ts'
import { findColumn } from '../columns.ts'
import { type Condition, readConditions } from '../conditions.ts'
import type { Scope } from '../instruction.ts'
import { unquote } from '../text.ts'
import { type Lexeme, lexemes, Walk } from './lexemes.ts'

export type Node =
  | { kind: 'column'; column: ColumnOverview }
  | { kind: 'number'; value: number; isPercent: boolean }
  | { kind: 'text'; value: string }
  | { kind: 'if'; conditions: Condition[]; whenTrue: Node; whenFalse: Node | null }
  | { kind: 'binary'; operator: '+' | '-' | '*' | '/'; left: Node; right: Node }
  | { kind: 'percent_of'; left: Node; right: Node }
  | { kind: 'join'; parts: Node[]; separator: string }
  /** `template` holds $1, $2 … for the arguments. */
  | { kind: 'function'; template: string; args: Node[]; unit: 'number' | 'text' | 'days' | 'same' }

export type Parsed = { node: Node } | { unknown: string }

const LONGEST_NAME_WORDS = 6

/** Null where the text is no expression; `unknown` where it is one with a name that no column has. */
export function parseExpression(text: string, scope: Scope): Parsed | null {
  const conditional = parseConditional(text, scope)
  if (conditional) return conditional
  const { expression, separator } = takeSeparator(text)
  const walk = new Walk(lexemes(expression))
  if (walk.all.length === 0) return null
  const parser = new Parser(walk, scope)
  const node = parser.whole(separator)
  if (node) return { node }
  return looksLikeExpression(expression, walk) ? { unknown: unknownWords(walk) } : null
}

const IF_FIRST =
  /^if\s+(.+?)(?:\s*,\s*(?:then\s+)?|\s+then\s+)(.+?)(?:\s*,?\s+(?:else|otherwise|if not)\s*,?\s+(.+))?$/i
const IF_LATER =
  /^(.+?)\s+(?:if|when|where)\s+(.+?)(?:\s*,?\s+(?:and\s+)?(?:else|otherwise|if not)\s*,?\s+(.+)|\s*,?\s+and\s+(.+?)\s+(?:if not|otherwise|else))?$/i

/** "if Qty > 10 then Large else Small", "Large if Qty > 10, otherwise Small". */
function parseConditional(text: string, scope: Scope): Parsed | null {
  const first = IF_FIRST.exec(text.trim())
  const later = first ? null : IF_LATER.exec(text.trim())
  const [condition, whenTrue, whenFalse] = first
    ? [first[1], first[2], first[3]]
    : [later?.[2], later?.[1], later?.[3] ?? later?.[4]]
  if (condition === undefined || whenTrue === undefined) return null
  const read = readConditions(condition, scope)
  if (!read) return null
  if ('unknown' in read) return read
  return {
    node: {
      kind: 'if',
      conditions: read.conditions,
      whenTrue: outcome(whenTrue, scope),
      whenFalse: whenFalse === undefined ? null : outcome(whenFalse, scope),
    },
  }
}

/** A calculation where it is one; otherwise the words themselves. */
function outcome(text: string, scope: Scope): Node {
  const parsed = /^["']/.test(text.trim()) ? null : parseExpression(text, scope)
  return parsed && 'node' in parsed
    ? parsed.node
    : {
        kind: 'text',
        value: unquote(text.replace(/^(?:the (?:text|word|value)|show|write|put|say)\s+/i, '')),
      }
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

class Parser {
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
        const right = this.operand()
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

interface Named {
  names: string[]
  read(parser: Parser): Node | null
}

const fold = (nodes: Node[] | null, operator: '+' | '*'): Node | null =>
  nodes && nodes.length > 1
    ? nodes.reduce((left, right) => ({ kind: 'binary', operator, left, right }))
    : null

const binary = (pair: [Node, Node] | null, operator: '+' | '-' | '*' | '/', isSwapped = false): Node | null =>
  pair && { kind: 'binary', operator, left: pair[isSwapped ? 1 : 0], right: pair[isSwapped ? 0 : 1] }

const over =
  (template: string, unit: 'number' | 'text' | 'days' | 'same') =>
  (parser: Parser): Node | null => {
    const arg = parser.operand()
    return arg && { kind: 'function', template, args: [arg], unit }
  }

const overList =
  (name: string) =>
  (parser: Parser): Node | null => {
    const args = parser.operands()
    if (!args || args.length < 2) return null
    return {
      kind: 'function',
      template: `${name}(${args.map((_, index) => `$${index + 1}`).join(',')})`,
      args,
      unit: 'same',
    }
  }

const NAMED: Named[] = [
  {
    names: ['sum of', 'total of', 'adding up', 'adding', 'add', 'sum'],
    read: parser => fold(parser.operands(), '+'),
  },
  { names: ['product of', 'multiplying', 'multiply'], read: parser => readProduct(parser) },
  {
    names: ['difference between', 'difference of'],
    read: parser => binary(parser.pair('and', 'minus'), '-'),
  },
  { names: ['subtracting', 'subtract'], read: parser => binary(parser.pair('from'), '-', true) },
  {
    names: ['dividing', 'divide', 'ratio of', 'quotient of'],
    read: parser => binary(parser.pair('by', 'to', 'and', 'over'), '/'),
  },
  { names: ['percentage of', 'percent of', 'share of'], read: parser => readShare(parser) },
  { names: ['average of', 'mean of'], read: overList('AVERAGE') },
  { names: ['maximum of', 'max of', 'larger of', 'highest of'], read: overList('MAX') },
  { names: ['minimum of', 'min of', 'smaller of', 'lowest of'], read: overList('MIN') },
  { names: ['year of', 'year from'], read: over('YEAR($1)', 'number') },
  { names: ['month of', 'month from'], read: over('TEXT($1,"yyyy-mm")', 'text') },
  {
    names: ['month name of', 'month name from', 'name of the month of'],
    read: over('TEXT($1,"mmmm")', 'text'),
  },
  { names: ['month number of', 'month number from'], read: over('MONTH($1)', 'number') },
  { names: ['quarter of', 'quarter from'], read: over('"Q"&ROUNDUP(MONTH($1)/3,0)', 'text') },
  {
    names: ['weekday of', 'weekday from', 'day of the week of', 'day of week of', 'day of the week from'],
    read: over('TEXT($1,"dddd")', 'text'),
  },
  { names: ['day of', 'day from'], read: over('DAY($1)', 'number') },
  { names: ['days between', 'number of days between'], read: parser => readDays(parser) },
  { names: ['days since', 'number of days since'], read: over('TODAY()-$1', 'days') },
  { names: ['days until', 'number of days until'], read: over('$1-TODAY()', 'days') },
  {
    names: ['length of', 'number of characters in', 'number of characters of'],
    read: over('LEN($1)', 'number'),
  },
  { names: ['uppercase of', 'upper case of', 'uppercase'], read: over('UPPER($1)', 'text') },
  { names: ['lowercase of', 'lower case of', 'lowercase'], read: over('LOWER($1)', 'text') },
  {
    names: ['first word of', 'first word from', 'first word in'],
    read: over('IFERROR(LEFT($1,FIND(" ",$1)-1),$1)', 'text'),
  },
  {
    names: ['last word of', 'last word from', 'last word in'],
    read: over('TRIM(RIGHT(SUBSTITUTE($1," ",REPT(" ",99)),99))', 'text'),
  },
  {
    names: ['domain of', 'domain from', 'email domain of', 'domain in'],
    read: over('IFERROR(MID($1,FIND("@",$1)+1,255),"")', 'text'),
  },
  { names: ['first letter of', 'initial of'], read: over('LEFT($1,1)', 'text') },
  { names: ['absolute value of', 'absolute of'], read: over('ABS($1)', 'same') },
  { names: ['square root of'], read: over('SQRT($1)', 'number') },
]

function readProduct(parser: Parser): Node | null {
  return (
    parser.walk.attempt(() => binary(parser.pair('by', 'with'), '*')) ??
    parser.walk.attempt(() => fold(parser.operands(), '*'))
  )
}

/** "percentage of A in B": how much of B is A. */
function readShare(parser: Parser): Node | null {
  const pair = parser.pair('in', 'to', 'over', 'of')
  return pair && { kind: 'percent_of', left: pair[0], right: pair[1] }
}

function readDays(parser: Parser): Node | null {
  const pair = parser.pair('and')
  return pair && { kind: 'function', template: '$2-$1', args: pair, unit: 'days' }
}

/** "Price plus 19%" means 1.19 times the price, not the price and 0.19. */
function changeByPercent(left: Node, operator: '+' | '-', right: Node): Node | null {
  if (right.kind !== 'number' || !right.isPercent || left.kind === 'number') return null
  const factor = operator === '+' ? 1 + right.value : 1 - right.value
  const value = Number(factor.toPrecision(12))
  return { kind: 'binary', operator: '*', left, right: { kind: 'number', value, isPercent: false } }
}
