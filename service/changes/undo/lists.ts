/** Taking back things that have no id: merges, and conditional formats in their order. */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Request } from '../footprint/touch.ts'
import { stable } from '../image/cells.ts'
import type { Image } from '../image/image.ts'
import { isGone, moveRanges } from '../ranges.ts'
import type { LineWork } from './lines.ts'

type Rule = sheets_v4.Schema$ConditionalFormatRule
type Range = sheets_v4.Schema$GridRange

function sheetOf(image: Image, sheetId: number) {
  return image.sheets.find(sheet => (sheet.properties?.sheetId ?? 0) === sheetId)
}

/** What is in `all` and not in `others`, each as often as it is more there. */
function minus(all: readonly string[], others: readonly string[]): Set<number> {
  const left = [...others]
  const extra = new Set<number>()
  for (const [index, text] of all.entries()) {
    const at = left.indexOf(text)
    if (at < 0) extra.add(index)
    else left.splice(at, 1)
  }
  return extra
}

export interface Merges {
  /** To be sent before cells are written, and after. */
  unmerge: Request[]
  merge: Request[]
}

export function undoMerges(work: LineWork, sheetId: number): Merges {
  const { record, current, present, work: tabs, origin } = work
  const of = (image: Image) => sheetOf(image, sheetId)?.merges ?? []
  const before = of(record.before)
  const after = of(record.after)
  const now = of(current)
    .filter(range => !isGone({ range }, origin))
    .map(range => moveRanges(range, origin))
  const moved = before.map(range => stable(moveRanges(range, record.layout)))
  const added = minus(after.map(stable), moved)
  const removed = minus(moved, after.map(stable))
  const there = new Set(now.map(stable))
  const carry = (range: Range) => placeAfter(work, moveRanges(range, present))
  const unmerge: Request[] = [...added]
    .map(index => carry(after[index]!))
    .filter(range => there.has(stable(range)))
    .map(range => ({ unmergeCells: { range } }))
  const gone = new Set(unmerge.map(({ unmergeCells }) => stable(unmergeCells?.range)))
  const merge: Request[] = [...removed]
    .map(index => moveRanges(before[index]!, tabs))
    .filter(range => !there.has(stable(range)) || gone.has(stable(range)))
    .map(range => ({ mergeCells: { range, mergeType: 'MERGE_ALL' } }))
  // Merges that reach into lines which were made anew are wider again than what is left of them.
  for (const [index, range] of before.entries()) {
    if (removed.has(index)) continue
    const wanted = moveRanges(range, tabs)
    const left = carry(moveRanges(range, record.layout))
    if (stable(wanted) === stable(left) || !there.has(stable(left))) continue
    unmerge.push({ unmergeCells: { range: left } })
    merge.push({ mergeCells: { range: wanted, mergeType: 'MERGE_ALL' } })
  }
  work.told.things += unmerge.length + merge.length
  return { unmerge, merge }
}

/** From where it is now to where it will be when lines have come and gone. */
const placeAfter = (work: LineWork, range: Range): Range => moveRanges(range, work.origin)

export function undoRules(work: LineWork, sheetId: number): Request[] {
  const { record, current, present, work: tabs } = work
  const of = (image: Image): Rule[] => sheetOf(image, sheetId)?.conditionalFormats ?? []
  const before = of(record.before)
  const after = of(record.after)
  const will = of(current)
    .filter(rule => !isGone(rule as { ranges?: unknown }, work.origin))
    .map(rule => stable(placeAfterRule(work, rule)))
  if (record.layout.movedTabs().has(sheetId)) return replaceRules(work, sheetId, before, after, of(current))
  const moved = before.map(rule => stable(moveRanges(rule, record.layout)))
  const afterTexts = after.map(stable)
  const left = after.map(rule => stable(placeAfterRule(work, moveRanges(rule, present))))
  const requests: Request[] = []
  const order = [...will]
  for (const index of [...minus(afterTexts, moved)].reverse()) {
    const at = order.indexOf(left[index]!)
    if (at < 0) {
      if (isGone(moveRanges(after[index]!, present) as { ranges?: unknown }, work.origin)) continue
      const reason = 'A conditional format was changed since, so it stays.'
      work.told.keptThings.push({ sheetName: tabs.titleOf(sheetId), range: '', reason })
      continue
    }
    order.splice(at, 1)
    requests.push({ deleteConditionalFormatRule: { sheetId, index: at } })
  }
  const gone = minus(moved, afterTexts)
  for (const [index, rule] of before.entries()) {
    const wanted = moveRanges(rule, tabs)
    if (order.includes(stable(wanted))) continue
    if (gone.has(index)) {
      const at = Math.min(index, order.length)
      order.splice(at, 0, stable(wanted))
      requests.push({ addConditionalFormatRule: { rule: wanted, index: at } })
      continue
    }
    // Cut where lines went, it is whole again now that they are back.
    const at = order.indexOf(left[afterTexts.indexOf(moved[index]!)] ?? '')
    if (at < 0) continue
    order[at] = stable(wanted)
    requests.push({ updateConditionalFormatRule: { sheetId, index: at, rule: wanted } })
  }
  work.told.things += requests.length
  return requests
}

/** Where lines were moved, rules may have come apart: all of them are made again, as long as nobody changed any. */
function replaceRules(
  work: LineWork,
  sheetId: number,
  before: Rule[],
  after: Rule[],
  now: Rule[],
): Request[] {
  const left = after.map(rule => stable(moveRanges(rule, work.present)))
  if (stable(left) !== stable(now.map(stable))) {
    if (stable(before.map(rule => moveRanges(rule, work.record.layout))) === stable(after)) return []
    const reason = 'Conditional formats were changed since, so they stay.'
    work.told.keptThings.push({ sheetName: work.work.titleOf(sheetId), range: '', reason })
    return []
  }
  return [
    ...now.map(() => ({ deleteConditionalFormatRule: { sheetId, index: 0 } })),
    ...before.map((rule, index) => ({
      addConditionalFormatRule: { rule: moveRanges(rule, work.work), index },
    })),
  ]
}

const placeAfterRule = (work: LineWork, rule: Rule): Rule => moveRanges(rule, work.origin)
