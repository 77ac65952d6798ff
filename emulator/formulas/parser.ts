/**
 * The syntax tree of a formula's tokens. References, numbers and texts are numbered in order of appearance:
 * formulas that differ in these alone have one tree. Throws on what is no formula.
 */
import type { Token } from './tokens.ts'

export type Node =
  | { kind: 'reference'; index: number; isRange: boolean }
  | { kind: 'number' | 'string'; index: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'error'; value: string }
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; args: Node[]; isOperator?: boolean }
  /** A value called like a function: LAMBDA(x, x+1)(5). */
  | { kind: 'apply'; target: Node; args: Node[] }
  | { kind: 'array'; rows: Node[][] }
  | { kind: 'missing' }

export class SyntaxFault extends Error {}

const OPERATORS: Record<string, [precedence: number, functionName: string]> = {
  '=': [1, 'EQ'],
  '<>': [1, 'NE'],
  '<': [1, 'LT'],
  '>': [1, 'GT'],
  '<=': [1, 'LTE'],
  '>=': [1, 'GTE'],
  '&': [2, 'CONCAT'],
  '+': [3, 'ADD'],
  '-': [3, 'MINUS'],
  '*': [4, 'MULTIPLY'],
  '/': [4, 'DIVIDE'],
  '^': [5, 'POW'],
  ':': [7, 'RANGE_OF'],
}
/** -2^2 is 4: a sign binds more than a power. */
const SIGN_PRECEDENCE = 6

export function parseTokens(tokens: readonly Token[]): Node {
  const parser = new Parser(tokens.filter(({ type }) => type !== 'SPACE').slice(1))
  const node = parser.expression(0)
  parser.end()
  return node
}

class Parser {
  readonly #tokens: readonly Token[]
  #at = 0
  #references = 0
  #numbers = 0
  #strings = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new SyntaxFault('Unexpected text after the formula')
  }

  expression(precedence: number): Node {
    let left = this.#operand()
    for (;;) {
      const token = this.#tokens[this.#at]
      const operator = token?.type === 'OPERATOR' ? OPERATORS[token.value] : undefined
      if (operator === undefined || operator[0] <= precedence) return left
      this.#at++
      left = { kind: 'call', name: operator[1], args: [left, this.expression(operator[0])], isOperator: true }
    }
  }

  #operand(): Node {
    let node = this.#primary()
    for (;;) {
      if (this.#take('(')) node = { kind: 'apply', target: node, args: this.#args() }
      else if (this.#take('%')) node = { kind: 'call', name: 'UNARY_PERCENT', args: [node], isOperator: true }
      else return node
    }
  }

  #primary(): Node {
    const token = this.#tokens[this.#at++]
    switch (token?.type) {
      case 'REFERENCE':
      case 'INVALID_REFERENCE':
        return { kind: 'reference', index: this.#references++, isRange: token.value.includes(':') }
      case 'NUMBER':
        return { kind: 'number', index: this.#numbers++ }
      case 'STRING':
        return { kind: 'string', index: this.#strings++ }
      case 'ERROR':
        return { kind: 'error', value: token.value.toUpperCase() }
      case 'SYMBOL':
        return this.#named(token.value)
      case undefined:
        throw new SyntaxFault('Unexpected end of the formula')
      default:
        return this.#signed((token as Token).value)
    }
  }

  #named(text: string): Node {
    const name = text.toUpperCase()
    if (this.#take('(')) return { kind: 'call', name, args: this.#args() }
    if (name === 'TRUE' || name === 'FALSE') return { kind: 'boolean', value: name === 'TRUE' }
    return { kind: 'name', name: text }
  }

  #signed(sign: string): Node {
    if (sign === '(') {
      const inner = this.expression(0)
      this.#expect(')')
      return inner
    }
    if (sign === '-' || sign === '+')
      return {
        kind: 'call',
        name: sign === '-' ? 'UMINUS' : 'UPLUS',
        args: [this.expression(SIGN_PRECEDENCE)],
        isOperator: true,
      }
    if (sign === '{') return this.#array()
    throw new SyntaxFault(`Unexpected ${sign}`)
  }

  #array(): Node {
    const rows: Node[][] = [[]]
    if (this.#take('}')) return { kind: 'array', rows: [] }
    for (;;) {
      rows.at(-1)?.push(this.expression(0))
      if (this.#take('}')) return { kind: 'array', rows }
      if (this.#take(';')) rows.push([])
      else this.#expect(',')
    }
  }

  /** After the opening parenthesis. */
  #args(): Node[] {
    const args: Node[] = []
    if (this.#take(')')) return args
    for (;;) {
      args.push(this.#isAt(',') || this.#isAt(')') ? { kind: 'missing' } : this.expression(0))
      if (this.#take(',')) continue
      this.#expect(')')
      return args
    }
  }

  #isAt(sign: string): boolean {
    const token = this.#tokens[this.#at]
    return token !== undefined && token.value === sign && token.type !== 'STRING'
  }

  #take(sign: string): boolean {
    if (!this.#isAt(sign)) return false
    this.#at++
    return true
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new SyntaxFault(`Expected ${sign}`)
  }
}
