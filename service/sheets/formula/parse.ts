/**
 * Checks the grammar of a formula, makes a tree of it and collects what it calls. Not an evaluator: it answers
 * whether Google will accept the text, and which functions and names it uses.
 */
import { type Token, tokenize } from './tokenize.ts'
import { type Formula, isSign, type Sign, treeOf } from './tree.ts'

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
  | { ok: true; tokens: Token[]; calls: FunctionCall[]; tree: Formula }
  | { ok: false; at: number; message: string }

class SyntaxProblem extends Error {
  readonly at: number
  constructor(at: number, message: string) {
    super(message)
    this.at = at
  }
}

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

  parse(): Formula {
    if (this.#tokens.length === 0) throw new SyntaxProblem(1, 'there is nothing after the =')
    const tree = this.#expression()
    const rest = this.#peek()
    if (!rest) return tree
    if (rest.kind === 'close') throw new SyntaxProblem(rest.at, 'there is a ) too many')
    if (rest.kind === 'separator')
      throw new SyntaxProblem(rest.at, `the ${rest.text} is outside of any function`)
    throw new SyntaxProblem(rest.at, `an operator is missing before ${rest.text}`)
  }

  #peek(): Token | undefined {
    return this.#tokens[this.#position]
  }

  #expression(): Formula {
    this.#depth += 1
    if (this.#depth > MAX_DEPTH)
      throw new SyntaxProblem(this.#peek()?.at ?? this.#end, 'the formula is nested too deeply')
    const operands = [this.#operand()]
    const signs: Sign[] = []
    for (let sign = this.#sign(); sign !== null; sign = this.#sign()) {
      this.#position += 1
      signs.push(sign)
      operands.push(this.#operand())
    }
    this.#depth -= 1
    return treeOf(operands, signs)
  }

  #sign(): Sign | null {
    const token = this.#peek()
    return token?.kind === 'operator' && isSign(token.text) ? token.text : null
  }

  #operand(): Formula {
    let token = this.#peek()
    let minuses = 0
    while (token?.kind === 'operator' && (token.text === '-' || token.text === '+' || token.text === '@')) {
      if (token.text === '-') minuses += 1
      this.#position += 1
      token = this.#peek()
    }
    if (!token) throw new SyntaxProblem(this.#end, 'something is missing at the end')
    let operand = this.#suffixes(this.#primary(token))
    for (; minuses > 0; minuses -= 1) operand = { kind: 'minus', of: operand }
    return operand
  }

  #primary(token: Token): Formula {
    this.#position += 1
    switch (token.kind) {
      case 'number':
      case 'string':
      case 'reference':
      case 'error':
        return { kind: token.kind, text: token.text }
      case 'name':
        return this.#peek()?.kind === 'open' ? this.#call(token) : { kind: 'name', text: token.text }
      case 'open':
        return this.#parenthesised(token)
      case 'open-array':
        return this.#array(token)
      default:
        throw new SyntaxProblem(token.at, `a value is missing before ${token.text}`)
    }
  }

  /** `5%`, and calls of a call: `LAMBDA(x; x)(3)`. */
  #suffixes(primary: Formula): Formula {
    let whole = primary
    for (let token = this.#peek(); token; token = this.#peek()) {
      if (token.kind === 'operator' && token.text === '%') {
        this.#position += 1
        whole = { kind: 'percent', of: whole }
      } else if (token.kind === 'open')
        whole = { kind: 'applied', what: whole, args: this.#arguments(token).args }
      else break
    }
    return whole
  }

  #parenthesised(open: Token): Formula {
    const items = [this.#expression()]
    // A union of ranges in parentheses: (A1:A3, C1:C3).
    while (this.#peek()?.kind === 'separator') {
      this.#position += 1
      items.push(this.#expression())
    }
    this.#expect('close', open, 'a ( is not closed')
    return items.length === 1 ? items[0]! : { kind: 'union', items }
  }

  #call(name: Token): Formula {
    const call: FunctionCall = { name: name.text, at: name.at, argumentCount: 0, firstArgument: [], args: [] }
    this.calls.push(call)
    const open = this.#peek()!
    const start = this.#position + 1
    const { ends, args } = this.#arguments(open)
    call.argumentCount = ends.length
    call.args = ends.map((end, index) => this.#tokens.slice(index === 0 ? start : ends[index - 1]! + 1, end))
    call.firstArgument = call.args[0] ?? []
    return { kind: 'call', name: name.text.toUpperCase(), args }
  }

  /** The arguments, and the positions at which they end. One may be empty: IF(A1,,2). */
  #arguments(open: Token): { args: Formula[]; ends: number[] } {
    this.#position += 1
    const ends: number[] = []
    const args: Formula[] = []
    if (this.#peek()?.kind === 'close') {
      this.#position += 1
      return { args, ends }
    }
    for (;;) {
      const token = this.#peek()
      const isLeftOut = token === undefined || token.kind === 'separator' || token.kind === 'close'
      args.push(isLeftOut ? { kind: 'left-out' } : this.#expression())
      ends.push(this.#position)
      const next = this.#peek()
      if (next?.kind === 'separator') this.#position += 1
      else if (next?.kind === 'close') break
      else if (next) throw new SyntaxProblem(next.at, `a , or ) is missing before ${next.text}`)
      else throw new SyntaxProblem(open.at, 'a ( is not closed')
    }
    this.#position += 1
    return { args, ends }
  }

  #array(open: Token): Formula {
    if (this.#peek()?.kind === 'close-array') {
      this.#position += 1
      return { kind: 'array', items: [] }
    }
    const items = [this.#expression()]
    for (
      let token = this.#peek();
      token?.kind === 'separator' || token?.kind === 'array-row';
      token = this.#peek()
    ) {
      this.#position += 1
      items.push(this.#expression())
    }
    this.#expect('close-array', open, 'a { is not closed')
    return { kind: 'array', items }
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
    return { ok: true, tree: parser.parse(), tokens: read.tokens, calls: parser.calls }
  } catch (problem) {
    if (problem instanceof SyntaxProblem) return { ok: false, at: problem.at, message: problem.message }
    throw problem
  }
}
