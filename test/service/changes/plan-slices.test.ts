/** Planning a large undo gives others their turn; what it plans is what it would in one piece. */
import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { Layout } from '../../../service/changes/footprint/layout.ts'
import type { Image } from '../../../service/changes/image/image.ts'
import { packWithList, unpackJson } from '../../../service/changes/image/pack.ts'
import { planUndo } from '../../../service/changes/undo/plan.ts'

const ROWS = 20_000
const COLUMNS = 10
const TAB = { sheetId: 0, title: 'Data', rows: ROWS, columns: COLUMNS }

function imageWith(bold: boolean | null): Image {
  const cell = bold === null ? {} : { userEnteredFormat: { textFormat: { bold } } }
  return {
    properties: {},
    titles: { 0: 'Data' },
    sheets: [{ properties: { sheetId: 0, title: 'Data' } }],
    namedRanges: [],
    areas: [
      {
        sheetId: 0,
        box: { startRow: 0, endRow: ROWS, startColumn: 0, endColumn: COLUMNS },
        rows: Array.from({ length: ROWS }, () => new Array<object>(COLUMNS).fill(cell)),
      },
    ],
    sizes: [],
    formulas: [],
  }
}

/** How often the event loop came round while `work` ran. */
async function turnsDuring<T>(work: Promise<T>): Promise<{ result: T; turns: number }> {
  let turns = 0
  let isOver = false
  const ended = work.finally(() => {
    isOver = true
  })
  while (!isOver) {
    await nextTurn()
    turns += 1
  }
  return { result: await ended, turns }
}

it('The undo of a format of 200,000 cells is planned in pieces', async () => {
  const after = imageWith(true)
  const record = { before: imageWith(null), after, layout: Layout.of([TAB]), reorders: [] }
  const { result, turns } = await turnsDuring(planUndo(record, Layout.of([TAB]), after, null))
  expect(turns).toBeGreaterThan(2)
  expect(result.told).toMatchObject({ cells: ROWS * COLUMNS, kept: [] })
  const written = result.requests.reduce((sum, { updateCells }) => sum + (updateCells?.rows?.length ?? 0), 0)
  expect(written).toBe(ROWS)
  expect(result.requests[0]?.updateCells).toMatchObject({ fields: 'userEnteredFormat' })
})

it('A plan is kept and read as it is, with requests and without', async () => {
  for (const requests of [[], [{ a: 1 }], [{ a: 'x"]}' }, { b: [2] }]]) {
    const packed = await packWithList({ told: { kept: [] } }, 'requests', requests)
    expect(await unpackJson(packed)).toEqual({ told: { kept: [] }, requests })
  }
})
