/** The signs of a formula compiled the fast way: two scalars in, one out. */
import { BINARY, type Binary, UNARY } from './arithmetic.ts'
import { arrayOf, broadcast, failureOf } from './broadcast.ts'
import type { Node } from './parser.ts'
import type { Compiler, Eval, ScalarEval, Scope } from './shapes.ts'
import { type Env, isScalar, type Scalar, toScalar, type Value } from './values.ts'

export function compileOperator(
  compiler: Compiler,
  name: string,
  args: Node[],
  scope: Scope | undefined,
  array: boolean,
): Eval | undefined {
  const [first, second] = args
  const binary = BINARY[name]
  if (binary !== undefined && first !== undefined && second !== undefined)
    return array
      ? overArrays(binary, compiler.compile(first, scope, true), compiler.compile(second, scope, true))
      : overScalars(binary, compiler.compileScalar(first, scope), compiler.compileScalar(second, scope))
  const unary = UNARY[name]
  if (unary === undefined || first === undefined) return undefined
  const apply: Binary = a => unary(a)
  return array
    ? overArrays(apply, compiler.compile(first, scope, true), NOTHING)
    : overScalars(apply, compiler.compileScalar(first, scope), NOTHING)
}

const NOTHING = () => ({ value: null })

function overScalars(operator: Binary, left: ScalarEval, right: ScalarEval): Eval {
  return (env, frame) => attempt(operator, left(env, frame), right(env, frame))
}

function attempt(operator: Binary, a: Scalar, b: Scalar): Scalar {
  try {
    return operator(a, b)
  } catch (error) {
    return failureOf(error)
  }
}

function overArrays(operator: Binary, left: Eval, right: Eval): Eval {
  return (env, frame) => eachOf(operator, left(env, frame), right(env, frame), env)
}

function eachOf(operator: Binary, left: Value, right: Value, env: Env): Value {
  const [a, b] = [arrayOf(left), arrayOf(right)]
  const one = isScalar(left) ? left : toScalar(a === undefined ? left : { value: null }, env)
  const other = isScalar(right) ? right : toScalar(b === undefined ? right : { value: null }, env)
  if (a === undefined && b === undefined) return attempt(operator, one, other)
  return broadcast([a, b], ([x, y]) => attempt(operator, x ?? one, y ?? other))
}
