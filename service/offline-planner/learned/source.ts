/**
 * What the learned reader sees of a sentence and a spreadsheet: the words as the linker joins them, each with
 * what it says of them, then the columns and the tabs. Its answers point at these by their place in the row.
 */
import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Node } from '../linking/link.ts'
import { type Column, isDate, isNumeric, type SheetIndex } from '../linking/sheet.ts'
import { isUnspaced, type Token, type TokenKind } from '../words/tokens.ts'
import { contentsOf } from './contents.ts'
import { wordsIn, wordsOf } from './parts.ts'

/** One place that can be pointed at. */
export interface Unit {
  /** Its words in lower case; of a sentence's word just one. */
  words: string[]
  /** Names of what is known of it, each with a meaning that is learned. */
  marks: string[]
  /** Numbers of the columns that it is or names, counted by their first mention; 0 for none. */
  tag: number
  /** Of a column: words of its cells. */
  contents?: string[]
  /** Where it stands in the sentence: its first token, up to the end of its last. */
  token?: Token
  /** What it stands for, where it is a number: "fifty pence" is 0.5. */
  number?: number
  column?: Column
  tab?: TabOverview
}

/** Whether it is a word of the sentence with any of these marks. */
export const has = (unit: Unit | undefined, marks: readonly string[]): boolean =>
  unit?.token !== undefined && marks.some(mark => unit.marks.includes(mark))

export const MOST_WORDS = 72
/** Where a script puts no spaces between words, each character is a node at first. */
const MOST_CHARACTERS = 3 * MOST_WORDS
/** A name in a sentence has seldom more words. */
const MOST_PARTS = 8
const MOST_COLUMNS = 28
const MOST_TABS = 6
/** So many columns are told apart by their mention. */
export const MOST_TAGS = 12

/** Of a sentence as it is linked. Null where it is longer than what was learned. */
export function sourceOf(index: SheetIndex, active: TabOverview, nodes: readonly Node[]): Unit[] | null {
  if (nodes.length > MOST_CHARACTERS) return null
  const read = together(nodes.flatMap(apart))
  if (read.length > MOST_WORDS || read.length === 0) return null
  const tags = new Map<Column, number>()
  const words = read.map(node => wordUnit(node, active, tags))
  return [...words, ...columnUnits(index, active, tags), ...tabUnits(index, active, nodes)]
}

/** Of "after the @" the sign is pointed at by itself, of "yes or no" the words are. */
function apart(node: Node): Node[] {
  const isOfSheet = node.columns.length + node.values.length > 0 || node.tab || node.date || node.range
  const isApart = node.tokens.some(({ kind, norm }) => kind === 'sign' || norm === 'yes' || norm === 'no')
  return node.tokens.length === 1 || isOfSheet || node.number || !isApart
    ? [node]
    : node.tokens.map(token => ({ ...node, tokens: [token], text: token.text }))
}

/** Characters of unspaced scripts of which nothing is known, as words of a dictionary. */
function together(nodes: readonly Node[]): Node[] {
  const words: Node[] = []
  for (let at = 0; at < nodes.length; ) {
    let end = at
    while (isCharacter(nodes[end]) && (end === at || isNext(nodes[end - 1]!, nodes[end]!))) end++
    if (end - at < 2) {
      words.push(nodes[at++]!)
      continue
    }
    const ends = endsOf(
      wordsIn(
        nodes
          .slice(at, end)
          .map(({ text }) => text)
          .join(''),
      ),
    )
    let [from, length] = [at, 0]
    for (; at < end; at++) {
      length += nodes[at]!.text.length
      if (!ends.has(length) && at + 1 < end) continue
      words.push(oneOf(nodes.slice(from, at + 1)))
      from = at + 1
    }
  }
  return words
}

/** How far a text has come at the end of each of its words. */
function endsOf(words: readonly string[]): Set<number> {
  let length = 0
  return new Set(words.map(word => (length += word.length)))
}

const isCharacter = (node: Node | undefined): boolean =>
  node?.isUnknown === true &&
  node.tokens.length === 1 &&
  node.tokens[0]!.kind === 'word' &&
  isUnspaced(node.text)

const isNext = (node: Node, next: Node): boolean => node.tokens[0]!.end === next.tokens[0]!.start

const oneOf = (nodes: readonly Node[]): Node => ({
  ...nodes[0]!,
  tokens: nodes.flatMap(({ tokens }) => tokens),
  text: nodes.map(({ text }) => text).join(''),
})

function wordUnit(node: Node, active: TabOverview, tags: Map<Column, number>): Unit {
  const isHere = ({ column }: { column: Column }): boolean => column.tab === active
  const named = node.columns.find(isHere)
  const valued = node.values.find(isHere)
  const elsewhere = node.columns.find(each => !isHere(each))
  const column = named && named.quality >= 0.5 ? named.column : (valued?.column ?? elsewhere?.column)
  const [first] = node.tokens
  return {
    words: isUnspaced(node.text[0] ?? '')
      ? wordsOf(node.text)
      : node.tokens.slice(0, MOST_PARTS).map(token => spoken(token, node)),
    marks: [
      `kind:${first!.kind}`,
      ...node.concepts,
      ...(named ? [`names:${typeOf(named.column)}`, `names:${grade(named.quality)}`] : []),
      ...(valued ? [valued.isWhole ? 'value' : 'part of value', `in:${typeOf(valued.column)}`] : []),
      ...(elsewhere && !named ? ['names elsewhere'] : []),
      ...(node.number ? [node.number.isPercent ? 'percentage' : 'number'] : []),
      ...(node.date ? ['date'] : []),
      ...(node.range ? ['range'] : []),
      ...(node.tab ? [node.tab === active ? 'this tab' : 'other tab'] : []),
      ...(node.isUnknown ? ['unknown'] : []),
      ...(/^\p{Lu}/u.test(node.text) ? ['capital'] : []),
    ],
    tag: column ? tagOf(column, tags) : 0,
    token: { ...first!, end: node.tokens.at(-1)!.end },
    ...(node.number ? { number: node.number.value } : {}),
  }
}

const tagOf = (column: Column, tags: Map<Column, number>): number => {
  const known = tags.get(column) ?? Math.min(MOST_TAGS, tags.size + 1)
  tags.set(column, known)
  return known
}

const spoken = ({ kind, norm }: Token, { concepts }: Node): string =>
  STANDS_FOR[kind] ?? (concepts.size === 0 ? norm.replace(ARTICLE, '').replace(POSSESSIVE, '') : norm)

const STANDS_FOR: Partial<Record<TokenKind, string>> = {
  number: '<number>',
  quoted: '<quoted>',
  reference: '<range>',
}

/** "L'argent", "d'avril": the noun alone is known. */
const ARTICLE = /^[dl]'(?=\p{L}{2})/u
const POSSESSIVE = /(?<=\p{L}{2})'s$/u

const grade = (quality: number): string => (quality >= 0.97 ? 'whole' : quality >= 0.8 ? 'like' : 'loose')

const typeOf = (column: Column): string =>
  isNumeric(column) ? 'number' : isDate(column) ? 'date' : column.type === 'boolean' ? 'yes' : 'text'

function columnUnits(index: SheetIndex, active: TabOverview, tags: Map<Column, number>): Unit[] {
  const named = index.columns.filter(({ header }) => header !== '')
  // Of a wide sheet those that the sentence names must be among them; their order says nothing.
  const isFirst = (column: Column): number => Number(tags.has(column)) * 2 + Number(column.tab === active)
  const ordered = [...named].sort((a, b) => isFirst(b) - isFirst(a))
  return ordered.slice(0, MOST_COLUMNS).map(column => {
    const { marks, words } = contentsOf(column, index)
    return {
      words: wordsOf(column.header),
      marks: [
        column.tab === active ? 'column' : 'column elsewhere',
        `holds:${typeOf(column)}`,
        ...marks,
        ...(column.index === 0 ? ['first'] : []),
        ...(tags.has(column) ? ['mentioned'] : []),
      ],
      tag: tags.get(column) ?? 0,
      contents: words,
      column,
    }
  })
}

const tabUnits = ({ overview }: SheetIndex, active: TabOverview, nodes: readonly Node[]): Unit[] =>
  overview.tabs.slice(0, MOST_TABS).map(tab => ({
    words: wordsOf(tab.title),
    marks: [
      tab === active ? 'open tab' : 'tab elsewhere',
      ...(nodes.some(node => node.tab === tab) ? ['mentioned'] : []),
    ],
    tag: 0,
    tab,
  }))
