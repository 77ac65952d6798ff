/**
 * A compact picture of a spreadsheet: what get_sheet_overview answers, what a turn's context is written
 * from, and what the offline planner plans with.
 */
import type { WholeTab } from '../whole-tab.ts'

export type ColumnType =
  | 'empty'
  | 'text'
  | 'number'
  | 'currency'
  | 'percent'
  | 'date'
  | 'boolean'
  | 'error'
  | 'mixed'

export interface ColumnOverview {
  /** Letters of the column, for example "C". */
  column: string
  /** Text of the header cell; empty where there is none. */
  header: string
  type: ColumnType
  /** Where the type is mixed: how many cells seen are of which, for example "273 date, 109 text". */
  types?: string
  /** Google's number format pattern of the first data cell, where one is set. */
  number_format?: string
  /** Up to three values from the top, as shown to the user. */
  samples: string[]
  /** Where the column holds one formula, filled down: the formula of its first data row. */
  formula?: string
  /** The same in R1C1 with the rows it spans, for example "R[0]C[-2]*R[0]C[-1] (2:120)". */
  formula_pattern?: string
  /** The first cell's formula and the range that it is filled over, for example "F2:F120 =C2*D2". */
  filled_from?: string
  non_empty: number
  /** Cells that show an error, with the first of them, for example "3, first #REF! at C7". */
  errors?: string
}

export interface TableOverview {
  range: string
  kind: 'table' | 'form'
  title?: string
  /** 1-based, the last of its header rows. */
  header_row: number | null
  totals_row?: number
}

export interface TabOverview {
  sheet_id: number
  title: string
  index: number
  hidden?: true
  grid_rows: number
  grid_columns: number
  frozen_rows?: number
  frozen_columns?: number
  /** A1 range from A1's corner to the last cell that holds something; null on an empty tab. */
  used_range: string | null
  /** 1-based row of the headers; null where the first row looks like data. */
  header_row: number | null
  /** 1-based, inclusive; null on a tab without data rows. */
  first_data_row: number | null
  last_data_row: number | null
  columns: ColumnOverview[]
  /** Where there are several, or one that more is to be said of. */
  tables?: TableOverview[]
  merges?: string[]
  protected_ranges?: string[]
  filter?: string
  charts?: number
  conditional_rules?: number
  /** On a very wide tab: columns that were not looked at, for example "GS:ZZ". */
  unread_columns?: string
  /** Columns whose details were left out to keep the answer short. */
  omitted_columns?: number
  /** On a long tab: rows read from the top. Counts and types are taken from them; the last row is exact. */
  sampled_rows?: number
  /** Every cell of a small tab, for a model's context; no part of what tools answer. */
  whole?: WholeTab
}

export interface SpreadsheetOverview {
  title: string
  locale: string
  /** Of the tz database. Overviews that were kept may lack it. */
  time_zone?: string
  /** Title of the tab that the turn works on. */
  active_tab: string
  tabs: TabOverview[]
  named_ranges?: { name: string; range: string }[]
  /** What was left out to keep the answer short, and how to get it. */
  note?: string
}

/** Without what only a model's context shows. */
export const withoutCells = (overview: SpreadsheetOverview): SpreadsheetOverview => ({
  ...overview,
  tabs: overview.tabs.map(({ whole, ...tab }) => tab),
})
