/** Rows and columns of a tab with their sizes, groups and what is hidden, put around the cells. */

import { rowsHiddenByFilter } from '../../../sheets/objects/filters.ts'
import type { Workbook } from '../../../sheets/workbook/workbook.ts'
import { element } from './markup.ts'

const POINTS_PER_PIXEL = 0.75
const CHARACTERS_PER_PIXEL = 0.143

export const sheetFormatXml = (
  groups: { rows: number; columns: number },
  usual: { row: number; column: number },
): string =>
  element('sheetFormatPr', {
    defaultColWidth: characters(usual.column),
    defaultRowHeight: points(usual.row),
    customHeight: true,
    outlineLevelRow: groups.rows || undefined,
    outlineLevelCol: groups.columns || undefined,
  })

/** What most lines measure: those need not say so. */
export function usualSizes({ getters }: Workbook, sheetId: string): { row: number; column: number } {
  return {
    row: mostOf(getters.getNumberRows(sheetId), row => getters.getRowSize(sheetId, row)),
    column: mostOf(getters.getNumberCols(sheetId), col => getters.getColSize(sheetId, col)),
  }
}

function mostOf(count: number, sizeOf: (line: number) => number): number {
  const counts = new Map<number, number>()
  for (let line = 0; line < count; line++) counts.set(sizeOf(line), (counts.get(sizeOf(line)) ?? 0) + 1)
  return [...counts].reduce((most, it) => (it[1] > most[1] ? it : most), [0, 0])[0]
}

const characters = (pixels: number) => Math.round(pixels * CHARACTERS_PER_PIXEL * 1000) / 1000
const points = (pixels: number) => Math.round(pixels * POINTS_PER_PIXEL * 100) / 100

interface Line {
  level: number
  isFolded: boolean
  /** After a folded group: where Excel draws its button. */
  isCollapsed: boolean
}

export function linesOf({ getters }: Workbook, sheetId: string, dimension: 'ROW' | 'COL') {
  const groups = getters.getHeaderGroups(sheetId, dimension)
  const deepest = { level: 0 }
  const lines = new Map<number, Line>()
  const at = (index: number) => {
    const line = lines.get(index) ?? { level: 0, isFolded: false, isCollapsed: false }
    lines.set(index, line)
    return line
  }
  for (const { start, end, isFolded } of groups) {
    for (let index = start; index <= end; index++) {
      const line = at(index)
      line.level++
      line.isFolded ||= isFolded === true
      deepest.level = Math.max(deepest.level, line.level)
    }
    if (isFolded === true) at(end + 1).isCollapsed = true
  }
  return { lines, deepest: deepest.level }
}

export function columnsXml(workbook: Workbook, sheetId: string, usual: number): string {
  const { getters } = workbook
  const { lines } = linesOf(workbook, sheetId, 'COL')
  const columns: string[] = []
  for (let col = 0; col < getters.getNumberCols(sheetId); col++) {
    const line = lines.get(col)
    const size = getters.getColSize(sheetId, col)
    const isHidden = getters.isColHiddenByUser(sheetId, col) || line?.isFolded === true
    if (size === usual && !isHidden && line === undefined) continue
    columns.push(
      element('col', {
        min: col + 1,
        max: col + 1,
        width: characters(size),
        customWidth: true,
        hidden: isHidden || undefined,
        outlineLevel: line?.level || undefined,
        collapsed: line?.isCollapsed || undefined,
      }),
    )
  }
  return columns.length === 0 ? '' : element('cols', {}, columns.join(''))
}

export function rowsXml(
  workbook: Workbook,
  sheetId: string,
  cells: ReadonlyMap<number, string>,
  usual: number,
): string {
  const { getters } = workbook
  const { lines } = linesOf(workbook, sheetId, 'ROW')
  const filtered = rowsHiddenByFilter(workbook, sheetId)
  const rows: string[] = []
  for (let row = 0; row < getters.getNumberRows(sheetId); row++) {
    const line = lines.get(row)
    const size = getters.getRowSize(sheetId, row)
    const isHidden = getters.isRowHiddenByUser(sheetId, row) || filtered.has(row) || line?.isFolded === true
    const inside = cells.get(row) ?? ''
    if (inside === '' && size === usual && !isHidden && line === undefined) continue
    rows.push(
      element(
        'row',
        {
          r: row + 1,
          ht: size === usual ? undefined : points(size),
          customHeight: size === usual ? undefined : true,
          hidden: isHidden || undefined,
          outlineLevel: line?.level || undefined,
          collapsed: line?.isCollapsed || undefined,
        },
        inside,
      ),
    )
  }
  return element('sheetData', {}, rows.join(''))
}
