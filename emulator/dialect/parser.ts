/** The syntax tree of a normalised formula. References and literals are numbered in order of appearance. */
import { type Token, tokenize } from './lexer.ts'

export type Node =
  | { kind: 'reference'; index: number; isRange: boolean }
  | { kind: 'number' | 'string'; index: number }
  | { kind: 'boolean'; value: boolean }
  | { kind: 'name'; name: string }
  | { kind: 'call'; name: string; args: Node[] }
  /** A value called like a function: LAMBDA(x, x+1)(5). */
  | { kind: 'apply'; target: Node; args: Node[] }
  | { kind: 'missing' }

const OPERATORS: Record<string, [precedence: number, functionName: string]> = {
  '=': [1, 'EQ'],
  '<>': [1, 'NE'],
  '<': [1, 'LT'],
  '>': [1, 'GT'],
  '<=': [1, 'LTE'],
  '>=': [1, 'GTE'],
  '&': [2, 'CONCATENATE'],
  '+': [3, 'ADD'],
  '-': [3, 'MINUS'],
  '*': [4, 'MULTIPLY'],
  '/': [4, 'DIVIDE'],
  '^': [6, 'POWER'],
}
const SIGN_PRECEDENCE = 5

/** Throws on a syntax error. */
export function parseFormula(normalised: string): Node {
  const parser = new Parser(tokenize(normalised))
  const node = parser.expression(0)
  parser.end()
  return node
}

class Parser {
  readonly #tokens: Token[]
  #at = 0
  #references = 0
  #numbers = 0
  #strings = 0

  constructor(tokens: Token[]) {
    this.#tokens = tokens
  }

  end(): void {
    if (this.#at < this.#tokens.length) throw new Error('Unexpected text after the formula')
  }

  expression(precedence: number): Node {
    let left = this.#operand()
    for (;;) {
      const token = this.#tokens[this.#at]
      const operator = token?.kind === 'sign' ? OPERATORS[token.text] : undefined
      if (operator === undefined || operator[0] <= precedence) return left
      this.#at++
      left = { kind: 'call', name: operator[1], args: [left, this.expression(operator[0])] }
    }
  }

  #operand(): Node {
    let node = this.#primary()
    for (;;) {
      if (this.#take('(')) node = { kind: 'apply', target: node, args: this.#args() }
      else if (this.#take('%')) node = { kind: 'call', name: 'UNARY.PERCENT', args: [node] }
      else return node
    }
  }

  #primary(): Node {
    const token = this.#tokens[this.#at++]
    switch (token?.kind) {
      case 'range':
      case 'cell':
        return { kind: 'reference', index: this.#references++, isRange: token.kind === 'range' }
      case 'number':
        return { kind: 'number', index: this.#numbers++ }
      case 'string':
        return { kind: 'string', index: this.#strings++ }
      case 'name':
        return this.#named(token.text)
      case 'sign':
        return this.#signed(token.text)
      case undefined:
        throw new Error('Unexpected end of the formula')
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
      }
    if (sign === '{') return this.#array()
    throw new Error(`Unexpected ${sign}`)
  }

  #array(): Node {
    const rows: Node[][] = [[]]
    while (!this.#take('}')) {
      rows.at(-1)?.push(this.expression(0))
      if (this.#take(';')) rows.push([])
      else this.#take(',')
    }
    return {
      kind: 'call',
      name: 'ARRAY.LITERAL',
      args: rows.map(args => ({ kind: 'call', name: 'ARRAY.ROW', args })),
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
    return token?.kind === 'sign' && token.text === sign
  }

  #take(sign: string): boolean {
    if (!this.#isAt(sign)) return false
    this.#at++
    return true
  }

  #expect(sign: string): void {
    if (!this.#take(sign)) throw new Error(`Expected ${sign}`)
  }
}
