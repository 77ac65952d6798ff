/** When the server looks which rows the filters of a workbook hide. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { watchHiddenRows } from '../../../emulator/page/hidden-rows.ts'
import type { Workbook } from '../../../emulator/sheets/workbook/workbook.ts'

describe('the watch over hidden rows', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  it('looks once for all revisions of a moment, and not for a cursor that moved', () => {
    const look = vi.fn(() => [])
    const workbook = { revisionId: 'first', getters: { getSheetIds: look } }
    const watch = watchHiddenRows(workbook as unknown as Workbook, () => {})
    expect(look).toHaveBeenCalledTimes(1)

    watch.note()
    vi.runAllTimers()
    expect(look).toHaveBeenCalledTimes(1)

    for (const revisionId of ['second', 'third']) {
      workbook.revisionId = revisionId
      watch.note()
    }
    vi.runAllTimers()
    expect(look).toHaveBeenCalledTimes(2)
    watch.end()
  })

  it('tells a page that comes that nothing is hidden, and then only changes', () => {
    const workbook = { revisionId: 'first', getters: { getSheetIds: () => [] } }
    const tell = vi.fn()
    const watch = watchHiddenRows(workbook as unknown as Workbook, tell)
    expect(tell.mock.calls).toEqual([[{}]])
    workbook.revisionId = 'second'
    watch.note()
    vi.runAllTimers()
    expect(tell).toHaveBeenCalledTimes(1)
    watch.end()
  })
})
