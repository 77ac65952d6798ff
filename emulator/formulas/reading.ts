/**
 * A formula's text → the engine's compiled formula. Texts that differ only in the cells they name, as those
 * of a filled column do, are split into tokens and looked at once: the next one needs only its own cells.
 */
import type { Getters, Range } from '../dialect/engine.ts'
import { structureOf, withBothEnds } from './both-ends.ts'
import type { Compiled, CompiledClass, Execute } from './compiled.ts'
import { executeOf, keyOf } from './execute.ts'
import { type CellName, readRange } from './plain-ranges.ts'
import type { Compiler } from './shapes.ts'
import { isReferenceToken, type Token, textOf } from './tokens.ts'
import { Failure } from './values.ts'

export const PARSE_FAULT = new Failure('#ERROR!', 'Formula parse error.')

/** Where a reference of the pattern comes from: one or two of the text's cells, or always the same text. */
type Place = { prefix: string; cells: 1 | 2 } | { text: string }

interface Pattern {
  tokens: Token[]
  places: Place[]
  key: string
  execute: Execute
  literals: Compiled['literalValues']
  symbols: string[]
}

/** A cell as a whole word: no part of a name, a number, a quoted title or a function's name (LOG10). */
const CELL = /(?<![\w$.'"\u0080-\uffff])\$?[A-Z]{1,3}\$?[1-9]\d{0,6}(?![\w.(!'"\u0080-\uffff])/g
const MAX_PATTERNS = 5_000

export interface Reader {
  compile(text: string, sheetId: string, getters: Getters): Compiled
}

export function createReader(
  formulas: CompiledClass,
  compiler: Compiler,
  read: (text: string) => Token[],
): Reader {
  const patterns = new Map<string, Pattern | null>()

  function learn(skeleton: string, text: string, names: readonly string[]): Pattern | undefined {
    const pattern = patternOf(compiler, read(text), names)
    if (patterns.size > MAX_PATTERNS) patterns.clear()
    patterns.set(skeleton, pattern && pattern.places.length > 0 ? pattern : null)
    return pattern
  }

  return {
    compile(text, sheetId, getters) {
      const names: string[] = []
      const skeleton = text.replace(CELL, name => {
        names.push(name)
        return '\0'
      })
      const known = patterns.get(skeleton)
      const pattern = known === undefined ? learn(skeleton, text, names) : known
      if (!pattern) return compileTokens(formulas, compiler, read(text), sheetId, getters)
      const ranges = rangesOf(pattern.places, names, sheetId, getters)
      return made(formulas, pattern, ranges, sheetId)
    },
  }
}

/** Nothing for a text that can't be read, or whose cells are not all references of their own. */
function patternOf(compiler: Compiler, tokens: Token[], names: readonly string[]): Pattern | undefined {
  const places: Place[] = []
  let at = 0
  for (const { value } of tokens.filter(isReferenceToken)) {
    const own = value.match(CELL) ?? []
    if (own.length > 2 || own.some((name, i) => name !== names[at + i])) return undefined
    const prefix = value.slice(0, value.length - own.join(':').length)
    if (own.length === 0) places.push({ text: value })
    else if (prefix + own.join(':') === value) places.push({ prefix, cells: own.length as 1 | 2 })
    else return undefined
    at += own.length
  }
  if (at !== names.length) return undefined
  const key = keyOf(tokens)
  try {
    return { tokens, places, key, execute: executeOf(compiler, tokens, key), ...literalsOf(tokens) }
  } catch {
    return undefined
  }
}

function rangesOf(places: readonly Place[], names: readonly string[], sheetId: string, getters: Getters) {
  let at = 0
  return places.map(place => {
    if ('text' in place) return fullRange(place.text, sheetId, getters)
    const first = names[at++] as CellName
    const second = place.cells === 2 ? (names[at++] as CellName) : undefined
    const plain = place.prefix === '' ? readRange(sheetId, first, second) : undefined
    if (plain !== undefined) return plain
    return fullRange(`${place.prefix}${first}${second === undefined ? '' : `:${second}`}`, sheetId, getters)
  })
}

const fullRange = (text: string, sheetId: string, getters: Getters): Range =>
  withBothEnds(getters.getRangeFromSheetXC(sheetId, text), text)

function literalsOf(tokens: readonly Token[]): Pick<Pattern, 'literals' | 'symbols'> {
  const literals: Compiled['literalValues'] = { numbers: [], strings: [] }
  const symbols: string[] = []
  for (const token of tokens)
    if (token.type === 'NUMBER') literals.numbers.push({ value: Number(token.value) })
    else if (token.type === 'STRING') literals.strings.push({ value: textOf(token) })
    else if (token.type === 'SYMBOL') symbols.push(token.value)
  return { literals, symbols }
}

/** A formula of its own kind: read as it stands. */
function compileTokens(
  formulas: CompiledClass,
  compiler: Compiler,
  tokens: Token[],
  sheetId: string,
  getters: Getters,
): Compiled {
  const key = keyOf(tokens)
  try {
    const execute = executeOf(compiler, tokens, key)
    const ranges = tokens.filter(isReferenceToken).map(({ value }) => fullRange(value, sheetId, getters))
    return made(formulas, { tokens, key, execute, ...literalsOf(tokens) }, ranges, sheetId)
  } catch {
    const text = tokens.map(({ value }) => value).join('')
    return new formulas(sheetId, tokens, { numbers: [], strings: [] }, [], [], true, text, () => PARSE_FAULT)
  }
}

function made(
  formulas: CompiledClass,
  { tokens, key, execute, literals, symbols }: Omit<Pattern, 'places'>,
  ranges: Range[],
  sheetId: string,
): Compiled {
  return new formulas(sheetId, tokens, literals, symbols, ranges, false, structureOf(key, ranges), execute)
}
