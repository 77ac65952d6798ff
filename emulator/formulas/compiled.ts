/** The engine's compiled formula, with what its own types do not tell. Types only. */
import type { CompiledFormula, FunctionArg, Getters, Range } from '../dialect/engine.ts'
import type { Token } from './tokens.ts'
import type { Area, EngineContext, Matrix, Scalar } from './values.ts'

export type Execute = (
  this: Compiled,
  deps: Area[],
  ref: (dep: Area) => Scalar,
  range: (dep: Area) => Matrix,
  symbol: (name: string, isRange: boolean) => FunctionArg,
  context: EngineContext,
) => Scalar | Matrix

export interface Compiled extends CompiledFormula {
  sheetId: string
  tokens: Token[]
  literalValues: { numbers: { value: number }[]; strings: { value: string }[] }
  symbols: string[]
  rangeDependencies: Range[]
  normalizedFormula: string
  execute: Execute
}

export interface CompiledClass {
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
