/** New columns with a part of one column: of a day, of a text, of a total; and several columns joined. */

import { dateColumn, joinedColumn, overRows, textPart } from '../kinds/columns/kinds.ts'
import { textOf } from '../kinds/support/formulas.ts'
import { inList, nameOf } from '../kinds/support/table.ts'
import type { Column } from '../linking/sheet.ts'
import { isUnspaced } from '../words/tokens.ts'
import { numberIn } from './amounts.ts'
import { type Between, betweenIn } from './example.ts'
import { all, cell, type Formula, PERCENT, textOfCell, WHOLE } from './formula.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'
import { signNamed } from './signs.ts'

export const OF_ONE: Record<string, (column: Column) => Formula> = {
  running: column => ({
    kind: overRows,
    header: `Running ${nameOf(column)}`,
    words: `the running total of ${nameOf(column)}`,
    needs: [],
    formula: row => `SUM(${column.column}$${row}:${cell(column, row)})`,
  }),
  shareof: column => ({
    kind: overRows,
    header: `Share of ${nameOf(column)}`,
    words: `the share of each row in ${nameOf(column)}`,
    needs: [column],
    formula: (row, last) => `${cell(column, row)}/SUM(${all(column, row, last)})`,
    format: PERCENT,
  }),
  changefrom: column => ({
    kind: overRows,
    header: `${nameOf(column)} change`,
    words: `the change of ${nameOf(column)} from the row above, in percent`,
    needs: [],
    formula: row => `IFERROR(${cell(column, row)}/${cell(column, row - 1)}-1,"")`,
    format: PERCENT,
  }),
  domain: column => ofText(column, 'Domain', text => `IFERROR(MID(${text},FIND("@",${text})+1,255),"")`),
  weekday: column => ofDate(column, 'Weekday', row => `TEXT(${row},"dddd")`),
  monthname: column => ofDate(column, 'Month', row => `TEXT(${row},"mmmm")`),
  month: column => ofDate(column, 'Month', row => `TEXT(${row},"yyyy-mm")`),
  quarter: column => ofDate(column, 'Quarter', row => `"Q"&ROUNDUP(MONTH(${row})/3,0)`),
  year: column => ofDate(column, 'Year', row => `YEAR(${row})`, WHOLE),
  firstname: column => ofText(column, 'First name', isFamilyFirst(column) ? lastWord : firstWord),
  lastname: column => ofText(column, 'Last name', isFamilyFirst(column) ? firstWord : lastWord),
  upper: column => ofText(column, `${nameOf(column)} in upper case`, text => `UPPER(${text})`),
  lower: column => ofText(column, `${nameOf(column)} in lower case`, text => `LOWER(${text})`),
  title: column => ofText(column, `${nameOf(column)} in title case`, text => `PROPER(${text})`),
  capital: column =>
    ofText(
      column,
      `${nameOf(column)} with a capital`,
      text => `UPPER(LEFT(${text},1))&LOWER(MID(${text},2,500))`,
    ),
  trim: column => ofText(column, `${nameOf(column)} trimmed`, text => text),
}

const firstWord = (text: string): string => `IFERROR(LEFT(${text},FIND(" ",${text})-1),${text})`
const lastWord = (text: string): string => `TRIM(RIGHT(SUBSTITUTE(${text}," ",REPT(" ",100)),100))`

/** "佐藤 健一": where names are written so, the family's comes first. */
const isFamilyFirst = ({ samples }: Column): boolean =>
  samples.some(sample => isUnspaced(sample.trim()[0] ?? ''))

const ofDate = (
  column: Column,
  header: string,
  part: (cell: string) => string,
  format: Formula['format'] = null,
): Formula => ({
  kind: dateColumn,
  header,
  words: `the ${header.toLowerCase()} of ${nameOf(column)}`,
  needs: [column],
  formula: row => part(cell(column, row)),
  format,
})

const ofText = (column: Column, header: string, part: (text: string) => string): Formula => ({
  kind: textPart,
  header,
  words: `the ${header.toLowerCase()} of ${nameOf(column)}`,
  needs: [column],
  formula: row => part(`TRIM(${plainSpaces(column, cell(column, row))})`),
})

/** Names of unspaced scripts are often parted by a space as wide as their characters, which TRIM leaves. */
const plainSpaces = (column: Column, text: string): string =>
  isFamilyFirst(column) ? `SUBSTITUTE(${text},"\u3000"," ")` : text

export function ranked(items: Items): Formula | null {
  const column = items.column()
  const isUp = items.word('asc', 'desc') === 'asc'
  return (
    column && {
      kind: overRows,
      header: 'Rank',
      words: `the rank by ${nameOf(column)}, ${isUp ? 'lowest' : 'highest'} first`,
      needs: [column],
      formula: (row, last) => `RANK(${cell(column, row)},${all(column, row, last)},${isUp ? 1 : 0})`,
      format: WHOLE,
    }
  )
}

export function besideSign(items: Items, side: 'before' | 'after'): Formula | null {
  const literal = items.literal()
  const column = literal === null ? null : items.column()
  if (!column || !literal) return null
  // In a sentence it is part of a longer word.
  const sign = literal.includes('@') ? '@' : signNamed(literal)
  const found = (text: string): string => `FIND(${textOf(sign)},${text})`
  const made = ofText(column, `${nameOf(column)} ${side} ${sign}`, text =>
    side === 'before'
      ? `IFERROR(TRIM(LEFT(${text},${found(text)}-1)),"")`
      : `IFERROR(TRIM(MID(${text},${found(text)}+${sign.length},255)),"")`,
  )
  return { ...made, words: `what stands ${side} “${sign}” in ${nameOf(column)}` }
}

export function letters(items: Items, end: 'first' | 'last'): Formula | null {
  const count = numberIn(items.amount() ?? '')
  const column = count === null ? null : items.column()
  if (!column) return null
  const made = ofText(
    column,
    `${end === 'first' ? 'First' : 'Last'} ${count} of ${nameOf(column)}`,
    text => `${end === 'first' ? 'LEFT' : 'RIGHT'}(${text},${count})`,
  )
  return { ...made, words: `the ${end} ${count} letters of ${nameOf(column)}` }
}

/** `join [Name], [Town] with "dash"`; without a sign as an example of the sentence shows it. */
export function joined(items: Items, ground: Ground): Formula | null {
  const columns = items.columns()
  if (columns.length < 2) return null
  const said = items.word('with') ? items.literal() : null
  const { between, after } = betweenIn(said, columns, ground)
  return {
    kind: joinedColumn,
    header: inList(columns.map(nameOf)).slice(0, 60),
    words: `${inList(columns.map(nameOf))}, joined by ${inWords({ between, after })}`,
    needs: [],
    formula: row => {
      const text = columns.map(column => textOfCell(column, row)).join(`&${textOf(between)}&`)
      if (after !== '') return `${text}&${textOf(after)}`
      return between === ' ' ? `TRIM(${text})` : text
    },
  }
}

const inWords = ({ between, after }: Between): string =>
  after === '' ? (between === ' ' ? 'a space' : `“${between}”`) : `“${between}…${after}”`
