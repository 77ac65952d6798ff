/** "Explain the formula in Orders!G2": which cells it uses and what it does, step by step. Changes nothing. */
import { columnLetters, formatRange, parseRange } from '../../../sheets/a1.ts'
import { columnRange, dataRows, shown } from '../columns.ts'
import { explainFormula } from '../formulas/explain.ts'
import { call, field, type Instruction, type Plan, type Scope, told, understood } from '../instruction.ts'
import { list } from '../tables.ts'
import { counted } from '../text.ts'

export const explainFormulas: Instruction = {
  name: 'Explain formulas',
  does: 'Says in plain words which cells a formula uses, what it does step by step, and what it gives. Leaves the sheet as it is.',
  examples: [
    'Explain the formula in Orders!J2, step by step. Leave the sheet as it is.',
    'Explain the formulas',
    'What does the formula in H2:H20 do?',
  ],
  read(clause, scope) {
    const isCell = scope.within !== undefined && !scope.within.a1.includes(':')
    if (!EXPLAIN.some(pattern => pattern.test(clause)) && !(isCell && CELL.test(clause))) return null
    const range = scope.within
      ? formatRange(scope.within.full.title, parseRange(scope.within.a1)?.box ?? {})
      : null
    return understood(() => (range === null ? explainTab(scope) : explain([range], scope)))
  },
}

const HERE = String.raw`(?:\s+(?:in|of)\s+the table)?`
const EXPLAIN = [
  new RegExp(
    String.raw`^(?:explain|describe|walk me through|tell me about)\s+(?:to me\s+)?(?:what\s+)?(?:(?:the|this|these|all)\s+)*formulas?${HERE}(?:\s+does)?(?:,?\s+step by step)?${HERE}$`,
    'i',
  ),
  new RegExp(
    String.raw`^(?:what|how)\s+(?:does|do)\s+(?:(?:the|this|these)\s+)?formulas?${HERE}\s+(?:do|work)$`,
    'i',
  ),
]
const CELL = /^(?:explain|what does)\s+the table(?:\s+do|,? step by step)?$/i
const MOST_FORMULAS = 3

function* explainTab(scope: Scope): Plan {
  const rows = dataRows(scope.tab)
  const columns = scope.tab.columns.filter(({ formula }) => formula !== undefined)
  if (!rows || columns.length === 0)
    return yield* told(
      `I see no column of formulas in **${scope.tab.title}**. For a single cell, name it: “Explain the formula in B3”.`,
    )
  const cells = columns
    .slice(0, MOST_FORMULAS)
    .map(({ column }) => columnRange(scope.tab, column, rows.first, rows.first))
  return yield* explain(cells, scope)
}

interface Found {
  cell: string
  row: number
  formula: string
  shown: string
  alike: number
}

function* explain(ranges: string[], scope: Scope): Plan {
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
  const tab = scope.within?.full ?? scope.tab
  const texts = found.slice(0, MOST_FORMULAS).map(one => inWords(one, { ...scope, tab }))
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

function inWords({ cell, row, formula, shown: value, alike }: Found, { overview, tab }: Scope): string {
  const { uses, steps } = explainFormula(formula, { overview, tab, row })
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
