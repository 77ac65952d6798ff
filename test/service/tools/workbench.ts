/** The bench of the tools' tests, with the means to assert what a tool changed and what it left alone. */
import { afterAll, beforeAll, expect } from 'vitest'
import { type Box, parseRange } from '../../../service/sheets/a1.ts'
import type { ToolOutcome } from '../../../service/tools/tool.ts'
import {
  type Bench,
  type BenchOptions,
  type Cell,
  openBench,
  openWorkbench,
  type Workbench,
} from './open-bench.ts'
import type { Snapshot } from './snapshot.ts'

export * from './open-bench.ts'

/** The workbench of a test file: opened before its first test, closed after its last. */
export function useWorkbench(options?: Parameters<typeof openWorkbench>[0]) {
  let opened: Workbench | undefined
  beforeAll(async () => {
    opened = await openWorkbench(options)
  })
  afterAll(() => opened?.close())
  const workbench = (): Workbench => {
    if (!opened) throw new Error('the workbench opens before the first test')
    return opened
  }
  return {
    workbench,
    openBench: (options: BenchOptions): Promise<Bench> => openBench(workbench(), options),
    /** A spreadsheet of one tab. */
    openTab: (title: string, rows: Cell[][]): Promise<Bench> =>
      openBench(workbench(), { tabs: [{ title, rows }] }),
  }
}

/** Fails when a cell outside of the ranges (with their tabs) differs, or a tab came or went. */
export function expectOnlyChanged(
  before: Snapshot,
  after: Snapshot,
  ranges: string[],
  newTabs: string[] = [],
): void {
  const allowed = ranges.map(range => parseRange(range)!)
  expect([...after.keys()].filter(title => !before.has(title))).toEqual(newTabs)
  const changed: string[] = []
  for (const [title, cells] of before) {
    const now = after.get(title)
    expect(now, `tab ${title} is still there`).toBeDefined()
    for (const name of new Set([...cells.keys(), ...now!.keys()])) {
      if (cells.get(name) === now!.get(name)) continue
      const cell = parseRange(name)!.box
      if (!allowed.some(range => range.tab === title && contains(range.box, cell)))
        changed.push(`${title}!${name}`)
    }
  }
  expect(changed, 'cells changed outside of the allowed ranges').toEqual([])
}

const contains = (outer: Box, inner: Box): boolean =>
  (outer.startRow ?? 0) <= inner.startRow! &&
  (outer.endRow ?? Infinity) >= inner.endRow! &&
  (outer.startColumn ?? 0) <= inner.startColumn! &&
  (outer.endColumn ?? Infinity) >= inner.endColumn!

/** The output of a call that must have succeeded. */
export function succeeded<T = Record<string, unknown>>(outcome: ToolOutcome): T {
  expect(outcome, 'message' in outcome ? outcome.message : '').toMatchObject({ state: 'succeeded' })
  return (outcome as { output: T }).output
}

/** The message of a call that must have failed. */
export function refused(outcome: ToolOutcome): string {
  expect(outcome).toMatchObject({ state: 'failed' })
  return (outcome as { message: string }).message
}
