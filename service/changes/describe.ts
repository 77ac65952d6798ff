/** A write in words and numbers for people: which ranges, how many cells, of which kind. */
import type { ChangeKind } from '../../contract/index.ts'
import { boxCells, type ClosedBox, formatBox } from '../sheets/a1.ts'
import { Slices } from '../sheets/breathe.ts'
import type { Footprint } from './footprint/footprint.ts'
import type { Area, Layout, TouchedArea } from './footprint/layout.ts'
import type { Touch } from './footprint/touch.ts'
import { isBlank, sameCell, stable } from './image/cells.ts'
import { cellOf, type Image } from './image/image.ts'
import type { ChangeRow } from './journal.ts'
import { NEW_LINE } from './lines.ts'

/** Kinds that are about cells: without a changed cell there is no change. */
const OF_CELLS = new Set(['values', 'format', 'note', 'validation', 'sort', 'pivot'])

const hull = (a: ClosedBox, b: ClosedBox): ClosedBox => ({
  startRow: Math.min(a.startRow, b.startRow),
  endRow: Math.max(a.endRow, b.endRow),
  startColumn: Math.min(a.startColumn, b.startColumn),
  endColumn: Math.max(a.endColumn, b.endColumn),
})

interface Sides {
  layoutBefore: Layout
  layout: Layout
  before: Image
  after: Image
}

/** Cells of the area that hold, look or accept something else than before; of lines that went, the filled ones. */
async function changedCells(sides: Sides, area: TouchedArea): Promise<number> {
  const { layout, before, after } = sides
  const now = layout.place(area)
  if (!now) return filledIn(before, sides.layoutBefore.place(area))
  const tab = layout.tabs.get(area.sheetId)!
  const [rows, columns] = [tab.rows.toIds(), tab.columns.toIds()]
  const slices = new Slices()
  let count = 0
  for (let row = now.box.startRow; row < now.box.endRow; row += 1) {
    for (let column = now.box.startColumn; column < now.box.endColumn; column += 1) {
      if (slices.isDue()) await slices.giveWay()
      const isNew = rows[row]! >= NEW_LINE || columns[column]! >= NEW_LINE
      const was = isNew ? {} : (cellOf(before, area.sheetId, rows[row]!, columns[column]!) ?? {})
      const is = cellOf(after, area.sheetId, row, column) ?? {}
      if (!sameCell(was, is)) count += 1
    }
  }
  return count
}

async function filledIn(image: Image, place: Area | null): Promise<number> {
  if (!place) return 0
  const slices = new Slices()
  let count = 0
  for (let row = place.box.startRow; row < place.box.endRow; row += 1)
    for (let column = place.box.startColumn; column < place.box.endColumn; column += 1) {
      if (slices.isDue()) await slices.giveWay()
      if (!isBlank(cellOf(image, place.sheetId, row, column))) count += 1
    }
  return count
}

interface Group {
  touch: Touch
  boxes: ClosedBox[]
  areas: TouchedArea[]
}

function grouped(touches: readonly Touch[], sides: Sides): Group[] {
  const groups = new Map<string, Group>()
  for (const touch of touches) {
    const key = `${touch.kind} ${touch.sheetId} ${touch.verb} ${touch.kind === 'tab' ? touch.object : ''}`
    const group = groups.get(key) ?? { touch, boxes: [], areas: [] }
    groups.set(key, group)
    group.areas.push(...touch.areas)
    const place = touch.box && (sides.layout.place(touch.box) ?? sides.layoutBefore.place(touch.box))
    if (place) group.boxes.push(place.box)
  }
  return [...groups.values()]
}

function lineWords(touch: Touch, boxes: readonly ClosedBox[]): string {
  if (boxes.length < 2) return touch.object
  const rows = touch.kind === 'rows'
  const lines = boxes.reduce(
    (sum, box) => sum + (rows ? box.endRow - box.startRow : box.endColumn - box.startColumn),
    0,
  )
  return `${lines} ${rows ? 'rows' : 'columns'}`
}

function wordsOf({ touch, boxes }: Group): string {
  const isLines = (touch.kind === 'rows' || touch.kind === 'columns') && !touch.reorders
  if (isLines) return `${touch.verb} ${lineWords(touch, boxes)}`
  if (boxes.length < 2) return `${touch.verb} ${touch.object}`.trim()
  const whole = boxes.reduce(hull)
  const solid = boxes.reduce((sum, box) => sum + boxCells(box), 0) === boxCells(whole)
  return `${touch.verb} ${solid ? formatBox(whole) : `${boxes.length} ranges in ${formatBox(whole)}`}`
}

/** Kinds of which all that there is to see is read: where nothing of it differs, nothing was changed. */
const SEEN = new Set<ChangeKind>([
  'tab',
  'size',
  'filter',
  'conditional_format',
  'named_range',
  'protected_range',
  'chart',
  'banding',
  'table',
  'merge',
])

const objectsOf = ({ sheets, namedRanges, sizes, properties }: Image): string =>
  [sheets, namedRanges, sizes, properties].map(stable).join('|')

/** One line for each kind of thing that the write did to a tab; what changed nothing is left out. */
export async function describe(
  footprint: Footprint,
  sides: Sides,
  newId: () => string,
): Promise<ChangeRow[]> {
  const rows: ChangeRow[] = []
  let isSame: boolean | undefined
  for (const group of grouped(footprint.touches, sides)) {
    const { touch, boxes } = group
    let cells = 0
    for (const area of group.areas) cells += await changedCells(sides, area)
    if (cells === 0 && OF_CELLS.has(touch.kind)) continue
    if (cells === 0 && SEEN.has(touch.kind)) {
      isSame ??= objectsOf(sides.before) === objectsOf(sides.after)
      if (isSame) continue
    }
    const title =
      touch.sheetId === null
        ? null
        : sides.layoutBefore.titleOf(touch.sheetId) || sides.layout.titleOf(touch.sheetId)
    rows.push({
      id: newId(),
      kind: touch.kind,
      sheetId: touch.sheetId,
      sheetName: title,
      range: boxes.length === 0 ? null : formatBox(boxes.reduce(hull)) || null,
      cells,
      description: wordsOf(group),
    })
  }
  return rows
}
