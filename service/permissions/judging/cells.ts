/**
 * Cells that lose what they hold. On the turn's tab it needs many of them, or most of the tab, without the
 * message asking for it; on a tab that the message does not name, one is enough.
 */
import { type Box, type ClosedBox, cellName, formatBox, holds } from '../../sheets/a1.ts'
import { isFilledValue } from '../../sheets/last-row.ts'
import type { CellValue, Overwrite } from '../deeds/deed.ts'
import { isAboutAll } from '../reading/names.ts'
import type { Wish } from '../reading/wishes.ts'
import { type Case, markOf, type Need } from './case.ts'
import { isInReach, type Reach, reachesTab, reachOf } from './scope.ts'
import { type Area, counted, countFilled } from './workbook.ts'

export const MANY_CELLS = 1_000
/** Fewer are never most of a tab. */
const SOME_CELLS = 20
const NEARLY_ALL = 0.95

interface Lost {
  row: number
  column: number
  value: CellValue
  isCleared: boolean
}

export interface Loss {
  need: Need | null
  /** Cells that go without being asked for, counted over the turn. */
  lost: number
  /** What the turn has filled or changed by it: whatever it only writes again is still the person's. */
  own: Box[]
}

export async function judgeOverwrite(deed: Overwrite, matter: Case): Promise<Loss> {
  const { book, own, turn } = matter
  const area = book.area(deed.sheetId, deed.box)
  if (!area || own.tabs.has(deed.sheetId)) return { need: null, lost: 0, own: [] }
  const isTurns = deed.sheetId === turn.sheetId
  const size = (area.box.endRow - area.box.startRow) * (area.box.endColumn - area.box.startColumn)
  // Too few to matter, whatever they hold.
  if (isTurns && own.lost + size < SOME_CELLS)
    return { need: null, lost: size, own: deed.uniform === 'empty' ? [] : [area.box] }
  const wishes = await coveringAll(deed, area, matter)
  const cells = await book.cells(area)
  const made = cells === null ? [] : madeIn(deed, area, cells)
  if (wishes === 'all') return { need: null, lost: 0, own: made }
  if (cells === null) return { need: needOf(deed, area, null, matter), lost: MANY_CELLS, own: [] }
  const lost = losses(deed, area, cells, matter).filter(cell => !isCovered(cell, wishes, deed))
  if (lost.length === 0) return { need: null, lost: 0, own: made }
  const total = own.lost + lost.length
  const isMany = !isTurns || total >= MANY_CELLS || (await isMostOf(deed.sheetId, total, matter))
  return { need: isMany ? needOf(deed, area, lost, matter) : null, lost: lost.length, own: made }
}

/** Rows of one rectangle that the write fills or changes in the same columns, as few boxes as that takes. */
function madeIn(deed: Overwrite, { box }: Area, cells: CellValue[][]): Box[] {
  if (deed.uniform === 'empty') return []
  const open = new Map<string, ClosedBox>()
  const done: ClosedBox[] = []
  for (let row = box.startRow; row < box.endRow; row += 1) {
    const runs = runsIn(deed, box, row, cells[row - box.startRow] ?? [])
    for (const key of open.keys()) if (!runs.has(key)) open.delete(key)
    for (const [key, run] of runs) {
      const above = open.get(key)
      if (above) above.endRow = row + 1
      else {
        open.set(key, run)
        done.push(run)
      }
    }
  }
  return done
}

function runsIn(deed: Overwrite, box: ClosedBox, row: number, values: CellValue[]): Map<string, ClosedBox> {
  const runs = new Map<string, ClosedBox>()
  let start = box.startColumn
  const close = (end: number) => {
    if (end > start)
      runs.set(`${start}:${end}`, { startRow: row, endRow: row + 1, startColumn: start, endColumn: end })
  }
  for (let column = box.startColumn; column < box.endColumn; column += 1) {
    const value = values[column - box.startColumn] ?? ''
    const next = deed.next(row, column)
    if (!isFilledValue(value) || (next !== undefined && String(next) !== String(value))) continue
    close(column)
    start = column + 1
  }
  close(box.endColumn)
  return runs
}

function losses(deed: Overwrite, { box }: Area, cells: CellValue[][], { own }: Case): Lost[] {
  const found: Lost[] = []
  const areas = own.areas.filter(made => made.sheetId === deed.sheetId)
  for (const [rowIndex, values] of cells.entries()) {
    for (const [columnIndex, value] of values.entries()) {
      const row = box.startRow + rowIndex
      const column = box.startColumn + columnIndex
      if (!isFilledValue(value) || areas.some(made => holds(made.box, row, column))) continue
      const next = deed.next(row, column)
      if (next === undefined || String(next) === String(value)) continue
      found.push({ row, column, value, isCleared: next === '' || next === null })
    }
  }
  return found
}

interface Covering {
  wish: Wish
  reach: Reach
}

/** The wishes that may cover the loss; 'all' where one covers whatever is lost here. */
async function coveringAll(deed: Overwrite, area: Area, matter: Case): Promise<Covering[] | 'all'> {
  const covering: Covering[] = []
  for (const wish of matter.reading.wishes) {
    if (!mayCover(wish) || !(await reachesTab(wish, area.tab.sheetId, matter))) continue
    const reach = await reachOf(wish, area.tab.sheetId, matter)
    if (isPut(wish) && reach.columns === null) continue
    if (deed.uniform !== null && !asksForUniform(wish, deed)) continue
    if (reach.columns === null && (await isTooMuchFor(wish, deed, area, matter))) continue
    if (reach.columns === null) return 'all'
    covering.push({ wish, reach })
  }
  return covering
}

/** To delete some rows, or columns that are not named, is not to empty nearly the whole tab. */
async function isTooMuchFor(wish: Wish, deed: Overwrite, area: Area, { book }: Case): Promise<boolean> {
  if (deed.uniform !== 'empty' || wish.act === 'clear' || isAboutAll(wish.sentence)) return false
  const filled = await book.filledOf(area.tab.sheetId)
  if (filled < SOME_CELLS) return false
  if (wish.thing === 'columns') return true
  const cells = await book.cells(area)
  return cells === null || countFilled(cells) >= filled * NEARLY_ALL
}

const isCovered = ({ row, column }: Lost, wishes: readonly Covering[], _: Overwrite): boolean =>
  wishes.some(({ reach }) => isInReach(reach, row, column))

const isPut = ({ act }: Wish): boolean => act === 'put'

/** "Copy the paid orders to a new tab": where they are copied from, nothing is to change. */
const COPIES =
  /^(?:cop|kop|coll|paste|combin|kombin|merg|join|consolid|fusion|junt|une|unir|zusammen|map|transpos|trasp|unpivot|reshape|コピー|結合|まとめ|転置)/iu
const NEW_PLACE =
  /(?:in|into|to|on|as) (?:a|an|one) (?:new|separate|extra|additional|second) (?:tab|sheet|worksheet|column)|in (?:eine[rnm]?|ein) (?:neue|eigene|separate|zusätzliche)[rsnm]? (?:spalte|blatt|tab|tabellenblatt)|dans (?:une?) (?:nouvelle?|nouvel|autre) (?:colonne|onglet|feuille)|(?:en|a) una (?:nueva )?(?:columna|hoja|pestaña)(?: nueva| aparte)|新しい(?:列|シート|タブ)/iu

const mayCover = ({ act, thing, verb, sentence }: Wish): boolean =>
  (act === 'change' && !isAboutLooks(thing) && !(COPIES.test(verb) && NEW_PLACE.test(sentence))) ||
  act === 'move' ||
  act === 'put' ||
  (act === 'clear' && !isAboutLooks(thing)) ||
  (act === 'delete' && thing !== 'tab' && !isAboutLooks(thing))

/** "Make it nicer", "change the font", "turn it into a chart": what the cells hold is not what is meant. */
const isAboutLooks = (thing: Wish['thing']): boolean =>
  thing === 'look' || thing === 'chart' || thing === 'name' || thing === 'protection'

/** Emptying, or one value for all, is not what "clean up" or "translate" asks for. */
function asksForUniform(wish: Wish, deed: Overwrite): boolean {
  // "Remove the spaces": what is left of the texts is not meant to go.
  if (wish.thing === 'text') return false
  if (wish.act === 'clear' || wish.act === 'delete' || wish.act === 'move') return true
  if (deed.uniform === 'empty') return wish.act === 'change' && EMPTIES.test(wish.sentence)
  const value = String(deed.next(deed.box.startRow ?? 0, deed.box.startColumn ?? 0) ?? '')
  return value !== '' && wish.sentence.toLowerCase().includes(value.toLowerCase())
}

/** As what is to become of cells, not as which cells are meant: "empty rows should say n/a". */
const EMPTIES =
  /(?:blank|empty)(?! (?:rows?|lines?|cells?|columns?|values?|ones|fields?))|nothing|split|merge|combin|unpivot|transpos|leer|nichts|zusammen|trenn|vide|rien|fusion|sépar|vac[ií]|blanco|nada|separ|空|結合|分割/iu

async function isMostOf(sheetId: number, lost: number, { book, own }: Case): Promise<boolean> {
  if (lost < SOME_CELLS) return false
  return lost > (await book.filledOf(sheetId)) / 2 - own.lost
}

function needOf(deed: Overwrite, area: Area, lost: Lost[] | null, matter: Case): Need {
  const verb = deed.uniform === 'empty' || lost?.every(cell => cell.isCleared) ? 'Clear' : 'Overwrite'
  const count = lost === null ? 'more cells than can be counted here' : counted(lost.length, 'filled cell')
  const isTurns = area.tab.sheetId === matter.turn.sheetId
  return {
    kind: 'destroy',
    effect: `${verb} ${count} in ${formatBox(area.box)} of the tab ${area.tab.title}`,
    details: [
      ...(isTurns ? [] : ['Your message is not about this tab']),
      ...(lost ?? [])
        .slice(0, 3)
        .map(({ row, column, value }) => `${cellName(row, column)} holds ${cut(value)}`),
    ],
    mark: markOf('overwrite', area.tab.sheetId, area.box, lost),
  }
}

const cut = (value: CellValue): string => {
  const text = String(value)
  return JSON.stringify(text.length <= 60 ? text : `${text.slice(0, 59)}…`)
}
