/** What SPARKLINE draws: the numbers and options that the formula has, and the shapes made of them. */
import { describe, expect, it } from 'vitest'
import { type Sparkline, sparklineAt } from '../../../emulator/formulas/sparklines.ts'
import { drawSparkline } from '../../../emulator/page/client/drawing/sparkline.ts'
import { Grid } from '../formulas/grid.ts'

const CELL = { x: 0, y: 0, width: 106, height: 46 }

/** Notes what is drawn instead of drawing it. */
function drawn(sparkline: Sparkline) {
  const lines: [number, number][] = []
  const boxes: { color: string; at: number[] }[] = []
  const ctx = {
    fillStyle: '',
    beginPath: () => undefined,
    stroke: () => undefined,
    lineTo: (x: number, y: number) => lines.push([x, y]),
    fillRect: (...at: number[]) => boxes.push({ color: ctx.fillStyle, at: at.map(Math.round) }),
  }
  drawSparkline(ctx as never, CELL, sparkline)
  return { lines, boxes }
}

function sparklineOf(formula: string, rows: (string | number)[][] = [[1, 3, 2]]): Sparkline {
  const grid = new Grid(rows).type('H9', formula)
  expect(grid.value('H9')).toBe(null)
  const sparkline = sparklineAt(grid.model.getters, grid.at('H9'))
  if (sparkline === undefined) throw new Error('Nothing to draw.')
  return sparkline
}

describe('a sparkline', () => {
  it('is a line from the least at the bottom to the most at the top', () => {
    expect(drawn(sparklineOf('=SPARKLINE(A1:C1)')).lines).toEqual([
      [3, 43],
      [53, 3],
      [103, 23],
    ])
  })

  it('leaves out what is no number, or takes it for zero', () => {
    const rows = [[1, '', 'x', 3]]
    expect(drawn(sparklineOf('=SPARKLINE(A1:D1)', rows)).lines).toHaveLength(2)
    const zeros = '=SPARKLINE(A1:D1,{"empty","zero";"nan","convert"})'
    expect(drawn(sparklineOf(zeros, rows)).lines).toHaveLength(4)
  })

  it('takes two columns for places and heights', () => {
    const { lines } = drawn(
      sparklineOf('=SPARKLINE(A1:B3)', [
        [0, 5],
        [1, 6],
        [10, 7],
      ]),
    )
    expect(lines.map(([x]) => x)).toEqual([3, 13, 103])
  })

  it('keeps to the ends and the direction that its options name', () => {
    const { lines } = drawn(sparklineOf('=SPARKLINE(A1:C1,{"ymin",1;"ymax",5;"rtl",TRUE})'))
    expect(lines).toEqual([
      [103, 43],
      [53, 23],
      [3, 33],
    ])
  })

  it('is columns from a common zero, in the colours named', () => {
    const formula = '=SPARKLINE(A1:C1,{"charttype","column";"color","teal";"negcolor","red"})'
    const { boxes } = drawn(sparklineOf(formula, [[2, -2, 1]]))
    expect(boxes.map(({ color, at }) => [color, at[1], at[3]])).toEqual([
      ['teal', 23, -20],
      ['red', 23, 20],
      ['teal', 23, -10],
    ])
  })

  it('is wins and losses of one height', () => {
    const { boxes } = drawn(sparklineOf('=SPARKLINE(A1:C1,{"charttype","winloss"})', [[9, -1, 2]]))
    expect(boxes.map(({ at }) => at[3])).toEqual([-20, 20, -20])
  })

  it('is a bar of parts up to its most', () => {
    const formula = '=SPARKLINE(A1:B1,{"charttype","bar";"max",10;"color1","red"})'
    const { boxes } = drawn(sparklineOf(formula, [[2, 3]]))
    expect(boxes.map(({ at }) => [at[0], at[2]])).toEqual([
      [3, 20],
      [23, 30],
    ])
    expect(boxes[0]?.color).toBe('red')
  })

  it('reads options from cells, and follows its numbers', () => {
    const grid = new Grid([[1, 2, 'charttype', 'bar']]).type('H9', '=IF(A1>0,SPARKLINE(A1:B1,C1:D1))')
    grid.type('B1', 7)
    const sparkline = sparklineAt(grid.model.getters, grid.at('H9'))
    expect([sparkline?.series, sparkline?.options.get('charttype')]).toEqual([[[1, 7]], 'bar'])
  })
})
