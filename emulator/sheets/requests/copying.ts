/** Requests that copy and move cells: copyPaste, cutPaste, insertRange, deleteRange, autoFill, pasteData. */
import type { Zone } from '../../dialect/engine.ts'
import { enterCell } from '../cells/cells.ts'
import { growTo } from '../cells/grid-size.ts'
import { readUserEntered } from '../cells/input.ts'
import { readEnum } from '../google/enums.ts'
import { copyConditionalFormats } from '../objects/conditional-formats.ts'
import { type Context, editable, fail, guard, type Handlers, insertedLines, tab } from '../objects/context.ts'
import { copyValidations } from '../objects/data-validation.ts'
import { type Area, areaOf } from '../workbook/a1.ts'
import { type Block, EVERYTHING, moveArea, type PutParts, pick, put } from './blocks.ts'
import { fillArea } from './series.ts'

const PASTE_TYPES = [
  'PASTE_NORMAL',
  'PASTE_VALUES',
  'PASTE_FORMAT',
  'PASTE_NO_BORDERS',
  'PASTE_FORMULA',
  'PASTE_DATA_VALIDATION',
  'PASTE_CONDITIONAL_FORMATTING',
] as const
type PasteType = (typeof PASTE_TYPES)[number]

const NOTHING: PutParts = { content: false, format: false, borders: false, notes: false }
const PARTS: Record<PasteType, PutParts> = {
  PASTE_NORMAL: EVERYTHING,
  PASTE_VALUES: { ...NOTHING, content: true, valuesOnly: true },
  PASTE_FORMAT: { ...NOTHING, format: true, borders: true },
  PASTE_NO_BORDERS: { ...EVERYTHING, borders: false },
  PASTE_FORMULA: { ...NOTHING, content: true },
  PASTE_DATA_VALIDATION: NOTHING,
  PASTE_CONDITIONAL_FORMATTING: NOTHING,
}
const BRINGS_VALIDATION: PasteType[] = ['PASTE_NORMAL', 'PASTE_NO_BORDERS', 'PASTE_DATA_VALIDATION']
const BRINGS_CONDITIONS: PasteType[] = [
  'PASTE_NORMAL',
  'PASTE_NO_BORDERS',
  'PASTE_FORMAT',
  'PASTE_CONDITIONAL_FORMATTING',
]

export const copyHandlers: Handlers = {
  copyPaste({ source, destination, pasteType, pasteOrientation }, context) {
    const type = readEnum(pasteType, PASTE_TYPES, 'PASTE_NORMAL', `${context.path}.pasteType`)
    const transposed =
      readEnum(pasteOrientation, ['NORMAL', 'TRANSPOSE'], 'NORMAL', `${context.path}.pasteOrientation`) ===
      'TRANSPOSE'
    const from = areaOf(context.workbook, source, context.path)
    const to = areaOf(context.workbook, destination, context.path)
    const tiles = tilesOf(context, from.zone, to, transposed)
    const block = pick(context.workbook, from)
    for (const tile of tiles) pasteTile(context, from, block, tile, PARTS[type], transposed)
    if (!transposed)
      for (const tile of tiles) {
        if (BRINGS_VALIDATION.includes(type)) copyValidations(context, from, tile)
        if (BRINGS_CONDITIONS.includes(type)) copyConditionalFormats(context, from, tile)
        if (PARTS[type].format && PARTS[type].content) copyMerges(context, from, tile)
      }
    return undefined
  },

  cutPaste({ source, destination, pasteType }, context) {
    const type = readEnum(pasteType, PASTE_TYPES, 'PASTE_NORMAL', `${context.path}.pasteType`)
    const from = editable(context, source)
    const sheetId = tab(context, destination?.sheetId)
    const [row, col] = [destination?.rowIndex ?? 0, destination?.columnIndex ?? 0]
    const zone = {
      top: row,
      left: col,
      bottom: row + from.zone.bottom - from.zone.top,
      right: col + from.zone.right - from.zone.left,
    }
    growTo(context.workbook, context.tx, sheetId, zone.bottom + 1, zone.right + 1)
    guard(context, { sheetId, zone })
    moveArea(context, from, { sheetId, row, col }, PARTS[type])
    return undefined
  },

  insertRange({ range, shiftDimension }, context) {
    const { sheetId, zone } = editable(context, range)
    const down = isDown(context, shiftDimension)
    const rest = toEnd(context, { sheetId, zone }, down)
    const [height, width] = [zone.bottom - zone.top + 1, zone.right - zone.left + 1]
    insertedLines(context, sheetId, down ? 'ROW' : 'COL', down ? height : width)
    moveArea(
      context,
      { sheetId, zone: rest },
      { sheetId, row: zone.top + (down ? height : 0), col: zone.left + (down ? 0 : width) },
    )
    return undefined
  },

  deleteRange({ range, shiftDimension }, context) {
    const { sheetId, zone } = editable(context, range)
    const up = isDown(context, shiftDimension)
    const next = up ? { ...zone, top: zone.bottom + 1 } : { ...zone, left: zone.right + 1 }
    const rest = toEnd(context, { sheetId, zone: next }, up)
    clearArea(context, { sheetId, zone })
    if (rest.top <= rest.bottom && rest.left <= rest.right)
      moveArea(context, { sheetId, zone: rest }, { sheetId, row: zone.top, col: zone.left })
    return undefined
  },

  autoFill({ range, sourceAndDestination, useAlternateSeries }, context) {
    fillArea(context, range, sourceAndDestination, useAlternateSeries ?? false)
    return undefined
  },

  pasteData({ coordinate, data, delimiter, html }, context) {
    if (html) throw fail(context, 'The local emulator does not paste HTML.')
    if (!delimiter) throw fail(context, 'delimiter is required')
    const sheetId = tab(context, coordinate?.sheetId)
    const [top, left] = [coordinate?.rowIndex ?? 0, coordinate?.columnIndex ?? 0]
    const rows = (data ?? '').split(/\r?\n/).map(line => line.split(delimiter))
    const width = Math.max(...rows.map(row => row.length))
    growTo(context.workbook, context.tx, sheetId, top + rows.length, left + width)
    guard(context, { sheetId, zone: { top, left, bottom: top + rows.length - 1, right: left + width - 1 } })
    rows.forEach((row, y) => {
      row.forEach((text, x) => {
        const position = { sheetId, row: top + y, col: left + x }
        enterCell(context.workbook, context.tx, position, readUserEntered(text), text)
      })
    })
    return undefined
  },
}

/** From an area on to the last row or column of its tab. */
const toEnd = ({ workbook: { getters } }: Context, { sheetId, zone }: Area, down: boolean) =>
  down
    ? { ...zone, bottom: getters.getNumberRows(sheetId) - 1 }
    : { ...zone, right: getters.getNumberCols(sheetId) - 1 }

function isDown(context: Context, dimension: string | null | undefined): boolean {
  if (dimension !== 'ROWS' && dimension !== 'COLUMNS') throw fail(context, 'shiftDimension is required')
  return dimension === 'ROWS'
}

/** Where the source is pasted: repeated where the destination is a multiple of it, once otherwise. */
function tilesOf(context: Context, source: Zone, to: Area, transposed: boolean): Area[] {
  const [rows, columns] = [source.bottom - source.top + 1, source.right - source.left + 1]
  const [height, width] = transposed ? [columns, rows] : [rows, columns]
  const [spanRows, spanColumns] = [to.zone.bottom - to.zone.top + 1, to.zone.right - to.zone.left + 1]
  const down = spanRows % height === 0 ? spanRows / height : 1
  const across = spanColumns % width === 0 ? spanColumns / width : 1
  growTo(context.workbook, context.tx, to.sheetId, to.zone.top + down * height, to.zone.left + across * width)
  const tiles: Area[] = []
  for (let y = 0; y < down; y++)
    for (let x = 0; x < across; x++) {
      const [top, left] = [to.zone.top + y * height, to.zone.left + x * width]
      tiles.push({
        sheetId: to.sheetId,
        zone: { top, left, bottom: top + height - 1, right: left + width - 1 },
      })
    }
  guard(context, ...tiles)
  return tiles
}

function pasteTile(
  context: Context,
  from: Area,
  block: Block,
  tile: Area,
  parts: PutParts,
  transposed: boolean,
): void {
  if (Object.values(parts).every(part => part === false)) return
  block.forEach((cells, y) => {
    cells.forEach((cell, x) => {
      const [down, across] = transposed ? [x, y] : [y, x]
      const position = { sheetId: tile.sheetId, row: tile.zone.top + down, col: tile.zone.left + across }
      put(
        context,
        position,
        cell,
        parts,
        position.col - (from.zone.left + x),
        position.row - (from.zone.top + y),
      )
    })
  })
}

function copyMerges(context: Context, from: Area, tile: Area): void {
  const [down, across] = [tile.zone.top - from.zone.top, tile.zone.left - from.zone.left]
  const target = context.workbook.getters
    .getMerges(from.sheetId)
    .filter(
      it =>
        it.top >= from.zone.top &&
        it.bottom <= from.zone.bottom &&
        it.left >= from.zone.left &&
        it.right <= from.zone.right,
    )
    .map(it => ({
      top: it.top + down,
      bottom: it.bottom + down,
      left: it.left + across,
      right: it.right + across,
    }))
  if (target.length > 0) context.tx.dispatch('ADD_MERGE', { sheetId: tile.sheetId, target, force: true })
}

export function clearArea(context: Context, { sheetId, zone }: Area): void {
  context.tx.dispatch('CLEAR_CELLS', { sheetId, target: [zone] })
  for (const annotation of context.workbook.getters.getAnnotations('note', sheetId)) {
    const at = annotation.ranges[0]?.zone
    if (
      at &&
      at.top >= zone.top &&
      at.bottom <= zone.bottom &&
      at.left >= zone.left &&
      at.right <= zone.right
    )
      context.tx.removeAnnotation(annotation.id)
  }
}
