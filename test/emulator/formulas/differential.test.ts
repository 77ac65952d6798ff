/**
 * Ways of writing the same thing that must give the same: a function of literals, of cells, in LET, in MAP;
 * each sign over scalars, ranges and arrays. The formulas come from the recorded ones, so that every function
 * of theirs is asked, also with what it refuses.
 */
import { describe, expect, it } from 'vitest'
import type { CellValue } from '../../../emulator/dialect/engine.ts'
import { LIBRARY } from '../../../emulator/formulas/functions/index.ts'
import { readRecorded } from '../recorded/compare.ts'
import { Grid } from './grid.ts'

const ARRAYS = new Set(['SEQUENCE', 'SPLIT', 'RANDARRAY', 'MUNIT'])

interface Call {
  name: string
  args: string[]
}

const LITERAL = /^(?:-?\d+(?:\.\d+)?(?:e[-+]?\d+)?|TRUE|FALSE|"(?:[^"]|"")*")$/i
const CALL = /^=([A-Z][A-Z0-9._]*)\(([^(){}]*)\)$/

/** What a function says of where its argument stands is not the same for a literal. */
const OF_CELLS = new Set(
  'ROW COLUMN ROWS COLUMNS ISREF CELL FORMULATEXT ISFORMULA SHEET SHEETS OFFSET SUBTOTAL INDIRECT SUMIF SUMIFS AVERAGEIF AVERAGEIFS MAXIFS MINIFS GETPIVOTDATA COUNTUNIQUEIFS'.split(
    ' ',
  ),
)

function readCalls(): Call[] {
  const calls: Call[] = []
  for (const { formula } of readRecorded()) {
    const match = CALL.exec(formula)
    if (match === null) continue
    const args = match[2]?.match(/"(?:[^"]|"")*"|[^,]+/g) ?? []
    const name = match[1] ?? ''
    if (args.length === 0 || args.join(',') !== match[2] || !args.every(arg => LITERAL.test(arg.trim())))
      continue
    if (!OF_CELLS.has(name)) calls.push({ name, args: args.map(arg => arg.trim()) })
  }
  return calls
}

const calls = readCalls()
const grid = new Grid()

/** Functions that pass over texts and truths in cells, and read typed ones. */
function readsCellsAlike({ name, args }: Call): boolean {
  const kinds = LIBRARY.get(name)
  const isSingle = kinds !== undefined && !/[xX]/.test([...kinds.fixed, ...kinds.group].join(''))
  return isSingle || args.every(arg => /^-?[\d.]/.test(arg))
}

function differences(candidates: Call[], write: (call: Call) => string): string[] {
  const found: string[] = []
  for (const call of candidates) {
    const plain = grid.evaluate(`=${call.name}(${call.args.join(',')})`)
    const other = grid.evaluate(write(call))
    if (!isSame(plain, other))
      found.push(
        `${call.name}(${call.args}): ${JSON.stringify(plain)}, ${write(call)}: ${JSON.stringify(other)}`,
      )
  }
  return found
}

function isSame(a: CellValue | CellValue[][], b: CellValue | CellValue[][]): boolean {
  if (typeof a === 'number' && typeof b === 'number')
    return Math.abs(a - b) <= 1e-12 * Math.max(1, Math.abs(a))
  return JSON.stringify(a) === JSON.stringify(b)
}

const names = (call: Call) => call.args.map((_, i) => `v${'abcdefgh'[i]}`)
const cells = (call: Call) => call.args.map((_, i) => `${'ABCDEFGH'[i]}1`)

function typed(call: Call): Call {
  for (const [i, arg] of call.args.entries()) {
    const text = arg.startsWith('"') ? `'${arg.slice(1, -1).replaceAll('""', '"')}` : arg
    grid.type(`${'ABCDEFGH'[i]}1`, text)
  }
  return call
}

describe('a function of literals', () => {
  it('is asked in many ways', () => {
    expect(calls.length).toBeGreaterThan(1200)
    expect(new Set(calls.map(({ name }) => name)).size).toBeGreaterThan(230)
  })

  it('gives the same in LET', () => {
    const found = differences(
      calls.filter(({ args }) => args.length <= 8),
      call => {
        const bound = call.args.map((arg, i) => `${names(call)[i]},${arg}`)
        return `=LET(${bound.join(',')},${call.name}(${names(call)}))`
      },
    )
    expect(found).toEqual([])
  })

  it('gives the same in a LAMBDA that is called', () => {
    const found = differences(
      calls.filter(({ args }) => args.length <= 8),
      call => `=LAMBDA(${names(call)},${call.name}(${names(call)}))(${call.args})`,
    )
    expect(found).toEqual([])
  })

  it('gives the same of cells', () => {
    const found = differences(
      calls.filter(call => call.args.length <= 8 && readsCellsAlike(call)),
      call => `=${typed(call).name}(${cells(call)})`,
    )
    expect(found).toEqual([])
  })

  it('gives the same in MAP, over one cell each', () => {
    // MAP takes single values only.
    const single = calls.filter(
      call => call.args.length <= 8 && readsCellsAlike(call) && !ARRAYS.has(call.name),
    )
    const found = differences(
      single,
      call => `=MAP(${cells(typed(call))},LAMBDA(${names(call)},${call.name}(${names(call)})))`,
    )
    expect(found).toEqual([])
  })

  it('gives the same under ARRAYFORMULA', () => {
    expect(differences(calls, call => `=ARRAYFORMULA(${call.name}(${call.args}))`)).toEqual([])
  })
})

// ---- signs

const SIGNS = ['+', '-', '*', '/', '^', '&', '=', '<>', '<', '>', '<=', '>=']
const LEFT = ['3', '-2', '"a"', 'TRUE', '"7"', '0']
const RIGHT = ['2', '0', '"b"', 'FALSE', '3', '0.5']

describe('a sign', () => {
  const table = new Grid()
  for (const [i, value] of LEFT.entries())
    table.type(`A${i + 1}`, value.startsWith('"') ? `'${value.slice(1, -1)}` : value)
  for (const [i, value] of RIGHT.entries())
    table.type(`B${i + 1}`, value.startsWith('"') ? `'${value.slice(1, -1)}` : value)
  const one = (sign: string, i: number) => [table.compute(`=${LEFT[i]}${sign}${RIGHT[i]}`)] as CellValue[]

  it.each(SIGNS)('%s gives the same over literals, cells, ranges and arrays', sign => {
    const expected = LEFT.map((_, i) => one(sign, i))
    expect(LEFT.map((_, i) => [table.compute(`=A${i + 1}${sign}B${i + 1}`)])).toEqual(expected)
    expect(table.compute(`=ARRAYFORMULA(A1:A6${sign}B1:B6)`)).toEqual(expected)
    expect(table.compute(`=ARRAYFORMULA({${LEFT.join(';')}}${sign}{${RIGHT.join(';')}})`)).toEqual(expected)
    expect(table.compute(`=INDEX(A1:A6${sign}B1:B6)`)).toEqual(expected)
    expect(table.compute(`=MAP(A1:A6,B1:B6,LAMBDA(a,b,a${sign}b))`)).toEqual(expected)
    for (const i of LEFT.keys()) table.type(`D${i + 1}`, `=A1:A6${sign}B1:B6`)
    expect(LEFT.map((_, i) => [table.value(`D${i + 1}`)])).toEqual(expected)
    for (const i of LEFT.keys()) table.type(`D${i + 1}`, '')
  })

  it.each(SIGNS)('%s spreads one value over a range, and a column over a row', sign => {
    const [first, second] = [
      LEFT.map((_, i) => [table.compute(`=A${i + 1}${sign}2`)]),
      table.compute(`=ARRAYFORMULA(A1:A6${sign}2)`),
    ]
    expect(second).toEqual(first)
    const across = LEFT.map((_, i) => [
      table.compute(`=A${i + 1}${sign}1`),
      table.compute(`=A${i + 1}${sign}2`),
    ])
    expect(table.compute(`=ARRAYFORMULA(A1:A6${sign}{1,2})`)).toEqual(across)
  })
})
