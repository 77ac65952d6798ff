/** Deleting and hiding whole tabs. */

import { namesIn, partlyIn } from '../reading/names.ts'
import { says } from '../reading/patterns.ts'
import type { Wish } from '../reading/wishes.ts'
import type { Case, Need } from './case.ts'
import { markOf } from './case.ts'
import { formulasNaming } from './dependants.ts'
import { mentionsTabs, tabsExcepted, tabsNamed } from './scope.ts'
import { counted, countFilled } from './workbook.ts'

export async function judgeDeletedTab(sheetId: number, matter: Case): Promise<Need | null> {
  const { book, own } = matter
  const tab = book.tab(sheetId)
  if (!tab || own.tabs.has(sheetId)) return null
  if (matter.reading.wishes.some(wish => wish.act === 'delete' && isAboutTab(wish, book.saidAs(tab), matter)))
    return null
  const area = book.area(sheetId, {})
  const cells = area ? await book.cells(area) : []
  const filled = cells === null ? null : countFilled(cells)
  const charts = book.charts(sheetId)
  const dependants = await formulasNaming(tab, book)
  if (filled === 0 && charts === 0 && dependants.count === 0) return null
  const holds = [
    filled === null ? 'more cells than can be counted here' : counted(filled, 'cell'),
    ...(charts > 0 ? [counted(charts, 'chart')] : []),
  ].join(', ')
  const depends =
    dependants.count > 0
      ? `; ${counted(dependants.count, 'formula')} elsewhere ${dependants.count === 1 ? 'depends' : 'depend'} on it`
      : ''
  return {
    kind: 'destroy',
    effect: `Delete the tab ${tab.title}: ${holds}${depends}`,
    details: [
      ...dependants.examples.map(cell => `${cell} would become an error`),
      ...(dependants.isComplete ? [] : ['Not all formulas of this workbook were looked at']),
    ],
    mark: markOf('delete_tab', sheetId, filled, charts),
  }
}

/** "delete the tab Old", "all other tabs", "every tab except Orders", "this tab". */
export function isAboutTab(wish: Wish, title: string, matter: Case): boolean {
  const { sentence } = wish
  const { book, turn } = matter
  if (matter.reading.kept.some(kept => namesIn(kept, [title]).length > 0) && wish.thing !== 'tab')
    return false
  const excepted = tabsExcepted(sentence, matter)
  if (excepted.includes(title)) return false
  const turns = book.tab(turn.sheetId)
  const isTurns = turns !== undefined && book.saidAs(turns) === title
  if (says(sentence, 'otherTabs')) return !isTurns && !namesIn(sentence, [title]).length
  if (wish.thing !== 'tab') {
    if (wish.thing !== null || namesIn(sentence, [title]).length === 0) return false
    return isUnmistakable(title) || mentionsTabs(matter.reading.message)
  }
  if (says(sentence, 'allTabs')) return !isTurns || excepted.length > 0
  const named = tabsNamed(sentence, matter, false)
  if (named.length > 0) return named.includes(title)
  if (isTurns) return says(sentence, 'thisTab') || isTheTab(wish)
  const before = wish.earlier.findLast(earlier => tabsNamed(earlier, matter, false).length > 0)
  return before !== undefined && isTheTab(wish) && partlyOrFully(before, title, book.titles)
}

const partlyOrFully = (text: string, title: string, titles: string[]): boolean =>
  namesIn(text, titles).some(({ name }) => name === title) || partlyIn(text, titles).includes(title)

/** "the tab" and no name: the one that is meant anyway. */
const isTheTab = ({ sentence }: Wish): boolean =>
  !/(?<![\p{L}])(?:tabs|sheets|worksheets|blätter|tabellenblätter|onglets|feuilles|hojas|pestañas)(?![\p{L}])/iu.test(
    sentence,
  )

/** Titles that nobody takes for a value: "Sheet3", "Copy of Orders". */
const isUnmistakable = (title: string): boolean =>
  /^(?:sheet|tabelle|tabellenblatt|feuille|hoja|シート)\s?\d+|^(?:copy of|kopie von|copie de|copia de)\s|のコピー$/iu.test(
    title,
  )

export async function judgeHiddenTab(sheetId: number, matter: Case): Promise<Need | null> {
  const { book, own, reading } = matter
  const tab = book.tab(sheetId)
  if (!tab || tab.hidden) return null
  const isOwn = own.tabs.has(sheetId)
  // What the turn has made itself is nobody's loss, but nobody would see it either.
  const isAsked = reading.wishes.some(
    wish =>
      wish.act === 'hide' &&
      (isOwn ? wish.thing === null || wish.thing === 'tab' : isAboutTab(wish, book.saidAs(tab), matter)),
  )
  if (isAsked) return null
  const area = isOwn ? book.area(sheetId, {}) : null
  if (area && (await book.filledOf(sheetId)) === 0) return null
  return {
    kind: 'hide',
    effect: `Hide the tab ${tab.title}${isOwn ? ', which this turn has made' : ''}`,
    details: [],
    mark: markOf('hide_tab', sheetId),
  }
}
