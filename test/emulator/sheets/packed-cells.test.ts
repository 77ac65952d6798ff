/** Large workbooks: what of them is read and computed, and what is not. */
import { expect, test, vi } from 'vitest'
import { isBig, packCells, placeOf, unpack } from '../../../emulator/dialect/packed-cells.ts'
import { renderPage } from '../../../emulator/page/documents.ts'
import { loadEngine } from '../formulas/grid.ts'

const cellsOf = (rows: number) =>
  Object.fromEntries(
    Array.from({ length: rows }, (_, row) => row + 1).flatMap(row => [
      [`A${row}`, String(row)],
      [`AB${row}`, `=A${row}&"</script>"`],
    ]),
  )
const dataOf = (rows: number) => ({
  sheets: [
    { id: '0', cells: cellsOf(rows) },
    { id: '7', cells: {} },
  ],
})

test('packed cells are the cells, in texts of a few thousand each', () => {
  const data = dataOf(5_000)
  const texts = packCells(data)
  expect(texts.length).toBeGreaterThan(2)
  const found: Record<string, unknown> = {}
  for (const text of texts)
    for (const [row, ...cells] of unpack(text)[1])
      for (let at = 0; at < cells.length; at += 2)
        found[`${cells[at] === 0 ? 'A' : 'AB'}${row + 1}`] = cells[at + 1]
  expect(found).toEqual(data.sheets[0]!.cells)
  expect(placeOf('AB12')).toEqual({ row: 11, col: 27 })
})

test('only many cells in plain words are packed', () => {
  expect(isBig(dataOf(100))).toBe(false)
  expect(isBig(dataOf(3_000))).toBe(true)
  const compressed = { A1: { N: '+1' } }
  expect(isBig({ sheets: [{ id: '0', cells: { ...cellsOf(3_000), ...compressed } }] })).toBe(false)
})

test("a large workbook's document holds its cells beside what the page reads at once", () => {
  const boot = {
    spreadsheetId: 's',
    title: 'T',
    userName: 'U',
    userEmail: 'u@example.com',
    addonName: 'A',
    hasAddon: false,
    readOnly: false,
  }
  const assets = { get: () => undefined, url: (name: string) => name }
  const read = (rows: number, history: never[] = []) => {
    const { html } = renderPage({ ...boot, snapshot: { data: dataOf(rows), history } }, assets)
    const json = /id="boot">(.*?)<\/script>/s.exec(html)?.[1] ?? ''
    return { snapshot: JSON.parse(json).snapshot, hasTemplate: html.includes('<template id="cells">') }
  }
  const small = read(10)
  expect(small).toMatchObject({ hasTemplate: false, snapshot: { data: dataOf(10) } })
  const large = read(3_000)
  expect(large).toMatchObject({ hasTemplate: true, snapshot: { isPacked: true } })
  expect(large.snapshot.data.sheets[0].cells).toEqual({})
})

test('places beyond the last filled row and column are not computed', () => {
  const engine = loadEngine()
  const cells = { A1: '2', C3: '=A1*2' }
  const model = new engine.Model({
    sheets: [{ id: '0', name: 'T', rowNumber: 5_000, colNumber: 100, cells }],
  })
  const { evaluator } = (
    model as unknown as { handlers: { evaluator?: { computeCell(): unknown } }[] }
  ).handlers.find(handler => handler.evaluator !== undefined) as { evaluator: { computeCell(): unknown } }
  const computed = vi.spyOn(evaluator, 'computeCell')
  model.dispatch('EVALUATE_CELLS')
  expect(computed.mock.calls.length).toBeLessThan(20)
  expect(model.getters.getEvaluatedCell({ sheetId: '0', col: 2, row: 2 }).value).toBe(4)
})
