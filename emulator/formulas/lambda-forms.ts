/** LET, LAMBDA, and what calls a LAMBDA for each of many values: MAP, BYROW, BYCOL, REDUCE, SCAN, MAKEARRAY. */
import { failureOf } from './broadcast.ts'
import { toNumber } from './coerce.ts'
import type { Node } from './parser.ts'
import type { Compiler, Eval, Frame, Scope, SpecialForm } from './shapes.ts'
import { wrongCount } from './signature.ts'
import {
  BLANK,
  type Env,
  Failure,
  heightOf,
  isError,
  Lambda,
  notAvailable,
  Reference,
  type Scalar,
  toMatrix,
  toScalar,
  type Value,
  wrongValue,
} from './values.ts'

export const LAMBDA_FORMS: [string, SpecialForm][] = []

function define(name: string, least: number, form: SpecialForm): void {
  const checked: SpecialForm = (compiler, args, scope, array) => {
    if (args.length >= least) return form(compiler, args, scope, array)
    const failure = notAvailable(wrongCount(name, least, Number.POSITIVE_INFINITY, args.length))
    return () => failure
  }
  LAMBDA_FORMS.push([name, checked])
}

const PARSE_FAULT = new Failure('#NAME?', 'Argument should be a name, as in LET(name, value, formula).')

function nameOf(node: Node | undefined): string | undefined {
  return node?.kind === 'name' ? node.name.toLowerCase() : undefined
}

// ---- LET

define('LET', 3, (compiler, args, scope, array) => {
  if (args.length % 2 === 0) {
    const failure = notAvailable(
      'Wrong number of arguments to LET. Expected names and values in pairs, then a formula.',
    )
    return () => failure
  }
  const inner: Scope = { names: [], outer: scope }
  const values: Eval[] = []
  for (let i = 0; i + 1 < args.length; i += 2) {
    const name = nameOf(args[i])
    if (name === undefined) return () => PARSE_FAULT
    values.push(compiler.compile(args[i + 1] as Node, inner, array))
    inner.names.push(name)
  }
  const body = compiler.compile(args.at(-1) as Node, inner, array)
  return (env, outer) => {
    const frame: Frame = { values: [], outer }
    for (const value of values) frame.values.push(value(env, frame))
    return body(env, frame)
  }
})

// ---- LAMBDA

define('LAMBDA', 1, (compiler, args, scope, array) => {
  const names = args.slice(0, -1).map(nameOf)
  if (names.includes(undefined)) return () => PARSE_FAULT
  const inner: Scope = { names: names as string[], outer: scope }
  const body = compiler.compile(args.at(-1) as Node, inner, array)
  return (_env, outer) =>
    new Lambda(names.length, (env, values) => {
      if (values.length !== names.length)
        return notAvailable(
          `Wrong number of arguments to LAMBDA. Expected ${names.length} arguments, but got ${values.length} arguments.`,
        )
      return body(env, { values, outer })
    })
})

// ---- callers

interface Called {
  lambda: Lambda
  values: Value[]
  env: Env
}

/** A form whose last argument is a LAMBDA of `parameters` names (undefined: as many as there are others). */
function caller(
  name: string,
  least: number,
  parameters: number | undefined,
  run: (called: Called) => Value,
): void {
  define(name, least, (compiler, args, scope, array) => {
    const others = args.slice(0, -1).map(arg => compiler.compile(arg, scope, array))
    const last = lambdaEval(compiler, args.at(-1) as Node, scope, array)
    const wanted = parameters ?? others.length
    return (env, frame) => {
      const lambda = last(env, frame)
      if (!(lambda instanceof Lambda))
        return notAvailable(`Argument ${args.length} of ${name} must be a LAMBDA.`)
      if (lambda.parameters !== wanted)
        return notAvailable(
          `Wrong number of arguments to LAMBDA. Expected ${wanted} arguments, but got ${lambda.parameters} arguments.`,
        )
      try {
        return run({ lambda, values: others.map(other => other(env, frame)), env })
      } catch (error) {
        return failureOf(error)
      }
    }
  })
}

function lambdaEval(compiler: Compiler, node: Node, scope: Scope | undefined, array: boolean): Eval {
  return compiler.compile(node, scope, array)
}

/** The elements of an array; those of a range as references, so that OFFSET(x, 1, 0) works. */
function elements(
  value: Value,
  env: Env,
): { width: number; height: number; at(x: number, y: number): Value } {
  const matrix = toMatrix(value)
  const [width, height] = [matrix.length, heightOf(matrix)]
  if (!(value instanceof Reference)) return { width, height, at: (x, y) => matrix[x]?.[y] ?? BLANK }
  const { sheetId, zone } = value.area
  return {
    width,
    height,
    at: (x, y) => {
      const cell = { left: zone.left + x, right: zone.left + x, top: zone.top + y, bottom: zone.top + y }
      return new Reference(env, { sheetId, zone: cell }, [[matrix[x]?.[y] ?? BLANK]])
    },
  }
}

function single(value: Value, name: string, env: Env): Scalar {
  if (Array.isArray(value) && (value.length > 1 || heightOf(value) > 1))
    return wrongValue(`Single values expected from the LAMBDA of ${name}. Nested arrays are not supported.`)
  if (value instanceof Reference && !value.isCell)
    return wrongValue(`Single values expected from the LAMBDA of ${name}. Nested arrays are not supported.`)
  return toScalar(value, env)
}

caller('MAP', 2, undefined, ({ lambda, values, env }) => {
  const sources = values.map(value => elements(value, env))
  const [first] = sources
  if (first === undefined) return BLANK
  if (sources.some(({ width, height }) => width !== first.width || height !== first.height))
    return wrongValue('Array arguments to MAP are of different size.')
  return Array.from({ length: first.width }, (_, x) =>
    Array.from({ length: first.height }, (__, y) =>
      single(
        lambda.call(
          env,
          sources.map(source => source.at(x, y)),
        ),
        'MAP',
        env,
      ),
    ),
  )
})

/** A row or a column of a value; of a range, a range. */
function strip(value: Value, env: Env, x: [number, number], y: [number, number]): Value {
  const matrix = toMatrix(value)
  const part = matrix.slice(x[0], x[1] + 1).map(column => column.slice(y[0], y[1] + 1))
  if (!(value instanceof Reference)) return part
  const { sheetId, zone } = value.area
  const { left, top } = zone
  return new Reference(
    env,
    { sheetId, zone: { left: left + x[0], right: left + x[1], top: top + y[0], bottom: top + y[1] } },
    part,
  )
}

caller('BYROW', 2, 1, ({ lambda, values: [source = BLANK], env }) => {
  const matrix = toMatrix(source)
  const rows = Array.from({ length: heightOf(matrix) }, (_, y) =>
    lambda.call(env, [strip(source, env, [0, matrix.length - 1], [y, y])]),
  )
  return rowsOf(rows, 'BYROW', env)
})

/** Each result is one value, or a row of as many as the others. */
function rowsOf(results: Value[], name: string, env: Env): Value {
  const rows = results.map(value => {
    const matrix = toMatrix(value)
    return heightOf(matrix) === 1 ? matrix.map(column => column[0] ?? BLANK) : [single(value, name, env)]
  })
  const width = Math.max(1, ...rows.map(row => row.length))
  return Array.from({ length: width }, (_, x) => rows.map(row => row[x] ?? notAvailable('')))
}

caller('BYCOL', 2, 1, ({ lambda, values: [source = BLANK], env }) => {
  const matrix = toMatrix(source)
  const height = heightOf(matrix)
  return matrix.map((_, x) => {
    const result = toMatrix(lambda.call(env, [strip(source, env, [x, x], [0, height - 1])]))
    return result.length === 1 ? (result[0] ?? []) : [single(result, 'BYCOL', env)]
  })
})

function accumulate(
  { lambda, values: [start = BLANK, source = BLANK], env }: Called,
  each: (x: number, total: Value) => void,
): Value {
  const { width, height, at } = elements(source, env)
  let total = start
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) {
      total = lambda.call(env, [total, at(x, y)])
      each(x, total)
    }
  return total
}

caller('REDUCE', 3, 2, called => accumulate(called, () => {}))

caller('SCAN', 3, 2, called => {
  const steps: Scalar[][] = toMatrix(called.values[1] ?? BLANK).map(() => [])
  accumulate(called, (x, total) => {
    steps[x]?.push(single(total, 'SCAN', called.env))
  })
  return steps
})

caller('MAKEARRAY', 3, 2, ({ lambda, values: [rows = BLANK, columns = BLANK], env }) => {
  const [height, width] = [sizeOf(rows, 0, env), sizeOf(columns, 1, env)]
  return Array.from({ length: width }, (_, x) =>
    Array.from({ length: height }, (__, y) =>
      single(lambda.call(env, [{ value: y + 1 }, { value: x + 1 }]), 'MAKEARRAY', env),
    ),
  )
})

function sizeOf(value: Value, index: number, env: Env): number {
  const scalar = toScalar(value, env)
  if (isError(scalar)) throw scalar
  const size = Math.trunc(toNumber(scalar, { name: 'MAKEARRAY', index }))
  if (size < 1)
    throw wrongValue(
      `Function MAKEARRAY parameter ${index + 1} value is ${size}. It should be greater than or equal to 1.`,
    )
  return size
}
