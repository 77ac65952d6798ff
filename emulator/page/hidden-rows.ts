/**
 * Which rows the filters of a workbook hide, told to one page when it comes and whenever they change. Criteria
 * are Google's: the page's engine has other ones, of its own user, and cannot read these.
 */
import { rowsHiddenByFilter } from '../sheets/objects/filters.ts'
import type { Workbook } from '../sheets/workbook/workbook.ts'
import type { HiddenRows } from './protocol.ts'

/** A batch of changes is looked at once. */
const PAUSE_MS = 30

export interface HiddenRowsWatch {
  /** Something may have changed: looked at where there is a new revision, not where a cursor moved. */
  note(): void
  end(): void
}

export function watchHiddenRows(workbook: Workbook, tell: (rows: HiddenRows) => void): HiddenRowsWatch {
  // A page that comes again may hide rows of a filter that is gone by now: it is told of none, too.
  let told = ''
  let seen = ''
  let timer: ReturnType<typeof setTimeout> | undefined
  const look = () => {
    timer = undefined
    seen = workbook.revisionId
    const rows = hiddenRowsOf(workbook)
    const text = JSON.stringify(rows)
    if (text === told) return
    told = text
    tell(rows)
  }
  look()
  return {
    note() {
      if (workbook.revisionId !== seen) timer ??= setTimeout(look, PAUSE_MS).unref()
    },
    end: () => clearTimeout(timer),
  }
}

/** By the engine's tab; none of a tab that hides nothing. */
function hiddenRowsOf(workbook: Workbook): HiddenRows {
  const tabs = workbook.getters
    .getSheetIds()
    .map(id => [id, runsOf(rowsHiddenByFilter(workbook, id))] as const)
  return Object.fromEntries(tabs.filter(([, runs]) => runs.length > 0))
}

/** First and last of each run; the rows come in their order. */
function runsOf(rows: Set<number>): [first: number, last: number][] {
  const runs: [number, number][] = []
  for (const row of rows) {
    const run = runs.at(-1)
    if (run?.[1] === row - 1) run[1] = row
    else runs.push([row, row])
  }
  return runs
}
