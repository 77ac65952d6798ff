/** A new column of days, ages and parts of dates, or of dates moved by days. */
import { type Column, isDate } from '../../linking/sheet.ts'
import { conditions } from '../../reading/conditions.ts'
import { dueColumn } from '../../reading/dated.ts'
import { type Draft, isColumn } from '../../reading/draft.ts'
import type { Frame } from '../frame.ts'
import { givenName, guarded, isAdding } from '../support/adding.ts'
import { type NewColumn, newColumn } from '../support/column.ts'
import { cellOf, rowTest } from '../support/formulas.ts'
import { whereWords } from '../support/met.ts'
import { OTHER_KINDS } from '../support/others.ts'
import { bornColumn } from '../support/query.ts'
import { nameOf } from '../support/table.ts'

export const dateColumn: Frame = {
  name: 'Days, ages and parts of dates',
  does: 'Adds a column with the days between two dates, until or since today, full years, or the weekday, month or year of a date; or a date some days before or after.',
  examples: [
    'Add a column Age with the days since Date',
    'Add a column Weekday with the weekday of Date',
    'Add a column Month with the month of Date',
  ],
  effect: 'add',
  cues: ['days|weekday|age|monthpart|yearpart|howlong|month|year|day'],
  uses: 'newcolumn add column days weekday age howlong today between since until from to row per beside write blankelse day week year month monthpart yearpart difference show called number ago howmany full what which negative where before after value who upcoming',
  prior: 0.2,
  read(draft) {
    // "Count orders per weekday" is about groups of rows.
    if (draft.has('howmany') && draft.has('per', 'by') && !draft.has('newcolumn', 'column')) return null
    if (draft.asks(...OTHER_KINDS, 'newtab', 'total', 'average', 'fill', 'raise')) return null
    // "month" alone is a way to group.
    if (
      draft.has('perperiod') ||
      (!draft.has('days', 'weekday', 'age', 'howlong') &&
        !draft.has('newcolumn', 'eachrow', 'column', 'add', 'write'))
    )
      return null
    if (
      !isAdding(draft) &&
      (draft.has('weekday') ||
        draft.nodes[0]?.concepts.has('weekday') ||
        draft.has('who', 'which', 'what', 'when'))
    )
      return null
    const isAsking =
      draft.has('howmany', 'which', 'who') &&
      !draft.has('newcolumn', 'eachrow', 'add', 'column', 'write', 'per', 'row')
    if (isAsking) return null
    const given = givenName(draft)
    const isAge = draft.has('age')
    const marked = spanIn(draft)
    const others = draft.columns('date')
    const dates = marked ?? others
    if (dates.length === 0) {
      const isDue = draft.nodes.some(({ text }) => /overdue|\bdue\b|expir|late\b/i.test(text))
      const due = isDue ? dueColumn(draft) : null
      const guess = due ?? draft.first('date')
      if (guess) dates.push(guess)
      if (!due && guess !== draft.only('date')) draft.guessed += 0.8
    }
    const implied =
      draft.nodes.some(node => node.concepts.has('between')) && dates.length === 1
        ? draft.first('date')
        : null
    if (implied && implied !== dates[0]) dates.unshift(implied)
    const [first, second] = dates
    if (!first) return null
    draft.take(
      ...draft.nodes.filter(
        node =>
          node.text.toLowerCase() === 'today' ||
          (node.date && Math.floor(node.date.from) === draft.scope.today),
      ),
    )
    const where =
      draft.has('where', 'for', 'only') || draft.nodes.some(({ text }) => /alone|only/i.test(text))
        ? conditions(draft, { noNumbers: true }).filter(group => !group.some(({ isToday }) => isToday))
        : []
    const made = dateFormula(draft, first, second ?? null, isAge)
    if (!made) return null
    const used = made.formula(0).includes(`${second?.column ?? '\u0000'}0`) ? [first, second!] : [first]
    return newColumn(
      draft,
      row => {
        const formula = guarded(draft, used, row, made.formula(row))
        return {
          header: made.header,
          formula: where.length > 0 ? `IF(${rowTest(where, cellOf(row))},${formula},"")` : formula,
          format: made.format,
        }
      },
      {
        name: given,
        words: `${made.words}${whereWords(where)}`,
        bonus: draft.has('newcolumn', 'add', 'column', 'write') ? 0.4 : 0,
      },
    )
  },
}

/** "from leaving us until its return": which day comes first is said. */
function spanIn(draft: Draft): Column[] | null {
  const after = (...concepts: string[]): Column | undefined => {
    for (const [at, node] of draft.nodes.entries()) {
      const column = draft.isTaken(at) || !isColumn(node, draft.scope) ? null : draft.columnOf(node, 'date')
      const marker = draft.nodes
        .slice(Math.max(0, at - 2), at)
        .findLast(each => !each.concepts.has('noise') || each.concepts.size > 1)
      if (column && isDate(column) && concepts.some(each => marker?.concepts.has(each))) return column
    }
    return undefined
  }
  const [from, until] = [after('from', 'since'), after('until', 'to')]
  return from && until && from !== until ? [from, until] : null
}

const DAYS_FORMAT = { pattern: '0', kind: 'number' }

function dateFormula(
  draft: Draft,
  first: Column,
  second: Column | null,
  isAge: boolean,
): { header: string; words: string; formula: (row: number) => string; format: NewColumn['format'] } | null {
  if (draft.cue('weekday'))
    return {
      header: 'Weekday',
      words: `the weekday of ${nameOf(first)}`,
      formula: row => `TEXT(${first.column}${row},"dddd")`,
      format: null,
    }
  const shift = draft
    .free()
    .find(node => node.number && draft.nodes[draft.nodes.indexOf(node) + 1]?.concepts.has('day'))
  if (shift && draft.has('before', 'after')) {
    draft.take(shift)
    const sign = draft.cue('before') ? '-' : (draft.cue('after'), '+')
    return {
      header: `${nameOf(first)} ${sign} ${shift.number!.value} days`,
      words: `the day ${shift.number!.value} days ${sign === '-' ? 'before' : 'after'} ${nameOf(first)}`,
      formula: row => `${first.column}${row}${sign}${shift.number!.value}`,
      format: { pattern: first.number_format ?? 'yyyy-mm-dd', kind: 'date' },
    }
  }
  const born =
    isAge && /old|age/i.test(draft.nodes.map(({ text }) => text).join(' ')) ? bornColumn(draft) : null
  if (born)
    return (
      draft.cue('age', 'year', 'days'),
      {
        header: 'Age',
        words: `full years since ${nameOf(born)}`,
        formula: row => `DATEDIF(${born.column}${row},TODAY(),"Y")`,
        format: DAYS_FORMAT,
      }
    )
  if (isAge && !draft.has('days') && !second)
    return (
      draft.cue('age', 'year'),
      {
        header: 'Years',
        words: `full years since ${nameOf(first)}`,
        formula: row => `DATEDIF(${first.column}${row},TODAY(),"Y")`,
        format: DAYS_FORMAT,
      }
    )
  if (draft.has('days', 'howlong', 'difference')) {
    draft.cue('days', 'howlong', 'difference', 'age')
    if (second)
      return {
        header: 'Days',
        words: `the days from ${nameOf(first)} to ${nameOf(second)}`,
        formula: row => `${second.column}${row}-${first.column}${row}`,
        format: DAYS_FORMAT,
      }
    const words = draft.nodes.map(({ text }) => text).join(' ')
    const isLeft =
      (draft.hasAnywhere('until', 'upcoming') || /remaining|left/i.test(words)) &&
      !/\bago\b|till today|since/i.test(words)
    // "From the loan until its return": the other day is on the sheet, and no word of its links to it.
    const isSaid =
      draft.hasAnywhere('upcoming') ||
      /today|now|ago|left|remain|overdue|late|since|old|so far|heute|hoy|今日/i.test(words)
    if (
      !isSaid &&
      draft.scope.index.columns.filter(each => each.tab === draft.tab && isDate(each)).length > 1
    )
      draft.guessed += 2
    return {
      header: isLeft ? 'Days left' : 'Days',
      words: isLeft ? `the days from today to ${nameOf(first)}` : `the days since ${nameOf(first)}`,
      formula: row => (isLeft ? `${first.column}${row}-TODAY()` : `TODAY()-${first.column}${row}`),
      format: DAYS_FORMAT,
    }
  }
  return datePart(draft, first)
}

function datePart(draft: Draft, first: Column): ReturnType<typeof dateFormula> {
  if (draft.cue('monthpart', 'month'))
    return {
      header: 'Month',
      words: `the month of ${nameOf(first)}`,
      formula: row => `TEXT(${first.column}${row},"yyyy-mm")`,
      format: null,
    }
  return draft.cue('yearpart', 'year')
    ? {
        header: 'Year',
        words: `the year of ${nameOf(first)}`,
        formula: row => `YEAR(${first.column}${row})`,
        format: DAYS_FORMAT,
      }
    : null
}
