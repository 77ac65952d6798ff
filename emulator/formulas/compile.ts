/**
 * A syntax tree made into a function of the surroundings it is evaluated in. One evaluator runs every
 * formula, in and out of LET and LAMBDA, so that a function is the same everywhere. Arrays are computed
 * element by element only where ARRAYFORMULA (or a function that takes arrays) stands around; elsewhere a
 * scalar is made of them first, by implicit intersection.
 */
import { compileCall } from './call.ts'
import { compileOperator } from './operators.ts'
import type { Node } from './parser.ts'
import type { Compiler, Eval, ScalarEval, Scope } from './shapes.ts'
import { SPECIAL_FORMS } from './special-forms.ts'
import {
  BLANK,
  type Env,
  FALSE,
  Failure,
  Lambda,
  lambdaAsValue,
  type Matrix,
  Reference,
  type Scalar,
  TRUE,
  toMatrix,
  toScalar,
  unknownName,
  type Value,
  wrongReference,
} from './values.ts'

export function createCompiler(hasEngineFunction: (name: string) => boolean): Compiler {
  const compiler: Compiler = {
    compile: (node, scope, array) => compileNode(compiler, node, scope, array),
    compileScalar: (node, scope) => compileScalar(compiler, node, scope),
    lookUp,
    hasEngineFunction,
  }
  return compiler
}

function compileNode(compiler: Compiler, node: Node, scope: Scope | undefined, array: boolean): Eval {
  switch (node.kind) {
    case 'number':
      return env => env.numbers[node.index] ?? BLANK
    case 'string':
      return env => env.strings[node.index] ?? BLANK
    case 'boolean':
      return node.value ? () => TRUE : () => FALSE
    case 'error':
      return () => ({ value: node.value, message: '' })
    case 'missing':
      return () => BLANK
    case 'reference':
      return env => referenceAt(env, node.index)
    case 'name':
      return compileName(node.name, scope)
    case 'array':
      return compileArray(compiler, node.rows, scope, array)
    case 'apply':
      return compileApply(compiler, node.target, node.args, scope, array)
    case 'call':
      return compileNamedCall(compiler, node, scope, array)
  }
}

function compileScalar(compiler: Compiler, node: Node, scope: Scope | undefined): ScalarEval {
  if (node.kind === 'reference' && !node.isRange)
    return env => {
      const area = env.areas[node.index]
      return area === undefined ? BLANK : readOrFail(env, area)
    }
  const evaluate = compileNode(compiler, node, scope, false)
  return (env, frame) => toScalar(evaluate(env, frame), env)
}

function readOrFail(env: Env, area: Env['areas'][number]): Scalar {
  const fault = areaFault(area)
  return fault ?? env.readCell(area)
}

function areaFault(area: Env['areas'][number]): Failure | undefined {
  const { invalidSheetName, invalidXc, zone } = area as Env['areas'][number] & {
    invalidSheetName?: string
    invalidXc?: string
  }
  if (invalidSheetName) return wrongReference(`Unresolved sheet name '${invalidSheetName}'.`)
  if (invalidXc !== undefined || zone.left < 0 || zone.top < 0)
    return wrongReference('Reference does not exist.')
  return undefined
}

function referenceAt(env: Env, index: number): Value {
  const area = env.areas[index]
  if (area === undefined) return BLANK
  return areaFault(area) ?? new Reference(env, area)
}

function compileName(name: string, scope: Scope | undefined): Eval {
  const bound = lookUp(name, scope)
  if (bound !== undefined) return bound
  return env => {
    const value = env.readName(name, true)
    if (Array.isArray(value)) return named(env, name, value)
    return value.value === '#BAD_EXPR' ? unknownName(`Unknown range name: '${name}'.`) : value
  }
}

/** A named range is a reference: its cells are found through the engine's list of names. */
function named(env: Env, name: string, matrix: Matrix): Value {
  const getters = env.context.getters as {
    getNamedRange(name: string): { range: Env['areas'][number] } | undefined
  }
  const range = getters.getNamedRange(name)?.range
  return range === undefined ? matrix : new Reference(env, range, matrix)
}

function lookUp(name: string, scope: Scope | undefined): Eval | undefined {
  const key = name.toLowerCase()
  let depth = 0
  for (let at = scope; at !== undefined; at = at.outer, depth++) {
    const index = at.names.lastIndexOf(key)
    if (index >= 0) return boundName(depth, index)
  }
  return undefined
}

function boundName(depth: number, index: number): Eval {
  return (_env, frame) => {
    let at = frame
    for (let i = 0; i < depth; i++) at = at?.outer
    return at?.values[index] ?? BLANK
  }
}

function compileNamedCall(
  compiler: Compiler,
  node: Node & { kind: 'call' },
  scope: Scope | undefined,
  array: boolean,
): Eval {
  const { name, args } = node
  const bound = node.isOperator ? undefined : lookUp(name, scope)
  if (bound !== undefined) return applied(compiler, bound, args, scope, array)
  const special = SPECIAL_FORMS.get(name)
  if (special !== undefined) return special(compiler, args, scope, array)
  if (node.isOperator) {
    const operator = compileOperator(compiler, name, args, scope, array)
    if (operator !== undefined) return operator
  }
  return compileCall(compiler, name, args, scope, array)
}

function compileApply(
  compiler: Compiler,
  target: Node,
  args: Node[],
  scope: Scope | undefined,
  array: boolean,
): Eval {
  return applied(compiler, compiler.compile(target, scope, array), args, scope, array)
}

function applied(
  compiler: Compiler,
  target: Eval,
  args: Node[],
  scope: Scope | undefined,
  array: boolean,
): Eval {
  const values = args.map(arg => compiler.compile(arg, scope, array))
  return (env, frame) => {
    const lambda = target(env, frame)
    if (!(lambda instanceof Lambda))
      return lambda instanceof Failure ? lambda : new Failure('#ERROR!', 'Formula parse error.')
    return lambda.call(
      env,
      values.map(value => value(env, frame)),
    )
  }
}

// ---- { , ; }

function compileArray(compiler: Compiler, rows: Node[][], scope: Scope | undefined, array: boolean): Eval {
  if (rows.length === 0) return () => wrongReference('')
  const cells = rows.map(row => row.map(node => compiler.compile(node, scope, array)))
  const only = cells.length === 1 && cells[0]?.length === 1
  return (env, frame) => {
    const blocks = cells.map(row => row.map(cell => toMatrix(cell(env, frame))))
    if (only) return blocks[0]?.[0] ?? BLANK
    return stack(blocks.map(row => beside(row)))
  }
}

function heights(blocks: Matrix[]): number[] {
  return blocks.map(block => block[0]?.length ?? 0)
}

function beside(blocks: Matrix[]): Matrix | Failure {
  const [first = 0, ...others] = heights(blocks)
  const odd = others.findIndex(height => height !== first)
  if (odd >= 0)
    return new Failure(
      '#VALUE!',
      `Function ARRAY_ROW parameter ${odd + 2} has mismatched row size. Expected: ${first}. Actual: ${others[odd]}.`,
    )
  return blocks.flat()
}

function stack(rows: (Matrix | Failure)[]): Value {
  const failed = rows.find(row => row instanceof Failure)
  if (failed !== undefined) return failed
  const blocks = rows as Matrix[]
  const width = blocks[0]?.length ?? 0
  const isEven = blocks.every(block => block.length === width)
  if (!isEven)
    return new Failure(
      '#VALUE!',
      'In ARRAY_LITERAL, an Array Literal was missing values for one or more rows.',
    )
  return Array.from({ length: width }, (_, x) => blocks.flatMap(block => block[x] ?? []))
}

/** What a formula's result is to the engine: a scalar or a matrix. */
export function resultOf(value: Value): Scalar | Matrix {
  if (value instanceof Lambda) return lambdaAsValue()
  if (value instanceof Reference) return value.isCell ? value.cell : value.matrix
  if (!Array.isArray(value)) return linked(value)
  const hasLinks = value.some(column => column.some(cell => typeof cell.link === 'string'))
  return hasLinks ? value.map(column => column.map(linked)) : value
}

/** The engine takes a text of this form for a link, and shows its label. A cell that is read has its own. */
function linked(scalar: Scalar): Scalar {
  const { value, link } = scalar
  if (typeof link !== 'string') return scalar
  const address = /^[a-z][a-z\d+.-]*:/i.test(link) ? link : `https://${link}`
  return { value: `[${String(value ?? '')}](${address})` }
}
