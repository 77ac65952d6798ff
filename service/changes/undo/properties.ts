/** Taking back what a tab is called, where it stands, what is frozen, and how wide and high its lines are. */
import type { Request } from '../footprint/touch.ts'
import { stable } from '../image/cells.ts'
import { type Image, SETTINGS, type SizesImage } from '../image/image.ts'
import { NEW_LINE } from '../lines.ts'
import { type LineWork, runsOf } from './lines.ts'

type Json = Record<string, unknown>

const FIELDS = [
  'title',
  'index',
  'hidden',
  'tabColorStyle',
  'rightToLeft',
  'gridProperties.frozenRowCount',
  'gridProperties.frozenColumnCount',
  'gridProperties.hideGridlines',
  'gridProperties.rowGroupControlAfter',
  'gridProperties.columnGroupControlAfter',
] as const

function at(object: unknown, path: string): unknown {
  return path
    .split('.')
    .reduce<unknown>((value, key) => (value as Json | null | undefined)?.[key] ?? undefined, object)
}

/** What a field is when Google leaves it out. */
const EMPTY: Partial<Record<(typeof FIELDS)[number], unknown>> = {
  hidden: false,
  rightToLeft: false,
  'gridProperties.frozenRowCount': 0,
  'gridProperties.frozenColumnCount': 0,
  'gridProperties.hideGridlines': false,
  'gridProperties.rowGroupControlAfter': false,
  'gridProperties.columnGroupControlAfter': false,
}

function put(properties: Json, path: string, value: unknown): void {
  const [outer, inner] = path.split('.') as [string, string?]
  if (inner === undefined) properties[outer] = value
  else properties[outer] = { ...((properties[outer] as Json | undefined) ?? {}), [inner]: value }
}

const propertiesOf = (image: Image, sheetId: number): Json | undefined =>
  image.sheets.find(sheet => (sheet.properties?.sheetId ?? 0) === sheetId)?.properties as Json | undefined

export function undoProperties(work: LineWork, sheetId: number): Request[] {
  const [before, after, current] = [work.record.before, work.record.after, work.current].map(image =>
    propertiesOf(image, sheetId),
  )
  if (!before || !after || !current) return []
  const properties: Json = { sheetId }
  const fields: string[] = []
  for (const field of FIELDS) {
    const [was, made, is] = [before, after, current].map(object => stable(at(object, field) ?? EMPTY[field]))
    if (was === made || is === was) continue
    // Tabs that come and go beside it move it too: its place is nobody's own work.
    if (is !== made && field !== 'index') {
      const reason = 'The tab was changed since, so that stays.'
      work.told.keptThings.push({ sheetName: work.work.titleOf(sheetId), range: '', reason })
      continue
    }
    if (field === 'index' && is !== made) continue
    put(properties, field, at(before, field) ?? EMPTY[field] ?? null)
    fields.push(field)
  }
  if (fields.length === 0) return []
  if (fields.includes('title')) work.work.tabs.get(sheetId)!.title = String(before.title)
  work.told.things += fields.length
  return [{ updateSheetProperties: { properties, fields: fields.join(',') } }]
}

export function undoSettings({ record, current, told }: LineWork): Request[] {
  const properties: Json = {}
  for (const field of SETTINGS) {
    const [was, made, is] = [record.before, record.after, current].map(image =>
      stable(image.properties[field]),
    )
    if (was !== made && is === made) properties[field] = record.before.properties[field] ?? null
  }
  const fields = Object.keys(properties)
  if (fields.length === 0) return []
  told.things += fields.length
  return [{ updateSpreadsheetProperties: { properties, fields: fields.join(',') } }]
}

const sizesOf = (image: Image, sheetId: number, dimension: SizesImage['dimension']) => {
  const lines = new Map<number, { pixelSize?: number | null; hiddenByUser?: boolean | null }>()
  for (const sizes of image.sizes)
    if (sizes.sheetId === sheetId && sizes.dimension === dimension)
      for (const [index, line] of sizes.lines.entries()) lines.set(sizes.start + index, line)
  return lines
}

export function undoSizes(work: LineWork, sheetId: number): Request[] {
  return (['ROWS', 'COLUMNS'] as const).flatMap(dimension => {
    const key = dimension === 'ROWS' ? 'rows' : 'columns'
    const before = sizesOf(work.record.before, sheetId, dimension)
    const tab = work.work.tabs.get(sheetId)
    if (before.size === 0 || !tab) return []
    const after = sizesOf(work.record.after, sheetId, dimension)
    const current = sizesOf(work.current, sheetId, dimension)
    const afterPlaces = new Map(
      (work.record.layout.tabs.get(sheetId)?.[key].toIds() ?? []).map((id, place) => [id, place]),
    )
    const origins = work.origin.tabs.get(sheetId)?.[key].toIds() ?? []
    const places = new Map(tab[key].toIds().map((id, place) => [id, place]))
    const wanted = new Map<string, number[]>()
    for (const [line, size] of before) {
      const place = places.get(line)
      if (place === undefined) continue
      const afterPlace = afterPlaces.get(line)
      const origin = origins[place] ?? NEW_LINE
      const text = JSON.stringify({ pixelSize: size.pixelSize, hiddenByUser: size.hiddenByUser ?? false })
      if (afterPlace !== undefined && origin < NEW_LINE) {
        const [was, made, is] = [size, after.get(afterPlace), current.get(origin)].map(stable)
        if (was === made || made !== is) continue
      }
      const known = wanted.get(text)
      if (known) known.push(place)
      else wanted.set(text, [place])
    }
    return [...wanted].flatMap(([text, lines]) => {
      work.told.things += lines.length
      return runsOf(lines.toSorted((a, b) => a - b)).map(({ start, end }) =>
        sizeRequest(sheetId, dimension, start, end, text),
      )
    })
  })
}

function sizeRequest(
  sheetId: number,
  dimension: SizesImage['dimension'],
  startIndex: number,
  endIndex: number,
  text: string,
): Request {
  const properties = JSON.parse(text) as { pixelSize?: number | null; hiddenByUser: boolean }
  const fields = properties.pixelSize == null ? 'hiddenByUser' : 'pixelSize,hiddenByUser'
  return {
    updateDimensionProperties: { range: { sheetId, dimension, startIndex, endIndex }, properties, fields },
  }
}
