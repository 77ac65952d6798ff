/** Conditions on what cells say: values, parts of texts, blanks, and what happened or did not. */
import type { Node } from '../linking/link.ts'
import { EVENT, NO, saysYesOrNo, YES } from '../linking/loose.ts'
import { type Column, isDate, isNumeric, isTextual, type ValueMatch } from '../linking/sheet.ts'
import { type Draft, isColumn, isName, isRowName } from './draft.ts'
import { columnNear, isEdge, isNegated, near } from './nearby.ts'
import { type Atom, type ConditionOptions, NEGATED, type Operator } from './where.ts'

/** A number that was said, as cells of the column hold it. */
export const amountIn = (
  { value, isPercent }: { value: number; isPercent: boolean },
  column: Column,
): number => (isPercent || (column.type === 'percent' && value > 1) ? value / 100 : value)

/** "starts with O", "has late in the notes". */
export function textual(draft: Draft, at: number, op: Operator): Atom[] | null {
  const node = draft.nodes[at]!
  const value = near(
    draft,
    at,
    1,
    each =>
      each.isQuoted ||
      each.isUnknown ||
      (each.values.length > 0 && !isName(each, draft.scope)) ||
      (op !== 'contains' && /^\p{L}{1,3}$/u.test(each.text) && each.concepts.size === 0),
    5,
  )
  if (!value) return null
  const values = [value.text]
  const place = draft.nodes.indexOf(value)
  const or = draft.nodes[place + 1]
  if (or?.concepts.has('or')) {
    const next = near(
      draft,
      place + 1,
      1,
      each => each.text.length <= 3 || each.isQuoted || each.isUnknown,
      4,
    )
    if (next) {
      values.push(next.text)
      draft.take(
        or,
        next,
        ...draft.nodes
          .slice(place + 1, draft.nodes.indexOf(next))
          .filter(each => isEdge(each) || /letter|word|text/i.test(each.text)),
      )
    }
  }
  const named = columnNear(draft, at, 'any', [-1]) ?? columnNear(draft, place, 'any', [1])
  const guessed =
    named?.[0] ??
    value.values.find(match => match.column.tab.title === draft.tab.title)?.column ??
    draft.first('text')
  if (!guessed) return null
  const negation = isNegated(draft, at)
  draft.take(
    node,
    value,
    named?.[1],
    negation ?? undefined,
    ...draft.nodes.slice(at, place).filter(each => each.isUnknown && /letter|word|text/i.test(each.text)),
  )
  return [{ column: guessed, op: negation ? NEGATED[op] : op, values }]
}

/** "price is missing", "without a deadline", "has a note". */
export function emptiness(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const isEmpty = node.concepts.has('empty')
  const isFilled = node.concepts.has('filled')
  const isWithout =
    node.concepts.has('without') ||
    ((node.concepts.has('not') || node.concepts.has('compare')) && /^(?:no|never)\b/i.test(node.text))
  if (
    (!isEmpty && !isFilled && !isWithout) ||
    node.values.some(({ isWhole }) => isWhole) ||
    isName(node, draft.scope)
  )
    return null
  const isLast = draft.nodes[at + 1] === undefined || /^[.,;:!?]$/.test(draft.nodes[at + 1]!.text)
  const named = isWithout
    ? columnNear(draft, at, 'any', isLast ? [-1] : [1])
    : (columnNear(draft, at, 'any', [-1]) ?? columnNear(draft, at, 'any', [1]))
  if (!named) return null
  if (isWithout && !isEmpty && named[1].values.length > 0) return null
  const negation = isEmpty || isFilled ? isNegated(draft, at) : null
  draft.take(node, named[1], negation ?? undefined)
  return [{ column: named[0], op: isFilled !== (negation !== null) ? 'not_empty' : 'empty', values: [] }]
}

/** A value alone: "the open ones", "for Team Blue", "but not Milo's". */
export function valued(draft: Draft, node: Node): Atom[] | null {
  const here = node.values.filter(({ column }) => column.tab.title === draft.tab.title)
  if (here.length === 0 || isName(node, draft.scope)) return null
  const at = draft.nodes.indexOf(node)
  const own = [...node.concepts].filter(each => !WEAKER.has(each))
  if (own.length > 0 && !here.some(({ isWhole }) => isWhole)) return null
  const isIts = (each: Node) =>
    isColumn(each, draft.scope) && here.some(({ column }) => column === draft.columnOf(each))
  const named =
    near(draft, at, 1, isIts, 1) ??
    near(draft, at, -1, each => isColumn(each, draft.scope) && draft.columnOf(each) !== null)
  const match = bestValue(here, named ? draft.columnOf(named) : null)
  const negation = isNegated(draft, at)
  const isEqualSign = draft.nodes[at - 1]?.concepts.has('isnot') ? draft.nodes[at - 1] : undefined
  draft.take(node, negation ?? undefined, isEqualSign)
  if (named && draft.columnOf(named) === match.column) draft.take(named)
  return [{ column: match.column, op: negation || isEqualSign ? '!=' : '=', values: match.values }]
}

/** "Not yet returned", "those who paid": a column that says yes or no, and that is said of the rows. */
export function predicated(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const column = isColumn(node, draft.scope) ? draft.columnOf(node) : null
  if (column && isDate(column)) return happened(draft, at, column)
  if (
    !column ||
    (node.columns[0]?.quality !== EVENT &&
      ((node.columns[0]?.quality ?? 0) < 0.9 || !/(?:ed|en|id|ne|nt|t|ve|de|do|da|é|ée)s?$/i.test(node.text)))
  )
    return null
  const before = draft.nodes[at - 1]
  const isSaid =
    before !== undefined &&
    (['is', 'where', 'who', 'not', 'with'].some(each => before.concepts.has(each)) ||
      /^(?:already|yet|was|were|been|has|have|actually|still|only)$/i.test(before.text))
  const isAnswer = (each: Node): boolean => YES.test(each.text) || NO.test(each.text)
  if (!isSaid || near(draft, at, 1, isAnswer, 3)) return null
  const rows = draft.scope.index.data.get(column.tab.title)?.rows ?? []
  const values = [...new Set(rows.map(row => String(row[column.index] ?? '').trim()).filter(Boolean))]
  const negation = isNegated(draft, at)
  if (!saysYesOrNo(draft.scope.index, column)) {
    // "Not paid" of a column that says how it was paid.
    const isBlank = rows.some(row => String(row[column.index] ?? '').trim() === '')
    if (!negation || !isBlank || !PARTICIPLE.test(node.text)) return null
    draft.take(node, negation)
    return [{ column, op: 'empty', values: [] }]
  }
  draft.take(node, negation ?? undefined)
  const yes = values.filter(value => YES.test(value))
  return [{ column, op: negation ? '!=' : '=', values: yes }]
}

/** Participles: "delivered", "paid". */
const PARTICIPLE = /(?:ed|en|id|ne|nt|wn)$/i

/** "have already come back", "not yet gone out": of a date, that there is one or none. */
function happened(draft: Draft, at: number, column: Column): Atom[] | null {
  const node = draft.nodes[at]!
  const isDenied = draft.nodes[at - 1]?.concepts.has('not') === true && PARTICIPLE.test(node.text)
  const isNoun =
    ((node.columns[0]?.quality ?? 0) >= 0.9 && !isDenied) || draft.nodes[at + 1]?.date !== undefined
  const isSameDay =
    /^on$/i.test(draft.nodes[at + 1]?.text ?? '') &&
    draft.nodes.slice(at + 2, at + 5).some(({ text }) => /^day$/i.test(text))
  if (
    isNoun ||
    isSameDay ||
    near(
      draft,
      at,
      1,
      each => each.date !== undefined || each.concepts.has('before') || each.concepts.has('after'),
      3,
    )
  )
    return null
  const before = draft.nodes.slice(Math.max(0, at - 4), at)
  const isSaid = before.some(
    ({ concepts, text }) =>
      ['is', 'auxiliary', 'where', 'who', 'not', 'without', 'compare'].some(each => concepts.has(each)) ||
      /^(?:already|yet|still)$/i.test(text),
  )
  if (!isSaid) return null
  const negation = isNegated(draft, at)
  const next = draft.nodes[at + 1]
  draft.take(node, negation ?? undefined, next && /^(?:yet|already)$/i.test(next.text) ? next : undefined)
  return [{ column, op: negation ? 'empty' : 'not_empty', values: [] }]
}

const WEAKER = new Set(
  'noise write row add first min max title write value currency flag tier is line show keep with light new change of in contains area fill'.split(
    ' ',
  ),
)

/** The column that is named; else a whole value before a part, and one meaning before many. */
function bestValue(matches: ValueMatch[], named: Column | null): ValueMatch {
  const inNamed = matches.find(({ column }) => column === named)
  if (inNamed) return inNamed
  return [...matches].sort(
    (a, b) => Number(b.isWhole) - Number(a.isWhole) || a.values.length - b.values.length,
  )[0]!
}

/** "The one and two night stays": numbers before what they are of, and that before the rows. */
function sized(draft: Draft, at: number): Atom[] | null {
  const numbers: Node[] = []
  let end = at
  while (draft.nodes[end]?.number && !draft.nodes[end]!.number!.isPercent) {
    numbers.push(draft.nodes[end]!)
    const joint = draft.nodes[end + 1]
    end += joint && (joint.concepts.has('and') || joint.concepts.has('or')) ? 2 : 1
  }
  const [noun, rows] = draft.nodes.slice(end, end + 2)
  if (numbers.length === 0 || !noun || !rows || noun.columns.length === 0) return null
  const column = isColumn(noun, draft.scope) ? draft.columnOf(noun, 'number') : null
  const isRows =
    rows.tab === draft.tab || rows.isRowNoun || rows.concepts.has('row') || isRowName(rows, draft.scope)
  if (!column || !isNumeric(column) || !isRows || rows.number || /s$/i.test(noun.text)) return null
  draft.take(...draft.nodes.slice(at, end + 1))
  return [{ column, op: '=', values: numbers.map(({ number }) => number!.value) }]
}

/** "1st place": a number with its ordinal before a column of numbers. */
export function ordinal(draft: Draft, at: number): Atom[] | null {
  const said = sized(draft, at)
  if (said) return said
  const node = draft.nodes[at]!
  const next = draft.nodes[at + 1]
  if (
    !node.number ||
    !/^(?:st|nd|rd|th)$/.test(node.number.unit ?? '') ||
    !next ||
    !isColumn(next, draft.scope)
  )
    return null
  const column = draft.columnOf(next, 'number')
  if (!column || !isNumeric(column)) return null
  draft.take(node, next)
  return [{ column, op: '=', values: [node.number.value] }]
}

/** "Status is Closed", "place = 3", "paid says no". */
export function equal(
  draft: Draft,
  at: number,
  { literals = false, noNumbers = false }: ConditionOptions,
): Atom[] | null {
  const node = draft.nodes[at]!
  if (node.isQuoted || node.number || node.isUnknown) {
    const sign = draft.nodes[at - 1]
    const isSaid =
      sign?.concepts.has('is') || sign?.concepts.has('isnot') || sign?.text === '=' || sign?.text === ':'
    const named = columnNear(draft, at, 'any', [-1])
    if (!named || noNumbers) return null
    if (node.number && (draft.nodes[at + 1]?.concepts.has('ge') || draft.nodes[at + 1]?.concepts.has('le')))
      return null
    if (node.isUnknown && !(literals && isSaid)) return null
    if (node.number && !isSaid && !isName(named[1], draft.scope)) return null
    if (node.number && !isNumeric(named[0]) && !isTextual(named[0])) return null
    const negation = isNegated(draft, at) ?? (sign?.concepts.has('isnot') ? sign : null)
    draft.take(node, named[1], negation ?? undefined, sign?.concepts.has('is') ? sign : undefined)
    const value = node.number && isNumeric(named[0]) ? amountIn(node.number, named[0]) : node.text
    return [{ column: named[0], op: negation ? '!=' : '=', values: [value] }]
  }
  return signed(draft, at)
}

/** "negative values in Price" */
export function signed(draft: Draft, at: number): Atom[] | null {
  const node = draft.nodes[at]!
  const op = node.concepts.has('negative') ? '<' : node.concepts.has('positive') ? '>' : null
  if (op === null) return null
  const isOne = (each: Node): boolean => {
    const named = isColumn(each, draft.scope) ? draft.columnOf(each, 'number') : null
    return named !== null && isNumeric(named)
  }
  const beside = columnNear(draft, at, 'number')?.[1] ?? draft.free().find(isOne)
  const column = draft.columnOf(beside, 'number') ?? draft.only('number')
  if (!column) return null
  draft.take(node, beside)
  return [{ column, op, values: [0] }]
}
