/** Calculations that people call by a name: "sum of A and B", "days between A and B", "first word of A". */
import type { Node } from './node.ts'
import type { Parser } from './parse.ts'

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

const isWhole = (name: string): name is 'AVERAGE' | 'MAX' | 'MIN' => ['AVERAGE', 'MAX', 'MIN'].includes(name)

const overList =
  (name: string) =>
  (parser: Parser): Node | null => {
    const args = parser.operands()
    const [first] = args ?? []
    // Of a single column, the figure is over all its rows.
    if (args?.length === 1 && first?.kind === 'column' && isWhole(name))
      return { kind: 'whole', fn: name, column: first.column }
    if (!args || args.length < 2) return null
    return {
      kind: 'function',
      template: `${name}(${args.map((_, index) => `$${index + 1}`).join(',')})`,
      args,
      unit: 'same',
    }
  }

export const NAMED: readonly Named[] = [
  {
    names: ['sum of', 'total of', 'adding up', 'adding', 'add', 'sum'],
    read: parser => readSum(parser),
  },
  { names: ['total', 'grand total of', 'overall'], read: parser => whole(parser, 'SUM') },
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
    names: ['first word of', 'first word from', 'first word in', 'first name of', 'first name from'],
    read: over('IFERROR(LEFT($1,FIND(" ",$1)-1),$1)', 'text'),
  },
  {
    names: ['last word of', 'last word from', 'last word in', 'last name of', 'last name from', 'surname of'],
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

/** A sum of several columns is one of each row; of a single one it is the column's total. */
function readSum(parser: Parser): Node | null {
  return parser.walk.attempt(() => fold(parser.operands(), '+')) ?? whole(parser, 'SUM')
}

function whole(parser: Parser, fn: 'SUM' | 'AVERAGE' | 'MAX' | 'MIN'): Node | null {
  const arg = parser.walk.attempt(() => parser.operand())
  return arg?.kind === 'column' ? { kind: 'whole', fn, column: arg.column } : null
}

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
