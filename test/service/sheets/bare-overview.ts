/** The picture of a spreadsheet of which only the tabs are known: nothing in them was looked at. */
import type { SpreadsheetOverview } from '../../../service/sheets/overview/overview.ts'
import type { Tab } from '../../../service/sheets/spreadsheet.ts'

export const bareOverview = (title: string, locale: string, tabs: readonly Tab[]): SpreadsheetOverview => ({
  title,
  locale,
  active_tab: tabs[0]!.title,
  tabs: tabs.map(tab => ({
    sheet_id: tab.sheetId,
    title: tab.title,
    index: tab.index,
    grid_rows: tab.rows,
    grid_columns: tab.columns,
    used_range: null,
    header_row: null,
    first_data_row: null,
    last_data_row: null,
    columns: [],
  })),
})
