/** A formula in plain words: the cells that it uses, and its steps from the inside out. */
import { columnIndex, parseRange } from '../../../sheets/a1.ts'
import { parseFormula } from '../../../sheets/formula/parse.ts'
import { tokenize } from '../../../sheets/formula/tokenize.ts'
import type { Formula, Sign } from '../../../sheets/formula/tree.ts'
import type { SpreadsheetOverview, TabOverview } from '../../../sheets/overview/overview.ts'
import { inList } from '../../kinds/support/table.ts'
import { tabCalled } from '../../reading/scope.ts'
import { FUNCTIONS } from './functions.ts'

interface Explained {
  /** "G2 is **Qty** of the same row" */
  uses: string[]
  /** Empty where the formula is no more than one reference, or can't be read. */
  steps: string[]
}

interface Where {
  overview: SpreadsheetOverview
  tab: TabOverview
  /** 1-based row of the formula. */
  row: number
}

/** Longer than people write, and than anybody wants to be read out. */
const MOST_CHARACTERS = 2_000

export function explainFormula(formula: string, where: Where): Explained {
  const bare = formula.replaceAll(/"(?:[^"]|"")*"/g, '""')
  // Where arguments are parted by semicolons, the comma is the decimal sign.
  const decimalComma = bare.includes(';')
  const read = tokenize(formula, decimalComma)
  const references = read.ok ? read.tokens.filter(({ kind }) => kind === 'reference') : []
  const uses = [...new Set(references.map(({ text }) => text))].map(text => useOf(text, where))
  const parsed = formula.length > MOST_CHARACTERS ? null : parseFormula(formula, decimalComma)
  if (!parsed?.ok || !isPlain(parsed.tree)) return { uses, steps: knownFunctions(bare) }
  const steps: string[] = []
  spoken(parsed.tree, steps, where)
  return { uses, steps }
}

/** What people write every day: it has no arrays, errors or functions of its own. */
function isPlain(part: Formula): boolean {
  switch (part.kind) {
    case 'array':
    case 'union':
    case 'applied':
    case 'error':
      return false
    case 'operation':
      return isPlain(part.left) && isPlain(part.right)
    case 'minus':
    case 'percent':
      return isPlain(part.of)
    case 'call':
      return part.args.every(isPlain)
    default:
      return true
  }
}

/** Where the formula as a whole can't be read, at least what its functions are for. */
function knownFunctions(formula: string): string[] {
  const names = new Set([...formula.matchAll(/([A-Z][A-Z0-9.]+)\(/gi)].map(([, name]) => name!.toUpperCase()))
  return [...names].flatMap(name => {
    const say = FUNCTIONS[name]
    return say ? [`\`${name}\` ${say(['its first argument', 'its second', 'its third', 'its fourth'])}.`] : []
  })
}

function headerOf(text: string, where: Where): { header: string; tab: string | null; row: number | null } {
  const range = parseRange(text.replaceAll('$', ''))
  const other = range?.tab === undefined ? null : range.tab
  const tab = other === null ? where.tab : tabCalled(where.overview, other)
  const { startColumn, endColumn, startRow, endRow } = range?.box ?? {}
  const isOneColumn = startColumn !== undefined && endColumn === startColumn + 1
  const header = isOneColumn
    ? (tab?.columns.find(({ column }) => columnIndex(column) === startColumn)?.header ?? '')
    : ''
  const isCell = startRow !== undefined && endRow === startRow + 1
  return { header, tab: other, row: isCell ? startRow + 1 : null }
}

function useOf(text: string, where: Where): string {
  const { header, tab, row } = headerOf(text, where)
  const name = header === '' ? '' : `**${header}**`
  const place =
    row === null
      ? 'a range'
      : row === where.row && tab === null
        ? 'the same row'
        : tab === null && where.tab.header_row === row
          ? 'the header'
          : `row ${row}`
  const inTab = tab === null ? '' : ` of the tab ${tab}`
  if (name === '') return `\`${text}\`: ${row === null ? 'a range' : 'a cell'}${inTab}`
  return `\`${text}\`: ${name}${row === null ? '' : `, ${place}`}${inTab}`
}

/** How a part is spoken of in the steps after it; its own steps are added before. */
function spoken(part: Formula, steps: string[], where: Where): string {
  switch (part.kind) {
    case 'reference': {
      const { header } = headerOf(part.text, where)
      return header === '' ? part.text : `${header} (${part.text})`
    }
    case 'left-out':
      return 'an empty text'
    case 'string':
      return part.text === '""' ? 'an empty text' : `“${part.text.slice(1, -1).replaceAll('""', '"')}”`
    case 'number':
    case 'name':
      return part.text
    case 'minus':
      return `minus ${spoken(part.of, steps, where)}`
    case 'percent':
      return `${spoken(part.of, steps, where)}%`
    case 'call': {
      const args = part.args.map(arg => spoken(arg, steps, where))
      const say = FUNCTIONS[part.name]
      const what = say
        ? say(args)
        : `works with ${args.length === 0 ? 'no arguments' : inList(args)}; I have no plain words for this function`
      return step(`\`${part.name}\` ${what}`, steps)
    }
    case 'operation':
      return operation(part, steps, where)
    default:
      throw new Error(`${part.kind} is not plain`)
  }
}

const step = (text: string, steps: string[]): string => `the result of step ${steps.push(`${text}.`)}`

const OPERATIONS: Record<Sign, (items: string[]) => string> = {
  '+': items => `Adds ${inList(items)}`,
  '-': items => `Takes ${items[1]} away from ${items[0]}`,
  '*': items => `Multiplies ${items[0]} by ${items[1]}`,
  '/': items => `Divides ${items[0]} by ${items[1]}`,
  ':': items => `Takes the range from ${items[0]} to ${items[1]}`,
  '^': items => `Raises ${items[0]} to the power of ${items[1]}`,
  '&': items => `Joins ${inList(items)}`,
  '=': items => `Asks whether ${items[0]} is equal to ${items[1]}`,
  '<>': items => `Asks whether ${items[0]} differs from ${items[1]}`,
  '<': items => `Asks whether ${items[0]} is less than ${items[1]}`,
  '>': items => `Asks whether ${items[0]} is more than ${items[1]}`,
  '<=': items => `Asks whether ${items[0]} is at most ${items[1]}`,
  '>=': items => `Asks whether ${items[0]} is at least ${items[1]}`,
}

function operation(part: Extract<Formula, { kind: 'operation' }>, steps: string[], where: Where): string {
  const parts = part.sign === '+' || part.sign === '&' ? chain(part, part.sign) : [part.left, part.right]
  const items = parts.map(item => spoken(item, steps, where))
  return step(OPERATIONS[part.sign](items), steps)
}

/** "A2&B2&C2" is one joining, not two. */
const chain = (part: Formula, sign: Sign): Formula[] =>
  part.kind === 'operation' && part.sign === sign ? [...chain(part.left, sign), part.right] : [part]
