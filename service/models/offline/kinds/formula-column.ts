/** "Add a column Revenue that is Qty times Price": a formula filled down, in the next free column. */
import { columnIndex, columnLetters } from '../../../sheets/a1.ts'
import type { ColumnOverview } from '../../../sheets/overview.ts'
import {
  columnRange,
  type DataRows,
  dataRange,
  findColumn,
  nameOf,
  nextFreeColumn,
  noColumn,
  shown,
} from '../columns.ts'
import { type Node, parseExpression } from '../expression/parse.ts'
import { formatOf, formulaOf, textInCalculation } from '../expression/render.ts'
import {
  type Call,
  call,
  type Instruction,
  type Plan,
  problem,
  type Reading,
  type Scope,
  understood,
} from '../instruction.ts'
import { countIn, errorsIn, isProblem, notDone, rowsOf } from '../tables.ts'
import { counted, unquote } from '../text.ts'

export const formulaColumn: Instruction = {
  name: 'A formula column',
  does: 'Writes a formula in the next free column, filled down, with a header and a fitting number format.',
  examples: [
    'Add a column Revenue that is Qty times Price',
    'Create a column "Net price" = Price / 1.19',
    'Add a Margin column: (Price - Cost) / Price',
    'Calculate Tax as 19% of Price',
    'Revenue = Qty × Price',
    'Add a new column called Discounted with Price minus 10%',
    'Add Full name from First and Last',
    'Multiply Qty by Price in a new column Revenue',
    'Add a column Share that is Cost as a percentage of Price',
    'Add a column Month with the month of Date',
  ],
  read(clause, scope) {
    for (const { name, expression, isSure } of candidates(clause)) {
      const parsed = parseExpression(expression, scope)
      if (!parsed) continue
      if ('node' in parsed) return readWith(name, parsed.node, scope)
      // With a weaker pattern, unknown words mean that the clause is of another kind.
      if (isSure) return problem(`${noColumn(scope, [parsed.unknown])} Nothing was changed for this.`)
    }
    return null
  },
}

interface Candidate {
  name: string
  expression: string
  isSure: boolean
}

const START = String.raw`(?:add|create|insert|make|append|build|write|put|generate)\s+(?:in\s+)?(?:(?:a|an|another|one|the)\s+)?(?:(?:new|extra|additional|calculated|computed|formula)\s+)*`
const COLUMN = new RegExp(
  String.raw`^${START}col(?:umn|\.)?\s+(?:(?:called|named|titled|labell?ed|for|with the (?:name|header|title))\s+)?(.+)$`,
  'i',
)
const NAMED_COLUMN = new RegExp(String.raw`^${START}("[^"]+"|'[^']+'|\w[\w %/-]*?)\s+column\b\s*(.+)$`, 'i')
const ADD = new RegExp(String.raw`^${START}(.+)$`, 'i')
const CALCULATE = /^(?:calculate|compute|work out|determine|set|get)\s+(?:the\s+|a\s+)?(.+)$/i
const INTO =
  /^((?:multiply|multiplying|divide|subtract|add|sum|combine|join|concatenate|merge)\b.+?)[\s,]+(?:and\s+)?(?:(?:put|write|store|save)\s+(?:it|the result|them|that)\s+)?(?:in(?:to)?|to|as|call it|and call it)\s+(?:(?:a|an|the|one)\s+)?(?:new\s+|single\s+)?(?:col(?:umn)?\s+)?(?:(?:called|named)\s+)?("[^"]+"|'[^']+'|[\w][\w %/-]*)$/i
const EQUATION = /^("[^"]+"|'[^']+'|[^=<>!]{1,60}?)\s*=\s*(.+)$/
/** Between the name and what it is. */
const LINK =
  /\s*(?:[,:;]\s*)?\b(?:(?:that|which)\s+(?:is|are|equals|contains|has|holds|shows|calculates|computes|gives|will be|should be|is equal to)|that's|equal to|equals|being|is|as|from|with|using|containing|showing|calculated as|computed as|calculated (?:by|from|with)|by|for each row as|to be|that (?=adds|sums|multiplies|divides|subtracts|combines|joins))\b\s*(?:the formula\s+)?|\s*[:=]\s*|\s*,\s+/gi

function* candidates(clause: string): Generator<Candidate> {
  const equation = EQUATION.exec(clause)
  if (equation && !/^(?:add|create|insert|make|append|filter|show|copy|where|keep)\b/i.test(clause)) {
    yield { name: equation[1]!, expression: equation[2]!, isSure: true }
  }
  const into = INTO.exec(clause)
  if (into) yield { name: into[2]!, expression: into[1]!, isSure: false }
  const column = COLUMN.exec(clause)
  if (column) yield* split(column[1]!, true)
  const named = NAMED_COLUMN.exec(clause)
  if (named) {
    const expression = named[2]!.replace(new RegExp(`^(?:${LINK.source})`, 'i'), '')
    yield { name: named[1]!, expression: verbForm(expression), isSure: true }
  }
  const calculate = CALCULATE.exec(clause)
  if (calculate) yield* split(calculate[1]!, false)
  const add = ADD.exec(clause)
  if (add && !column) yield* split(add[1]!, false)
}

/** Every way to part "Revenue that is Qty times Price" into a name and an expression. */
function* split(text: string, isSure: boolean): Generator<Candidate> {
  for (const link of text.matchAll(LINK)) {
    const name = text.slice(0, link.index)
    const expression = text.slice(link.index + link[0].length)
    if (!couldBeName(name) || expression.trim() === '') continue
    yield {
      name,
      expression: verbForm(expression),
      isSure: isSure && /is|equal|=|:|that|contain|comput|calculat/i.test(link[0]),
    }
  }
}

/** A name with such a word is most likely half of the calculation; whoever means it can quote it. */
const couldBeName = (name: string): boolean =>
  /^\s*["']/.test(name) || (name.trim() !== '' && !/\b(?:with|from|that|which|is|are|by|as)\b/i.test(name))

const verbForm = (text: string): string =>
  text
    .trim()
    .replace(/^(?:the\s+)?(?:result|value|outcome)\s+of\s+/i, '')
    .replace(/^adds\b/i, 'add')
    .replace(/^sums\b/i, 'sum of')
    .replace(/^multiplies\b/i, 'multiply')
    .replace(/^divides\b/i, 'divide')
    .replace(/^subtracts\b/i, 'subtract')
    .replace(/^(?:combines|joins)\b/i, 'combine')
    .replace(/^=/, '')

function readWith(rawName: string, node: Node, scope: Scope): Reading {
  const rows = rowsOf(scope)
  if (isProblem(rows)) return rows
  const text = textInCalculation(node)
  if (text)
    return problem(
      `I can't calculate with ${text}: it holds text, not numbers. Nothing was changed for this.`,
    )
  const target = targetOf(rawName, scope)
  if ('taken' in target) {
    return problem(
      `There is already a column “${nameOf(target.taken)}” (${target.taken.column}). To write the formula over it, say it again with “and overwrite”; for a new column, choose another name. Nothing was changed for this.`,
    )
  }
  return understood(() => plan(target, node, rows, scope))
}

interface Target {
  letters: string
  header: string
  /** The header stands there already. */
  exists: boolean
}

function targetOf(rawName: string, scope: Scope): Target | { taken: ColumnOverview } {
  const { tab } = scope
  const place = /\s+in\s+(?:column\s+)?([A-Z]{1,2})$/.exec(rawName)
  const header = unquote(
    (place ? rawName.slice(0, place.index) : rawName).replace(/^(?:the|a|an)\s+/i, '').trim(),
  )
  const same = tab.columns.find(({ header: other }) => other.toLowerCase() === header.toLowerCase())
  const named = same ?? (/^column\s+[a-z]{1,2}$/i.test(header) ? findColumn(scope, header) : null)
  if (named) {
    if (named.non_empty > 0 && !scope.overwrite) return { taken: named }
    return { letters: named.column, header: nameOf(named), exists: true }
  }
  return { letters: place?.[1] ?? nextFreeColumn(tab), header, exists: false }
}

function* plan(target: Target, node: Node, rows: DataRows, scope: Scope): Plan {
  const { tab, overwrite } = scope
  const range = dataRange(tab, target.letters, rows)
  const formula = formulaOf(node, rows.first)
  const written = yield* call('write_range', { range, formula, ...(overwrite ? { overwrite } : {}) })
  if (written.error !== undefined) return notDone(written)
  const format = formatOf(node)
  const finishing = [...headerCalls(target, rows, scope), ...(format ? [numberFormat(range, format)] : [])]
  const finished = finishing.length > 0 ? yield finishing : []
  const failure = finished.find(({ error }) => error !== undefined)
  const cells = countIn(written, 'cells') ?? rows.last - rows.first + 1
  const done = `Added **${target.header}** in column ${target.letters}: \`${formula}\` in ${shown(range)} (${counted(cells, 'cell')}).${errorsIn(written)}`
  const formatted =
    format && !failure
      ? ` It is formatted like ${format.kind === 'percent' ? 'a percentage' : `a ${format.kind}`}.`
      : ''
  return failure
    ? `${done}\n\nThe header or its format could not be set: ${failure.error}`
    : `${done}${formatted}`
}

function headerCalls(target: Target, rows: DataRows, { tab, overwrite }: Scope): Call[] {
  if (target.exists || rows.header === null) return []
  const cell = columnRange(tab, target.letters, rows.header, rows.header)
  const header = {
    tool: 'write_range',
    args: { range: cell, values: [[target.header]], ...(overwrite ? { overwrite } : {}) },
  }
  const index = columnIndex(target.letters)
  if (index === 0) return [header]
  const source = columnRange(tab, columnLetters(index - 1), rows.header, rows.header)
  const style = { source_range: source, target_range: cell, paste_type: 'format', overwrite: true }
  return [header, { tool: 'copy_paste_range', args: style }]
}

const numberFormat = (range: string, { pattern, kind }: { pattern: string; kind: string }): Call => ({
  tool: 'format_range',
  args: { range, action: 'number_format', pattern, kind },
})
