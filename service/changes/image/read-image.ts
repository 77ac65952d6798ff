/** Reads an image from the spreadsheet: one call, or several where it is large. */
import type { sheets_v4 } from '@googleapis/sheets'
import { boxCells, type ClosedBox, formatRange } from '../../sheets/a1.ts'
import { gridsOf } from '../../sheets/overview/grids.ts'
import type { Spreadsheet } from '../../sheets/spreadsheet.ts'
import type { Area, Dimension } from '../footprint/layout.ts'
import {
  type AreaImage,
  type CellData,
  type Image,
  SETTINGS,
  type SheetObjects,
  type SizesImage,
} from './image.ts'

/** Cells asked for in one call: parsed within some 60 ms, and Google counts calls, 60 a minute for each user. */
const CELLS_A_CALL = 60_000
/** Up to here what cells show is kept too, for people who look at the change. */
const SHOWN_CELLS = 6_000
/** Looks repeat themselves; where each row has its own, looking for like ones is given up. */
const MOST_LIKE_ROWS = 1_000

const CELL = 'userEnteredValue,userEnteredFormat,note,dataValidation,textFormatRuns,pivotTable'
/** Letters take the look that their cell is given. */
const LOOKS = 'userEnteredFormat,textFormatRuns'
const OBJECTS =
  'merges,conditionalFormats,filterViews,protectedRanges,basicFilter,charts,bandedRanges,rowGroups,columnGroups,slicers,tables'
const LINES = 'pixelSize,hiddenByUser'
const OF_ALL = `properties(${SETTINGS.join(',')}),namedRanges`

/** What an image is to hold. */
export interface Wanted {
  areas: readonly Area[]
  /** Tabs whose objects are wanted. */
  sheetIds: readonly number[]
  sizes: readonly Area[]
  /** The write can change nothing but looks: past the first call nothing else is asked for. */
  looksOnly?: boolean
}

interface SizesAsked {
  sheetId: number
  dimension: Dimension
  box: ClosedBox
}

/** Ranges of one call, in the order in which its answer has them, and its field mask. */
export interface ImageCall {
  fields: string
  ranges: string[]
  asked: ({ kind: 'cells'; area: Area } | { kind: 'sizes'; sizes: SizesAsked } | { kind: 'objects' })[]
}

/** Sizes are read along one edge: whole rows need only their first cell. */
function sizesAsked(area: Area, tab: { rows: number; columns: number }): SizesAsked[] {
  const { sheetId, box } = area
  const asked: SizesAsked[] = []
  if (box.endColumn - box.startColumn >= tab.columns)
    asked.push({ sheetId, dimension: 'ROWS', box: { ...box, startColumn: 0, endColumn: 1 } })
  if (box.endRow - box.startRow >= tab.rows)
    asked.push({ sheetId, dimension: 'COLUMNS', box: { ...box, startRow: 0, endRow: 1 } })
  return asked
}

function slices({ sheetId, box }: Area): Area[] {
  const rows = Math.max(1, Math.floor(CELLS_A_CALL / Math.max(1, box.endColumn - box.startColumn)))
  const parts: Area[] = []
  for (let startRow = box.startRow; startRow < box.endRow; startRow += rows) {
    parts.push({ sheetId, box: { ...box, startRow, endRow: Math.min(box.endRow, startRow + rows) } })
  }
  return parts
}

export interface TabSize {
  sheetId: number
  title: string
  rows: number
  columns: number
}

/** The calls that bring an image. Ranges on tabs that are not there are left out. */
export function imageCalls(wanted: Wanted, tabs: readonly TabSize[]): ImageCall[] {
  const tabOf = (sheetId: number) => tabs.find(tab => tab.sheetId === sheetId)
  const areas = wanted.areas.filter(({ sheetId }) => tabOf(sheetId)).flatMap(slices)
  const sizes = wanted.sizes.flatMap(area => {
    const tab = tabOf(area.sheetId)
    return tab ? sizesAsked(area, tab) : []
  })
  const cells = areas.reduce((sum, { box }) => sum + boxCells(box), 0)
  const groups: Area[][] = [[]]
  let filled = 0
  for (const area of areas) {
    if (filled > 0 && filled + boxCells(area.box) > CELLS_A_CALL) {
      groups.push([])
      filled = 0
    }
    groups.at(-1)!.push(area)
    filled += boxCells(area.box)
  }
  const shown = cells <= SHOWN_CELLS ? ',formattedValue' : ''
  const name = (area: Area) => formatRange(tabOf(area.sheetId)!.title, area.box)
  return groups.map((group, index) => {
    const asked: ImageCall['asked'] = group.map(area => ({ kind: 'cells', area }))
    const ranges = group.map(name)
    if (index === 0) {
      for (const size of sizes) {
        asked.push({ kind: 'sizes', sizes: size })
        ranges.push(name(size))
      }
      const covered = new Set([...group, ...sizes].map(({ sheetId }) => sheetId))
      for (const sheetId of wanted.sheetIds.filter(id => tabOf(id) && !covered.has(id))) {
        asked.push({ kind: 'objects' })
        ranges.push(name({ sheetId, box: { startRow: 0, endRow: 1, startColumn: 0, endColumn: 1 } }))
      }
    }
    const metadata = sizes.length > 0 ? `,rowMetadata(${LINES}),columnMetadata(${LINES})` : ''
    const cell = wanted.looksOnly && index > 0 ? LOOKS : `${CELL}${shown}`
    const data = `data(startRow,startColumn,rowData(values(${cell}))${metadata})`
    const objects = index === 0 ? `,${OBJECTS}` : ''
    const fields = `${OF_ALL},sheets(properties${objects},${data})`
    return { fields, ranges, asked }
  })
}

export function emptyImage(tabs: readonly TabSize[]): Image {
  return {
    properties: {},
    titles: Object.fromEntries(tabs.map(({ sheetId, title }) => [sheetId, title])),
    sheets: [],
    namedRanges: [],
    areas: [],
    sizes: [],
    formulas: [],
  }
}

/** Puts one call's answer into the image. */
export function addAnswer(image: Image, call: ImageCall, answer: sheets_v4.Schema$Spreadsheet): void {
  if (call.fields.includes(OBJECTS)) {
    image.properties = answer.properties ?? {}
    image.namedRanges = answer.namedRanges ?? []
    image.sheets = (answer.sheets ?? []).map(({ data: _, ...objects }) => objects as SheetObjects)
  }
  const ranged = call.asked.filter(asked => asked.kind !== 'objects')
  const grids = gridsOf(
    answer,
    ranged.map(asked => (asked.kind === 'cells' ? asked.area : asked.sizes)),
  )
  for (const [index, asked] of ranged.entries()) {
    const grid = grids[index]
    if (asked.kind === 'sizes') image.sizes.push(sizesOf(asked.sizes, grid))
    else image.areas.push({ ...asked.area, rows: (grid?.rowData ?? []).map(row => row.values ?? []) })
  }
}

function sizesOf(
  { sheetId, dimension, box }: SizesAsked,
  grid: sheets_v4.Schema$GridData | undefined,
): SizesImage {
  const rows = dimension === 'ROWS'
  const metadata = (rows ? grid?.rowMetadata : grid?.columnMetadata) ?? []
  const start = rows ? box.startRow : box.startColumn
  const end = rows ? box.endRow : box.endColumn
  const lines = metadata.slice(0, end - start).map(line => ({
    pixelSize: line.pixelSize ?? null,
    hiddenByUser: line.hiddenByUser ?? false,
  }))
  return { sheetId, dimension, start, lines }
}

/**
 * Rows that look alike become one: thousands of rows of which only looks are known take the memory of one,
 * and the collector of garbage has nothing to walk through. Nobody changes a row of an image in place.
 */
class LikeRows {
  readonly #known = new Map<string, CellData[]>()

  share(area: AreaImage): void {
    for (const [index, row] of area.rows.entries()) {
      const key = JSON.stringify(row)
      const known = this.#known.get(key)
      if (known) area.rows[index] = known
      else if (this.#known.size < MOST_LIKE_ROWS) this.#known.set(key, row)
    }
  }
}

export async function readImage(
  spreadsheet: Pick<Spreadsheet, 'get' | 'tabs'>,
  wanted: Wanted,
): Promise<Image> {
  const tabs = await spreadsheet.tabs()
  const image = emptyImage(tabs)
  if (wanted.looksOnly) image.looksOnly = true
  const calls = imageCalls(wanted, tabs)
  const alike = new LikeRows()
  for (const call of calls) {
    const params = call.ranges.length > 0 ? { fields: call.fields, ranges: call.ranges } : null
    const first = image.areas.length
    // With no range Google would answer for all tabs, cells included. What is large is not kept twice.
    addAnswer(image, call, await spreadsheet.get(params ?? { fields: OF_ALL }, { once: calls.length > 1 }))
    if (image.looksOnly) for (const area of image.areas.slice(first)) alike.share(area)
  }
  return image
}
