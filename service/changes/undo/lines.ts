/** Taking back rows and columns: those that were inserted go, those that were deleted or moved come back. */
import { formatBox } from '../../sheets/a1.ts'
import type { Dimension, Layout, TabLayout } from '../footprint/layout.ts'
import { spanWords } from '../footprint/structure.ts'
import type { Request } from '../footprint/touch.ts'
import { sameCell } from '../image/cells.ts'
import { cellOf, type Image, sheetIdOf } from '../image/image.ts'
import { Lines, NEW_LINE } from '../lines.ts'
import type { Recorded, Told } from './state.ts'

export interface LineWork {
  record: Recorded
  current: Image
  /** Where the lines after the write are now. */
  present: Layout
  /** Becomes the tabs after the undo, by line numbers before the write. */
  work: Layout
  /** The same tabs by where their lines are now. */
  origin: Layout
  requests: Request[]
  told: Told
}

const DIMENSIONS = ['ROWS', 'COLUMNS'] as const

const linesIn = (tab: TabLayout, dimension: Dimension): Lines =>
  dimension === 'ROWS' ? tab.rows : tab.columns

function setLines(tab: TabLayout, dimension: Dimension, lines: Lines): void {
  if (dimension === 'ROWS') tab.rows = lines
  else tab.columns = lines
}

interface Run {
  start: number
  end: number
}

/** Runs of numbers that follow each other. */
export function runsOf(numbers: readonly number[]): Run[] {
  const runs: Run[] = []
  for (const number of numbers) {
    const last = runs.at(-1)
    if (last && last.end === number) last.end += 1
    else runs.push({ start: number, end: number + 1 })
  }
  return runs
}

export function undoLines(work: LineWork, sheetId: number): void {
  for (const dimension of DIMENSIONS) {
    removeInserted(work, sheetId, dimension)
    relabel(work, sheetId, dimension)
    bringBack(work, sheetId, dimension)
    if (!work.record.reorders.some(area => area.sheetId === sheetId && dimension === 'ROWS'))
      moveBack(work, sheetId, dimension)
  }
}

/** A line that holds anything but what the write left in it stays. */
function isAsLeft(work: LineWork, sheetId: number, dimension: Dimension, line: number): boolean {
  const { record, current, present } = work
  const here = present.tabs.get(sheetId)!
  const there = record.layout.tabs.get(sheetId)!
  const crossing: Dimension = dimension === 'ROWS' ? 'COLUMNS' : 'ROWS'
  const place = linesIn(here, dimension).positionOf(line)!
  return linesIn(here, crossing)
    .toIds()
    .every((id, position) => {
      const at = (own: number, other: number): [number, number] =>
        dimension === 'ROWS' ? [own, other] : [other, own]
      const is = cellOf(current, sheetId, ...at(place, position)) ?? {}
      if (id >= linesIn(there, crossing).count) return sameCell(is, {})
      return sameCell(is, cellOf(record.after, sheetId, ...at(line, id)) ?? {})
    })
}

function removeInserted(work: LineWork, sheetId: number, dimension: Dimension): void {
  const after = linesIn(work.record.layout.tabs.get(sheetId)!, dimension).toIds()
  const here = work.work.tabs.get(sheetId)!
  const inserted = after.flatMap((id, position) => (id >= NEW_LINE ? [position] : []))
  const places: number[] = []
  let kept = 0
  for (const line of inserted) {
    const place = linesIn(work.present.tabs.get(sheetId)!, dimension).positionOf(line)
    if (place === undefined) continue
    if (isAsLeft(work, sheetId, dimension, line)) places.push(place)
    else kept += 1
  }
  const lines = linesIn(here, dimension)
  // A grid keeps at least one line.
  if (places.length >= lines.count) places.pop()
  for (const { start, end } of runsOf(places.toSorted((a, b) => a - b)).reverse()) {
    work.requests.push({
      deleteDimension: { range: { sheetId, dimension, startIndex: start, endIndex: end } },
    })
    lines.remove(start, end)
    linesIn(work.origin.tabs.get(sheetId)!, dimension).remove(start, end)
  }
  work.told.things += places.length
  if (kept === 0) return
  const noun = dimension === 'ROWS' ? 'row' : 'column'
  work.told.keptThings.push({
    sheetName: here.title,
    range: '',
    reason: `${kept} inserted ${noun}${kept === 1 ? ' holds' : 's hold'} something that came since, so ${kept === 1 ? 'it stays' : 'they stay'}.`,
  })
}

/** From line numbers after the write to those before it. */
function relabel(work: LineWork, sheetId: number, dimension: Dimension): void {
  const tab = work.work.tabs.get(sheetId)!
  const after = linesIn(work.record.layout.tabs.get(sheetId)!, dimension).toIds()
  const ids = linesIn(tab, dimension)
    .toIds()
    .map(id => {
      const before = id < NEW_LINE ? after[id] : undefined
      return before === undefined || before >= NEW_LINE ? -1 : before
    })
  setLines(tab, dimension, Lines.fromIds(ids))
}

function countBefore({ before }: Recorded, sheetId: number, dimension: Dimension): number {
  const grid = before.sheets.find(sheet => sheetIdOf(sheet) === sheetId)?.properties?.gridProperties
  return (dimension === 'ROWS' ? grid?.rowCount : grid?.columnCount) ?? 0
}

function bringBack(work: LineWork, sheetId: number, dimension: Dimension): void {
  const after = new Set(linesIn(work.record.layout.tabs.get(sheetId)!, dimension).toIds())
  const count = countBefore(work.record, sheetId, dimension)
  const missing = Array.from({ length: count }, (_, line) => line).filter(line => !after.has(line))
  for (const run of runsOf(missing))
    insertAt(work, sheetId, dimension, placeFor(work, sheetId, dimension, run), run)
  work.told.things += missing.length
}

/** Behind the line that stood before them, wherever it is now; else before the one that followed. */
function placeFor(work: LineWork, sheetId: number, dimension: Dimension, { start, end }: Run): number {
  const lines = linesIn(work.work.tabs.get(sheetId)!, dimension)
  const places = new Map(lines.toIds().map((id, position) => [id, position]))
  for (let line = start - 1; line >= 0; line -= 1) {
    const place = places.get(line)
    if (place !== undefined) return place + 1
  }
  const following = [...places.keys()].filter(id => id >= end && id < NEW_LINE).sort((a, b) => a - b)[0]
  return following === undefined ? lines.count : places.get(following)!
}

/** Makes room for lines of these numbers before the write. */
export function insertAt(
  work: LineWork,
  sheetId: number,
  dimension: Dimension,
  place: number,
  { start, end }: Run,
): void {
  const tab = work.work.tabs.get(sheetId)!
  const lines = linesIn(tab, dimension)
  const length = end - start
  work.requests.push(
    place >= lines.count
      ? { appendDimension: { sheetId, dimension, length } }
      : {
          insertDimension: {
            range: { sheetId, dimension, startIndex: place, endIndex: place + length },
            inheritFromBefore: place > 0,
          },
        },
  )
  lines.insert(place, length, [{ id: start, count: length }])
  linesIn(work.origin.tabs.get(sheetId)!, dimension).insert(place, length)
}

/** Lines that the write moved stand again where they stood among the others. */
function moveBack(work: LineWork, sheetId: number, dimension: Dimension): void {
  const left = linesIn(work.record.layout.tabs.get(sheetId)!, dimension)
  // What the write left in its order, people may have put into another one: that is theirs.
  if (!left.isReordered) return
  const pieces = left.pieces.filter(({ id }) => id < NEW_LINE).toSorted((a, b) => a.id - b.id)
  const tab = work.work.tabs.get(sheetId)!
  for (const [index, piece] of pieces.entries()) {
    const lines = linesIn(tab, dimension)
    const span = lines.span([piece])
    const previous = index === 0 ? null : lines.span([pieces[index - 1]!])
    if (!span || (index > 0 && !previous)) continue
    const wanted = previous
      ? previous[1]
      : Math.min(...pieces.flatMap(other => lines.span([other])?.[0] ?? []))
    if (span[0] === wanted || (span[0] > wanted && !isOutOfOrder(lines, piece.id, wanted, span[0]))) continue
    if (span[1] - span[0] !== piece.count || (wanted > span[0] && wanted < span[1])) {
      work.told.keptThings.push({
        sheetName: tab.title,
        range: formatBox(
          dimension === 'ROWS'
            ? { startRow: span[0], endRow: span[1] }
            : { startColumn: span[0], endColumn: span[1] },
        ),
        reason: `Other ${dimension === 'ROWS' ? 'rows' : 'columns'} stand between ${spanWords({ dimension, start: piece.id, end: piece.id + piece.count })} now, so they stay where they are.`,
      })
      continue
    }
    work.requests.push({
      moveDimension: {
        source: { sheetId, dimension, startIndex: span[0], endIndex: span[1] },
        destinationIndex: wanted,
      },
    })
    lines.move(span[0], span[1], wanted)
    linesIn(work.origin.tabs.get(sheetId)!, dimension).move(span[0], span[1], wanted)
    work.told.things += piece.count
  }
}

/** Lines that people put between are no reason to move anything. */
const isOutOfOrder = (lines: Lines, id: number, from: number, to: number): boolean =>
  lines.ids(from, to).some(piece => piece.id < NEW_LINE && piece.id > id)
