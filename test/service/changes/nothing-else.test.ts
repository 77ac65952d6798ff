/**
 * Every action that works on cells: what a call says it changed (its record, which people and undo see) is all
 * that changed. Actions that move lines are held to it by their undo, which gives everything back exactly.
 */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { formatRange, parseRange } from '../../../service/sheets/a1.ts'
import {
  expectOnlyChanged,
  openWorkbench,
  type Snapshot,
  succeeded,
  type Workbench,
} from '../tools/workbench.ts'
import { cellActions } from './every-action/cell-actions.ts'
import { objectActions } from './every-action/object-actions.ts'
import { requestActions } from './every-action/request-actions.ts'
import { openBusyBench } from './every-action/workbook.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

/** Kinds of change after which cells stand elsewhere, or a tab is another one. */
const MOVES = new Set(['rows', 'columns', 'tab'])

/** Without what cells show: a formula that follows its input was not changed. */
const entered = (snapshot: Snapshot): Snapshot =>
  new Map(
    [...snapshot].map(([title, cells]) => [
      title,
      new Map(
        [...cells].flatMap(([name, text]) => {
          const { effectiveValue: _, formattedValue: __, effectiveFormat: ___, ...own } = JSON.parse(text)
          return Object.keys(own).length === 0 ? [] : [[name, JSON.stringify(own)] as const]
        }),
      ),
    ]),
  )

test.each([...cellActions, ...objectActions, ...requestActions])(
  '%s changes no cell beyond what it says',
  async (_name, tool, args) => {
    const bench = await openBusyBench(workbench)
    const before = entered(await bench.snapshot())
    succeeded(await bench.run(tool, args))
    const { rows } = await bench.context.db.query<{
      kind: string
      sheet_name: string | null
      range: string | null
    }>('select kind, sheet_name, range from changes where turn_id = $1', [bench.context.turn.id])
    expect(rows.length, 'the call says what it changed').toBeGreaterThan(0)
    if (rows.some(({ kind }) => MOVES.has(kind))) return
    const said = rows.flatMap(({ sheet_name, range }) =>
      sheet_name === null ? [] : [formatRange(sheet_name, range === null ? {} : parseRange(range)!.box)],
    )
    expectOnlyChanged(before, entered(await bench.snapshot()), said)
  },
)
