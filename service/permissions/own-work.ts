/**
 * What the turn's own writes have made and cost so far, call by call. Written before a write is made, so that
 * a call that runs again after a crash finds its own lines there and counts them once.
 */
import type { Box } from '../sheets/a1.ts'
import type { Tab } from '../sheets/spreadsheet.ts'
import type { Queryable } from '../store/db.ts'
import type { Deed } from './deeds/deed.ts'
import type { Own, Shift } from './judging/case.ts'

interface Area {
  sheetId: number
  box: Box
}

interface Made {
  tabs: number[]
  areas: Area[]
  shifts: Shift[]
  /** Missing in what an earlier version has written. */
  renamed?: { sheetId: number; from: string }[]
}

/** More single cells are kept as the rectangle around them. */
const MOST_AREAS = 50

/** `areas` hold what the write fills or changes: what it only writes again stays the person's. */
export function madeBy(deeds: readonly Deed[], areas: readonly Area[], tabs: readonly Tab[]): Made {
  const known = new Map(tabs.map(tab => [tab.sheetId, tab.title]))
  return {
    // An id that is taken already makes no tab: Google refuses it.
    tabs: deeds.flatMap(deed => (deed.deed === 'new_tab' && !known.has(deed.sheetId) ? [deed.sheetId] : [])),
    areas: areas.length > MOST_AREAS ? [] : [...areas],
    shifts: deeds.flatMap(shiftsOf),
    renamed: deeds.flatMap(deed => {
      const from = deed.deed === 'rename_tab' ? known.get(deed.sheetId) : undefined
      return deed.deed === 'rename_tab' && from !== undefined ? [{ sheetId: deed.sheetId, from }] : []
    }),
  }
}

function shiftsOf(deed: Deed): Shift[] {
  if (deed.deed === 'move_lines')
    return [{ sheetId: deed.sheetId, dimension: deed.dimension, start: deed.start, count: deed.count }]
  if (deed.deed !== 'delete_lines') return []
  const { sheetId, dimension, start, end } = deed
  return [{ sheetId, dimension, start, count: -((end ?? start) - start) }]
}

export async function readOwn(
  db: Queryable,
  turnId: string,
  except: { toolCallId: string; sequence: number },
): Promise<Own> {
  const { rows } = await db.query<{ made: string; lost: number; rows: number }>(
    `select made, lost, rows from turn_deeds
     where turn_id = $1 and not (tool_call_id = $2 and sequence >= $3) order by position`,
    [turnId, except.toolCallId, except.sequence],
  )
  const tabs = new Set<number>()
  const shifts: Shift[] = []
  const renamed = new Map<number, string>()
  let areas: Area[] = []
  for (const row of rows) {
    const made = JSON.parse(row.made) as Made
    for (const sheetId of made.tabs) tabs.add(sheetId)
    for (const shift of made.shifts) areas = areas.flatMap(area => shifted(area, shift))
    for (const { sheetId, from } of made.renamed ?? [])
      if (!renamed.has(sheetId) && !tabs.has(sheetId)) renamed.set(sheetId, from)
    shifts.push(...made.shifts)
    areas = [...areas, ...made.areas]
  }
  const sum = (of: (row: { lost: number; rows: number }) => number) =>
    rows.reduce((total, row) => total + of(row), 0)
  return { tabs, areas, shifts, renamed, lost: sum(row => row.lost), rows: sum(row => row.rows) }
}

/** What can no longer be told for sure is nobody's own. */
function shifted(area: Area, { sheetId, dimension, start, count }: Shift): Area[] {
  if (area.sheetId !== sheetId) return [area]
  const isRows = dimension === 'ROWS'
  const from = (isRows ? area.box.startRow : area.box.startColumn) ?? 0
  const to = (isRows ? area.box.endRow : area.box.endColumn) ?? Number.POSITIVE_INFINITY
  if (count === 0) return []
  if (start >= to) return [area]
  const isBefore = count > 0 ? start <= from : start - count <= from
  if (!isBefore) return []
  const box = isRows
    ? { ...area.box, startRow: from + count, ...(Number.isFinite(to) ? { endRow: to + count } : {}) }
    : { ...area.box, startColumn: from + count, ...(Number.isFinite(to) ? { endColumn: to + count } : {}) }
  return [{ sheetId, box }]
}

export async function writeOwn(
  db: Queryable,
  turnId: string,
  call: { toolCallId: string; sequence: number },
  made: Made,
  counts: { lost: number; rows: number },
): Promise<void> {
  await db.query(
    `insert into turn_deeds (turn_id, tool_call_id, sequence, made, lost, rows) values ($1, $2, $3, $4, $5, $6)
     on conflict (turn_id, tool_call_id, sequence) do nothing`,
    [turnId, call.toolCallId, call.sequence, JSON.stringify(made), counts.lost, counts.rows],
  )
}
