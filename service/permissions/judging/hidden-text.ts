/** Text that nobody sees: in the colour of what is behind it, too small, or by a number format. */
import { boxCells, formatBox } from '../../sheets/a1.ts'
import { isFilledValue } from '../../sheets/last-row.ts'
import type { CellValue, Deed, Rgb } from '../deeds/deed.ts'
import { unseenBy } from '../deeds/number-pattern.ts'
import { says } from '../reading/patterns.ts'
import { type Case, markOf, type Need } from './case.ts'
import type { Area, Look } from './workbook.ts'

type HiddenText = Extract<Deed, { deed: 'hide_text' }>

const WHITE: Rgb = { red: 1, green: 1, blue: 1 }
const BLACK: Rgb = { red: 0, green: 0, blue: 0 }
/** Closer than this, letters cannot be told from what is behind them. */
const NEAR = 0.12

const isNear = (a: Rgb, b: Rgb): boolean =>
  Math.abs(a.red - b.red) < NEAR && Math.abs(a.green - b.green) < NEAR && Math.abs(a.blue - b.blue) < NEAR

/** "White text", not white bread. */
const LOOKS =
  /(?<!\p{L})(?:text|fonts?|letters?|letter(?:ing)?|colou?rs?|background|headers?|headings?|titles?|bold|writing|styles?|format\p{L}*|highlight|invisible|white on|schrift\p{L}*|farb\p{L}*|hintergrund\p{L}*|kopf\p{L}*|überschrift\p{L}*|titel|fett|unsichtbar\p{L}*|zellen|texte|polices?|couleurs?|fond|en-têtes?|titres?|gras|invisibles?|texto|letras?|color(?:es)?|fondo|encabezados?|títulos?|negrita|cells?|celdas?|cellules?)(?!\p{L})|文字|背景|色|見出し|書式|見えな/iu

const asksForIt = ({ reading }: Case): boolean =>
  reading.doing.some(({ heard }) => (says(heard, 'white') && LOOKS.test(heard)) || /;;;/.test(heard)) ||
  reading.wishes.some(({ act, thing }) => act === 'hide' && thing !== 'tab' && thing !== 'rows')

const DARK =
  /(?<!\p{L})(?:black|dark|schwarz\p{L}*|dunk(?:el|l)\p{L}*|noire?s?|sombre|foncée?s?|negr[oa]s?|oscur[oa]s?)(?!\p{L})|黒|暗/iu

export async function judgeHiddenText(deed: HiddenText, matter: Case): Promise<Need | null> {
  if (asksForIt(matter)) return null
  const area = matter.book.area(deed.sheetId, deed.box)
  if (!area) return null
  const how = await howHidden(deed, area, matter)
  return how === null ? null : needOf(area, how, deed)
}

const needOf = (area: Area, how: string, deed: Partial<HiddenText>): Need => ({
  kind: 'hide',
  effect: `Make what stands in ${formatBox(area.box)} of the tab ${area.tab.title} invisible: ${how}`,
  details: [],
  mark: markOf('hide_text', area.tab.sheetId, area.box, deed.pattern, deed.color, deed.background, deed.size),
})

async function howHidden(deed: HiddenText, area: Area, matter: Case): Promise<string | null> {
  if (deed.size !== null) return `letters of ${deed.size} points`
  if (deed.pattern !== null && (await isUnseen(deed.pattern, area, matter)))
    return `the number format ${deed.pattern}`
  const white = deed.pattern !== null && unseenBy(deed.pattern)?.white ? WHITE : null
  const color = deed.color ?? white
  if (color !== null && (await isOnItsLike(color, deed, area, matter)))
    return 'text in the colour of its background'
  if (color === null && deed.background !== null && (await isBehindItsLike(deed.background, area, matter)))
    return 'a background in the colour of the text'
  return null
}

/** A format that shows nothing at all, or nothing of something that stands there. */
async function isUnseen(pattern: string, area: Area, { book }: Case): Promise<boolean> {
  const unseen = unseenBy(pattern)
  if (!unseen) return false
  if (unseen.positive && unseen.negative) return true
  if (!unseen.positive && !unseen.negative && !unseen.text) return false
  const cells = await book.cells(area)
  const hides = (value: CellValue): boolean => {
    if (!isFilledValue(value) || typeof value === 'boolean') return false
    if (typeof value === 'number') return (value > 0 && unseen.positive) || (value < 0 && unseen.negative)
    return String(value).startsWith('=') ? unseen.positive || unseen.negative : unseen.text
  }
  return cells === null || cells.some(row => row.some(hides))
}

/** Cells that are looked at one by one; of a larger area its first rows. */
const MOST_CELLS = 2_000

function firstOf(area: Area): Area {
  const { box } = area
  const width = box.endColumn - box.startColumn
  const rows = Math.max(1, Math.floor(MOST_CELLS / width))
  return { ...area, box: { ...box, endRow: Math.min(box.endRow, box.startRow + rows) } }
}

async function isOnItsLike(color: Rgb, deed: HiddenText, area: Area, { book }: Case): Promise<boolean> {
  if (deed.background) return isNear(color, deed.background)
  if (isNear(color, WHITE) && boxCells(area.box) > MOST_CELLS) return true
  const looks = await book.looks(firstOf(area))
  return looks.some(({ background }) => isNear(color, background ?? WHITE))
}

/** Of cells that hold something: letters that are there already would sink into it. */
async function isBehindItsLike(background: Rgb, area: Area, matter: Case): Promise<boolean> {
  if (
    isNear(background, BLACK) &&
    matter.reading.doing.some(({ heard }) => DARK.test(heard) && LOOKS.test(heard))
  )
    return false
  const seen = firstOf(area)
  const cells = await matter.book.cells(seen)
  if (cells === null || !cells.some(row => row.some(isFilledValue))) return false
  const width = seen.box.endColumn - seen.box.startColumn
  const looks = await matter.book.looksOnce(seen)
  if (looks === null) return isNear(background, BLACK)
  return looks.some(
    ({ color }, index) =>
      isFilledValue(cells[Math.floor(index / width)]?.[index % width]) && isNear(background, color ?? BLACK),
  )
}

/** How some cells look, put on others. */
export async function judgeCopiedLook(
  deed: Extract<Deed, { deed: 'copy_look' }>,
  matter: Case,
): Promise<Need | null> {
  if (asksForIt(matter)) return null
  const [from, to] = [matter.book.area(deed.sheetId, deed.box), matter.book.area(deed.toSheetId, deed.to)]
  if (!from || !to) return null
  const looks = await matter.book.looks(firstOf(from))
  for (const look of looks) {
    const how = await howLookHides(look, to, matter)
    if (how !== null) return needOf(to, how, look)
  }
  return null
}

async function howLookHides(
  { pattern, color, background }: Look,
  to: Area,
  matter: Case,
): Promise<string | null> {
  if (pattern !== null && (await isUnseen(pattern, to, matter))) return `the number format ${pattern}`
  return isNear(color ?? BLACK, background ?? WHITE) ? 'text in the colour of its background' : null
}

const THEME = /(?<!\p{L})(?:theme|thème|tema|design)s?(?!\p{L})|テーマ|デザイン/iu

/** Text and what is behind it, for the whole spreadsheet at once. */
export async function judgeTheme({ reading }: Case): Promise<Need | null> {
  if (reading.doing.some(({ heard }) => THEME.test(heard))) return null
  return {
    kind: 'hide',
    effect: 'Change the colours of text and background of the whole spreadsheet',
    details: [],
    mark: markOf('theme'),
  }
}
