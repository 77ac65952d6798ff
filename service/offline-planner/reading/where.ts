/** What a condition is: which column, compared how, with which values. Knows no words. */
import { type Column, isNumeric } from '../linking/sheet.ts'
import type { Tree } from './tree.ts'

export type Operator =
  | '='
  | '!='
  | '>'
  | '>='
  | '<'
  | '<='
  | 'contains'
  | 'not_contains'
  | 'starts_with'
  | 'ends_with'
  | 'empty'
  | 'not_empty'
  | 'weekday'

export interface Atom {
  column: Column
  op: Operator
  /** Any of them. Dates are days since day 0. */
  values: (string | number)[]
  /** Compared with this column of the same row. */
  other?: Column
  /** Compared is not the column but what is calculated of it, and of others of the same row, with numbers. */
  tree?: Tree
  /** Follows the day on which the sheet is looked at. */
  isToday?: boolean
  /** As people read it, for spans of days. */
  words?: string
}

/** All of the groups hold; of a group any. */
export type Where = Atom[][]

/**
 * Who has paid nothing yet has paid less than the fee: of two amounts a blank cell counts as 0 where it is said to be
 * less. So do formulas by themselves, also where it is the other.
 */
export const countsBlanks = ({ column, op, other }: Atom): boolean =>
  op === '<' && other !== undefined && isNumeric(column)
