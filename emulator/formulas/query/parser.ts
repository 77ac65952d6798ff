/** Reads a query of Google's query language. Throws a QueryFault in Google's words. */
import { readDateTime, readTime } from '../read-number.ts'
import {
  type Aggregate,
  type Comparison,
  type Condition,
  type Expression,
  type LiteralType,
  type Query,
  QueryFault,
} from './language.ts'
import { readTokens, type Token } from './tokens.ts'

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
const CLAUSES = [
  'select',
  'where',
  'group',
  'pivot',
  'order',
  'skipping',
  'limit',
  'offset',
  'label',
  'format',
  'options',
]

export function parseQuery(text: string): Query {
  return new Parser(readTokens(text)).query()
}

class Parser {
  readonly #tokens: Token[]
  #at = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  query(): Query {
    const query: Query = {
      select: undefined,
      where: undefined,
      groupBy: [],
      pivot: [],
      orderBy: [],
      skipping: 0,
      limit: undefined,
      offset: 0,
      labels: new Map(),
      formats: new Map(),
      options: new Set(),
    }
    let last = -1
    while (this.#token.kind !== 'end') {
      const clause = CLAUSES.indexOf(this.#token.text.toLowerCase())
      // Clauses come once each, in this order.
      if (this.#token.kind !== 'word' || clause <= last) throw this.#fault()
      last = clause
      this.#at++
      this.#clause(CLAUSES[clause] ?? '', query)
    }
    return query
  }

  #clause(name: string, query: Query): void {
    switch (name) {
      case 'select':
        query.select = this.#takeSign('*') ? undefined : this.#list(() => this.#expression())
        return
      case 'where':
        query.where = this.#or()
        return
      case 'group':
        this.#expectWord('by')
        query.groupBy = this.#list(() => this.#expression())
        return
      case 'pivot':
        query.pivot = this.#list(() => this.#expression())
        return
      case 'order':
        this.#expectWord('by')
        query.orderBy = this.#list(() => this.#order())
        return
      case 'label':
        this.#list(() => query.labels.set(this.#expression().key, this.#text()))
        return
      case 'format':
        this.#list(() => query.formats.set(this.#expression().key, this.#text()))
        return
      case 'options':
        while (this.#token.kind === 'word') query.options.add(this.#next().text.toLowerCase())
        return
      default:
        query[name as 'skipping' | 'limit' | 'offset'] = this.#count()
    }
  }

  #order(): { by: Expression; isDescending: boolean } {
    const by = this.#expression()
    const isDescending = this.#takeWord('desc')
    if (!isDescending) this.#takeWord('asc')
    return { by, isDescending }
  }

  // ---- expressions

  #expression(): Expression {
    return this.#operation(['+', '-'], () => this.#operation(['*', '/'], () => this.#operand()))
  }

  #operation(signs: string[], part: () => Expression): Expression {
    let left = part()
    for (;;) {
      const { kind, text } = this.#token
      if (kind !== 'sign' || !signs.includes(text)) return left
      this.#at++
      left = called(SIGNS[text] ?? '', [left, part()])
    }
  }

  #operand(): Expression {
    const token = this.#next()
    if (token.kind === 'number') return literal(Number(token.text), 'number')
    if (token.kind === 'text') return literal(token.text, 'string')
    if (token.kind === 'quoted') return column(token.text)
    if (token.kind === 'sign' && token.text === '(') {
      const inner = this.#expression()
      this.#expectSign(')')
      return inner
    }
    if (token.kind === 'sign' && token.text === '-') {
      const number = this.#next()
      if (number.kind === 'number') return literal(-Number(number.text), 'number')
      this.#at--
      throw this.#fault()
    }
    if (token.kind !== 'word') {
      this.#at--
      throw this.#fault()
    }
    return this.#word(token)
  }

  #word(token: Token): Expression {
    const name = token.text.toLowerCase()
    const isCall = this.#token.kind === 'sign' && this.#token.text === '('
    if (isCall) return this.#call(name)
    if (name === 'true' || name === 'false') return literal(name === 'true', 'boolean')
    if (['date', 'datetime', 'timestamp', 'timeofday'].includes(name) && this.#token.kind === 'text')
      return this.#moment(name === 'timestamp' ? 'datetime' : (name as LiteralType))
    return column(token.text)
  }

  #call(name: string): Expression {
    const wanted = FUNCTIONS[name]
    if (!AGGREGATES.has(name) && wanted === undefined) {
      this.#at--
      throw this.#fault()
    }
    this.#expectSign('(')
    const args: Expression[] = []
    if (!this.#takeSign(')')) {
      args.push(...this.#list(() => this.#expression()))
      this.#expectSign(')')
    }
    if (AGGREGATES.has(name)) {
      const [of] = args
      if (of === undefined || args.length > 1) throw this.#fault()
      return { kind: 'aggregate', name: name as Aggregate, of, key: `${name}(${of.key})` }
    }
    if (args.length !== wanted) throw this.#fault()
    return called(name, args)
  }

  #moment(type: LiteralType): Expression {
    const { text } = this.#next()
    const value = type === 'timeofday' ? readTime(text) : readDateTime(text)
    if (value === undefined || (type === 'date' && !/^\d{4}-\d{1,2}-\d{1,2}$/.test(text)))
      throw new QueryFault(
        `Invalid ${type} literal [${text}]. ${type === 'date' ? 'Date literals should be of form yyyy-MM-dd.' : type === 'datetime' ? 'Datetime literals should be of form yyyy-MM-dd HH:mm:ss[.SSS]' : 'Timeofday literals should be of form HH:mm:ss[.SSS]'}`,
      )
    return literal(value, type)
  }

  // ---- conditions

  #or(): Condition {
    let left = this.#and()
    while (this.#takeWord('or')) left = { op: 'or', left, right: this.#and() }
    return left
  }

  #and(): Condition {
    let left = this.#not()
    while (this.#takeWord('and')) left = { op: 'and', left, right: this.#not() }
    return left
  }

  #not(): Condition {
    if (this.#takeWord('not')) return { op: 'not', of: this.#not() }
    if (this.#token.kind === 'sign' && this.#token.text === '(' && this.#isConditionInside()) {
      this.#at++
      const inner = this.#or()
      this.#expectSign(')')
      return inner
    }
    return this.#comparison()
  }

  /** A parenthesis opens a condition where it holds a comparison, else a sum. */
  #isConditionInside(): boolean {
    let depth = 0
    for (let i = this.#at; i < this.#tokens.length; i++) {
      const { kind, text } = this.#tokens[i] as Token
      if (kind === 'sign' && text === '(') depth++
      if (kind === 'sign' && text === ')' && --depth === 0) return false
      if (depth < 1) continue
      if (kind === 'sign' && /^(?:[=<>]|<=|>=|<>|!=)$/.test(text)) return true
      if (kind === 'word' && /^(?:is|contains|starts|ends|matches|like|not)$/i.test(text)) return true
    }
    return false
  }

  #comparison(): Condition {
    const left = this.#expression()
    if (this.#takeWord('is')) {
      const isNull = !this.#takeWord('not')
      this.#expectWord('null')
      return { op: 'null', of: left, isNull }
    }
    const by = this.#operator()
    return { op: 'compare', by, left, right: this.#expression() }
  }

  #operator(): Comparison {
    const token = this.#next()
    const text = token.text.toLowerCase()
    if (token.kind === 'sign' && ['=', '<', '>', '<=', '>='].includes(text)) return text as Comparison
    if (token.kind === 'sign' && (text === '!=' || text === '<>')) return '!='
    if (token.kind === 'word' && (text === 'contains' || text === 'matches' || text === 'like')) return text
    if (token.kind === 'word' && (text === 'starts' || text === 'ends')) {
      this.#expectWord('with')
      return `${text} with`
    }
    this.#at--
    throw this.#fault()
  }

  // ---- tokens

  get #token(): Token {
    return this.#tokens[this.#at] as Token
  }

  #next(): Token {
    const token = this.#token
    if (token.kind === 'end') throw this.#fault()
    this.#at++
    return token
  }

  #list<T>(item: () => T): T[] {
    const items = [item()]
    while (this.#takeSign(',')) items.push(item())
    return items
  }

  #text(): string {
    if (this.#token.kind !== 'text') throw this.#fault()
    return this.#next().text
  }

  #count(): number {
    if (this.#token.kind !== 'number') throw this.#fault()
    return Math.trunc(Number(this.#next().text))
  }

  #takeWord(word: string): boolean {
    const isThere = this.#token.kind === 'word' && this.#token.text.toLowerCase() === word
    if (isThere) this.#at++
    return isThere
  }

  #expectWord(word: string): void {
    if (!this.#takeWord(word)) throw this.#fault()
  }

  #takeSign(sign: string): boolean {
    const isThere = this.#token.kind === 'sign' && this.#token.text === sign
    if (isThere) this.#at++
    return isThere
  }

  #expectSign(sign: string): void {
    if (!this.#takeSign(sign)) throw this.#fault()
  }

  #fault(): QueryFault {
    const { kind, text, at } = this.#token
    const found = kind === 'end' ? '<EOF>' : kind === 'word' ? ` <ID> "${text} "` : ` "${text}" "${text} "`
    return new QueryFault(`PARSE_ERROR: Encountered "${found}" at line 1, column ${at + 1}.`)
  }
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
