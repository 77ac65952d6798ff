/** Kinds that add a column of formulas. What the formulas are is said by the meaning language. */
import type { Kind } from '../kind.ts'

export const formulaColumn: Kind = {
  name: 'A formula column',
  does: 'Writes a calculation in the next free column, filled down, with a header and a fitting number format; rows with a part missing stay empty.',
  examples: [
    'Add a column Revenue that is Qty times Price',
    'Create a column "Net price" = Price / 1.19',
    'Revenue = Qty × Price',
    'new column with Price plus 19%',
  ],
  effect: 'add',
}

export const lookupColumn: Kind = {
  name: 'Look up in another tab',
  does: 'Adds a column with what another tab says for each row, or with how many rows, or the highest or total figure, another tab has for it.',
  examples: [],
  effect: 'add',
}

export const overRows: Kind = {
  name: 'Running total, rank, share',
  does: 'Adds a column with the running total, the rank or the share of the total of a column.',
  examples: [
    'Add a running total of Price',
    'Rank by Price',
    'Add a column Share that is Cost as a percentage of the total',
  ],
  effect: 'add',
}

export const dateColumn: Kind = {
  name: 'Days, ages and parts of dates',
  does: 'Adds a column with the days between two dates, until or since today, full years, or the weekday, month or year of a date; or a date some days before or after.',
  examples: [
    'Add a column Age with the days since Date',
    'Add a column Weekday with the weekday of Date',
    'Add a column Month with the month of Date',
  ],
  effect: 'add',
}

export const flagColumn: Kind = {
  name: 'Flags and tiers',
  does: 'Adds a column that says one thing where conditions hold and another (or nothing) elsewhere, or names tiers by thresholds.',
  examples: [
    'Add a column Size: "Large" if Qty is more than 10, otherwise "Small"',
    'new column saying CHASE where Status is Open',
  ],
  effect: 'add',
}

export const textPart: Kind = {
  name: 'Parts of texts',
  does: 'Adds a column with the first or last name, the domain of an email, what stands before or after a sign, or first and last letters.',
  examples: [
    'Add a column with the domain of each Email',
    'add a column with the part before the @ of Email',
  ],
  effect: 'add',
}

export const joinedColumn: Kind = {
  name: 'Join columns',
  does: 'Adds a column that joins the texts of others, with a space or the sign you name between them.',
  examples: ['Add Full name from First and Last', 'Combine Region and Status into Label separated by a dash'],
  effect: 'add',
}
