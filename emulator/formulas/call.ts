/**
 * Calls of functions by their signature: counts the arguments, makes each the kind its place wants, passes
 * errors on, goes through arrays element by element where that is asked for. Knows no function.
 */

import { arrayOf, broadcast, failureOf } from './broadcast.ts'
import { toBoolean, toNumber, toText } from './coerce.ts'
import { callEngine } from './engine-functions.ts'
import { LIBRARY } from './functions/index.ts'
import type { Node } from './parser.ts'
import type { Compiler, Eval, Scope } from './shapes.ts'
import { countFault, type Kind, kindAt, type Output, type Signature } from './signature.ts'
import {
  type Env,
  isError,
  isScalar,
  Lambda,
  type Matrix,
  notAvailable,
  Reference,
  type Scalar,
  toMatrix,
  toScalar,
  unknownName,
  type Value,
  wrongNumber,
} from './values.ts'

export function compileCall(
  compiler: Compiler,
  name: string,
  args: Node[],
  scope: Scope | undefined,
  array: boolean,
): Eval {
  const signature = LIBRARY.get(name)
  if (signature !== undefined) return compileSigned(compiler, signature, args, scope, array)
  if (compiler.hasEngineFunction(name)) return callEngine(compiler, name, args, scope, array)
  const failure = unknownName(`Unknown function: '${name}'.`)
  return () => failure
}

const isWhole = (kind: Kind) => kind === 'a' || kind === 'A' || kind === 'x' || kind === 'X'

function compileSigned(
  compiler: Compiler,
  signature: Signature,
  args: Node[],
  scope: Scope | undefined,
  array: boolean,
): Eval {
  const fault = countFault(signature, args.length)
  if (fault !== undefined) {
    const failure = notAvailable(fault)
    return () => failure
  }
  const kinds = args.map((_, i) => kindAt(signature, i))
  const evals = args.map((arg, i): Eval => {
    const kind = kinds[i] as Kind
    if (isWhole(kind)) return compiler.compile(arg, scope, array || kind === 'A' || kind === 'X')
    return array ? compiler.compile(arg, scope, true) : compiler.compileScalar(arg, scope)
  })
  if (signature.isFirstOfCells && !array)
    return (env, frame) => {
      const values = evals.map(it => it(env, frame))
      const result = callOnce(signature, kinds, values, env)
      return values[0] instanceof Reference ? toScalar(result, env) : result
    }
  if (!array || kinds.every(isWhole))
    return (env, frame) =>
      callOnce(
        signature,
        kinds,
        evals.map(it => it(env, frame)),
        env,
      )
  return (env, frame) =>
    callEach(
      signature,
      kinds,
      evals.map(it => it(env, frame)),
      env,
    )
}

/** Calls a function of the library with values, as MAP and the lambda helpers have them. */
export function callOnce(
  signature: Signature,
  kinds: readonly Kind[],
  values: readonly Value[],
  env: Env,
): Value {
  try {
    const args: unknown[] = []
    for (let i = 0; i < values.length; i++)
      args.push(coerce(values[i] as Value, kinds[i] as Kind, signature.name, i, env))
    const result = (signature.run as unknown as (this: Env, ...args: unknown[]) => Output).apply(env, args)
    return withFormat(toValue(result), signature, values, env)
  } catch (error) {
    return failureOf(error)
  }
}

function coerce(given: Value, kind: Kind, name: string, index: number, env: Env): unknown {
  if (kind === 'x' || kind === 'X') return given
  if (kind === 'a' || kind === 'A') return toMatrix(given)
  const value = isScalar(given) ? given : toScalar(given, env)
  switch (kind) {
    case 'n':
      return value.value === '' ? 0 : toNumber(value, { name, index })
    case 'N':
      return toNumber(value, { name, index })
    case 't':
      return toText(value)
    case 'b':
      return toBoolean(value, { name, index })
    case 'v':
      if (isError(value)) throw value
      return value
    default:
      return value
  }
}

function toValue(result: Output): Value {
  if (typeof result === 'number')
    return Number.isFinite(result)
      ? { value: result === 0 ? 0 : result }
      : wrongNumber('Result was not a number.')
  if (typeof result === 'object' && result !== null) return result
  return { value: result }
}

function withFormat(result: Value, { format }: Signature, values: readonly Value[], env: Env): Value {
  if (format === undefined || !isScalar(result) || typeof result.value !== 'number') return result
  if (format !== 'first') return { value: result.value, format }
  if (result.format !== undefined) return result
  const found = firstFormat(values, env)
  return found === undefined ? result : { value: result.value, format: found }
}

export function firstFormat(values: readonly Value[], env: Env): string | undefined {
  for (const value of values) {
    if (value instanceof Lambda) continue
    const first = Array.isArray(value)
      ? formatIn(value)
      : value instanceof Reference
        ? value.isCell
          ? value.cell.format
          : formatIn(value.matrix)
        : toScalar(value, env).format
    if (first !== undefined) return first
  }
  return undefined
}

/** Of the first number in it: a title above says nothing. */
function formatIn(matrix: Matrix): string | undefined {
  for (const cell of matrix[0] ?? []) if (typeof cell.value === 'number') return cell.format
  return undefined
}

// ---- arrays

/** Element by element: what is one column or one row is used for all of them. */
function callEach(signature: Signature, kinds: readonly Kind[], values: readonly Value[], env: Env): Value {
  const matrices = values.map((value, i) => (isWhole(kinds[i] as Kind) ? undefined : arrayOf(value)))
  if (matrices.every(matrix => matrix === undefined)) return callOnce(signature, kinds, values, env)
  return broadcast(matrices, at => {
    const one = values.map((value, i) => (matrices[i] === undefined ? value : (at[i] as Scalar)))
    return toScalar(callOnce(signature, kinds, one, env), env)
  })
}
