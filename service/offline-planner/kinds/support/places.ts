/** Where on a sheet something is done: columns in all of their rows, a range, or the whole table. */
import { type Box, formatRange, parseRange } from '../../../sheets/a1.ts'
import type { Column } from '../../linking/sheet.ts'
import type { Scope } from '../../reading/scope.ts'
import { columnRange, nameOf, rowsOf, tableRange } from './table.ts'

export interface Place {
  range: string
  /** As it is called in an answer. */
  name: string
}

export interface Area {
  tab: string
  box: Box
  /** As it is written in the sentence. */
  said: string
}

export type Target = { columns: readonly Column[] } | { area: Area } | 'table'

/** "A2:B3", "Leads!A2:B3", on the open tab where none is named; null where it is none. */
export function areaOf(said: string, scope: Pick<Scope, 'tab'>): Area | null {
  const parsed = parseRange(said)
  return parsed && { tab: parsed.tab ?? scope.tab.title, box: parsed.box, said }
}

export const rangeOfArea = ({ tab, box }: Area): string => formatRange(tab, box)

/** Null where the tab has no rows of data. */
export function placesOf(scope: Scope, target: Target, withHeader = false): Place[] | null {
  if (target !== 'table' && 'area' in target)
    return [{ range: rangeOfArea(target.area), name: target.area.said }]
  const rows = rowsOf(scope)
  if (!rows) return null
  if (target === 'table') return [{ range: tableRange(scope.tab, rows, withHeader), name: scope.tab.title }]
  return target.columns.map(column => ({
    range: columnRange(column, rows.first, rows.last),
    name: nameOf(column),
  }))
}
