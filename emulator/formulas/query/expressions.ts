/** What a query computes of a row: columns, literals, sums, scalar functions, aggregates. */
import { readDateTime, readTime } from '../read-number.ts'
import type { Cursor } from './cursor.ts'
import { type Aggregate, type Expression, type LiteralType, QueryFault } from './language.ts'
import type { Token } from './tokens.ts'

const AGGREGATES = new Set(['avg', 'count', 'max', 'min', 'sum'])
/** Scalar functions and how many arguments each takes. */
const FUNCTIONS: Record<string, number> = {
  year: 1,
  month: 1,
  day: 1,
  hour: 1,
  minute: 1,
  second: 1,
  millisecond: 1,
  quarter: 1,
  dayofweek: 1,
  now: 0,
  datediff: 2,
  todate: 1,
  upper: 1,
  lower: 1,
}
const SIGNS: Record<string, string> = { '+': 'sum', '-': 'difference', '*': 'product', '/': 'quotient' }

export function expression(at: Cursor): Expression {
  return operation(at, ['+', '-'], () => operation(at, ['*', '/'], () => operand(at)))
}

function operation(at: Cursor, signs: string[], part: () => Expression): Expression {
  let left = part()
  for (;;) {
    const { kind, text } = at.token
    if (kind !== 'sign' || !signs.includes(text)) return left
    at.next()
    left = called(SIGNS[text] ?? '', [left, part()])
  }
}

function operand(at: Cursor): Expression {
  const token = at.next()
  if (token.kind === 'number') return literal(Number(token.text), 'number')
  if (token.kind === 'text') return literal(token.text, 'string')
  if (token.kind === 'quoted') return column(token.text)
  if (token.kind === 'sign' && token.text === '(') {
    const inner = expression(at)
    at.expectSign(')')
    return inner
  }
  if (token.kind === 'sign' && token.text === '-') {
    const number = at.next()
    if (number.kind === 'number') return literal(-Number(number.text), 'number')
    at.back()
    throw at.fault()
  }
  if (token.kind !== 'word') {
    at.back()
    throw at.fault()
  }
  return word(at, token)
}

function word(at: Cursor, token: Token): Expression {
  const name = token.text.toLowerCase()
  const isCall = at.isSign('(')
  if (isCall) return call(at, name)
  if (name === 'true' || name === 'false') return literal(name === 'true', 'boolean')
  if (['date', 'datetime', 'timestamp', 'timeofday'].includes(name) && at.token.kind === 'text')
    return moment(at, name === 'timestamp' ? 'datetime' : (name as LiteralType))
  return column(token.text)
}

function call(at: Cursor, name: string): Expression {
  const wanted = FUNCTIONS[name]
  if (!AGGREGATES.has(name) && wanted === undefined) {
    at.back()
    throw at.fault()
  }
  at.expectSign('(')
  const args: Expression[] = []
  if (!at.takeSign(')')) {
    args.push(...at.list(() => expression(at)))
    at.expectSign(')')
  }
  if (AGGREGATES.has(name)) {
    const [of] = args
    if (of === undefined || args.length > 1) throw at.fault()
    return { kind: 'aggregate', name: name as Aggregate, of, key: `${name}(${of.key})` }
  }
  if (args.length !== wanted) throw at.fault()
  return called(name, args)
}

function moment(at: Cursor, type: LiteralType): Expression {
  const { text } = at.next()
  const value = type === 'timeofday' ? readTime(text) : readDateTime(text)
  if (value === undefined || (type === 'date' && !/^\d{4}-\d{1,2}-\d{1,2}$/.test(text)))
    throw new QueryFault(
      `Invalid ${type} literal [${text}]. ${type === 'date' ? 'Date literals should be of form yyyy-MM-dd.' : type === 'datetime' ? 'Datetime literals should be of form yyyy-MM-dd HH:mm:ss[.SSS]' : 'Timeofday literals should be of form HH:mm:ss[.SSS]'}`,
    )
  return literal(value, type)
}

function column(id: string): Expression {
  return { kind: 'column', id, key: id.toLowerCase() }
}

function literal(value: number | string | boolean, type: LiteralType): Expression {
  return { kind: 'literal', value, type, key: `${type}:${String(value)}` }
}

function called(name: string, args: Expression[]): Expression {
  return { kind: 'function', name, args, key: `${name}(${args.map(({ key }) => key).join(',')})` }
}
