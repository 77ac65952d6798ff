/** "Add a column Revenue that is Qty times Price": a formula filled down, in the next free column. */
import { readNewColumn } from '../column-plan.ts'
import { noColumn } from '../columns.ts'
import type { Node, Parsed } from '../expression/node.ts'
import { parseExpression } from '../expression/parse.ts'
import { formatOf, formulaOf, textInCalculation } from '../expression/render.ts'
import { type Instruction, problem, type Reading, type Scope } from '../instruction.ts'
import { unquote } from '../text.ts'

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
      const parsed = partOf(name, expression, scope) ?? parseExpression(expression, scope)
      if (!parsed) continue
      if ('node' in parsed) return readWith(name, parsed.node, scope)
      // With a weaker pattern, unknown words mean that the clause is of another kind.
      if (isSure) return problem(`${noColumn(scope, [parsed.unknown])} Nothing was changed for this.`)
    }
    return null
  },
}

/** "Month from Date", "Domain from Email": the name says which part of the column is meant. */
function partOf(name: string, expression: string, scope: Scope): Parsed | null {
  const parsed = parseExpression(expression, scope)
  if (!parsed || !('node' in parsed) || parsed.node.kind !== 'column') return null
  const part = parseExpression(`${unquote(name.trim())} of ${expression}`, scope)
  return part && 'node' in part && part.node.kind === 'function' ? part : null
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
/** "Put Qty * Price in column G", "in column G calculate Qty * Price". */
const IN_COLUMN =
  /^(?:put|write|enter|calculate|compute|add|place)\s+(?<expression>.+?)\s+(?:in|into|to)\s+(?:the\s+)?column\s+(?<place>[A-Z]{1,2})$/i
const COLUMN_FIRST =
  /^in\s+(?:the\s+)?column\s+(?<place>[A-Z]{1,2}),?\s+(?:put|write|enter|calculate|compute|add|place)\s+(?<expression>.+)$/i
const NAMELESS_COLUMN = new RegExp(
  String.raw`^${START}col(?:umn|\.)?\s+(?:with|that (?:is|has|shows|contains|holds)|for|showing|containing|of|to (?:show|calculate))\s+(.+)$`,
  'i',
)
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
  if (into) yield withSeparator(into[2]!, into[1]!)
  const place = IN_COLUMN.exec(clause) ?? COLUMN_FIRST.exec(clause)
  if (place?.groups) {
    yield {
      name: `${nameFor(place.groups.expression!)} in ${place.groups.place!.toUpperCase()}`,
      expression: verbForm(place.groups.expression!),
      isSure: false,
    }
  }
  const column = COLUMN.exec(clause)
  if (column) yield* split(column[1]!, true)
  const nameless = NAMELESS_COLUMN.exec(clause)
  if (nameless) yield { name: nameFor(nameless[1]!), expression: verbForm(nameless[1]!), isSure: true }
  const named = NAMED_COLUMN.exec(clause)
  if (named && !/\bcolumn\b/i.test(named[1]!)) {
    const expression = named[2]!.replace(new RegExp(`^(?:${LINK.source}|of\\s+)`, 'i'), '')
    yield { name: named[1]!, expression: verbForm(expression), isSure: true }
  }
  const calculate = CALCULATE.exec(clause)
  if (calculate) yield* split(calculate[1]!, false)
  const add = ADD.exec(clause)
  if (add && !column && !nameless) yield* split(add[1]!, false)
}

/** "… into Label separated by a dash": the separator belongs to the calculation. */
function withSeparator(name: string, expression: string): Candidate {
  const match = /^(.+?),?\s+((?:separated|joined)\s+by\s+.+|with\s+an?\s+.+\s+between.*)$/i.exec(name)
  return match
    ? { name: match[1]!, expression: `${expression} ${match[2]!}`, isSure: false }
    : { name, expression, isSure: false }
}

/** A header for a column that was given none: the calculation in the person's own words. */
function nameFor(expression: string): string {
  const words = expression.replace(/^(?:the|a|an)\s+/i, '').replaceAll(/\s+(?:the|each|every)\s+/gi, ' ')
  const name = words.length > 40 ? `${words.slice(0, 39)}…` : words
  return `"${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll('"', '')}"`
}

/** Every way to part "Revenue that is Qty times Price" into a name and an expression. */
function* split(text: string, isSure: boolean): Generator<Candidate> {
  const bracketed = /^([^()]+?)\s*\(([^()]+)\)$/.exec(text)
  if (bracketed && couldBeName(bracketed[1]!.replace(/^with\s+/i, '')))
    yield {
      name: bracketed[1]!.replace(/^(?:showing|for|with|called|named)\s+(?:the\s+)?/i, ''),
      expression: verbForm(bracketed[2]!),
      isSure: false,
    }
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

/** Half of a calculation, or a thing that is no column; whoever means such a word can quote it. */
const NO_NAME =
  /\b(?:with|from|that|which|is|are|by|as|table|chart|graph|pivot|tab|sheet|rows?|filter|list|summary|note|comment|border|dropdown|checkbox|total row)\b/i
const couldBeName = (name: string): boolean =>
  /^\s*["']/.test(name) || (name.trim() !== '' && !NO_NAME.test(name))

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
  return readNewColumn({ name, formula: rows => formulaOf(node, rows), format: formatOf(node) }, scope)
}
