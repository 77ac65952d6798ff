/**
 * Every action of every tool, on a workbook with one of everything. What a call says it changed (its record,
 * which people and undo see) is all that changed; actions that move lines are held to it by their undo. And
 * what spreadsheets.get says before the call and after its undo is the same.
 */
import { isDeepStrictEqual } from 'node:util'
import { beforeAll, describe, expect, test } from 'vitest'
import { cellName, formatRange, parseRange } from '../../../service/sheets/a1.ts'
import type { Bench } from '../tools/open-bench.ts'
import type { Snapshot } from '../tools/snapshot.ts'
import { expectOnlyChanged, succeeded, useWorkbench } from '../tools/workbench.ts'
import { cellActions } from './every-action/cell-actions.ts'
import { objectActions } from './every-action/object-actions.ts'
import { requestActions } from './every-action/request-actions.ts'
import { openBusyBench } from './every-action/workbook.ts'
import { printsNow, undoCalls, wholeOf } from './undo-bench.ts'

const { workbench } = useWorkbench()

/** Kinds of change after which cells stand elsewhere, or a tab is another one. */
const MOVES = new Set(['rows', 'columns', 'tab'])

/** Without what cells show: a formula that follows its input was not changed. */
const OWN = ['userEnteredValue', 'userEnteredFormat', 'note', 'dataValidation'] as const

interface Whole {
  sheets: {
    properties: { title: string }
    data: { startRow?: number; startColumn?: number; rowData: Record<string, unknown>[][] }[]
  }[]
}

function entered(whole: object): Snapshot {
  const titles = (whole as Whole).sheets.map(({ properties, data }): [string, Map<string, string>] => {
    const cells = data.flatMap(({ startRow = 0, startColumn = 0, rowData }) =>
      rowData.flatMap((row, below) =>
        row.flatMap((cell, right): [string, string][] => {
          const own = OWN.flatMap(key => (cell[key] === undefined ? [] : [[key, cell[key]]]))
          if (own.length === 0) return []
          return [[cellName(startRow + below, startColumn + right), JSON.stringify(own)]]
        }),
      ),
    )
    return [properties.title, new Map(cells)]
  })
  return new Map(titles)
}

interface Said {
  kind: string
  sheet_name: string | null
  range: string | null
}

const saidBy = async ({ context: { db, turn } }: Bench): Promise<Said[]> =>
  (await db.query<Said>('select kind, sheet_name, range from changes where turn_id = $1', [turn.id])).rows

describe.each([...cellActions, ...objectActions, ...requestActions])('%s', (name, tool, args) => {
  let bench: Bench
  let before: { whole: object; cells: Snapshot }
  let after: { whole: object; cells: Snapshot }
  let said: Said[]
  const look = async () => {
    const whole = await wholeOf(workbench(), bench.id)
    return { whole, cells: entered(whole) }
  }
  beforeAll(async () => {
    bench = await openBusyBench(workbench())
    before = await look()
    succeeded(await bench.run(tool, args))
    after = await look()
    // A shuffle may leave the order as it was: one in 120 does.
    while (name.includes('randomizeRange') && isDeepStrictEqual(after.whole, before.whole)) {
      succeeded(await bench.run(tool, args))
      after = await look()
    }
    said = await saidBy(bench)
  })

  test('changes no cell beyond what it says', () => {
    expect(said.length, 'the call says what it changed').toBeGreaterThan(0)
    if (said.some(({ kind }) => MOVES.has(kind))) return
    const ranges = said.flatMap(({ sheet_name, range }) =>
      sheet_name === null ? [] : [formatRange(sheet_name, range === null ? {} : parseRange(range)!.box)],
    )
    expectOnlyChanged(before.cells, after.cells, ranges)
  })

  test('is undone and redone exactly', async () => {
    expect(after.whole).not.toEqual(before.whole)
    const undone = await undoCalls(bench, await printsNow(bench))
    expect(undone).toMatchObject({ kept: [], keptTotal: 0 })
    expect(undone.notPossible.filter(({ description }) => !/^Comments/.test(description))).toEqual([])
    expect(await wholeOf(workbench(), bench.id)).toEqual(before.whole)
    await undoCalls(bench, await printsNow(bench), { undoId: undone.undoId })
    expect(await wholeOf(workbench(), bench.id)).toEqual(after.whole)
  })
})
