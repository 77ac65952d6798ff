/**
 * What of a cell can be entered, part by part, and whether two cells are alike in it. Google leaves out
 * what is default and writes some things twice: parts are compared by a text of their own.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { CellData } from './image.ts'

export const PARTS = ['value', 'format', 'note', 'validation', 'runs', 'pivot'] as const
export type Part = (typeof PARTS)[number]

export const FIELD: Record<Part, keyof CellData & string> = {
  value: 'userEnteredValue',
  format: 'userEnteredFormat',
  note: 'note',
  validation: 'dataValidation',
  runs: 'textFormatRuns',
  pivot: 'pivotTable',
}

export function stable(value: unknown): string {
  if (value === null || value === undefined) return ''
  if (typeof value !== 'object') return JSON.stringify(value)
  if (Array.isArray(value)) return `[${value.map(stable).join(',')}]`
  const entries = Object.entries(value)
    .map(([key, inner]) => [key, stable(inner)] as const)
    .filter(([, text]) => text !== '' && text !== '{}')
    .sort(([a], [b]) => (a < b ? -1 : 1))
  return entries.length === 0 ? '' : `{${entries.map(([key, text]) => `${key}:${text}`).join(',')}}`
}

export const partOf = (cell: CellData | undefined, part: Part): string =>
  part === 'note' ? (cell?.note ?? '') : stable(cell?.[FIELD[part]])

export const sameCell = (a: CellData | undefined, b: CellData | undefined): boolean =>
  a === b || PARTS.every(part => a?.[FIELD[part]] === b?.[FIELD[part]] || partOf(a, part) === partOf(b, part))

export const isBlank = (cell: CellData | undefined): boolean =>
  partOf(cell, 'value') === '' && partOf(cell, 'pivot') === ''

/** A format leaf by leaf, so that what a person made bold since keeps it while its colour goes back. */
type Leaves = Map<string, unknown>

const SPLIT = new Set(['borders', 'textFormat'])

function leavesOf(format: sheets_v4.Schema$CellFormat | null | undefined): Leaves {
  const leaves: Leaves = new Map()
  for (const [key, value] of Object.entries(format ?? {})) {
    if (value === null || value === undefined) continue
    if (!SPLIT.has(key)) leaves.set(key, value)
    else
      for (const [inner, leaf] of Object.entries(value as object))
        if (leaf !== null && leaf !== undefined) leaves.set(`${key}.${inner}`, leaf)
  }
  return leaves
}

function toFormat(leaves: Leaves): sheets_v4.Schema$CellFormat {
  const format: Record<string, unknown> = {}
  for (const [path, value] of leaves) {
    const [key, inner] = path.split('.') as [string, string?]
    if (inner === undefined) format[key] = value
    else format[key] = { ...((format[key] as object | undefined) ?? {}), [inner]: value }
  }
  return format as sheets_v4.Schema$CellFormat
}

/** The present format with what the write changed taken back, as far as nobody changed it since. */
export function mergeFormats(
  before: sheets_v4.Schema$CellFormat | null | undefined,
  after: sheets_v4.Schema$CellFormat | null | undefined,
  present: sheets_v4.Schema$CellFormat | null | undefined,
): { format: sheets_v4.Schema$CellFormat; kept: boolean } {
  const [from, left, now] = [leavesOf(before), leavesOf(after), leavesOf(present)]
  let kept = false
  for (const path of new Set([...from.keys(), ...left.keys()])) {
    const [was, made, is] = [from.get(path), left.get(path), now.get(path)].map(stable)
    if (was === made || is === was) continue
    if (is !== made) {
      // Google writes a colour twice, in an old and a new way: one of them tells enough.
      kept = true
      continue
    }
    if (was === '') now.delete(path)
    else now.set(path, from.get(path))
  }
  return { format: toFormat(now), kept }
}

/** What a person sees of it, as far as the image knows. */
export function shownOf(cell: CellData | undefined): string | null {
  if (cell?.formattedValue != null) return cell.formattedValue
  const { numberValue, stringValue, boolValue } = cell?.userEnteredValue ?? {}
  const value = numberValue ?? stringValue ?? boolValue
  if (value === null || value === undefined) return null
  return typeof value === 'boolean' ? String(value).toUpperCase() : String(value)
}

export const formulaOf = (cell: CellData | undefined): string | null =>
  cell?.userEnteredValue?.formulaValue ?? null
