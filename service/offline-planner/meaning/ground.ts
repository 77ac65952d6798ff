/** What the words of a meaning are said of. */
import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { SheetIndex } from '../linking/sheet.ts'

export interface Ground {
  index: SheetIndex
  /** Words alone, on a sheet that has nothing. */
  words: SheetIndex
  /** The same for the words of the kinds, which are English. */
  own: SheetIndex
  today: number
  /** The tab that is spoken of. */
  tab: TabOverview
  /** The sentence. */
  said: string
}
