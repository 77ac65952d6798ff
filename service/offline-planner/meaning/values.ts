/** What is written into a cell of a column where a person says something. */
import { answerIn, saysYesOrNo, YES } from '../linking/loose.ts'
import { type Column, isDate, isNumeric } from '../linking/sheet.ts'
import { numberIn } from './amounts.ts'
import { writtenIn } from './conditions.ts'
import { dayIn } from './days.ts'
import type { Ground } from './ground.ts'

/**
 * "Zero" into a column of numbers is 0, "today" into one of dates is the day, "yes" is what the column says for it,
 * and what other cells of the column hold is spelled as there; what is none of these stays as it is.
 */
export function valueFor(column: Column, said: string | null, ground: Ground): string | null {
  if (said === null) return null
  if (isDate(column)) return dayIn(said, ground) ?? said
  const number = isNumeric(column) ? numberIn(said, column) : null
  if (number !== null) return String(number)
  const there = writtenIn(column, ground.index)
  const answer = answerIn(said)
  if (answer && column.type === 'boolean') return String(answer === YES).toUpperCase()
  const alike = there.filter(value => spelling(value) === spelling(said))
  if (answer && alike.length === 0 && saysYesOrNo(ground.index, column))
    return there.find(value => answer.test(value)) ?? said
  return alike.length === 1 ? alike[0]! : said
}

/** The same for what differs only in capitals and spaces. */
const spelling = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')
