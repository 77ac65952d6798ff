/** Formulas that differ only in their cells are read once: each must come out as if it were read by itself. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { withBothEnds } from '../../../emulator/formulas/both-ends.ts'
import { Grid } from './grid.ts'

const cell = fc
  .tuple(
    fc.constantFrom('', '$'),
    fc.constantFrom('A', 'E', 'M', 'Z'),
    fc.constantFrom('', '$'),
    fc.integer({ min: 1, max: 99 }),
  )
  .map(parts => parts.join(''))

/** `#` is where a cell goes. */
const SHAPES = [
  '=#',
  '=#:#',
  '=SUM(#:#,#)*2',
  '=Other!#+#',
  "='My tab'!#:#&#",
  '=LOG10(#)',
  '=IF(#>5,"A1",#)',
  '="# and ""#"""&#',
  '=SUM(#:B)+SUM(A:#)+SUM(3:3)',
  '= # : # + #',
  '=LET(x,#,x+#)',
  '=Nope!#',
  '=SUM(#:INDEX(A:A,#))',
  '=1E5+#',
  '={#,#;#,"x"}',
  '=A1B2+#',
  '=#REF!+#',
]

const formulas = fc
  .tuple(fc.constantFrom(...SHAPES), fc.array(cell, { minLength: 5, maxLength: 5 }))
  .map(([shape, cells]) => shape.replace(/#(?!REF)/g, () => cells.pop() ?? 'A1'))

const grid = new Grid([], {
  sheets: [
    { id: '1', name: 'One' },
    { id: '2', name: 'Other' },
    { id: '3', name: 'My tab' },
  ],
})

/** Nothing of it has been seen before: a name before it makes a pattern of its own. */
let next = 0
const asIfAlone = (formula: string) => {
  next += 1
  return formula.replace('=', `=unseen_${next}+`)
}

describe('a formula read by a known pattern', () => {
  const { getters } = grid.model
  const { CompiledFormula } = grid.engine
  const compile = (formula: string) => CompiledFormula.Compile(formula, '1', getters)

  it('has the cells that it names', () => {
    fc.assert(
      fc.property(formulas, formula => {
        const alone = compile(asIfAlone(formula))
        const { rangeDependencies, symbols, isBadExpression } = compile(formula)
        expect(rangeDependencies).toEqual(alone.rangeDependencies)
        expect([...alone.symbols.slice(1)]).toEqual(symbols)
        expect(isBadExpression).toBe(alone.isBadExpression)
      }),
      { numRuns: 500 },
    )
  })

  it('prints as it was typed, whichever was read between', () => {
    fc.assert(
      fc.property(formulas, formulas, (formula, other) => {
        const compiled = compile(formula)
        const printed = compiled.toFormulaString(getters)
        compile(other).toFormulaString(getters)
        compile(formula)
        expect(compiled.toFormulaString(getters)).toBe(printed)
        expect(compile(printed).toFormulaString(getters)).toBe(printed)
      }),
      { numRuns: 500 },
    )
  })

  it('makes the ranges that the engine makes', () => {
    fc.assert(
      fc.property(cell, fc.option(cell), (first, second) => {
        const text = second === null ? first : `${first}:${second}`
        const [range] = compile(`=${text}`).rangeDependencies
        expect(range).toEqual(withBothEnds(getters.getRangeFromSheetXC('1', text), text))
      }),
    )
  })
})
