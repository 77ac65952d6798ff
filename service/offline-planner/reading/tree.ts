/** A calculation over the cells of a row, as conditions and figures hold it. Knows no words. */
import type { Column } from '../linking/sheet.ts'

export type Sign = '+' | '-' | '*' | '/'
export type Tree =
  | { column: Column }
  | { number: number }
  /** Where a text stands, the number in it: "16 hrs". */
  | { amountIn: Column }
  | { sign: Sign; left: Tree; right: Tree }
  | { lookup: Column; key: Column; from: Column }
  /** A day that is named, or the one on which the sheet is looked at. */
  | { day: number; isToday: boolean }
  /** Whole years from a day to the one on which the sheet is looked at. */
  | { yearsSince: Column; today: number }
  /** The same day so many months later. */
  | { monthsAfter: Column; months: number }
