/** "Add a column Revenue that is Qty times Price": a formula filled down, in the next free column. */
import { readNewColumn } from '../column-plan.ts'
import { noColumn } from '../columns.ts'
import type { Node } from '../expression/node.ts'
import { parseExpression } from '../expression/parse.ts'
import { formatOf, formulaOf, textInCalculation } from '../expression/render.ts'
import { type Instruction, problem, type Reading, type Scope } from '../instruction.ts'

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
const ADD = new RegExp(`^${START}(.+)$`, 'i')
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

function readWith(name: string, node: Node, scope: Scope): Reading {
  const text = textInCalculation(node)
  if (text)
    return problem(
      `I can't calculate with ${text}: it holds text, not numbers. Nothing was changed for this.`,
    )
  return readNewColumn({ name, formula: rows => formulaOf(node, rows.first), format: formatOf(node) }, scope)
}
