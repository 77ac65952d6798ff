/**
 * Google's description of cells without what says nothing: empty objects are left out, equal cells become
 * ranges, and where nothing is left the answer says so.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { type ClosedBox, formatBox, formatRange } from '../../sheets/a1.ts'
import { Slices } from '../../sheets/breathe.ts'
import { groupCells } from '../../sheets/group-cells.ts'
import type { Target } from './target.ts'

/** `asked`: what the answer is of, by tab in the order of the call; the addresses are real ones. */
export async function compactFields(
  answer: sheets_v4.Schema$Spreadsheet,
  asked: readonly Target[] = [],
): Promise<unknown> {
  const sheets: unknown[] = []
  for (const sheet of answer.sheets ?? []) sheets.push(await compactSheet(sheet, asked))
  const { sheets: _, ...rest } = answer
  const told = withoutEmpty({ ...rest, ...(sheets.length > 0 ? { sheets } : {}) })
  return told ?? 'none: nothing of these fields is set'
}

async function compactSheet(sheet: sheets_v4.Schema$Sheet, asked: readonly Target[]): Promise<unknown> {
  const { data, properties, ...others } = sheet
  const isOnlyAsked = asked.length > 0 && Object.keys(properties ?? {}).join() === 'sheetId'
  const rest = { ...(properties && !isOnlyAsked ? { properties } : {}), ...others }
  if (!data) return rest
  const here = asked.filter(({ tab }) => tab.sheetId === (sheet.properties?.sheetId ?? 0))
  const cells: unknown[] = []
  for (const [index, grid] of data.entries())
    for (const told of await compactGrid(grid, here[index])) cells.push(told)
  const lines = data.flatMap(({ rowData, startRow, startColumn, ...more }) =>
    Object.keys(more).length > 0 ? [more] : [],
  )
  return {
    ...rest,
    cells: cells.length > 0 ? cells : 'none',
    ...(lines.length > 0 ? { data: lines } : {}),
  }
}

async function compactGrid(
  { rowData = [], startRow, startColumn }: sheets_v4.Schema$GridData,
  target: Target | undefined,
): Promise<unknown[]> {
  const slices = new Slices()
  const keys: (string | null)[][] = []
  for (const { values = [] } of rowData) {
    if (slices.isDue()) await slices.giveWay()
    keys.push(
      values.map(cell => {
        const told = withoutEmpty(cell)
        return told === undefined ? null : JSON.stringify(told)
      }),
    )
  }
  await slices.giveWay()
  // Only a mask that asks for them brings them.
  const top = target?.box.startRow ?? startRow ?? 0
  const left = target?.box.startColumn ?? startColumn ?? 0
  const at = { startRow: top, startColumn: left }
  return groupCells(keys, at).map(({ box, key }) => ({
    range: nameOf(target, box),
    ...(JSON.parse(key) as object),
  }))
}

const nameOf = (target: Target | undefined, box: ClosedBox): string =>
  target ? formatRange(target.tab.title, box) : formatBox(box)

/** Undefined where nothing is in it. Zero and false say something. */
function withoutEmpty(value: unknown): unknown {
  if (value === null || value === undefined) return undefined
  if (Array.isArray(value)) {
    const items = value.map(withoutEmpty).filter(item => item !== undefined)
    return items.length > 0 ? items : undefined
  }
  if (typeof value !== 'object') return value
  const entries = Object.entries(value).flatMap(([key, item]) => {
    // Google tells each colour twice.
    if (/Color$/.test(key) && `${key}Style` in value) return []
    const kept = withoutEmpty(item)
    return kept === undefined ? [] : [[key, kept] as const]
  })
  return entries.length > 0 ? Object.fromEntries(entries) : undefined
}
