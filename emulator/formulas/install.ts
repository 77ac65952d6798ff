/**
 * Puts Google's formula language into the engine: every formula is read, compiled and printed here. The
 * engine keeps what it is good at: cells, dependencies, moving references, spilling.
 */
import type { CompiledFormula, Engine, FunctionArg, Getters, Range } from '../dialect/engine.ts'
import { keepBlanks, lastResult } from './blanks.ts'
import { keepBothEnds, printRange, structureOf, withBothEnds } from './both-ends.ts'
import { failureOf } from './broadcast.ts'
import { setMomentFormatter } from './coerce.ts'
import { createCompiler, resultOf } from './compile.ts'
import { type EngineDescription, setEngineFunctions } from './engine-functions.ts'
import { LIBRARY } from './functions/index.ts'
import type { Node } from './parser.ts'
import { parseTokens } from './parser.ts'
import type { Compiler, Eval } from './shapes.ts'
import { SPECIAL_FORMS } from './special-forms.ts'
import { isReferenceToken, quote, readTokens, type Token, textOf } from './tokens.ts'
import {
  type Area,
  type EngineContext,
  type Env,
  Failure,
  type Matrix,
  type Scalar,
  toScalar,
} from './values.ts'

type Execute = (
  this: Compiled,
  deps: Area[],
  ref: (dep: Area) => Scalar,
  range: (dep: Area) => Matrix,
  symbol: (name: string, isRange: boolean) => FunctionArg,
  context: EngineContext,
) => Scalar | Matrix

/** The engine's compiled formula, with what its types do not tell. */
export interface Compiled extends CompiledFormula {
  sheetId: string
  tokens: Token[]
  literalValues: { numbers: { value: number }[]; strings: { value: string }[] }
  symbols: string[]
  rangeDependencies: Range[]
  normalizedFormula: string
  execute: Execute
}

interface CompiledClass {
  new (
    sheetId: string,
    tokens: Token[],
    literals: Compiled['literalValues'],
    symbols: string[],
    dependencies: Range[],
    isBadExpression: boolean,
    normalized: string,
    execute: Execute,
  ): Compiled
  prototype: Compiled & {
    getTokens(getters: Getters, options?: object): Token[]
  }
  Compile(formula: string, sheetId: string, getters: Getters): Compiled
  CompileForSerializedFormula(sheetId: string, base: Compiled): Compiled
  IsBadExpression(formula: string): boolean
}

const EXTRA_ERRORS = ['#VALUE!', '#REF!', '#ERROR!']
const PARSE_FAULT = new Failure('#ERROR!', 'Formula parse error.')
const executes = new Map<string, Execute>()
const MAX_REMEMBERED = 20_000

export function installFormulas(engine: Engine): void {
  const { corePluginRegistry, functionRegistry, errorTypes } = engine.registries
  if (corePluginRegistry.contains('google_both_ends')) return
  for (const error of EXTRA_ERRORS) errorTypes.add(error)
  const describe = (name: string) => functionRegistry.content[name] as EngineDescription | undefined
  setEngineFunctions(describe)
  setMomentFormatter((value, format) =>
    engine.helpers.formatValue(value, { format, locale: engine.DEFAULT_LOCALE }),
  )
  const compiler = createCompiler(name => describe(name) !== undefined && !LIBRARY.has(name))
  replaceCompile(engine, compiler)
  keepBothEnds(engine)
  keepBlanks(engine)
  announce(engine)
}

/** The page's editor completes what the engine's registry knows. */
function announce(engine: Engine): void {
  const { functionRegistry } = engine.registries
  for (const name of [...LIBRARY.keys(), ...SPECIAL_FORMS.keys()])
    if (!functionRegistry.contains(name))
      functionRegistry.add(name, {
        description: '',
        args: [engine.helpers.arg('value (any, range<any>, optional, repeating)', '')],
        compute: () => ({ value: '#NAME?', message: `Unknown function: '${name}'.` }),
      })
}

function replaceCompile(engine: Engine, compiler: Compiler): void {
  const formulas = engine.CompiledFormula as unknown as CompiledClass
  const read = (formula: string) => readTokens(formula, text => engine.tokenize(text))
  formulas.Compile = (formula, sheetId, getters) =>
    compileText(formulas, compiler, read(formula), sheetId, getters)
  formulas.IsBadExpression = formula => {
    try {
      parseTokens(read(formula))
      return false
    } catch {
      return true
    }
  }
  // The same structure, on another tab: what runs it is found by the structure.
  formulas.CompileForSerializedFormula = (sheetId, base) => {
    const ranges = base.rangeDependencies
    let next = 0
    const tokens = base.tokens.map(token =>
      isReferenceToken(token)
        ? { ...token, value: (ranges[next++]?.parts.length ?? 1) > 1 ? 'A1:A1' : 'A1' }
        : token,
    )
    const execute = base.isBadExpression ? () => PARSE_FAULT : executeOf(compiler, tokens, keyOf(tokens))
    return new formulas(
      sheetId,
      base.tokens,
      base.literalValues,
      base.symbols,
      ranges,
      base.isBadExpression,
      base.normalizedFormula,
      execute,
    )
  }
  formulas.prototype.getTokens = function (getters, options) {
    return printTokens(this, getters, options)
  }
}

function compileText(
  formulas: CompiledClass,
  compiler: Compiler,
  tokens: Token[],
  sheetId: string,
  getters: Getters,
): Compiled {
  const key = keyOf(tokens)
  let execute: Execute
  try {
    execute = executeOf(compiler, tokens, key)
  } catch {
    const text = tokens.map(({ value }) => value).join('')
    return new formulas(sheetId, tokens, { numbers: [], strings: [] }, [], [], true, text, () => PARSE_FAULT)
  }
  const literals: Compiled['literalValues'] = { numbers: [], strings: [] }
  const ranges: Range[] = []
  const symbols: string[] = []
  for (const token of tokens) {
    if (isReferenceToken(token))
      ranges.push(withBothEnds(getters.getRangeFromSheetXC(sheetId, token.value), token.value))
    else if (token.type === 'NUMBER') literals.numbers.push({ value: Number(token.value) })
    else if (token.type === 'STRING') literals.strings.push({ value: textOf(token) })
    else if (token.type === 'SYMBOL') symbols.push(token.value)
  }
  return new formulas(sheetId, tokens, literals, symbols, ranges, false, structureOf(key, ranges), execute)
}

/** `=SUM(|R|,|C|)*|N|`: formulas alike but for references and literals share what runs them. */
function keyOf(tokens: readonly Token[]): string {
  let key = ''
  for (const token of tokens)
    if (isReferenceToken(token)) key += token.value.includes(':') ? '|R|' : '|C|'
    else if (token.type === 'NUMBER') key += '|N|'
    else if (token.type === 'STRING') key += '|S|'
    else if (token.type !== 'SPACE') key += token.value
  return key
}

function executeOf(compiler: Compiler, tokens: readonly Token[], key: string): Execute {
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
      const result = isPlain ? toScalar(value, env) : resultOf(value)
      lastResult.given = result
      return result
    } catch (error) {
      return failureOf(error)
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

/** The tokens with the text that the formula's references and literals have now. */
function printTokens(formula: Compiled, getters: Getters, options?: object): Token[] {
  if (formula.isBadExpression) return formula.tokens
  let [reference, number, text] = [0, 0, 0]
  for (const token of formula.tokens) {
    if (isReferenceToken(token)) {
      const range = formula.rangeDependencies[reference++]
      if (range !== undefined) token.value = printRange(range, getters, formula.sheetId, options)
    } else if (token.type === 'NUMBER')
      token.value = String(formula.literalValues.numbers[number++]?.value ?? token.value).toUpperCase()
    else if (token.type === 'STRING')
      token.value = quote(String(formula.literalValues.strings[text++]?.value ?? ''))
  }
  return formula.tokens
}
