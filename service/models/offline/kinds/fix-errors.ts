/** "Fix the errors in C2:C9": lists them with what they mean. Only hiding them behind IFERROR is safe by rule. */
import { columnLetters, formatRange, parseRange } from '../../../sheets/a1.ts'
import { dataRows, shown, tableRange } from '../columns.ts'
import { localised } from '../expression/locale.ts'
import {
  type Call,
  call,
  field,
  type Instruction,
  type Plan,
  problem,
  type Scope,
  understood,
} from '../instruction.ts'
import { list, notDone } from '../tables.ts'
import { counted } from '../text.ts'

export const fixErrors: Instruction = {
  name: 'Formula errors',
  does: 'Lists the cells that show an error, with their formulas and what the errors mean. Changes them only where asked to put IFERROR around them.',
  examples: [
    'Find the formula errors in Orders!H2:J20, say what causes them, and fix them.',
    'Fix the errors in H2:J20',
    'Fix the errors in H2:J20 with IFERROR',
  ],
  read(clause, scope) {
    const match = FIX.exec(clause)
    // Errors of all tabs are listed from the overview: see describe.ts.
    if (!match || (!scope.within && /^(?:find|list|show)\b/i.test(clause))) return null
    const range = rangeOf(scope)
    if (range === null)
      return problem(`The tab “${scope.tab.title}” is empty, so no cell shows an error. Nothing was changed.`)
    const wraps = match[1] !== undefined
    const instead = wraps ? fallback(match[1]!) : null
    return understood(() => plan(range, instead, scope))
  },
}

const FIX =
  /^(?:fix|repair|correct|solve|resolve|find|list|show|explain|hide|wrap)\s+(?:me\s+)?(?:(?:all|the|any)\s+)*(?:formula\s+)?errors?(?:\s+(?:in|of)\s+the table)?(?:,?\s+((?:with|using|by|in|showing|as|and show|show)\s+(?:an?\s+)?(?:iferror|blanks?|empty cells?|zeros?|0|nothing|dash(?:es)?)\b.*))?(?:\s+in\s+the table)?$/i

/** What stands in the cell in place of the error. */
const fallback = (words: string): string =>
  /\bzeros?\b|\b0\b/i.test(words) ? '0' : /\bdash/i.test(words) ? '"-"' : '""'

function rangeOf({ within, tab }: Scope): string | null {
  if (within) return formatRange(within.full.title, parseRange(within.a1)?.box ?? {})
  const rows = dataRows(tab)
  return rows && tableRange(tab, rows)
}

const MEANINGS: Record<string, string> = {
  '#REF!': 'it refers to cells that are no longer there: a row, column or tab was deleted',
  '#DIV/0!': 'it divides by zero or by an empty cell',
  '#VALUE!': 'it calculates with text where a number is needed',
  '#NAME?':
    'it uses a name that doesn’t exist: a misspelled function or range, or text without quotation marks',
  '#N/A': 'what it looks for was not found',
  '#NUM!': 'a number in it is too large, or not possible there',
  '#NULL!': 'it refers to cells that two ranges should share, and they share none',
  '#ERROR!': 'it can’t be read as a formula: a sign or a bracket is wrong',
  '#SPILL!': 'there is no room for all of its results',
  '#CIRCULAR!': 'it refers to its own cell',
}
const ERROR = /^#(?:REF!|DIV\/0!|VALUE!|NAME\?|N\/A|NUM!|NULL!|ERROR!|SPILL!|CIRCULAR!)$/
const MOST_LISTED = 20
const MOST_WRAPPED = 200

interface Broken {
  cell: string
  formula: string
  error: string
}

function* plan(range: string, instead: string | null, scope: Scope): Plan {
  const values = yield* call('read_range', { ranges: [range], render: 'formatted' })
  const formulas = yield* call('read_range', { ranges: [range], render: 'formulas' })
  const failed = values.error ?? formulas.error
  if (failed !== undefined) return `I could not read ${shown(range)}: ${failed} Nothing was changed.`
  const isPart = [values, formulas].some(
    ({ output }) => field(list(field(output, 'ranges'))[0], 'truncated') !== undefined,
  )
  const broken = brokenIn(range, cellsOf(values.output), cellsOf(formulas.output))
  const part = isPart ? ' I read only the top of it: ask for the rest in parts.' : ''
  if (broken.length === 0) return `No cell of ${shown(range)} shows an error, so nothing was changed.${part}`
  const lines = broken.slice(0, MOST_LISTED).map(inWords)
  const more =
    broken.length > MOST_LISTED ? `\n- and ${counted(broken.length - MOST_LISTED, 'more cell')}` : ''
  const found = `${counted(broken.length, 'cell')} of ${shown(range)} ${broken.length === 1 ? 'shows' : 'show'} an error.${part}\n\n${lines.join('\n')}${more}`
  if (instead === null) return `${found}\n\n${advice(range)}`
  return `${found}\n\n${yield* wrap(broken, instead, scope)}`
}

const cellsOf = (output: unknown): unknown[][] =>
  list(field(list(field(output, 'ranges'))[0], 'values')).map(list)

const advice = (range: string): string =>
  `I changed nothing: what each formula should refer to is yours to say, and a guess could hide a mistake. To show empty cells in place of the errors, ask “Fix the errors in ${shown(range)} with IFERROR”.`

function brokenIn(range: string, values: unknown[][], formulas: unknown[][]): Broken[] {
  const { startRow = 0, startColumn = 0 } = parseRange(range)?.box ?? {}
  return values.flatMap((row, down) =>
    row.flatMap((value, right) => {
      const error = String(value)
      if (!ERROR.test(error)) return []
      const cell = `${columnLetters(startColumn + right)}${startRow + down + 1}`
      return [{ cell, error, formula: String(formulas[down]?.[right] ?? '') }]
    }),
  )
}

const inWords = ({ cell, error, formula }: Broken): string =>
  `- **${cell}** shows ${error}${formula.startsWith('=') ? `, from \`${formula}\`` : ''}: ${MEANINGS[error] ?? 'it can’t be worked out'}.`

/** An error may come from a value typed in, or spilled from another cell: there is no formula to wrap. */
function* wrap(broken: readonly Broken[], instead: string, scope: Scope): Plan {
  const able = broken.filter(({ formula }) => formula.startsWith('=')).slice(0, MOST_WRAPPED)
  if (able.length === 0) return 'None of them holds a formula of its own, so nothing was changed.'
  const title = scope.within?.full.title ?? scope.tab.title
  const calls: Call[] = able.map(({ cell, formula }) => ({
    tool: 'write_range',
    args: {
      range: formatRange(title, parseRange(cell)!.box),
      values: [[`=IFERROR(${formula.slice(1)}${separator(scope)}${instead})`]],
      overwrite: true,
    },
  }))
  const results = yield calls
  const failure = results.find(({ error }) => error !== undefined)
  const written = results.filter(({ error }) => error === undefined).length
  const done = `Put IFERROR around ${counted(written, 'formula')}: they now show ${instead === '""' ? 'nothing' : instead} where they can’t be worked out. Their causes are still there.`
  return failure ? `${written > 0 ? `${done}\n\n` : ''}${notDone(failure)}` : done
}

const separator = ({ overview }: Scope): string => localised(',', overview.locale)
