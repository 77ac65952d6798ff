/**
 * Checks the grammar of a formula and collects what it calls. Not an evaluator: it answers whether
 * Google will accept the text, and which functions and names it uses.
 */
import { type Token, tokenize } from './tokenize.ts'

export interface FunctionCall {
  name: string
  at: number
  /** Arguments as written; an empty pair of parentheses has none. */
  argumentCount: number
  /** Tokens of the first argument, for rules about addresses. */
  firstArgument: Token[]
  /** Tokens of each. */
  args: Token[][]
}

export type Parsed =
  | { ok: true; tokens: Token[]; calls: FunctionCall[] }
  | { ok: false; at: number; message: string }

class SyntaxProblem extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

const INFIX = new Set(['+', '-', '*', '/', '^', '&', '=', '<>', '<', '>', '<=', '>=', ':'])
/** Deeper nesting than any person writes; keeps the recursion bounded. */
const MAX_DEPTH = 200

class Parser {
  readonly calls: FunctionCall[] = []
  readonly #tokens: Token[]
  readonly #end: number
  #position = 0
  #depth = 0

  constructor(tokens: Token[], end: number) {
    this.#tokens = tokens
    this.#end = end
  }

  parse(): void {
    if (this.#tokens.length === 0) throw new SyntaxProblem(1, 'there is nothing after the =')
    this.#expression()
    const rest = this.#peek()
    if (!rest) return
    if (rest.kind === 'close') throw new SyntaxProblem(rest.at, 'there is a ) too many')
    if (rest.kind === 'separator')
      throw new SyntaxProblem(rest.at, `the ${rest.text} is outside of any function`)
    throw new SyntaxProblem(rest.at, `an operator is missing before ${rest.text}`)
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position]
  }

  #expression(): void {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH)
      throw new SyntaxProblem(this.#peek()?.at ?? this.#end, 'the formula is nested too deeply')
    this.#operand()
    for (
      let token = this.#peek();
      token?.kind === 'operator' && INFIX.has(token.text);
      token = this.#peek()
    ) {
      this.#position += 1
      this.#operand()
    }
    this.#depth -= 1
  }

  #operand(): void {
    let token = this.#peek()
    while (token?.kind === 'operator' && (token.text === '-' || token.text === '+' || token.text === '@')) {
      this.#position += 1
      token = this.#peek()
    }
    if (!token) throw new SyntaxProblem(this.#end, 'something is missing at the end')
    this.#primary(token)
    this.#suffixes()
  }

  #primary(token: Token): void {
    this.#position += 1
    switch (token.kind) {
      case 'number':
      case 'string':
      case 'reference':
      case 'error':
        return
      case 'name':
        if (this.#peek()?.kind === 'open') this.#call(token)
        return
      case 'open':
        this.#parenthesised(token)
        return
      case 'open-array':
        this.#array(token)
        return
      default:
        throw new SyntaxProblem(token.at, `a value is missing before ${token.text}`)
    }
  }

  /** `5%`, and calls of a call: `LAMBDA(x; x)(3)`. */
  #suffixes(): void {
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.kind === 'operator' && token.text === '%') this.#position += 1
      else if (token.kind === 'open') this.#arguments(token)
      else return
    }
  }

  #parenthesised(open: Token): void {
    this.#expression()
    // A union of ranges in parentheses: (A1:A3, C1:C3).
    while (this.#peek()?.kind === 'separator') {
      this.#position += 1
      this.#expression()
    }
    this.#expect('close', open, 'a ( is not closed')
  }

  #call(name: Token): void {
    const call: FunctionCall = { name: name.text, at: name.at, argumentCount: 0, firstArgument: [], args: [] }
    this.calls.push(call)
    const open = this.#peek()!
    const start = this.#position + 1
    const ends = this.#arguments(open)
    call.argumentCount = ends.length
    call.args = ends.map((end, index) => this.#tokens.slice(index === 0 ? start : ends[index - 1]! + 1, end))
    call.firstArgument = call.args[0] ?? []
  }

  /** Positions at which the arguments end. An argument may be empty: IF(A1,,2). */
  #arguments(open: Token): number[] {
    this.#position += 1
    const ends: number[] = []
    if (this.#peek()?.kind === 'close') {
      this.#position += 1
      return ends
    }
    for (;;) {
      const token = this.#peek()
      if (token && token.kind !== 'separator' && token.kind !== 'close') this.#expression()
      ends.push(this.#position)
      const next = this.#peek()
      if (next?.kind === 'separator') this.#position += 1
      else if (next?.kind === 'close') break
      else if (next) throw new SyntaxProblem(next.at, `a , or ) is missing before ${next.text}`)
      else throw new SyntaxProblem(open.at, 'a ( is not closed')
    }
    this.#position += 1
    return ends
  }

  #array(open: Token): void {
    if (this.#peek()?.kind === 'close-array') {
      this.#position += 1
      return
    }
    this.#expression()
    for (
      let token = this.#peek();
      token?.kind === 'separator' || token?.kind === 'array-row';
      token = this.#peek()
    ) {
      this.#position += 1
      this.#expression()
    }
    this.#expect('close-array', open, 'a { is not closed')
  }

  #expect(kind: Token['kind'], open: Token, message: string): void {
    const token = this.#peek()
    if (token?.kind === kind) {
      this.#position += 1
      return
    }
    if (!token) throw new SyntaxProblem(open.at, message)
    throw new SyntaxProblem(token.at, `${token.text} cannot stand here`)
  }
}

export function parseFormula(formula: string, decimalComma = false): Parsed {
  if (!formula.startsWith('=')) return { ok: false, at: 0, message: 'a formula starts with =' }
  const read = tokenize(formula, decimalComma)
  if (!read.ok) return read
  const parser = new Parser(read.tokens, formula.length)
  try {
    parser.parse()
  } catch (problem) {
    if (problem instanceof SyntaxProblem) return { ok: false, at: problem.at, message: problem.message }
    throw problem
  }
  return { ok: true, tokens: read.tokens, calls: parser.calls }
}
