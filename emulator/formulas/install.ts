/**
 * Puts Google's formula language into the engine: every formula is read, compiled and printed here. The
 * engine keeps what it is good at: cells, dependencies, moving references, spilling.
 */
import type { Engine, Getters } from '../dialect/engine.ts'
import { keepBlanks } from './blanks.ts'
import { keepBothEnds, printRange } from './both-ends.ts'
import { setMomentFormatter } from './coerce.ts'
import { createCompiler } from './compile.ts'
import type { Compiled, CompiledClass } from './compiled.ts'
import { type EngineDescription, setEngineFunctions } from './engine-functions.ts'
import { executeOf, keyOf } from './execute.ts'
import { categoryOf, LIBRARY } from './functions/index.ts'
import { parseTokens } from './parser.ts'
import { createReader, PARSE_FAULT } from './reading.ts'
import type { Compiler } from './shapes.ts'
import { SPECIAL_FORMS } from './special-forms.ts'
import { isReferenceToken, quote, readTokens, type Token } from './tokens.ts'

const EXTRA_ERRORS = ['#VALUE!', '#REF!', '#ERROR!']

export function installFormulas(engine: Engine): void {
  const { corePluginRegistry, functionRegistry, errorTypes } = engine.registries
  if (corePluginRegistry.contains('google_both_ends')) return
  for (const error of EXTRA_ERRORS) errorTypes.add(error)
  const describe = (name: string) => functionRegistry.content[name] as EngineDescription | undefined
  setEngineFunctions(describe)
  setMomentFormatter((value, format) =>
    engine.helpers.formatValue(value, { format, locale: engine.DEFAULT_LOCALE }),
  )
  const compiler = createCompiler(
    name => describe(name) !== undefined && !LIBRARY.has(name) && !UNKNOWN_AT_GOOGLE.has(name),
  )
  replaceCompile(engine, compiler)
  keepBothEnds(engine)
  keepBlanks(engine)
  announce(engine)
}

/** The engine's own: in Google Sheets there are none of these names. */
const UNKNOWN_AT_GOOGLE = new Set([
  ...['ARRAY.CONSTRAIN', 'ARRAYTOTEXT', 'EXPAND', 'FORMAT.LARGE.NUMBER', 'MATTHEWS', 'REGEXTEST', 'SPEARMAN'],
  ...['MONTH.START', 'MONTH.END', 'QUARTER', 'QUARTER.START', 'QUARTER.END', 'YEAR.START', 'YEAR.END'],
  ...['POLYFIT.COEFFS', 'POLYFIT.FORECAST', 'TEXTAFTER', 'TEXTBEFORE', 'TEXTSPLIT', 'UNARY.PERCENT'],
])
/** Written by the engine and by the compiler, never by a person. */
const INTERNAL = new Set(['PIVOT', 'PIVOT.HEADER', 'PIVOT.VALUE', 'RANGE_OF', 'ARRAY_FORMULA'])

/** The page's menu and its editor offer what the engine's registry knows. */
function announce(engine: Engine): void {
  const { functionRegistry } = engine.registries
  for (const name of [...UNKNOWN_AT_GOOGLE, ...INTERNAL])
    if (functionRegistry.contains(name)) Object.assign(functionRegistry.content[name]!, { hidden: true })
  // Two texts that say the same are two categories to the engine: its own are used where there are some.
  const known = new Map(
    Object.values(functionRegistry.content).map(({ category }) => [String(category), category] as const),
  )
  const inMenu = (category: string) => known.get(category) ?? category
  for (const name of [...LIBRARY.keys(), ...SPECIAL_FORMS.keys()])
    if (!functionRegistry.contains(name))
      functionRegistry.add(name, {
        description: '',
        category: inMenu(categoryOf(name) ?? (name === 'ARRAYFORMULA' ? 'Google' : 'Logical')),
        hidden: INTERNAL.has(name),
        args: [engine.helpers.arg('value (any, range<any>, optional, repeating)', '')],
        compute: () => ({ value: '#NAME?', message: `Unknown function: '${name}'.` }),
      })
}

function replaceCompile(engine: Engine, compiler: Compiler): void {
  const formulas = engine.CompiledFormula as unknown as CompiledClass
  const read = (formula: string) => readTokens(formula, text => engine.tokenize(text))
  formulas.Compile = createReader(formulas, compiler, read).compile
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
