/** "Fill H2:H20 with a formula: Qty times Price": a calculation over the columns of the same rows. */
import { columnLetters } from '../../../sheets/a1.ts'
import { columnRange, noColumn, shown, tableRange } from '../columns.ts'
import { localised } from '../expression/locale.ts'
import { parseExpression } from '../expression/parse.ts'
import { type Format, formatOf, formulaOf, textInCalculation } from '../expression/render.ts'
import {
  type Call,
  call,
  type Instruction,
  type Plan,
  problem,
  type Reading,
  type Scope,
  understood,
  type Within,
} from '../instruction.ts'
import { countIn, errorsIn, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted } from '../text.ts'

export const fillRange: Instruction = {
  name: 'Fill a range with a formula',
  does: 'Writes a formula into the cells of a range, from a calculation in words over the columns of its rows, or as it is given.',
  examples: [
    'Fill K2:K20 with a formula: Qty times Price',
    'Fill Orders!K2:K5 with Price minus Cost',
    'Fill K2:K20 with =H2*2',
    'Put Qty times Price in K2:K20',
  ],
  read(clause, scope) {
    const { within } = scope
    const expression = within && PATTERNS.map(pattern => pattern.exec(clause)?.[1]).find(Boolean)
    if (!within || !expression) return null
    return expression.startsWith('=')
      ? filling(expression, null, within, scope)
      : calculating(expression, within, scope)
  },
}

const PATTERNS = [
  /^fill(?: in| out)?\s+the table\s+with\s+(?:(?:a|the)\s+)?(?:formula|calculation)\s*(?::|,|that (?:is|calculates|computes)|for|of|to calculate)?\s*(\S.*)$/i,
  /^fill(?: in| out)?\s+the table\s+with\s+(?:the\s+)?(\S.*)$/i,
  /^(?:put|write|enter|calculate|compute)\s+(?:the\s+)?(?:formula\s+)?(\S.*?)\s+(?:in(?:to)?|to|down)\s+the table$/i,
]

function calculating(expression: string, within: Within, scope: Scope): Reading | null {
  const parsed = parseExpression(expression, { ...scope, tab: within.full })
  if (!parsed) return null
  const here = { ...scope, tab: within.full }
  if ('unknown' in parsed) return problem(`${noColumn(here, [parsed.unknown])} Nothing was changed for this.`)
  const text = textInCalculation(parsed.node)
  if (text)
    return problem(
      `I can't calculate with ${text}: it holds text, not numbers. Nothing was changed for this.`,
    )
  if (within.end - within.first > 1)
    return problem(
      `${within.a1} has several columns, and “${expression}” is one. Say which column to fill. Nothing was changed for this.`,
    )
  const rows = rowsOf(scope)
  if (isProblem(rows)) return rows
  const formula = formulaOf(parsed.node, rows)
  const letters = columnLetters(within.first)
  if (new RegExp(String.raw`(?<![A-Z])${letters}\$?\d`).test(formula))
    return problem(
      `\`${formula}\` would refer to the column ${letters} that it stands in. Choose another range. Nothing was changed for this.`,
    )
  return filling(
    localised(formula, scope.overview.locale),
    formatOf(parsed.node),
    within,
    scope,
    title(expression),
  )
}

const title = (expression: string): string =>
  `${expression.slice(0, 1).toUpperCase()}${expression.slice(1, 40)}`

function filling(
  formula: string,
  format: Format | null,
  within: Within,
  scope: Scope,
  header?: string,
): Reading {
  const rows = rowsOf(scope)
  if (isProblem(rows)) return rows
  const range = tableRange(scope.tab, { ...rows, header: null })
  const needsHeader = rows.header !== null && !within.full.columns[within.first]?.header
  const extra: Call[] = [
    ...(format ? [{ tool: 'format_range', args: { range, action: 'number_format', ...format } }] : []),
    ...(needsHeader && header !== undefined && rows.header !== null
      ? [headerCall(header, rows.header, within, scope)]
      : []),
  ]
  return understood(() => plan(range, formula, extra, scope))
}

const headerCall = (header: string, row: number, { first }: Within, { tab }: Scope): Call => ({
  tool: 'write_range',
  args: { range: columnRange(tab, columnLetters(first), row, row), values: [[header]] },
})

function* plan(range: string, formula: string, extra: Call[], { overwrite }: Scope): Plan {
  const written = yield* call('write_range', { range, formula, ...(overwrite ? { overwrite } : {}) })
  if (written.error !== undefined) return notDone(written)
  const finished = extra.length > 0 ? yield extra : []
  const failure = finished.find(({ error }) => error !== undefined)
  const count = countIn(written, 'cells')
  const many = count === null ? '' : ` (${counted(count, 'cell')})`
  const done = `Filled ${shown(range)} with \`${formula}\`${many}.${errorsIn(written)}`
  return failure ? `${done}\n\nIts header or format could not be set: ${failure.error}` : done
}
