/** The shapes that compiling a formula goes through: scopes, frames, evaluators, and who compiles what. */
import type { Node } from './parser.ts'
import type { Env, Scalar, Value } from './values.ts'

/** The values of bound names, innermost first. */
export interface Frame {
  readonly values: Value[]
  readonly outer: Frame | undefined
}

export type Eval = (env: Env, frame: Frame | undefined) => Value
export type ScalarEval = (env: Env, frame: Frame | undefined) => Scalar

/** The names of each frame, as known when the formula is compiled. */
export interface Scope {
  readonly names: string[]
  readonly outer: Scope | undefined
}

export interface Compiler {
  /** `array`: element by element over arrays. */
  compile(node: Node, scope: Scope | undefined, array: boolean): Eval
  compileScalar(node: Node, scope: Scope | undefined): ScalarEval
  lookUp(name: string, scope: Scope | undefined): Eval | undefined
  /** The engine's own function, for those the library has not got. */
  hasEngineFunction(name: string): boolean
}

export type SpecialForm = (compiler: Compiler, args: Node[], scope: Scope | undefined, array: boolean) => Eval
