/** "Classify the sentiment of each comment": plain text work row by row, by the bulk model of the turn. */
import { formatRange } from '../../../sheets/a1.ts'
import { findColumn, nameOf, nextFreeColumn, noColumn } from '../columns.ts'
import { call, field, type Instruction, problem, understood } from '../instruction.ts'
import { isProblem, notDone, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

export const bulk: Instruction = {
  name: 'Row by row with the bulk model',
  does: 'Runs a small task for each row with the bulk model; offline, sentiment goes by English keywords only.',
  examples: [
    'Classify the sentiment of each Customer',
    'Add a column Mood with the sentiment of Customer',
    'Extract the email from each Email',
  ],
  read(clause, scope) {
    const task = TASKS.find(({ pattern }) => pattern.test(clause))
    const match = task?.pattern.exec(clause)
    if (!task || !match?.groups) return null
    const column = findColumn(scope, match.groups.column!)
    if (!column) return problem(`${noColumn(scope, [match.groups.column!])} Nothing was changed for this.`)
    const rows = rowsOf(scope)
    if (isProblem(rows)) return rows
    const header = match.groups.name ?? task.header
    return understood(function* () {
      const result = yield* call('bulk_prompt', {
        range: formatRange(scope.tab.title, { startRow: rows.first - 1, endRow: rows.last }),
        prompt_template: `${task.ask}: {{${column.column}}}`,
        output_column: nextFreeColumn(scope.tab),
        output_header: header,
        ...(task.format === undefined ? {} : { value_format: task.format }),
      })
      // Rows that failed are told by the tool, with how to go on; the others are done.
      if (result.error !== undefined) return result.output === null ? notDone(result) : result.error
      const [processed, errors] = ['processed', 'errors'].map(name =>
        field(field(result.output, 'rows') ?? result.output, name),
      )
      const many = typeof processed === 'number' ? `${counted(processed, 'row')}` : 'the rows'
      const failed = typeof errors === 'number' && errors > 0 ? ` ${counted(errors, 'row')} failed.` : ''
      return `Filled **${header}** from **${nameOf(column)}** in ${many}.${failed} ${task.note}`.trim()
    })
  },
}

const EACH = String.raw`(?:\s+(?:of|in|from|for)(?:\s+(?:each|every|all|the))*\s+|\s+each\s+)`
const NAMED = String.raw`(?:(?:add|create|make)\s+(?:a\s+)?(?:new\s+)?column\s+(?:called\s+|named\s+)?(?<name>[\w ]+?)\s+(?:with|for|that (?:is|has|shows))\s+(?:the\s+)?)`

interface Task {
  pattern: RegExp
  ask: string
  header: string
  format?: string
  note: string
}

const TASKS: Task[] = [
  {
    pattern: new RegExp(
      String.raw`^(?:${NAMED}|(?:classify|rate|determine|add|detect|analy[sz]e|find|get|tell)\s+(?:the\s+)?)(?:sentiment|mood|tone)${EACH}(?<column>.+)$`,
      'i',
    ),
    ask: 'Sentiment',
    header: 'Sentiment',
    format: 'one word: positive, negative or neutral',
    note: 'The offline planner goes by English keywords; a language model reads the meaning.',
  },
  {
    pattern: new RegExp(
      String.raw`^(?:${NAMED}|(?:extract|get|find|pull out)\s+(?:the\s+)?)e-?mails?(?:\s+address(?:es)?)?${EACH}(?<column>.+)$`,
      'i',
    ),
    ask: 'Extract the email from',
    header: 'Extracted email',
    note: '',
  },
]
