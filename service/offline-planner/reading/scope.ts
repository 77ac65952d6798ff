/** What an instruction is carried out on: the spreadsheet as it was looked at, and the tab that is spoken of. */
import type { SpreadsheetOverview, TabOverview } from '../../sheets/overview/overview.ts'
import type { Data, SheetIndex } from '../linking/sheet.ts'

export interface Scope {
  index: SheetIndex
  overview: SpreadsheetOverview
  /** The tab that is open. */
  tab: TabOverview
  /** Days since the spreadsheet's day 0. */
  today: number
  /** The words ask for writing over what is there. */
  overwrite: boolean
}

/** Capitals aside. */
export const tabCalled = ({ tabs }: SpreadsheetOverview, title: string): TabOverview | undefined =>
  tabs.find(each => each.title.toLowerCase() === title.toLowerCase())

/** The rows of the tab, as far as they were read. */
export const dataOf = ({ index, tab }: Scope): Data | undefined => index.data.get(tab.title)
