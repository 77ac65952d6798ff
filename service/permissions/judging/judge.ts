/**
 * The one function of (call, its effect, what the person's message asks for): what of a write needs a word
 * of the person's first. The table in docs/permissions.md says the same in words.
 */
import type { Box } from '../../sheets/a1.ts'
import type { Deed } from '../deeds/deed.ts'
import { type Case, markOf, type Need } from './case.ts'
import { judgeOverwrite } from './cells.ts'
import { judgeHiddenText } from './hidden-text.ts'
import { judgeDeletedLines, judgeDuplicates, judgeHiddenLines } from './lines.ts'
import { judgeCopiedTab, judgeCopy, judgeFormula } from './reach-out.ts'
import { reachesTab } from './scope.ts'
import { judgeDeletedTab, judgeHiddenTab } from './tabs.ts'

export interface Judgement {
  needs: Need[]
  /** Filled cells that this write costs without being asked to, and without needing a word for it. */
  lost: number
  /** Rows that it deletes. */
  rows: number
}

type DeletedLines = Extract<Deed, { deed: 'delete_lines' }>

export async function judge(deeds: readonly Deed[], matter: Case): Promise<Judgement> {
  expectReads(deeds, matter)
  const { needs, rows } = await judgeLines(deeds, matter)
  let lost = 0
  for (const deed of deeds) {
    if (deed.deed === 'delete_lines') continue
    const soFar = { ...matter, own: { ...matter.own, lost: matter.own.lost + lost } }
    if (deed.deed === 'overwrite') {
      const loss = await judgeOverwrite(deed, soFar)
      lost += loss.lost
      if (loss.need) needs.push(loss.need)
    } else {
      const need = await judgeOne(deed, soFar)
      if (need) needs.push(need)
    }
    // A thousand of a kind need one word, not a thousand.
    if (needs.length >= MOST_NEEDS) break
  }
  return { needs, lost, rows }
}

const MOST_NEEDS = 10

/** A write in a thousand pieces is looked at in one read for each tab. */
function expectReads(deeds: readonly Deed[], { book }: Case): void {
  for (const { sheetId } of book.tabs) {
    const boxes = deeds.flatMap((deed): Box[] => {
      if (!('sheetId' in deed) || deed.sheetId !== sheetId) return []
      if (deed.deed === 'delete_lines') return [{}]
      return deed.deed === 'overwrite' ? [deed.box] : []
    })
    if (boxes.length > 1) book.expect(sheetId, boxes)
  }
}

async function judgeLines(deeds: readonly Deed[], matter: Case) {
  const groups = Map.groupBy(
    deeds.filter((deed): deed is DeletedLines => deed.deed === 'delete_lines'),
    ({ sheetId, dimension }) => `${sheetId} ${dimension}`,
  )
  const needs: Need[] = []
  let rows = 0
  for (const group of groups.values()) {
    const need = await judgeDeletedLines(group, matter)
    if (need) needs.push(need)
    for (const { dimension, start, end } of group) {
      if (dimension === 'ROWS' && end !== undefined) rows += end - start
    }
  }
  return { needs, rows }
}

async function judgeOne(
  deed: Exclude<Deed, { deed: 'overwrite' | 'delete_lines' }>,
  matter: Case,
): Promise<Need | null> {
  switch (deed.deed) {
    case 'delete_tab':
      return judgeDeletedTab(deed.sheetId, matter)
    case 'remove_duplicates':
      return judgeDuplicates(deed.sheetId, deed.box, matter)
    case 'delete_object':
      return judgeObject(deed, matter)
    case 'formula':
      return judgeFormula(deed, matter)
    case 'copy':
      return judgeCopy(deed, matter)
    case 'copy_tab':
      return judgeCopiedTab(deed.sheetId, matter)
    case 'connect':
      return {
        kind: 'reach_out',
        effect: 'Connect or refresh a data source outside of this spreadsheet',
        details: [],
        mark: markOf('connect'),
      }
    case 'hide_tab':
      return judgeHiddenTab(deed.sheetId, matter)
    case 'hide_lines':
      return judgeHiddenLines(deed, matter)
    case 'filter':
      return judgeFilter(deed, matter)
    case 'hide_text':
      return judgeHiddenText(deed, matter)
    case 'new_tab':
    case 'move_lines':
      return null
  }
}

const OBJECT_THING = {
  chart: 'chart',
  'named range': 'name',
  protection: 'protection',
  table: 'look',
} as const

/** Charts, names and protections that the message does not speak of. */
function judgeObject(deed: Extract<Deed, { deed: 'delete_object' }>, { reading }: Case): Need | null {
  const thing = OBJECT_THING[deed.what]
  const isAsked = reading.wishes.some(
    wish =>
      wish.thing === thing &&
      (wish.act === 'delete' ||
        wish.act === 'clear' ||
        wish.act === 'change' ||
        wish.act === 'move' ||
        wish.act === 'bring'),
  )
  if (isAsked) return null
  return {
    kind: 'destroy',
    effect: `Remove a ${deed.what}`,
    details: [],
    mark: markOf('delete_object', deed.what, deed.id),
  }
}

/** A sentence that asks for nothing else and says all that the conditions compare with. */
function saysValues({ doing, wishes }: Case['reading'], values: string[] | null): boolean {
  if (!values) return false
  return doing.some(({ raw }) => {
    const text = raw.toLowerCase()
    return (
      !/[?？]\s*$/.test(raw) &&
      wishes.every(({ sentence }) => !sentence.includes(raw)) &&
      values.every(value => text.includes(value.toLowerCase()))
    )
  })
}

/** A filter without conditions hides nothing. */
async function judgeFilter(deed: Extract<Deed, { deed: 'filter' }>, matter: Case): Promise<Need | null> {
  const tab = matter.book.tab(deed.sheetId)
  if (deed.conditions === 0 || !tab || matter.own.tabs.has(deed.sheetId)) return null
  const { reading } = matter
  for (const wish of reading.wishes) {
    const hides = wish.act === 'filter' || wish.act === 'hide'
    if (hides && (await reachesTab(wish, deed.sheetId, matter))) return null
  }
  if (deed.sheetId === matter.turn.sheetId && saysValues(reading, deed.values)) return null
  return {
    kind: 'hide',
    effect: `Hide rows of the tab ${tab.title} with a filter`,
    details: [],
    mark: markOf('filter', deed.sheetId, deed.conditions),
  }
}
