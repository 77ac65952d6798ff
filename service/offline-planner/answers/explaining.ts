/** Formulas and errors of cells, read and told; errors are hidden only where that is asked for. Guesses at nothing. */
import { columnLetters, formatRange, parseRange } from '../../sheets/a1.ts'
import type { TabOverview } from '../../sheets/overview/overview.ts'
import { localised } from '../kinds/support/formulas.ts'
import { counted, shown } from '../kinds/support/table.ts'
import { type Call, call, field, list, notDone, type Plan } from '../plan.ts'
import { dataOf, type Scope } from '../reading/scope.ts'
import { explainFormula } from './formula/explain.ts'

const MOST_FORMULAS = 3

interface Found {
  cell: string
  row: number
  formula: string
  shown: string
  alike: number
}

export function* explain(ranges: string[], tab: TabOverview, scope: Scope): Plan {
  const formulas = yield* call('read_range', { ranges, render: 'formulas' })
  const values = yield* call('read_range', { ranges, render: 'formatted' })
  const failed = formulas.error ?? values.error
  if (failed !== undefined) return `I could not read the formulas: ${failed} Nothing was changed.`
  const found = ranges.flatMap((range, index) =>
    formulasIn(range, valuesOf(formulas.output, index), valuesOf(values.output, index)),
  )
  const [where] = ranges
  if (found.length === 0)
    return `There is no formula in ${ranges.length === 1 ? shown(where!) : 'these cells'}: ${holds(valuesOf(values.output, 0))} Nothing was changed.`
  const texts = found.slice(0, MOST_FORMULAS).map(one => formulaInWords(one, tab, scope))
  const more =
    found.length > MOST_FORMULAS
      ? [
          `There are ${counted(found.length - MOST_FORMULAS, 'more formula')} of other kinds; ask about a cell to have it explained.`,
        ]
      : []
  return [...texts, ...more].join('\n\n')
}

const valuesOf = (output: unknown, index: number): unknown[][] =>
  list(field(list(field(output, 'ranges'))[index], 'values')).map(list)

const holds = (values: unknown[][]): string => {
  const value = values[0]?.[0]
  return values.length === 1 && values[0]!.length === 1 && value !== ''
    ? `it holds the value **${String(value)}**.`
    : 'only values, or nothing.'
}

/** Formulas of a range, each kind once: those that were filled down are alike but for their rows. */
function formulasIn(range: string, formulas: unknown[][], values: unknown[][]): Found[] {
  const { startRow = 0, startColumn = 0 } = parseRange(range)?.box ?? {}
  const kinds = new Map<string, Found>()
  for (const [down, cells] of formulas.entries()) {
    for (const [right, cell] of cells.entries()) {
      if (typeof cell !== 'string' || !cell.startsWith('=')) continue
      const row = startRow + down + 1
      const key = relative(cell, row, startColumn + right)
      const known = kinds.get(key)
      if (known) known.alike++
      else
        kinds.set(key, {
          cell: `${columnLetters(startColumn + right)}${row}`,
          row,
          formula: cell,
          shown: String(values[down]?.[right] ?? ''),
          alike: 0,
        })
    }
  }
  return [...kinds.values()]
}

const relative = (formula: string, row: number, column: number): string =>
  `${column}:${formula.replaceAll(/(?<![\w$])([A-Z]{1,3})(\d+)(?!\w)/gi, (_, letters: string, number: string) => `${letters}[${Number(number) - row}]`)}`

function formulaInWords(
  { cell, row, formula, shown: value, alike }: Found,
  tab: TabOverview,
  scope: Scope,
): string {
  const { uses, steps } = explainFormula(formula, { overview: scope.overview, tab, row })
  const result = value === '' ? 'It shows nothing.' : `It gives **${value}**.`
  const same =
    alike > 0
      ? ` ${counted(alike, 'more cell')} of the range ${alike === 1 ? 'holds' : 'hold'} the same formula for ${alike === 1 ? 'its row' : 'their rows'}.`
      : ''
  const used = uses.length > 0 ? `\n\nIt uses:\n${uses.map(use => `- ${use}`).join('\n')}` : ''
  const done =
    steps.length > 0
      ? `\n\nStep by step:\n${steps.map((text, index) => `${index + 1}. ${text}`).join('\n')}`
      : ''
  return `**${cell}** of **${tab.title}** holds \`${formula}\`. ${result}${same}${used}${done}`
}

/** What stands in the cell in place of the error. */
export const fallback = (words: string): string =>
  /\bzeros?\b|\b0\b/i.test(words) ? '0' : /\bdash/i.test(words) ? '"-"' : '""'

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

export function* errors(range: string, instead: string | null, title: string, scope: Scope): Plan {
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
  const lines = broken
    .slice(0, MOST_LISTED)
    .map(each => `${inWords(each)}${emptyInputs(scope, each.formula)}`)
  const more =
    broken.length > MOST_LISTED ? `\n- and ${counted(broken.length - MOST_LISTED, 'more cell')}` : ''
  const found = `${counted(broken.length, 'cell')} of ${shown(range)} ${broken.length === 1 ? 'shows' : 'show'} an error.${part}\n\n${lines.join('\n')}${more}`
  if (instead === null) return `${found}\n\n${advice(range)}`
  return `${found}\n\n${yield* wrap(broken, instead, title, scope)}`
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
function* wrap(broken: readonly Broken[], instead: string, title: string, scope: Scope): Plan {
  const able = broken.filter(({ formula }) => formula.startsWith('=')).slice(0, MOST_WRAPPED)
  if (able.length === 0) return 'None of them holds a formula of its own, so nothing was changed.'
  const calls: Call[] = able.map(({ cell, formula }) => ({
    tool: 'write_range',
    args: {
      range: formatRange(title, parseRange(cell)!.box),
      values: [[`=IFERROR(${formula.slice(1)}${localised(',', scope.overview.locale)}${instead})`]],
      overwrite: true,
    },
  }))
  const results = yield calls
  const failure = results.find(({ error }) => error !== undefined)
  const written = results.filter(({ error }) => error === undefined).length
  const done = `Put IFERROR around ${counted(written, 'formula')}: they now show ${instead === '""' ? 'nothing' : instead} where they can’t be worked out. Their causes are still there.`
  return failure ? `${written > 0 ? `${done}\n\n` : ''}${notDone(failure)}` : done
}

/** The cells that a formula points at and that are empty or zero: mostly they are the cause. */
function emptyInputs(scope: Scope, formula: string): string {
  const found = [...formula.matchAll(/\$?([A-Z]{1,2})\$?(\d+)/g)].flatMap(([, letters = '', row = '']) => {
    const index = scope.tab.columns.findIndex(({ column }) => column === letters)
    const value = dataOf(scope)?.rows[Number(row) - (scope.tab.first_data_row ?? 2)]?.[index]
    const isMissing = index !== -1 && (value === '' || value === undefined || value === 0)
    return isMissing
      ? [`${scope.tab.columns[index]!.header} (${letters}${row}) is ${value === 0 ? '0' : 'empty'}`]
      : []
  })
  return found.length > 0 ? ` Here ${found.join(' and ')}.` : ''
}
