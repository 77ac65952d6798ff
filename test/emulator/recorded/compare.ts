/**
 * Compares what the local Google computes with what Google Sheets gave when the formula was typed into a
 * sheet (*.tsv beside this file; see README.md for where they come from). Knows the file's form and when two
 * values are the same; refuses to know how anything is computed.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { CellValue } from '../../../emulator/dialect/engine.ts'
import { Grid } from '../formulas/grid.ts'

export interface Recorded {
  file: string
  formula: string
  expected: string
  type: 'number' | 'string' | 'boolean' | 'error' | 'array'
}

export interface Compared extends Recorded {
  got: string
  message: string
  same: boolean
  /** The functions in the formula, outermost first. */
  functions: string[]
}

const FOLDER = import.meta.dirname
/** Where the recording typed its formulas: beside a table with these titles in its first row. */
const TITLES = ['description', 'formula_text']
const HOME = 'C3'
const RELATIVE = 1e-9

export function readRecorded(): Recorded[] {
  return readdirSync(FOLDER)
    .filter(name => name.endsWith('.tsv'))
    .toSorted()
    .flatMap(name =>
      parseTsv(readFileSync(join(FOLDER, name), 'utf8')).map(([formula = '', expected = '', type]) => ({
        file: name.replace('.tsv', ''),
        formula,
        expected,
        type: type as Recorded['type'],
      })),
    )
}

/** Without the line of titles. A field with a quote in it is quoted, its quotes doubled. */
function parseTsv(text: string): string[][] {
  const field = /"((?:[^"]|"")*)"|([^\t\n]*)/y
  const rows: string[][] = []
  let row: string[] = []
  for (let at = 0; at < text.length; ) {
    field.lastIndex = at
    const [whole = '', quoted, plain] = field.exec(text) ?? []
    row.push(quoted === undefined ? (plain ?? '') : quoted.replaceAll('""', '"'))
    at += whole.length + 1
    if (text[at - 1] !== '\t') {
      rows.push(row)
      row = []
    }
  }
  return rows.slice(1)
}

/** One sheet in which a formula at a time is typed and read. */
export class Desk {
  readonly #grid = new Grid([TITLES])

  compute(formula: string): { value: CellValue; message: string; zone: CellValue[][] } {
    const grid = this.#grid.type(HOME, formula)
    const computed = { value: grid.value(HOME), message: grid.message(HOME), zone: grid.rows(HOME) }
    grid.type(HOME, '')
    return computed
  }
}

export function compare(desk: Desk, recorded: Recorded): Compared {
  const { value, message, zone } = desk.compute(recorded.formula)
  const functions = [...new Set(recorded.formula.match(/[A-Z][A-Z0-9._]*(?=\()/gi) ?? [])].map(it =>
    it.toUpperCase(),
  )
  const got = recorded.type === 'array' ? `{${zone.flat().map(shown).join(',')}}` : shown(value)
  return { ...recorded, functions, got, message, same: isSame(recorded, value, got) }
}

function shown(value: CellValue): string {
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE'
  return value === null ? '' : String(value)
}

function isSame({ expected, type, formula }: Recorded, value: CellValue, got: string): boolean {
  if (type === 'number') return typeof value === 'number' && isClose(value, Number(expected))
  if (type === 'boolean') return typeof value === 'boolean' && got === expected
  if (type === 'string' && /\b(IM[A-Z0-9]+|COMPLEX)\(/i.test(formula) && typeof value === 'string')
    return isSameComplex(expected, value)
  if (type === 'string') return (typeof value === 'string' || value === null) && got === expected
  return got === expected
}

function isClose(a: number, b: number): boolean {
  return (
    a === b ||
    Math.abs(a - b) <= RELATIVE * Math.max(Math.abs(a), Math.abs(b)) ||
    (Math.abs(a) < 1e-15 && Math.abs(b) < 1e-15)
  )
}

function isSameComplex(expected: string, got: string): boolean {
  const number = /[-+]?\d+(?:\.\d+)?(?:e[-+]?\d+)?/gi
  if (expected.replace(number, '#') !== got.replace(number, '#')) return false
  const [a, b] = [expected.match(number) ?? [], got.match(number) ?? []]
  return a.every((text, i) => isClose(Number(text), Number(b[i])))
}
