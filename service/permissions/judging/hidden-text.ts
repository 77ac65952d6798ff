/** Text that nobody sees: the colour of its background, or a number format that shows nothing. */
import { formatBox } from '../../sheets/a1.ts'
import type { Deed, Rgb } from '../deeds/deed.ts'
import { says } from '../reading/patterns.ts'
import { type Case, markOf, type Need } from './case.ts'

type HiddenText = Extract<Deed, { deed: 'hide_text' }>

const WHITE: Rgb = { red: 1, green: 1, blue: 1 }
/** Closer than this, letters cannot be told from what is behind them. */
const NEAR = 0.12

const isNear = (a: Rgb, b: Rgb): boolean =>
  Math.abs(a.red - b.red) < NEAR && Math.abs(a.green - b.green) < NEAR && Math.abs(a.blue - b.blue) < NEAR

export async function judgeHiddenText(deed: HiddenText, matter: Case): Promise<Need | null> {
  if (matter.reading.doing.some(({ heard }) => says(heard, 'white') || /;;;/.test(heard))) return null
  if (matter.reading.wishes.some(({ act, thing }) => act === 'hide' && thing !== 'tab' && thing !== 'rows'))
    return null
  const area = matter.book.area(deed.sheetId, deed.box)
  if (!area) return null
  const isHidden =
    deed.pattern !== null || (deed.color !== null && (await isOnItsLike(deed.color, deed, matter)))
  if (!isHidden) return null
  const how =
    deed.pattern === null ? 'text in the colour of its background' : `the number format ${deed.pattern}`
  return {
    kind: 'hide',
    effect: `Make what stands in ${formatBox(area.box)} of the tab ${area.tab.title} invisible: ${how}`,
    details: [],
    mark: markOf('hide_text', deed.sheetId, area.box, deed.pattern, deed.color),
  }
}

/** Cells that are looked at one by one for their background. */
const MOST_CELLS = 2_000

async function isOnItsLike(color: Rgb, deed: HiddenText, { book }: Case): Promise<boolean> {
  if (deed.background) return isNear(color, deed.background)
  if (!isNear(color, WHITE)) return false
  const area = book.area(deed.sheetId, deed.box)
  if (!area) return false
  const { startRow, endRow, startColumn, endColumn } = area.box
  if ((endRow - startRow) * (endColumn - startColumn) > MOST_CELLS) return true
  const backgrounds = await book.backgrounds(area)
  return backgrounds.some(background => isNear(color, background ?? WHITE))
}
