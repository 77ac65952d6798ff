/** "Split Customer by comma". */
import { columnIndex, columnLetters } from '../../../sheets/a1.ts'
import { readNewColumn } from '../column-plan.ts'
import { dataRange, findColumn, nameOf, nextFreeColumn, noColumn } from '../columns.ts'
import { call, type Instruction, problem, type Reading, type Scope, understood } from '../instruction.ts'
import { countIn, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted, unquote } from '../text.ts'

export const splitColumn: Instruction = {
  name: 'Split a column',
  does: 'Cuts the texts of a column at a sign into the empty columns right of it.',
  examples: [
    'Split column Customer by comma',
    'Split Email at "@"',
    'Split Customer on spaces',
    'Separate Customer by "-"',
    'Split Customer into Company and Form',
  ],
  read(clause, scope) {
    const named = INTO_NAMES.exec(clause)
    if (named) return readNames(named[1]!, named[2]!, named[3]!, scope)
    const match = SPLIT.exec(clause)
    if (!match) return null
    const column = findColumn(scope, match[1]!)
    if (!column) return problem(`${noColumn(scope, [match[1]!])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const word = (match[2] ?? 'space').toLowerCase()
    const delimiter = SIGNS[word] ?? SIGNS[word.replace(/s$/, '')] ?? unquote(match[2] ?? ' ')
    return understood(function* () {
      const { tab, overwrite } = scope
      const result = yield* call('clean_range', {
        action: 'split',
        range: dataRange(tab, column.column, rows),
        has_header: false,
        delimiter,
        ...(overwrite ? { overwrite } : {}),
      })
      if (result.error !== undefined) return notDone(result)
      const parts = countIn(result, 'columns')
      const isLast = columnIndex(nextFreeColumn(tab)) === columnIndex(column.column) + 1
      const hint = isLast ? ' The new columns have no headers yet.' : ''
      return `Split **${nameOf(column)}** at “${delimiter}”${parts === null ? '' : ` into ${counted(parts, 'column')}`}.${hint}`
    })
  },
}

const SPLIT =
  /^(?:split|separate|divide up|break up)\s+(?:up\s+)?(?:the\s+)?(?:text\s+(?:in|of)\s+)?(.+?)(?:\s+(?:in)?to\s+(?:separate\s+|two\s+|several\s+|multiple\s+)?columns)?\s+(?:by|at|on|using|with)\s+(?:the\s+|an?\s+|each\s+)?("[^"]+"|'[^']+'|[a-z ]+|\S+)$/i
const INTO_NAMES =
  /^(?:split|separate|divide|break)\s+(?:up\s+)?(?:the\s+)?(.+?)\s+(?:in)?to\s+(?!(?:two|three|separate|several|multiple|\d)\b)(?:columns?\s+)?("[^"]+"|'[^']+'|[\w ]+?)\s+and\s+("[^"]+"|'[^']+'|[\w ]+)$/i

/** "Split Name into First and Last": two columns of formulas, the first word and the rest. */
function readNames(phrase: string, first: string, last: string, scope: Scope): Reading | null {
  const column = findColumn(scope, phrase)
  if (!column) return problem(`${noColumn(scope, [phrase])} Nothing was changed for this.`)
  const cell = ({ first: row }: { first: number }) => `TRIM(${column.column}${row})`
  const left = readNewColumn(
    {
      name: first,
      formula: rows => `=IFERROR(LEFT(${cell(rows)},FIND(" ",${cell(rows)})-1),${cell(rows)})`,
      format: null,
    },
    scope,
  )
  if (left.state === 'problem') return left
  return understood(function* () {
    const done = yield* left.plan()
    const letters = nextFreeColumn(scope.tab)
    // The first column took the next free place; the second goes beside it.
    const next = columnLetters(columnIndex(letters) + 1)
    const right = readNewColumn(
      {
        name: `${last} in ${next}`,
        formula: rows => `=IFERROR(MID(${cell(rows)},FIND(" ",${cell(rows)})+1,255),"")`,
        format: null,
      },
      scope,
    )
    return `${done}\n\n${right.state === 'problem' ? right.message : yield* right.plan()}`
  })
}

const SIGNS: Record<string, string> = {
  comma: ',',
  space: ' ',
  semicolon: ';',
  dash: '-',
  hyphen: '-',
  slash: '/',
  pipe: '|',
  colon: ':',
  tab: '\t',
  dot: '.',
  period: '.',
  underscore: '_',
  'at sign': '@',
}
