/**
 * A sentence as a row of nodes: each is a span of its tokens with everything that it may mean. Where the
 * nodes begin and end is what explains the most; what a node means is left open here.
 */
import { type A1Range, parseRange } from '../../sheets/a1.ts'
import type { TabOverview } from '../../sheets/overview/overview.ts'
import { numberOf } from '../words/numbers.ts'
import { type Token, tokenize } from '../words/tokens.ts'
import { withParts } from './compounds.ts'
import { dateAt, type Span } from './dates.ts'
import { compact } from './letters.ts'
import { amountAt, deniedAt, isPence, looseAt, type NumberMeant } from './loose.ts'
import { type ColumnMatch, isNumeric, type SheetIndex, type ValueMatch } from './sheet.ts'

/** What a span of the sentence may mean of the sheet. */
interface Meanings {
  columns: ColumnMatch[]
  values: ValueMatch[]
  tab?: TabOverview
  number?: NumberMeant
  date?: Span
  range?: A1Range
}

export interface Node extends Meanings {
  /** Its place in the row of nodes. */
  at: number
  tokens: Token[]
  text: string
  concepts: ReadonlySet<string>
  isQuoted: boolean
  /** Nothing is known of it. */
  isUnknown: boolean
}

interface Linking {
  text: string
  today: number
}

/** No instruction is longer; what is longer is a text that was pasted. */
const MOST_TOKENS = 600
const MOST_SPAN = 8
const MOST_UNSPACED_SPAN = 14

interface Candidate extends Meanings {
  length: number
  score: number
  concepts: string[]
}

export function link(index: SheetIndex, { text, today }: Linking): Node[] {
  const read = tokenize(text, MOST_TOKENS + 1).map(token => spelledOut(index, token))
  if (read.length > MOST_TOKENS) return []
  const tokens = withParts(index, read)
  const best: { score: number; from: number; candidate: Candidate | null }[] = [
    { score: 0, from: 0, candidate: null },
  ]
  for (let at = 0; at < tokens.length; at++) {
    const here = best[at]!
    const offer = (candidate: Candidate | null, length: number, score: number) => {
      const end = at + length
      const known = best[end]
      if (!known || here.score + score > known.score)
        best[end] = { score: here.score + score, from: at, candidate }
    }
    for (const candidate of candidatesAt(index, tokens, at, today))
      offer(candidate, candidate.length, candidate.score)
    offer(null, 1, 0)
  }
  const nodes: Node[] = []
  for (let end = tokens.length; end > 0; end = best[end]!.from) {
    const { from, candidate } = best[end]!
    nodes.unshift(nodeOf(tokens.slice(from, end), candidate, text))
  }
  return withoutHeads(nodes).map((node, at) => ({ ...node, at }))
}

/** "mnth" is month, where the sheet has no such word. */
function spelledOut(index: SheetIndex, token: Token): Token {
  const word = token.kind === 'word' ? index.lexicon.spelledOut(token.norm) : null
  return word === null || index.isHeaderWord(token.norm) || index.valuesWith([token.norm]).length > 0
    ? token
    : { ...token, norm: word }
}

/** Of "loaves sold" the column is Sold: the noun beside a participle only says of what. */
function withoutHeads(nodes: Node[]): Node[] {
  const isNumber = (node: Node | undefined) =>
    node?.columns[0] !== undefined && node.columns[0].quality >= 0.9 && isNumeric(node.columns[0].column)
  const isParticiple = (node: Node | undefined) =>
    isNumber(node) && /(?:ed|[lwk]n|ld|wn|id|nt|en)$/i.test(node!.text)
  return nodes.map((node, at) => {
    const beside = [nodes[at - 1], nodes[at + 1]].some(isParticiple)
    return isNumber(node) && beside && !isParticiple(node) && node.tokens.length === 1
      ? { ...node, columns: [], concepts: new Set(['noise']) }
      : node
  })
}

function nodeOf(tokens: Token[], candidate: Candidate | null, text: string): Node {
  const [first] = tokens
  const { concepts = [], columns = [], values = [] } = candidate ?? {}
  return {
    at: 0,
    tokens,
    text:
      first!.kind !== 'word' && first!.kind !== 'number' && tokens.length === 1
        ? first!.text
        : text.slice(first!.start, tokens.at(-1)!.end),
    concepts: new Set(concepts),
    columns,
    values,
    ...(candidate?.tab ? { tab: candidate.tab } : {}),
    ...(candidate?.number ? { number: candidate.number } : {}),
    ...(candidate?.date ? { date: candidate.date } : {}),
    ...(candidate?.range ? { range: candidate.range } : {}),
    isQuoted: first!.kind === 'quoted',
    isUnknown: candidate === null && first!.kind !== 'quoted' && !(first!.kind === 'sign'),
  }
}

/** Everything that begins at `at`; meanings of the same span are one candidate. */
function candidatesAt(index: SheetIndex, tokens: readonly Token[], at: number, today: number): Candidate[] {
  const token = tokens[at]!
  const byLength = new Map<number, Candidate>()
  const add = (length: number, quality: number, meaning: Partial<Candidate>) => {
    // Longer spans explain more than their parts do one by one.
    const score = quality * length + (length - 1) * 0.25
    const same = byLength.get(length) ?? { length, score: 0, concepts: [], columns: [], values: [] }
    // A part of a value says less than the value itself.
    const values = same.values.some(({ isWhole }) => isWhole) ? same.values : (meaning.values ?? same.values)
    byLength.set(length, {
      ...same,
      ...meaning,
      values,
      score: Math.max(same.score, score),
      concepts: [...same.concepts, ...(meaning.concepts ?? [])],
    })
  }
  addSheetLinks(index, tokens, at, add)
  if (token.kind === 'quoted') return [...byLength.values()]
  for (const { length, concepts, quality } of index.lexicon.matches(tokens, at))
    if (!isAsideOnly(concepts))
      add(length, (holdsName(index, tokens.slice(at, at + length), concepts) ? 0.72 : 0.9) * quality, {
        concepts: concepts.filter(each => !LINKING.test(each)),
      })
  addByType(index, tokens, at, byLength, add)
  const date = dateAt({ tokens, lexicon: index.lexicon, today, locale: index.overview.locale }, at)
  // A lone number may be a year or an amount: whoever uses it decides.
  if (date) add(date.length, date.length > 1 ? 1.05 : 0.95, { date: date.span })
  addNumber(index, token, add)
  if (token.kind === 'reference') {
    const range = parseRange(token.text)
    if (range && isOnGrid(index, range)) add(1, 1, { range })
  }
  if (byLength.size === 0) addNearest(index, tokens, at, add)
  // "regrettably": how, and never what.
  if (byLength.size === 0 && index.lexicon.isManner(token.norm)) add(1, 0.5, { concepts: ['noise'] })
  return [...byLength.values()]
}

/** "Stays on top" of a tab Stays, "each type of" with a column Type: rather the name than the phrase. */
const holdsName = (
  { overview, named, lexicon }: SheetIndex,
  tokens: readonly Token[],
  concepts: readonly string[],
): boolean =>
  tokens.length > 1 &&
  tokens.some(
    ({ norm }) =>
      norm.length >= 4 &&
      lexicon
        .forms(norm)
        .map(compact)
        .some(
          key =>
            overview.tabs.some(({ title }) => compact(title) === key) ||
            (concepts.includes('per') && named(key).length > 0),
        ),
  )

/** Concepts by which a word is linked, and which no kind asks for. */
const LINKING = /^(?:happened:|word:|person$|money$|kindnoun$)/
/** What only other words ask for, and which says nothing of what the word itself means. */
const isAsideOnly = (concepts: readonly string[]): boolean => concepts.every(each => each.startsWith('word:'))

/** Nothing closer names a column there. */
function addByType(
  index: SheetIndex,
  tokens: readonly Token[],
  at: number,
  known: ReadonlyMap<number, Candidate>,
  add: Add,
): void {
  for (const { length, columns } of looseAt(index, tokens, at)) {
    const same = known.get(length)
    // "Income" is no column of texts that only sounds alike.
    const isFree = ({ column: own }: ColumnMatch) =>
      !same?.columns.some(
        ({ column, quality }) =>
          column.tab === own.tab && (quality >= 0.9 || isNumeric(column) || !isNumeric(own)),
      )
    const free = columns.filter(isFree)
    if (free.length > 0 && (same?.values.length ?? 0) === 0 && !same?.tab)
      add(length, 0.85, {
        columns: [...(same?.columns ?? []), ...free].sort((a, b) => b.quality - a.quality),
      })
  }
  if (known.size === 0) {
    const values = deniedAt(index, tokens[at]!)
    if (values.length > 0) add(1, 0.9, { values })
  }
  const amount = amountAt(index, tokens, at)
  if (amount) add(amount.length, 1.05, { number: amount.number })
}

/** "UK4190" is a number of something rather than a cell: no tab reaches as far. */
const isOnGrid = ({ overview }: SheetIndex, { box }: A1Range): boolean =>
  overview.tabs.some(
    ({ grid_columns, columns }) => (box.startColumn ?? 0) <= Math.max(grid_columns, columns.length + 26),
  )

type Add = (length: number, quality: number, meaning: Partial<Candidate>) => void

/** "1.200" where dots part thousands. */
const wholeByDots = ({ lexicon }: SheetIndex, { text }: Token): number | null =>
  lexicon.partsThousandsByDots && /^[1-9]\d{0,2}\.\d{3}$/.test(text) ? Number(text.replace('.', '')) : null

function addNumber(index: SheetIndex, token: Token, add: Add): void {
  if (token.kind === 'number') {
    const isPart = isPence(index, token.unit)
    const unit = isPart ? '$' : token.unit
    add(1, 0.95, {
      number: {
        value: isPart ? token.value! / 100 : (wholeByDots(index, token) ?? token.value!),
        isPercent: unit === '%',
        isAtLeast: unit === '+',
        ...(unit && unit !== '+' && unit !== '%' ? { unit } : {}),
      },
    })
  } else if (token.kind === 'word') {
    // "vingt-cinq"
    const value =
      index.lexicon.numbers.get(token.norm) ?? (token.norm.includes('-') ? numberOf([token]) : undefined)
    if (value !== undefined && value !== null)
      add(1, 0.9, { number: { value, isPercent: false, isAtLeast: false } })
  }
}

function addSheetLinks(index: SheetIndex, tokens: readonly Token[], at: number, add: Add): void {
  const isUnspaced = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]/u.test(
    tokens[at]!.text[0] ?? '',
  )
  const most = Math.min(isUnspaced ? MOST_UNSPACED_SPAN : MOST_SPAN, tokens.length - at)
  const titles = index.overview.tabs.map(tab => ({ tab, key: compact(tab.title) }))
  let key = ''
  for (let length = 1; length <= most; length++) {
    const token = tokens[at + length - 1]!
    if (length > 1 && (token.kind === 'quoted' || tokens[at]!.kind === 'quoted')) break
    if (length > 1 && token.kind === 'sign' && /[,;:?!]/.test(token.text)) break
    const before = key
    // "7A" is a number with its unit, and may as well be a name.
    key += compact(
      token.text + (token.kind === 'number' && /^\p{L}/u.test(token.unit ?? '') ? token.unit : ''),
    )
    // A sign opens no name.
    if (key === '') break
    if (key === before) continue
    // "The Nos" are those that say No.
    const single = /^\p{Lu}\p{L}{1,2}s$/u.test(token.text) ? [before + compact(token.text.slice(0, -1))] : []
    const forms = index.lexicon.forms(token.norm).map(form => before + compact(form))
    const keys = new Set([key, ...forms, ...single])
    for (const each of keys) {
      const quality = each === key ? 1 : 0.97
      const columns = index.named(each).map(column => ({ column, quality }))
      if (columns.length > 0) add(length, quality, { columns })
      // "a" is an article, and "A" may be a value.
      const isArticle = length === 1 && /^[a-z]$/.test(token.text)
      const values = isArticle ? [] : index.valuesOf(each).map(value => ({ ...value, quality }))
      if (values.length > 0) add(length, quality * 0.98, { values })
      const tab = titles.find(({ key: title }) => title === each)?.tab
      if (tab) add(length, quality * 0.96, { tab })
      if (columns.length + values.length > 0 || tab) break
    }
    if (length >= 3 && length <= 5 && key.length >= 8 && !isUnspaced) {
      const values = index.valuesSpelling(key, token.norm)
      if (values.length > 0) add(length, 0.8, { values })
    }
    if (length <= 3 && !isUnspaced) addLoose(index, tokens.slice(at, at + length), add)
    if (length === 1 && at > 0) addDoing(index, tokens[at - 1]!, token, add)
    if (length === 3) addTurned(index, tokens.slice(at, at + 3), add)
  }
}

/** "Types of matter" is Matter Type. */
function addTurned(index: SheetIndex, [head, of, noun]: readonly Token[], add: Add): void {
  if (!head || !of || !noun || head.kind !== 'word' || noun.kind !== 'word') return
  if (!index.lexicon.says(of.norm, 'of')) return
  const columns = index.columnsLike([noun.norm, head.norm]).filter(({ quality }) => quality >= 0.9)
  if (columns.length > 0) add(3, columns[0]!.quality, { columns: columns.slice(0, 4) })
}

/** "Who supplies it": what somebody does names the column of who does it, also where the word says little. */
function addDoing(index: SheetIndex, before: Token, { kind, norm }: Token, add: Add): void {
  if (kind !== 'word' || index.lexicon.root(norm) === null || !index.lexicon.says(before.norm, 'who')) return
  const columns = index.columnsLike([norm]).filter(({ quality }) => quality >= 0.8)
  if (columns.length > 0) add(1, columns[0]!.quality, { columns: [...columns] })
}

/** Parts of names and values; never for words that only hold a sentence together. */
function addLoose(index: SheetIndex, tokens: readonly Token[], add: Add): void {
  if (tokens.some(({ kind, norm }) => kind !== 'word' || (norm.length < 2 && !/[€$]/.test(norm)))) return
  const words = tokens.map(({ norm }) => norm)
  const isFiller = (word: string) =>
    index.lexicon
      .matches([{ kind: 'word', text: word, norm: word, start: 0, end: 0 }], 0)
      .some(({ concepts }) => concepts.some(each => FILLERS.has(each)))
  if (isFiller(words[0]!) || isFiller(words.at(-1)!)) return
  // "sum price" is no name: a word with a meaning of its own must stand in the header.
  if (words.length > 1 && words.some(word => index.lexicon.knows(word) && !index.isHeaderWord(word))) return
  const columns = index
    .columnsLike(words)
    .filter(({ quality }) => quality >= 0.5)
    .slice(0, 6)
  if (columns.length > 0) add(words.length, columns[0]!.quality, { columns })
  if (words.every(word => index.lexicon.knows(word))) return
  const values = index.valuesWith(words)
  if (values.length > 0) add(words.length, 0.75, { values })
}

const FILLERS = new Set(
  'noise of in from to with and or not is than by per as next where who what which howmany howmuch'.split(
    ' ',
  ),
)

function addNearest(index: SheetIndex, tokens: readonly Token[], at: number, add: Add): void {
  const { norm, kind } = tokens[at]!
  if (kind !== 'word') return
  const near = index.nearest(norm)
  if (near !== null) {
    const columns = index.columnsLike([near]).filter(({ quality }) => quality >= 0.5)
    const values = index.valuesWith([near])
    add(1, 0.6, { columns, values: values.map(match => ({ ...match, quality: 0.65 })) })
    return
  }
  // A name in the middle of a sentence is no word that was mistyped.
  if (at > 0 && /^\p{Lu}/u.test(tokens[at]!.text)) return
  const word = index.lexicon.nearest(norm)
  if (word) add(1, 0.6, { concepts: word.concepts })
}
