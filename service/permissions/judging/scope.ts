/** Which tabs and columns a wish is about. */

import { type Box, holds } from '../../sheets/a1.ts'
import { isAboutAll, isSource, namesIn, partlyIn, rangesIn } from '../reading/names.ts'
import { says } from '../reading/patterns.ts'
import type { Wish } from '../reading/wishes.ts'
import type { Case } from './case.ts'
import { columnsSaid } from './columns-said.ts'

/** Titles that a sentence names, in full or by a part that no other title has. */
export function tabsNamed(sentence: string, { book }: Case, onlyTargets: boolean): string[] {
  const full = namesIn(sentence, book.titles).filter(({ at }) => !(onlyTargets && isSource(sentence, at)))
  if (full.length > 0) return full.map(({ name }) => name)
  return onlyTargets ? [] : partlyIn(sentence, book.titles)
}

/** Behind "except", "außer", "sauf", "excepto"; before 以外. */
export function tabsExcepted(sentence: string, { book }: Case): string[] {
  const except =
    /(?<![\p{L}])(?:except(?: for)?|but(?: not)?|other than|apart from|besides|außer|ausser|bis auf|aber nicht|sauf|excepté|hormis|à part|mais pas|excepto|salvo|menos|pero no)(?![\p{L}])(.*)$/isu.exec(
      sentence,
    )
  const japanese = /^(.*?)(?:以外|を除いて|を除き)/su.exec(sentence)
  return namesIn(except?.[1] ?? japanese?.[1] ?? '', book.titles).map(({ name }) => name)
}

const isKept = (title: string, { reading, book }: Case): boolean =>
  reading.kept.some(sentence => {
    const { index = 0 } =
      /\b(?:leave|keep|touch|change|delete|remove|lass\w*|nicht|ne|laiss\w*|no|dej\w*)\b/iu.exec(sentence) ??
      {}
    const said = /[\u3040-\u30ff]/u.test(sentence) ? sentence : clauseAround(sentence, index)
    return namesIn(said, book.titles).some(({ name }) => name === title)
  })

/** "…, but leave the tab Archive alone": only the part that says so. */
function clauseAround(sentence: string, index: number): string {
  const keep =
    /(?:leave|keep)\b.{1,80}\b(?:alone|untouched|unchanged|as (?:it|they) (?:is|are)|as is)|(?:do not|don't|dont|never) (?:touch|change|delete|remove|edit|modify|alter).{1,80}|(?:lass|lasse|lassen|lasst)\b.{1,80}|ne \w+ pas.{1,80}|no \w+.{1,80}/iu.exec(
      sentence,
    )
  return keep ? keep[0] : sentence.slice(index)
}

/** Whether a wish that is not about whole tabs reaches into this one. */
export function reachesTab(wish: Wish, sheetId: number, matter: Case): Promise<boolean> {
  return matter.book.once(wish, `tab ${sheetId}`, async () => isReached(wish, sheetId, matter))
}

function isReached(wish: Wish, sheetId: number, matter: Case): boolean {
  const tab = matter.book.tab(sheetId)
  if (!tab) return false
  const title = matter.book.saidAs(tab)
  if (isKept(title, matter)) return false
  const { sentence } = wish
  if (says(sentence, 'allTabs')) return !tabsExcepted(sentence, matter).includes(title)
  const isDeletion =
    wish.act === 'delete' || wish.act === 'clear' || wish.act === 'keep' || wish.act === 'move'
  const named = tabsNamed(sentence, matter, !isDeletion)
  const isTurns = sheetId === matter.turn.sheetId
  // What is moved comes from the turn's tab, wherever it goes.
  if (wish.act === 'move' && isTurns) return true
  // "Show only the books that …" on the tab Loans: no tab's name, though a tab Books is there.
  const isLook = wish.act === 'filter' || wish.act === 'hide'
  if (isLook && isTurns && !mentionsTabs(sentence) && named.every(name => !sentence.includes(name)))
    return true
  if (named.length > 0) return named.includes(title) || (isTurns && says(sentence, 'thisTab'))
  if (isTurns) return true
  // Named in full, it was named as a source.
  if (namesIn(sentence, matter.book.titles).some(({ name }) => name === title)) return false
  if (partlyIn(sentence, matter.book.titles).includes(title) && mentionsTabs(sentence)) return true
  const before = wish.earlier.findLast(earlier => tabsNamed(earlier, matter, true).length > 0)
  return before !== undefined && tabsNamed(before, matter, true).includes(title)
}

export const mentionsTabs = (sentence: string): boolean =>
  /(?<![\p{L}])(?:tabs?|sheets?|worksheets?|dashboard|\p{L}*bl(?:a|ä)tt\p{L}*|reiter|onglets?|feuilles?|hojas?|pestañas?)(?![\p{L}])|シート|タブ/iu.test(
    sentence,
  )

export interface Reach {
  /** Null: all columns. */
  columns: Set<number> | null
  boxes: Box[]
}

/** The columns and ranges of a tab that a wish names; all where it names none, or says "everything". */
export function reachOf(wish: Wish, sheetId: number, matter: Case): Promise<Reach> {
  return matter.book.once(wish, `reach ${sheetId}`, () => readReach(wish, sheetId, matter))
}

async function readReach(wish: Wish, sheetId: number, matter: Case): Promise<Reach> {
  const boxes = rangesIn(wish.sentence)
  const columns = await columnsSaid(wish.sentence, sheetId, matter)
  const isAll =
    (columns.size === 0 && boxes.length === 0) || (isAboutAll(wish.sentence) && columns.size === 0)
  return { columns: isAll ? null : columns, boxes }
}

export const isInReach = ({ columns, boxes }: Reach, row: number, column: number): boolean =>
  columns === null || columns.has(column) || boxes.some(box => holds(box, row, column))
