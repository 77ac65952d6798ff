/** Where the charts of a tab lie, in pixels of the grid they lie on. */

import type { NamedChart } from '../../../sheets/objects/charts.ts'
import { parseXml, type XmlElement } from '../xml.ts'
import { readChart } from './charts.ts'
import { gidOfTab, type Request } from './extras.ts'
import type { ExcelPackage, Tab } from './package.ts'

const EMU_PER_PIXEL = 9_525
/** Taken where a file says of a picture neither where it ends nor how large it is. */
const SIZE = { width: 600, height: 371 }

/** The sizes of a tab's lines, by number. */
export interface Grid {
  rowNumber: number
  colNumber: number
  rows: Record<number, { size?: number } | undefined>
  cols: Record<number, { size?: number } | undefined>
}

const ROW = 23
const COLUMN = 96

interface Anchor {
  row: number
  col: number
  x: number
  y: number
}

/** Makes room where a chart lies beyond the cells. */
export function chartRequests(file: ExcelPackage, tab: Tab, grid: Grid): Request[] {
  const part = tab.related.find(({ type }) => type === 'drawing')
  if (part === undefined) return []
  const drawing = file.part(part.target)
  return (parseXml(file.text(drawing.path)).querySelector('xdr:wsDr')?.children ?? []).flatMap(element => {
    const id = element.querySelector('c:chart')?.getAttribute('r:id')
    const target = drawing.related.find(it => it.id === id)?.target
    const read = target === undefined ? undefined : readChart(parseXml(file.text(target)))
    if (read === undefined) return []
    const from = anchorOf(element.querySelector('xdr:from'))
    makeRoom(grid, from)
    const overlayPosition = {
      anchorCell: { sheetId: gidOfTab(tab.name), rowIndex: from.row, columnIndex: from.col },
      offsetXPixels: from.x,
      offsetYPixels: from.y,
      ...sizeOf(element, from, grid),
    }
    const chart: NamedChart = { ...read, position: { overlayPosition } }
    return [{ addChart: { chart } }]
  })
}

function anchorOf(anchor: XmlElement | null): Anchor {
  const numberOf = (tag: string) => Number(anchor?.querySelector(tag)?.textContent ?? 0)
  return {
    row: numberOf('xdr:row'),
    col: numberOf('xdr:col'),
    x: Math.round(numberOf('xdr:colOff') / EMU_PER_PIXEL),
    y: Math.round(numberOf('xdr:rowOff') / EMU_PER_PIXEL),
  }
}

function makeRoom(grid: Grid, { row, col }: Anchor): void {
  grid.rowNumber = Math.max(grid.rowNumber, row + 20)
  grid.colNumber = Math.max(grid.colNumber, col + 6)
}

function sizeOf(element: XmlElement, from: Anchor, grid: Grid) {
  const end = element.querySelector('xdr:to')
  if (end !== null) {
    const to = anchorOf(end)
    return {
      widthPixels: Math.max(1, distance(grid.cols, from.col, to.col, COLUMN) + to.x - from.x),
      heightPixels: Math.max(1, distance(grid.rows, from.row, to.row, ROW) + to.y - from.y),
    }
  }
  const size = element.children.find(({ tagName }) => tagName === 'xdr:ext')
  const pixels = (name: string) => Math.round(Number(size?.getAttribute(name) ?? 0) / EMU_PER_PIXEL)
  return { widthPixels: pixels('cx') || SIZE.width, heightPixels: pixels('cy') || SIZE.height }
}

function distance(lines: Grid['rows'], from: number, to: number, usual: number): number {
  let sum = 0
  for (let line = from; line < to; line++) sum += lines[line]?.size ?? usual
  return Math.round(sum)
}
