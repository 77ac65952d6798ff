/** What is written into a cell of a column where a person says something. */
import { cellText } from '../linking/cells.ts'
import { answerIn, saysYesOrNo, YES } from '../linking/loose.ts'
import { type Column, isDate, isNumeric, ownRows } from '../linking/sheet.ts'
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
  const answer = answerIn(said)
  if (answer && column.type === 'boolean') return String(answer === YES).toUpperCase()
  const usual = usualSpelling(column, said, ground)
  if (answer && usual === null && saysYesOrNo(ground.index, column))
    return writtenIn(column, ground.index).find(value => answer.test(value)) ?? said
  return usual ?? said
}

/** As it stands in most cells, without spaces around it; null where no cell holds it. */
function usualSpelling(column: Column, said: string, { index }: Ground): string | null {
  const counts = new Map<string, number>()
  const wanted = spelling(said)
  for (const row of ownRows(index.data.get(column.tab.title))) {
    const value = cellText(row, column)
    if (spelling(value) === wanted) counts.set(value, (counts.get(value) ?? 0) + 1)
  }
  const [usual] = [...counts].sort(([, one], [, other]) => other - one)
  return usual?.[0] ?? null
}

/** The same for what differs only in capitals and spaces. */
const spelling = (text: string): string => text.trim().toLowerCase().replace(/\s+/g, ' ')
