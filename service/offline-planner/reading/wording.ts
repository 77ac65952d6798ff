/**
 * Wordings that say another thing than their words one by one: verbs in two parts ("take the small ones out"),
 * nouns in a row ("boat type"), "one" for "a", and all values of a column ("for small, medium and large") for
 * the column itself. Knows no kind.
 */
import type { Node } from '../linking/link.ts'
import { type Column, compact, isTextual, type SheetIndex } from '../linking/sheet.ts'
import type { Lexicon } from '../words/lexicon.ts'
import { isRowName } from './draft.ts'
import { merged } from './segments.ts'

type Rewrite = (nodes: readonly Node[], index: SheetIndex, title: string) => Node[]

/** As it is to be read, before anything is parted. */
export const asMeant: Rewrite = (nodes, index, title) =>
  [
    withUnits,
    withVerbs,
    withOrders,
    withoutOnes,
    withBounds,
    withElse,
    withDeadlines,
    withColumnNames,
    withPairs,
    withCompounds,
    withGroups,
  ]
    .reduce<readonly Node[]>((known, rewrite) => rewrite(known, index, title), nodes)
    .map((node, at) => ({ ...node, at }))

const STOP = /^[.,;:!?\n]$/

/** Verbs whose particle stands after what they are done to, by the words for both; `isLast` where only places follow it. */
const VERBS: { verb: string; particle: string; concept: string; isLast: boolean }[] = [
  { verb: 'word:take', particle: 'word:out', concept: 'delete', isLast: true },
  { verb: 'word:add', particle: 'word:up', concept: 'total', isLast: false },
]
/** Follows "off" and "out", and says no more than where: "off here", "out of the list". */
const PLACES = ['noise', 'of', 'in', 'from', 'tab', 'table', 'row']
const isOne = (node: Node, lexicon: Lexicon, concept: string): boolean =>
  node.tokens.length === 1 && lexicon.says(node.tokens[0]!.norm, concept)

/** "Take … out" is to delete, "add … up" is to total. */
function withVerbs(nodes: readonly Node[], { lexicon }: SheetIndex): Node[] {
  const found = [...nodes]
  for (const [start, opening] of nodes.entries()) {
    const before = nodes.slice(0, start).findLast(node => !node.concepts.has('noise') || STOP.test(node.text))
    const isOpening = before === undefined || STOP.test(before.text) || before.concepts.has('request')
    const kind =
      isOpening && !opening.concepts.has('request') && VERBS.find(({ verb }) => isOne(opening, lexicon, verb))
    if (!kind) continue
    const stop = nodes.findIndex((node, at) => at > start && STOP.test(node.text))
    const until = stop === -1 ? nodes.length : stop
    const end = nodes.findIndex(
      (node, at) =>
        at > start + 1 &&
        at < until &&
        isOne(node, lexicon, kind.particle) &&
        (!kind.isLast ||
          nodes.slice(at + 1, until).every(({ concepts }) => PLACES.some(each => concepts.has(each)))),
    )
    if (end === -1) continue
    found[start] = merged([nodes[start]!], kind.concept)
    found[end] = merged([nodes[end]!], 'noise')
  }
  return found
}

/** "Expensive on top", "heavy ones first": the most so. */
function withOrders(nodes: readonly Node[], { lexicon }: SheetIndex): Node[] {
  return nodes.map((node, at) => {
    const { text, columns, values } = node
    const isBefore = nodes.slice(at + 1, at + 3).some(({ concepts }) => concepts.has('attop'))
    if (!isBefore || columns.length + values.length > 0 || node.tokens.length > 1) return node
    const word = text.toLowerCase()
    const most = lexicon.concepts(`${word}st`, `${word}est`, word.replace(/y$/, 'iest'), `most ${word}`)
    const order = most.filter(each => /^m(?:ax|in):/.test(each))
    return order.length > 0 && (node.isUnknown || node.concepts.has('noise'))
      ? merged([node], order[0]!)
      : node
  })
}

/** "Parts (£)": the brackets of a header that is written out belong to it. */
function withUnits(nodes: readonly Node[]): Node[] {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/\s/g, '')
  const found: Node[] = []
  for (let at = 0; at < nodes.length; at++) {
    const node = nodes[at]!
    const end =
      nodes[at + 1]?.text === '(' ? nodes.findIndex(({ text }, index) => index > at && text === ')') : -1
    const tokens = nodes.slice(at, end + 1).flatMap(each => each.tokens)
    const said = plain(tokens.map(({ text }) => text).join(''))
    const columns = end === -1 ? [] : node.columns.filter(({ column }) => plain(column.header) === said)
    found.push(columns.length > 0 ? { ...merged(nodes.slice(at, end + 1)), columns } : node)
    if (columns.length > 0) at = end
  }
  return found
}

/** "Roses and more than 5": what stands before no number is no end of one ("5 and more"). */
function withBounds(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, at) => {
    const [first, ...rest] = node.tokens
    const isBefore = nodes.slice(at + 1, at + 3).some(({ number }) => number)
    const side = node.concepts.has('ge') ? 'gt' : node.concepts.has('le') ? 'lt' : null
    if (!side || first?.norm !== 'and' || rest.length === 0 || nodes[at - 1]?.number || !isBefore)
      return [node]
    return [
      { ...merged([node], 'and'), tokens: [first], text: first.text },
      { ...merged([node], side), tokens: rest, text: rest.map(({ text }) => text).join(' ') },
    ]
  })
}

/** "No where it is not", "no if it isn't": what is said elsewhere. */
function withElse(nodes: readonly Node[], { lexicon }: SheetIndex): Node[] {
  for (const [at, node] of nodes.entries()) {
    if (at === 0 || isSheet(node) || !lexicon.says(node.tokens[0]!.norm, 'where')) continue
    const end = nodes.findIndex((each, index) => index > at && each.concepts.has('not'))
    const between = nodes.slice(at + 1, end)
    const next = nodes[end + 1]
    const isBare = between.length < 3 && between.every(each => each.concepts.has('noise') && !isSheet(each))
    if (end !== -1 && isBare && (!next || STOP.test(next.text)))
      return [...nodes.slice(0, at), merged(nodes.slice(at, end + 1), 'otherwise'), ...nodes.slice(end + 1)]
  }
  return [...nodes]
}

const isSheet = ({ columns, values }: Node): boolean => columns.length + values.length > 0

/** "Run out by today": until then. */
function withDeadlines(nodes: readonly Node[]): Node[] {
  return nodes.map((node, at) => {
    const next = nodes[at + 1]
    const isDay = next !== undefined && !isSheet(next) && (next.concepts.has('today') || next.date?.isDay)
    return isDay && node.concepts.has('by') && !isSheet(node)
      ? merged([node], nodes[at - 1]?.concepts.has('expired') ? 'noise' : 'until')
      : node
  })
}

/** What a column is calculated by, beside its name. */
const CALCULATING = 'times minus plus dividedby lookup otherwise flag where'.split(' ')

/** "A Line total column, qty times price": its name stands before it. */
function withColumnNames(nodes: readonly Node[]): Node[] {
  const at = nodes.findIndex(({ concepts }) => concepts.has('column') && !concepts.has('newcolumn'))
  const start = nodes
    .slice(0, Math.max(0, at))
    .findLastIndex(({ text }) => /^(?:an?|another|new|extra)$/i.test(text))
  const name = nodes.slice(start + 1, Math.max(0, at))
  const isGiven = /^\p{Lu}\p{Ll}/u.test(name[0]?.text ?? '') && name.length <= 3 && start > 0
  const isTold = nodes.some(
    (node, index) => index !== at && CALCULATING.some(each => node.concepts.has(each)),
  )
  if (!isGiven || !isTold || name.some(each => STOP.test(each.text))) return [...nodes]
  const text = name.map(each => each.text).join(' ')
  return [
    ...nodes.slice(0, start),
    merged([nodes[start]!], 'newcolumn'),
    merged([nodes[at]!], 'called'),
    { ...merged(name), text, isQuoted: true },
    ...nodes.slice(at + 1),
  ]
}

/** "Station by station" is per station. */
function withPairs(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, at) => {
    const [before, next] = [nodes[at - 1], nodes[at + 1]]
    if (next?.concepts.has('by') && isSameWord(node, nodes[at + 2]) && node.columns.length > 0)
      return [merged([node], 'noise')]
    if (node.concepts.has('by') && before && isSameWord(before, next) && before.columns.length > 0)
      return [merged([node], 'per')]
    return [node]
  })
}

const isSameWord = (node: Node, other: Node | undefined): boolean =>
  node.text.toLowerCase() === other?.text.toLowerCase()

/** "One crown job" is a crown job, "for one unit" is per unit. */
function withoutOnes(nodes: readonly Node[]): Node[] {
  return nodes.flatMap((node, at) => {
    const [before, next] = [nodes[at - 1], nodes[at + 1]]
    if (!next || nodes[at + 2]?.concepts.has('and')) return [node]
    const isName =
      next.values.length === 0 && (next.columns[0]?.quality ?? 0) >= 0.9 && !/s$/i.test(next.text)
    if (/^for$/i.test(node.text) && /^(?:one|a single)$/i.test(next.text)) {
      const thing = nodes[at + 2]
      return thing?.columns[0] && thing.values.length === 0 && !/s$/i.test(thing.text)
        ? [merged([node, next], 'per')]
        : [node]
    }
    if (!/^one$/i.test(node.text) || next.number) return [node]
    if (before && /^for$/i.test(before.text) && isName) return []
    const isThing = isName || next.values.some(({ isWhole }) => isWhole)
    return isThing && !before?.concepts.has('and') ? [merged([node], 'noise')] : [node]
  })
}

/** "Boat type", "type of boat": the column is Type, the other noun says of what. */
function withCompounds(nodes: readonly Node[], index: SheetIndex, title: string): Node[] {
  const tab = index.overview.tabs.find(each => each.title === title)
  if (!tab) return [...nodes]
  const columnOf = (node: Node | undefined): Column | undefined =>
    node?.values.length === 0 && !/s$/i.test(node.text)
      ? node.columns.find(({ column, quality }) => column.tab === tab && quality >= 0.95)?.column
      : undefined
  const isKind = (node: Node): boolean => index.lexicon.says(node.tokens[0]!.norm, 'kindnoun')
  const texts = index.columns.filter(column => column.tab === tab && isTextual(column))
  return nodes.map((node, at) => {
    const own = columnOf(node)
    if (!own) return node
    const next = columnOf(nodes[at + 1])
    const before = nodes[at - 1]?.concepts.has('of') ? nodes[at - 2] : undefined
    const isFirst = own === texts[0] || isRowName(node, { index, tab })
    const isOf = before !== undefined && isKind(before) && columnOf(before) !== undefined
    const isHead =
      next !== undefined && next !== own && isTextual(next) && (isKind(nodes[at + 1]!) || isFirst)
    return isHead || isOf ? merged([node], 'noise') : node
  })
}

/** All values of a column one after the other stand for its groups. */
function withGroups(nodes: readonly Node[], index: SheetIndex, title: string): Node[] {
  if (nodes.some(({ concepts }) => concepts.has('validate'))) return [...nodes]
  for (const [start, node] of nodes.entries()) {
    for (const { column, isWhole } of node.values) {
      if (!isWhole || column.tab.title !== title) continue
      const { end, count } = runOf(nodes, start, column)
      if (count < 2 || count !== index.spellings(column).distinct.size) continue
      const run = nodes.slice(start, end)
      const before = nodes[start - 1]
      const isFor = before !== undefined && /^(?:for|of|by|in|between|per|vs|versus)$/i.test(before.text)
      const isCounted = before?.concepts.has('howmany') || before?.concepts.has('chart')
      if (!isFor && !isCounted) continue
      return [
        ...nodes.slice(0, isFor ? start - 1 : start),
        merged(isFor ? [before] : run.slice(0, 1), 'per'),
        { ...merged(run), columns: [{ column, quality: 1 }] },
        ...nodes.slice(end),
      ]
    }
  }
  return [...nodes]
}

/** How far the row of different values of a column goes. */
function runOf(nodes: readonly Node[], start: number, column: Column): { end: number; count: number } {
  const said = new Set<string>()
  let end = start
  for (let at = start; at < nodes.length; at++) {
    const { values, text, concepts } = nodes[at]!
    const match = values.find(each => each.column === column && each.isWhole)
    if (match) {
      for (const value of match.values) said.add(compact(value))
      end = at + 1
    } else if (!(text === ',' || (concepts.has('and') && values.length === 0))) break
  }
  return { end, count: said.size }
}
