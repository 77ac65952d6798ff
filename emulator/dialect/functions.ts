/**
 * Functions Google has and the engine lacks or does differently: ARRAYFORMULA, REGEXMATCH, REGEXEXTRACT,
 * QUERY, and what @formulajs/formulajs knows beyond the engine.
 */
import type { Engine, FunctionArg, FunctionDescription, FunctionResult } from './engine.ts'
import { runQuery } from './query.ts'

type Compute = FunctionDescription['compute']

export function installFunctions(engine: Engine): void {
  const { arg, toString: asText, toNumber } = engine.helpers
  const { functionRegistry } = engine.registries
  const define = (name: string, args: [string, ...string[]] | string[], compute: Compute) => {
    const description = { description: '', args: args.map(it => arg(it, '')), compute }
    if (functionRegistry.contains(name)) functionRegistry.replace(name, description)
    else functionRegistry.add(name, description)
  }

  define('ARRAYFORMULA', ['array (any, range<any>)'], value => value ?? { value: '' })
  define('REGEXMATCH', ['text (string)', 'regular_expression (string)'], (text, pattern) =>
    withPattern(asText(pattern), regex => ({ value: regex.test(asText(text)) })))
  define('REGEXEXTRACT', ['text (string)', 'regular_expression (string)'], (text, pattern) =>
    withPattern(asText(pattern), regex => extract(asText(text), regex)))
  define('QUERY', ['data (any, range<any>)', 'query (string)', 'headers (number, optional)'], (
    data,
    query,
    headers,
  ) =>
    runQuery(
      Array.isArray(data) ? data : [[data ?? { value: null }]],
      asText(query),
      headers === undefined ? undefined : toNumber(headers, engine.DEFAULT_LOCALE),
    ))
}

/** RE2's (?i) prefix is a flag in JavaScript. */
function withPattern(
  pattern: string,
  use: (regex: RegExp) => FunctionResult | FunctionResult[][],
): FunctionResult | FunctionResult[][] {
  const flagged = /^\(\?([ims]+)\)/.exec(pattern)
  try {
    return use(new RegExp(pattern.slice(flagged?.[0].length ?? 0), flagged?.[1]))
  } catch {
    return { value: '#REF!', message: `${pattern} is not a valid regular expression.` }
  }
}

function extract(text: string, regex: RegExp): FunctionResult | FunctionResult[][] {
  const match = regex.exec(text)
  if (match === null) return { value: '#N/A', message: 'There is no match.' }
  if (match.length === 1) return { value: match[0] }
  return match.slice(1).map(group => [{ value: group ?? '' }])
}

// ---- formulajs

type Library = Record<string, unknown>

/** Adds the functions of formulajs that the engine has not got. Returns how many. */
export function installFormulajs(engine: Engine, library: Library): number {
  const { functionRegistry } = engine.registries
  let added = 0
  for (const [name, run] of Object.entries(flatten(library, ''))) {
    if (functionRegistry.contains(name) || !/^[A-Z][A-Z0-9.]*$/.test(name) || name.startsWith('UTILS'))
      continue
    functionRegistry.add(name, {
      description: '',
      args: [engine.helpers.arg('value (any, range<any>, optional, repeating)', '')],
      compute: (...args) => compute(run, args),
    })
    added++
  }
  return added
}

type Run = (...args: unknown[]) => unknown

/** formulajs nests STDEV.P as a property of STDEV. */
function flatten(library: Library, prefix: string): Record<string, Run> {
  const found: Record<string, Run> = {}
  for (const [key, value] of Object.entries(library)) {
    const name = `${prefix}${key}`.toUpperCase()
    if (typeof value === 'function') {
      found[name] = value as Run
      if (Object.keys(value).length > 0)
        Object.assign(found, flatten(value as unknown as Library, `${name}.`))
    } else if (typeof value === 'object' && value !== null)
      Object.assign(found, flatten(value as Library, `${name}.`))
  }
  return found
}

function compute(run: Run, args: FunctionArg[]): FunctionResult | FunctionResult[][] {
  for (const arg of args)
    if (
      arg !== undefined &&
      !Array.isArray(arg) &&
      typeof arg.value === 'string' &&
      arg.value.startsWith('#')
    )
      return arg
  let result: unknown
  try {
    result = run(...args.map(toRows))
  } catch {
    return { value: '#VALUE!', message: 'The function could not work with these values.' }
  }
  if (Array.isArray(result)) return toColumns(result)
  return toResult(result)
}

function toRows(arg: FunctionArg): unknown {
  if (!Array.isArray(arg)) return arg?.value
  return (arg[0] ?? []).map((_, y) => arg.map(column => column[y]?.value))
}

function toColumns(result: unknown[]): FunctionResult[][] {
  const rows = result.map(row => (Array.isArray(row) ? (row as unknown[]) : [row]))
  return (rows[0] ?? []).map((_, x) => rows.map(row => toResult(row[x])))
}

function toResult(value: unknown): FunctionResult {
  if (value instanceof Error) return { value: value.message }
  if (typeof value === 'number') return Number.isFinite(value) ? { value } : { value: '#NUM!' }
  if (typeof value === 'string' || typeof value === 'boolean') return { value }
  return { value: 0 }
}
