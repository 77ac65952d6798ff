/**
 * LET, LAMBDA and the functions that take one (MAP, BYROW, BYCOL, REDUCE, SCAN, MAKEARRAY). The engine's
 * compiler has no names bound inside a formula; formulas that need them are run by this evaluator, which
 * calls the engine's own functions for everything else.
 */
import type { Engine, FunctionArg, FunctionResult } from './engine.ts'
import { type Node, parseFormula } from './parser.ts'

const NEEDS_NAMES = /\b(LET|LAMBDA|MAP|BYROW|BYCOL|REDUCE|SCAN|MAKEARRAY)\(/i

type Matrix = FunctionResult[][]

interface Lambda {
  lambda: true
  params: string[]
  body: Node
  scope: Scope
}

type Value = FunctionArg | Lambda

/** Names in force, innermost first. */
interface Scope {
  names: Map<string, Value>
  outer: Scope | undefined
}

/** What the engine hands a compiled formula; `this` is the formula. */
interface Formula {
  literalValues: { numbers: { value: number }[]; strings: { value: string }[] }
}
type Execute = (
  this: Formula,
  deps: unknown[],
  ref: (dep: unknown) => FunctionResult,
  range: (dep: unknown) => Matrix,
  symbol: (name: string, isRange: boolean) => FunctionArg,
  functions: Record<string, (...args: FunctionArg[]) => FunctionArg>,
) => FunctionArg

/** Supplies the engine's cache of compiled formulas with those it cannot compile itself. */
export function installLambdas(engine: Engine): void {
  const cache = engine.functionCache
  const supply: ProxyHandler<object> = {
    get(_target, key) {
      if (typeof key !== 'string' || !NEEDS_NAMES.test(key)) return undefined
      const execute = compile(engine, key)
      cache[key] = execute
      return execute
    },
  }
  Object.setPrototypeOf(cache, new Proxy({}, supply))
}

function compile(engine: Engine, normalised: string): Execute {
  let tree: Node
  try {
    tree = parseFormula(normalised)
  } catch (error) {
    return () => failed('#ERROR!', error instanceof Error ? error.message : String(error))
  }
  return function (deps, ref, range, symbol, functions) {
    const run = new Run(engine, this, { deps, ref, range, symbol, functions })
    try {
      const value = run.evaluate(tree, { names: new Map(), outer: undefined }, false)
      return isLambda(value) ? failed('#N/A', 'A LAMBDA must be called with values.') : value
    } catch (error) {
      return failed('#ERROR!', error instanceof Error ? error.message : String(error))
    }
  }
}

interface Surroundings {
  deps: unknown[]
  ref: (dep: unknown) => FunctionResult
  range: (dep: unknown) => Matrix
  symbol: (name: string, isRange: boolean) => FunctionArg
  functions: Record<string, (...args: FunctionArg[]) => FunctionArg>
}

class Run {
  readonly #engine: Engine
  readonly #formula: Formula
  readonly #around: Surroundings

  constructor(engine: Engine, formula: Formula, around: Surroundings) {
    this.#engine = engine
    this.#formula = formula
    this.#around = around
  }

  /** `asRange`: where a function takes a range, a cell is a range of one. */
  evaluate(node: Node, scope: Scope, asRange: boolean): Value {
    const { deps, ref, range, symbol } = this.#around
    switch (node.kind) {
      case 'number':
        return this.#formula.literalValues.numbers[node.index]
      case 'string':
        return this.#formula.literalValues.strings[node.index]
      case 'boolean':
        return { value: node.value }
      case 'missing':
        return undefined
      case 'reference':
        return node.isRange || asRange ? range(deps[node.index]) : ref(deps[node.index])
      case 'name': {
        const bound = lookUp(scope, node.name)
        return bound === undefined ? symbol(node.name, asRange) : bound.value
      }
      case 'apply': {
        const args = node.args.map(arg => this.evaluate(arg, scope, true))
        return this.#apply(this.#lambda(node.target, scope), args)
      }
      case 'call':
        return this.#call(node.name, node.args, scope, asRange)
    }
  }

  #call(name: string, args: Node[], scope: Scope, asRange: boolean): Value {
    switch (name) {
      case 'LET':
        return this.#let(args, scope, asRange)
      case 'LAMBDA':
        return { lambda: true, params: args.slice(0, -1).map(nameOf), body: last(args), scope }
      case 'MAP':
        return this.#map(args, scope)
      case 'BYROW':
        return this.#byRow(args, scope)
      case 'BYCOL':
        return this.#byColumn(args, scope)
      case 'REDUCE':
        return this.#reduce(args, scope).total
      case 'SCAN':
        return this.#reduce(args, scope).steps
      case 'MAKEARRAY':
        return this.#makeArray(args, scope)
      default:
        return this.#callOther(name, args, scope)
    }
  }

  /** A name bound to a LAMBDA, or a function of the engine. */
  #callOther(name: string, args: Node[], scope: Scope): Value {
    const bound = lookUp(scope, name)?.value
    if (isLambda(bound))
      return this.#apply(
        bound,
        args.map(arg => this.evaluate(arg, scope, true)),
      )
    const run = this.#around.functions[name]
    const description = this.#engine.registries.functionRegistry.content[name]
    if (run === undefined || description === undefined)
      return failed('#NAME?', `Unknown function: '${name}'.`)
    const values = args.map((arg, i) => {
      const types = description.args[Math.min(i, description.args.length - 1)]?.type ?? []
      return plain(
        this.evaluate(
          arg,
          scope,
          types.some(type => type.startsWith('RANGE')),
        ),
      )
    })
    return run(...values)
  }

  #let(args: Node[], scope: Scope, asRange: boolean): Value {
    const inner: Scope = { names: new Map(), outer: scope }
    for (let i = 0; i + 1 < args.length; i += 2) {
      const [name, value] = [args[i], args[i + 1]]
      if (name !== undefined && value !== undefined)
        inner.names.set(nameOf(name), this.evaluate(value, inner, true))
    }
    return this.evaluate(last(args), inner, asRange)
  }

  #lambda(node: Node, scope: Scope): Lambda {
    const value = this.evaluate(node, scope, true)
    if (!isLambda(value)) throw new Error('Expected a LAMBDA')
    return value
  }

  #apply({ params, body, scope }: Lambda, args: Value[]): Value {
    if (args.length !== params.length)
      return failed(
        '#N/A',
        `Wrong number of arguments to LAMBDA. Expected ${params.length} but got ${args.length}.`,
      )
    const names = new Map(params.map((param, i) => [param, args[i]]))
    return this.evaluate(body, { names, outer: scope }, true)
  }

  #matrix(node: Node, scope: Scope): Matrix {
    return toMatrix(plain(this.evaluate(node, scope, true)))
  }

  #map(args: Node[], scope: Scope): Matrix {
    const lambda = this.#lambda(last(args), scope)
    const sources = args.slice(0, -1).map(arg => this.#matrix(arg, scope))
    const cellAt = (source: Matrix, x: number, y: number) => source[x]?.[y] ?? failed('#N/A', '')
    return (sources[0] ?? []).map((column, x) =>
      column.map((_, y) =>
        single(
          this.#apply(
            lambda,
            sources.map(source => cellAt(source, x, y)),
          ),
        ),
      ),
    )
  }

  #byRow(args: Node[], scope: Scope): Matrix {
    const [source, lambda] = [this.#matrix(first(args), scope), this.#lambda(last(args), scope)]
    const rows = (source[0] ?? []).map((_, y) => source.map(column => [column[y] ?? { value: null }]))
    return [rows.map(row => single(this.#apply(lambda, [row])))]
  }

  #byColumn(args: Node[], scope: Scope): Matrix {
    const [source, lambda] = [this.#matrix(first(args), scope), this.#lambda(last(args), scope)]
    return source.map(column => [single(this.#apply(lambda, [[column]]))])
  }

  #reduce(args: Node[], scope: Scope): { total: Value; steps: Matrix } {
    const [start, from, with_] = args
    if (start === undefined || from === undefined || with_ === undefined)
      throw new Error('Expected 3 arguments')
    let total = this.evaluate(start, scope, false)
    const source = this.#matrix(from, scope)
    const lambda = this.#lambda(with_, scope)
    const steps: Matrix = source.map(() => [])
    for (let y = 0; y < (source[0]?.length ?? 0); y++)
      for (let x = 0; x < source.length; x++) {
        total = this.#apply(lambda, [total, source[x]?.[y]])
        steps[x]?.push(single(total))
      }
    return { total, steps }
  }

  #makeArray(args: Node[], scope: Scope): Matrix {
    const lambda = this.#lambda(last(args), scope)
    const [rows = 0, columns = 0] = args
      .slice(0, 2)
      .map(arg =>
        this.#engine.helpers.toNumber(single(this.evaluate(arg, scope, false)), this.#engine.DEFAULT_LOCALE),
      )
    return Array.from({ length: columns }, (_, x) =>
      Array.from({ length: rows }, (_, y) =>
        single(this.#apply(lambda, [{ value: y + 1 }, { value: x + 1 }])),
      ),
    )
  }
}

function lookUp(scope: Scope, name: string): { value: Value } | undefined {
  const key = name.toLowerCase()
  for (let at: Scope | undefined = scope; at !== undefined; at = at.outer)
    if (at.names.has(key)) return { value: at.names.get(key) }
  return undefined
}

function nameOf(node: Node): string {
  if (node.kind !== 'name') throw new Error('Expected a name')
  return node.name.toLowerCase()
}

function first(args: Node[]): Node {
  return args[0] ?? { kind: 'missing' }
}

function last(args: Node[]): Node {
  return args.at(-1) ?? { kind: 'missing' }
}

function isLambda(value: Value): value is Lambda {
  return typeof value === 'object' && 'lambda' in value
}

function plain(value: Value): FunctionArg {
  if (isLambda(value)) throw new Error('A LAMBDA cannot be used as a value')
  return value
}

function toMatrix(value: FunctionArg): Matrix {
  return Array.isArray(value) ? value : [[value ?? { value: null }]]
}

function single(value: Value): FunctionResult {
  const it = plain(value)
  return (Array.isArray(it) ? it[0]?.[0] : it) ?? { value: null }
}

function failed(value: string, message: string): FunctionResult {
  return { value, message }
}
