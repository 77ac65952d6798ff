/**
 * The one function of (call, its effect, what the person's message asks for): what of a write needs a word
 * of the person's first. The table in docs/permissions.md says the same in words.
 */
import type { Box } from '../../sheets/a1.ts'
import type { Deed } from '../deeds/deed.ts'
import { type Case, markOf, type Need } from './case.ts'
import { judgeOverwrite } from './cells.ts'
import { judgeCopiedLook, judgeHiddenText, judgeTheme } from './hidden-text.ts'
import { judgeDeletedLines, judgeDuplicates, judgeHiddenLines } from './lines.ts'
import { judgeObject, judgeTable } from './objects.ts'
import { judgeCopiedTab, judgeCopy, judgeFormula } from './reach-out.ts'
import { judgeRearranged } from './rearranged.ts'
import { reachesTab } from './scope.ts'
import { judgeDeletedTab, judgeHiddenTab } from './tabs.ts'

export interface Judgement {
  needs: Need[]
  /** Filled cells that this write costs without being asked to, and without needing a word for it. */
  lost: number
  /** Rows that it deletes. */
  rows: number
  /** Cells that hold the turn's own work afterwards. */
  areas: { sheetId: number; box: Box }[]
}

type DeletedLines = Extract<Deed, { deed: 'delete_lines' }>

export async function judge(deeds: readonly Deed[], matter: Case): Promise<Judgement> {
  expectReads(deeds, matter)
  const { needs, rows } = await judgeLines(deeds, matter)
  let lost = 0
  const areas: Judgement['areas'] = []
  const counts = new Map<string, number>()
  for (const deed of deeds) {
    // A thousand of a kind need one word, not a thousand; but none hides behind others.
    if (deed.deed === 'delete_lines' || (counts.get(deed.deed) ?? 0) >= MOST_OF_A_KIND) continue
    const before = needs.length
    const soFar = { ...matter, own: { ...matter.own, lost: matter.own.lost + lost } }
    if (deed.deed === 'overwrite') {
      const loss = await judgeOverwrite(deed, soFar)
      lost += loss.lost
      areas.push(...loss.own.map(box => ({ sheetId: deed.sheetId, box })))
      if (loss.need) needs.push(loss.need)
    } else {
      const need = await judgeOne(deed, soFar)
      if (need) needs.push(need)
    }
    counts.set(deed.deed, (counts.get(deed.deed) ?? 0) + needs.length - before)
  }
  return { needs, lost, rows, areas }
}

const MOST_OF_A_KIND = 10

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
      return judgeDuplicates(deed, matter)
    case 'delete_object':
      return judgeObject(deed, matter)
    case 'formula':
      return judgeFormula(deed, matter)
    case 'copy':
      return judgeCopy(deed, matter)
    case 'copy_tab':
      return judgeCopiedTab(deed.sheetId, matter)
    case 'connect':
      return connectNeed(deed.what)
    case 'hide_tab':
      return judgeHiddenTab(deed.sheetId, matter)
    case 'hide_lines':
      return judgeHiddenLines(deed, matter)
    case 'filter':
      return judgeFilter(deed, matter)
    case 'hide_text':
      return judgeHiddenText(deed, matter)
    case 'copy_look':
      return judgeCopiedLook(deed, matter)
    case 'theme':
      return judgeTheme(matter)
    case 'rearrange':
      return judgeRearranged(deed, matter)
    case 'delete_table':
      return judgeTable(deed.tableId, matter)
    case 'new_tab':
    case 'rename_tab':
    case 'move_lines':
      return null
  }
}

const connectNeed = (what: 'data source' | 'outside addresses'): Need => ({
  kind: 'reach_out',
  effect:
    what === 'data source'
      ? 'Connect or refresh a data source outside of this spreadsheet'
      : 'Let the import and image formulas of this spreadsheet load from outside addresses',
  details: [],
  mark: markOf('connect', what),
})

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
