/** What one call of a turn means among the others: how long it took itself, and whether a failure was made good. */
import type { Entry, ToolEntry } from './entries.ts'
import { overlap, type Place } from './place.ts'
import { isLooking, isWriting, permissionAsked } from './tools.ts'

/** The range that a call worked on; null where it names none. */
export function placeOf({ fields }: ToolEntry): Place | null {
  const range = fields.updated_range ?? fields.range ?? fields.target_range ?? fields.source_range
  if (typeof range !== 'string' || range === '') return null
  const tab = fields.target_range === range ? (fields.target_sheet ?? fields.sheet_name) : fields.sheet_name
  return { sheetName: typeof tab === 'string' ? tab : null, range: range.replace(/^.*!/, '') }
}

/**
 * When each entry's own work began. A model asks for several calls at once; those that write run one after
 * the other, so a call waits for the end of the one before. Calls that look run side by side.
 */
export function startsOf(entries: readonly Entry[]): (number | null)[] {
  let lastEnd = 0
  let lastWriteEnd = 0
  return entries.map(entry => {
    if (entry.type !== 'tool' || entry.createdAt === null) return entry.createdAt
    const waitedFor = isLooking(entry.tool) ? lastWriteEnd : lastEnd
    const ended = entry.endedAt
    // A clock that was set back must not make a call negative.
    const isAfter = ended === null || waitedFor <= ended
    if (ended !== null) {
      lastEnd = Math.max(lastEnd, ended)
      if (!isLooking(entry.tool)) lastWriteEnd = Math.max(lastWriteEnd, ended)
    }
    return isAfter ? Math.max(entry.createdAt, waitedFor) : entry.createdAt
  })
}

/** The same tool succeeded later in the same place: what failed before is history, not news. */
export function isMadeGood(entries: readonly Entry[], index: number): boolean {
  const failed = entries[index]
  if (failed?.type !== 'tool' || failed.state !== 'failed' || permissionAsked(failed) !== null) return false
  return entries
    .slice(index + 1)
    .some(
      later =>
        later.type === 'tool' &&
        later.tool === failed.tool &&
        later.state === 'succeeded' &&
        isSamePlace(failed, later),
    )
}

function isSamePlace(one: ToolEntry, other: ToolEntry): boolean {
  const place = placeOf(one)
  const second = placeOf(other)
  if (place && second) return overlap(place, second)
  return !place && !second && one.fields.sheet_name === other.fields.sheet_name
}

/** The tabs that the calls of a turn have named. */
export function tabsOf(entries: readonly Entry[], open: string | undefined): string[] {
  const named = entries.flatMap(entry =>
    entry.type === 'tool'
      ? [entry.fields.sheet_name, entry.fields.target_sheet, entry.fields.source_sheet]
      : [],
  )
  return [...new Set([...named, open])].filter(name => typeof name === 'string')
}

/** Which tab a range without one most likely means: where the turn worked on it last, else where it wrote last. */
export function tabOfRange(entries: readonly Entry[], range: string): string | null {
  const calls = entries.filter(entry => entry.type === 'tool').toReversed()
  const worked = calls.find(call => {
    const place = placeOf(call)
    return place && overlap(place, { sheetName: place.sheetName, range })
  })
  const wrote = calls.find(({ tool, state }) => isWriting(tool) && state === 'succeeded')
  for (const call of [worked, wrote, calls[0]]) {
    const tab = call && (placeOf(call)?.sheetName ?? call.fields.sheet_name)
    if (typeof tab === 'string') return tab
  }
  return null
}
