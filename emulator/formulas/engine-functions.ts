/**
 * Calls of functions that only the engine has (pivots, volatile ones). Its own sentences stay with it: an
 * error of its own kind gets Google's words.
 */
import type { FunctionArg } from '../dialect/engine.ts'
import type { Node } from './parser.ts'
import type { Compiler, Eval, Scope } from './shapes.ts'
import {
  type Env,
  Lambda,
  Reference,
  type Scalar,
  toMatrix,
  toScalar,
  type Value,
  wrongValue,
} from './values.ts'

export interface EngineDescription {
  args: { type: string[] }[]
  minArgRequired: number
  maxArgPossible: number
}

let describe: (name: string) => EngineDescription | undefined = () => undefined

export function setEngineFunctions(find: (name: string) => EngineDescription | undefined): void {
  describe = find
}

export function callEngine(
  compiler: Compiler,
  name: string,
  args: Node[],
  scope: Scope | undefined,
  array: boolean,
): Eval {
  const description = describe(name)
  const evals = args.map((arg, i) => {
    const types = description?.args[Math.min(i, description.args.length - 1)]?.type ?? []
    const asRange = types.some(type => type.startsWith('RANGE'))
    return { evaluate: compiler.compile(arg, scope, array), asRange, isMissing: arg.kind === 'missing' }
  })
  return (env, frame) => {
    const values = evals.map(({ evaluate, asRange, isMissing }): FunctionArg => {
      if (isMissing) return undefined
      const value = evaluate(env, frame)
      return asRange ? toMatrix(value) : argument(value, env, array)
    })
    const run = env.context[name] as
      | ((this: unknown, ...args: FunctionArg[]) => Scalar | Scalar[][])
      | undefined
    if (run === undefined) return wrongValue(`Function ${name} cannot be computed here.`)
    try {
      return translate(run.apply(env.context, values), name)
    } catch {
      return wrongValue(`Function ${name} cannot be computed with these values.`)
    }
  }
}

function argument(value: Value, env: Env, array: boolean): FunctionArg {
  if (array && !(value instanceof Lambda)) {
    if (Array.isArray(value)) return value
    if (value instanceof Reference && !value.isCell) return value.matrix
  }
  return toScalar(value, env)
}

function translate(result: Scalar | Scalar[][], name: string): Value {
  if (Array.isArray(result)) return result.map(column => column.map(cell => translated(cell, name)))
  return translated(result, name)
}

function translated(cell: Scalar, name: string): Scalar {
  if (cell.value !== '#ERROR' && cell.value !== '#BAD_EXPR') return cell
  return wrongValue(`Function ${name} has a parameter that is out of range or of the wrong kind.`)
}
