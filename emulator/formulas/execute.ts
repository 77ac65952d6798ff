/**
 * What runs a formula. Formulas that differ only in references and literals share it, so that each pattern
 * is parsed and compiled once. Knows the engine's way of handing over cells; knows no function.
 */
import type { FunctionArg } from '../dialect/engine.ts'
import { lastResult } from './blanks.ts'
import { failureOf } from './broadcast.ts'
import { circularity } from './circular.ts'
import { resultOf } from './compile.ts'
import type { Compiled, Execute } from './compiled.ts'
import type { Node } from './parser.ts'
import { parseTokens } from './parser.ts'
import type { Compiler, Eval } from './shapes.ts'
import { isReferenceToken, type Token } from './tokens.ts'
import { type Area, type EngineContext, type Env, type Matrix, type Scalar, toScalar } from './values.ts'

const executes = new Map<string, Execute>()
const MAX_REMEMBERED = 20_000

/** `=SUM(|R|,|C|)*|N|`: formulas alike but for references and literals share what runs them. */
export function keyOf(tokens: readonly Token[]): string {
  let key = ''
  for (const token of tokens)
    if (isReferenceToken(token)) key += token.value.includes(':') ? '|R|' : '|C|'
    else if (token.type === 'NUMBER') key += '|N|'
    else if (token.type === 'STRING') key += '|S|'
    else if (token.type !== 'SPACE') key += token.value
  return key
}

export function executeOf(compiler: Compiler, tokens: readonly Token[], key: string): Execute {
  const known = executes.get(key)
  if (known !== undefined) return known
  const execute = toExecute(compiler, parseTokens(tokens))
  if (executes.size > MAX_REMEMBERED) executes.clear()
  executes.set(key, execute)
  return execute
}

function toExecute(compiler: Compiler, tree: Node): Execute {
  let evaluate: Eval | undefined
  // =A1:A9 alone takes the one beside it; what a function returns spills.
  const isPlain = tree.kind === 'reference' || tree.kind === 'name'
  return function (deps, ref, range, symbol, context) {
    try {
      evaluate ??= compiler.compile(tree, undefined, false)
      const env = new Surroundings(this, deps, ref, range, symbol, context)
      const value = evaluate(env, undefined)
      const result = circularity() ?? (isPlain ? toScalar(value, env) : resultOf(value))
      lastResult.given = result
      return result
    } catch (error) {
      return circularity() ?? failureOf(error)
    }
  }
}

class Surroundings implements Env {
  readonly areas: readonly Area[]
  readonly numbers: readonly { value: number }[]
  readonly strings: readonly { value: string }[]
  readonly symbols: readonly string[]
  readonly context: EngineContext
  readonly readCell: (area: Area) => Scalar
  readonly readRange: (area: Area) => Matrix
  readonly readName: (name: string, asRange: boolean) => Scalar | Matrix

  constructor(
    formula: Compiled,
    areas: readonly Area[],
    ref: (dep: Area) => Scalar,
    range: (dep: Area) => Matrix,
    symbol: (name: string, isRange: boolean) => FunctionArg,
    context: EngineContext,
  ) {
    this.areas = areas
    this.numbers = formula.literalValues.numbers
    this.strings = formula.literalValues.strings
    this.symbols = formula.symbols
    this.readCell = ref
    this.readRange = range
    this.readName = symbol as Env['readName']
    this.context = context
  }
}
