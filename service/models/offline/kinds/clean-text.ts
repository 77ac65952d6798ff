/** "Trim spaces in Name", "make Country upper case". */
import { type DataRows, dataRange, findColumns, nameOf, noColumn, tableRange } from '../columns.ts'
import { type Call, type Instruction, type Plan, problem, understood } from '../instruction.ts'
import { countIn, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted, inList } from '../text.ts'

type Action = 'trim' | 'upper' | 'lower' | 'title' | 'sentence'

export const cleanText: Instruction = {
  name: 'Trim and change case',
  does: 'Trims spaces, or makes text upper, lower, title or sentence case, in columns or in the whole table.',
  examples: [
    'Trim spaces in Customer',
    'Trim all cells',
    'Make Region upper case',
    'Uppercase the Status column',
    'Convert Email to lowercase',
    'Change Customer to title case',
    'Capitalize First and Last',
    'Trim and lowercase Email',
    'Remove extra spaces from Customer',
  ],
  read(clause, scope) {
    const said = readActions(clause)
    if (!said) return null
    const rows = rowsOf(scope)
    const isWhole = WHOLE.test(said.object)
    // Without an object, trimming the table is harmless; changing the case of all of it is not.
    if (said.object === '' && said.actions.some(action => action !== 'trim')) {
      return problem(
        'Which column do you mean? For example: “Make Region upper case”. Nothing was changed for this.',
      )
    }
    const { columns, missing } = isWhole ? { columns: [], missing: [] } : findColumns(scope, said.object)
    if (missing.length > 0)
      return said.isSure ? problem(`${noColumn(scope, missing)} Nothing was changed for this.`) : null
    if (isProblem(rows)) return rows
    const ranges = isWhole
      ? [tableRange(scope.tab, { ...rows, header: null })]
      : columns.map(({ column }) => dataRange(scope.tab, column, rows))
    const where = isWhole
      ? (scope.within?.a1 ?? 'the whole table')
      : inList(columns.map(column => `**${nameOf(column)}**`))
    return understood(() => plan(said.actions, ranges, where, rows))
  },
}

const WHOLE =
  /^(?:(?:in|of|from|on)\s+)?(?:|(?:all|every|each|the|this|my|whole|entire|of|\s)*(?:cells?|sheet|table|tab|data|columns?|text|values?|everything|everywhere|spreadsheet|all))$/i

const CASES: [Action, string][] = [
  ['upper', 'upper ?-?case|all caps|capitals|capital letters|caps|uppercased|upper'],
  ['lower', 'lower ?-?case|small letters|lowercased|lower'],
  ['title', '(?:title|proper|name) ?-?case|capitali[sz]ed'],
  ['sentence', 'sentence ?-?case'],
]
const ANY_CASE = CASES.map(([, words]) => words).join('|')
const VERBS: [Action, RegExp][] = [
  [
    'trim',
    /^(?:trim|strip|(?:remove|delete|clean(?: up)?|get rid of)\s+(?:all\s+|the\s+|any\s+)*(?:extra|leading|trailing|surplus|double|unnecessary|unneeded|leading and trailing|trailing and leading)?\s*(?:spaces|white ?space|blanks))(?:\s+(?:extra\s+)?(?:spaces|white ?space))?/i,
  ],
  ['upper', /^(?:upper ?-?case|capitali[sz]e all letters(?: of| in)?)/i],
  ['lower', /^lower ?-?case/i],
  ['title', /^(?:title ?-?case|proper ?-?case|capitali[sz]e)/i],
  ['sentence', /^sentence ?-?case/i],
]
const MAKE = new RegExp(
  String.raw`^(?:make|convert|change|turn|set|put|transform|write|format)\s+(.+?)\s+(?:(?:in)?to\s+|in\s+|all\s+|be\s+|as\s+)*(?:in\s+)?(${ANY_CASE})$`,
  'i',
)

interface Said {
  actions: Action[]
  object: string
  isSure: boolean
}

function readActions(clause: string): Said | null {
  const make = MAKE.exec(clause)
  const toCase = make && CASES.find(([, words]) => new RegExp(`^(?:${words})$`, 'i').test(make[2]!))
  if (make && toCase) return { actions: [toCase[0]], object: make[1]!, isSure: true }
  const actions: Action[] = []
  let rest = clause
  for (;;) {
    const verb = VERBS.find(([, pattern]) => pattern.test(rest))
    if (!verb) break
    actions.push(verb[0])
    rest = rest
      .replace(verb[1], '')
      .replace(/^\s*(?:,|and|&|then)\s+/i, '')
      .trim()
  }
  if (actions.length === 0) return null
  const object = rest.replace(/^(?:(?:in|of|from|on|for|around)\s+)/i, '').trim()
  return { actions, object, isSure: true }
}

const IN_WORDS: Record<Action, string> = {
  trim: 'Trimmed the spaces',
  upper: 'Made the text upper case',
  lower: 'Made the text lower case',
  title: 'Capitalised the words',
  sentence: 'Made the text sentence case',
}

function* plan(actions: Action[], ranges: string[], where: string, rows: DataRows): Plan {
  const lines: string[] = []
  for (const action of actions) {
    const calls: Call[] = ranges.map(range => ({
      tool: 'clean_range',
      args: { action, range, has_header: false },
    }))
    const results = yield calls
    const failure = results.find(({ error }) => error !== undefined)
    if (failure) return [...lines, notDone(failure)].join('\n\n')
    const counts = results.map(result => countIn(result, 'changed_cells'))
    const changed = counts.every(count => count !== null)
      ? counts.reduce((sum, count) => sum + count, 0)
      : null
    const many =
      changed === null ? '' : changed === 0 ? ' No cell needed it.' : ` ${counted(changed, 'cell')} changed.`
    lines.push(`${IN_WORDS[action]} in ${where}, rows ${rows.first} to ${rows.last}.${many}`)
  }
  return lines.join('\n')
}
