/**
 * What of a sentence asks for nothing: reasons, remarks about oneself, words of restraint, and "leave it
 * empty where there is none". Decided part by part between its signs, before any kind reads it.
 */
import type { Node } from '../linking/link.ts'
import type { Lexicon } from '../words/lexicon.ts'

/** Words that ask for a change even where people tell of themselves. */
export const ACTS =
  'duplicates sort filter delete dedupe change replace rename move trim upper lowercase title format highlight freeze bold italic center wrap autofit border chart pivot hide convert'.split(
    ' ',
  )
/** Words that begin an instruction. */
export const VERBS = new Set([
  ...ACTS,
  ...'add write copy fill raise cleanup duplicatetab clear merge split show total average howmany'.split(' '),
])
export const isVerb = (node: Node): boolean => [...node.concepts].some(each => VERBS.has(each))

/** Words that neither ask nor tell which rows; all others do. */
const QUIET = new Set(
  'only noise chat conjunction auxiliary request of in from to as with and is than where value row cell table tab on plus or next today thisperiod subject speaker reason keep other not but same stays any light called eachrow zero'.split(
    ' ',
  ),
)
const QUESTION = new Set(['who', 'which', 'what', 'when'])
const DESTROYING = 'delete change write clear move replace add hide format sort fill'.split(' ')

export const has = (node: Node, ...concepts: string[]): boolean =>
  concepts.some(each => node.concepts.has(each))
const any = (nodes: readonly Node[], ...concepts: string[]): boolean =>
  nodes.some(node => has(node, ...concepts))

/** Names a thing of the sheet that a reading may not overlook. */
export const isLinked = (node: Node): boolean =>
  node.number !== undefined ||
  node.date !== undefined ||
  node.range !== undefined ||
  node.isQuoted ||
  node.values.some(({ isWhole }) => isWhole)
export const isNamed = (node: Node): boolean => node.columns.some(({ quality }) => quality >= 0.9)

export const asks = (nodes: readonly Node[]): boolean =>
  nodes.some(
    (node, at) =>
      !has(node, 'noise') &&
      [...node.concepts].some(each => (QUESTION.has(each) ? at === 0 : !QUIET.has(each))),
  )

const firstWord = (node: Node): string => node.tokens[0]?.norm ?? ''

interface Segment {
  nodes: Node[]
  /** The sign before it, which is dropped with it. */
  sign: Node | null
  endsSentence: boolean
}

const SIGN = /^(?:[.;!?,:()–—。、！？；]|\n)$/
export const isSign = (nodes: readonly Node[], at: number): boolean => {
  const node = nodes[at]!
  if (node.columns.length + node.values.length > 0) return false
  const [before, after] = [nodes[at - 1], nodes[at + 1]]
  if (node.text === '-')
    return (
      before !== undefined &&
      after !== undefined &&
      before.tokens.at(-1)!.end < node.tokens[0]!.start &&
      after.tokens[0]!.start > node.tokens[0]!.end &&
      !(before.number && after.number) &&
      !(isNamed(before) && isNamed(after))
    )
  return SIGN.test(node.text) && !(node.text === '.' && isInitial(before))
}

/** "P. Dunmore", "Mr. Dunmore": no end of a sentence. */
export const isInitial = (before: Node | undefined): boolean =>
  before !== undefined && /^(?:\p{Lu}|mr|mrs|ms|dr|st|no|nr|vs|approx|max|min|incl)$/iu.test(before.text)

/** Of any word of these nodes. */
const anyWord = (nodes: readonly Node[], lexicon: Lexicon, concept: string): boolean =>
  nodes.some(({ tokens }) => tokens.some(({ norm }) => lexicon.says(norm, concept)))

/** "However it is typed", "differences in spacing do not matter", "white and White are the same": as all is read anyway. */
function isIndifferent(nodes: readonly Node[], lexicon: Lexicon): boolean {
  if (!anyWord(nodes, lexicon, 'word:indifferent') || nodes.some(node => has(node, 'request'))) return false
  const isSpelt = (node: Node): boolean => anyWord([node], lexicon, 'word:spelling')
  return (
    oneName(nodes) !== null ||
    (nodes.some(isSpelt) &&
      !nodes.some(
        node => node.values.length > 0 || isNamed(node) || (has(node, ...ACTS, 'column') && !isSpelt(node)),
      ))
  )
}

/** The name of which these are several spellings; of several names null, and of one alone. */
function oneName(nodes: readonly Node[], least = 2): string | null {
  const said = nodes.filter(node => node.values.length > 0).map(({ text }) => text.toLowerCase().trim())
  return said.length >= least && new Set(said).size === 1 ? said[0]! : null
}

/** "If it's not too much bother", "if that is all right": a pronoun, and nothing of the sheet. */
const isCourtesy = (nodes: readonly Node[]): boolean =>
  firstWord(nodes[0]!) === 'if' &&
  nodes.length > 1 &&
  has(nodes[1]!, 'subject', 'noise') &&
  nodes.filter(({ isUnknown }) => isUnknown).length < 2 &&
  nodes
    .slice(1)
    .every(
      node =>
        node.columns.length + node.values.length === 0 &&
        !isLinked(node) &&
        (node.isUnknown || has(node, 'noise', 'is', 'auxiliary', 'not', 'with', 'subject')),
    )

/** ", showing this to my mum": what else is going on, and nothing of the sheet. */
const isGoingOn = ({ sign, nodes }: Segment): boolean =>
  sign?.text === ',' &&
  /^[a-z]{3,}ing$/.test(firstWord(nodes[0]!)) &&
  (nodes[0]!.isUnknown || has(nodes[0]!, 'show', 'filter')) &&
  nodes.length > 2 &&
  !nodes
    .slice(1)
    .some(node => isNamed(node) || isLinked(node) || has(node, 'keep', 'except', 'only', ...ACTS))

function segmentsOf(nodes: readonly Node[], lexicon: Lexicon): Segment[] {
  const found: Segment[] = [{ nodes: [], sign: null, endsSentence: false }]
  for (const [at, node] of nodes.entries()) {
    const isReason = has(node, 'reason', 'hardreason') && node.columns.length + node.values.length === 0
    const isHowever =
      lexicon.says(firstWord(node), 'word:however') &&
      anyWord(nodes.slice(at + 1, at + 7), lexicon, 'word:spelling')
    if ((isReason || isHowever) && found.at(-1)!.nodes.some(each => !has(each, 'noise')))
      found.push({ nodes: [node], sign: null, endsSentence: false })
    else if (!isSign(nodes, at)) found.at(-1)!.nodes.push(node)
    else {
      found.at(-1)!.endsSentence = /[.;!?。！？；\n]/.test(node.text)
      found.push({ nodes: [], sign: node, endsSentence: false })
    }
  }
  return found
}

/** Words with which people who speak of themselves ask all the same. */
const WISH =
  /^(?:want|need|like|love|wish|require|prefer|ask|request|should|would|propose|must|has|ought|see|know|i'd|we'd|needs|wants)$/i

/** "I'll fill it in later", "they have their own book", "then it is easier for my eyes". */
export function isTold(nodes: readonly Node[]): boolean {
  const said = nodes.filter(node => !has(node, 'next', 'and') && !/^so$/i.test(node.text))
  const [first, ...rest] = said
  if (!first || rest.length === 0 || !has(first, 'subject') || !/^[a-z]/i.test(first.text)) return false
  if (said.some(node => isLinked(node) || isNamed(node) || WISH.test(node.text))) return false
  return !any(said, ...ACTS, 'withheld')
}

function isAside(segment: Segment, startsSentence: boolean, lexicon: Lexicon): boolean {
  const { nodes } = segment
  const [first] = nodes
  // Whatever a reason names, it asks for nothing.
  if (first && has(first, 'hardreason')) return true
  if (isTold(nodes)) return true
  if (first && (isIndifferent(nodes, lexicon) || isGoingOn(segment) || isCourtesy(nodes))) return true
  if (!first || nodes.some(node => isLinked(node) || node.tab !== undefined)) return false
  const says = (node: Node, concept: string): boolean => lexicon.says(firstWord(node), concept)
  const gives = has(first, 'reason') || says(first, 'reason')
  if (gives && segment.sign === null && !startsSentence && nodes.some(isNamed)) return false
  if (gives)
    return (
      any(nodes, 'keep') ||
      !any(nodes, 'column', 'called', 'trim', 'title', 'upper', 'lowercase', 'bold', 'freeze')
    )
  const isSubject = nodes.some(node => says(node, 'subject'))
  // "I do not trust averages": of oneself, not of the sheet.
  if (says(first, 'speaker') && any(nodes.slice(0, 4), 'not') && !nodes.some(isNamed)) return true
  if (asks(nodes) || nodes.some(isNamed)) return false
  if (any(nodes.slice(0, 2), 'except', 'without', 'where', 'not') || any(nodes, 'other')) return false
  const isUnknown = nodes.some(node => node.isUnknown)
  if (!isUnknown)
    return nodes.every(node => has(node, 'noise') && node.columns.length + node.values.length === 0)
  if (first.isUnknown && !/^\p{Lu}/u.test(first.text)) return false
  return isSubject || (startsSentence && segment.endsSentence && !first.isUnknown && nodes.length > 3)
}

/** "Do not delete them", "remove none", "leave the rest be": every reading keeps to it. */
function isRestraint({ nodes }: Segment, others: readonly Node[]): boolean {
  if (nodes.some(isLinked) || any(nodes, 'where', 'duplicates', 'distinct', 'dedupe', 'min:date', 'max:date'))
    return false
  // "without throwing any of them away"
  if (has(nodes[0]!, 'without') && /ing$/.test(firstWord(nodes[1] ?? nodes[0]!)) && !nodes.some(isNamed))
    return true
  const denied = any(nodes.slice(0, 3), 'not', 'without', 'keep') || any(nodes, 'none')
  if (!denied) return false
  const verbs = DESTROYING.filter(verb => any(nodes, verb))
  if (verbs.some(verb => any(others, verb))) return false
  return any(nodes.slice(0, 4), 'keep') || verbs.length > 0
}

/** "leave the cell blank if it has not gone out" */
function aboutBlanks({ nodes }: Segment): 'blankelse' | 'zeroelse' | null {
  if (
    !any(nodes, 'empty', 'without', 'blankelse') ||
    nodes.some(node => isLinked(node) && !has(node, 'empty', 'zero', 'noise'))
  )
    return null
  if (any(nodes, 'zero')) return any(nodes, 'not') ? 'blankelse' : 'zeroelse'
  if (any(nodes, 'blankelse')) return 'blankelse'
  // "and nothing where there is none"
  if (any(nodes.slice(0, 3), 'none') && any(nodes, 'where') && any(nodes, 'empty', 'without'))
    return 'blankelse'
  if (!any(nodes, 'empty')) return null
  const isLeft =
    any(nodes.slice(0, 5), 'keep', 'stays', 'except') || (any(nodes, 'not') && any(nodes, 'howmany'))
  const isFirst =
    has(nodes[0]!, 'empty') && nodes[1] !== undefined && has(nodes[1], 'where', 'reason', 'without')
  return isLeft || isFirst ? 'blankelse' : null
}

const MAKING =
  'newcolumn eachrow column days weekday age times plus minus lookup flag tier share average median total by per'.split(
    ' ',
  )

/** The sentence without what asks for nothing; words of restraint and of blanks become one node each. */
export function withoutAsides(nodes: readonly Node[], lexicon: Lexicon): Node[] {
  const segments = segmentsOf(nodes, lexicon)
  if (segments.filter(({ nodes: part }) => part.length > 0).length < 2) return [...nodes]
  const kept: Node[] = []
  const isMaking = any(nodes, ...MAKING)
  let dropped = 0
  for (const [at, segment] of segments.entries()) {
    const { nodes: part, sign } = segment
    const others = segments.filter(each => each !== segment).flatMap(each => each.nodes)
    const startsSentence = at === 0 || segments[at - 1]!.endsSentence
    const next = segments[at + 1]
    // "motor, MOTOR and Motor are the same"
    const isSpelling =
      part.length === 1 &&
      next !== undefined &&
      isIndifferent(next.nodes, lexicon) &&
      oneName(part, 1) !== null &&
      oneName(next.nodes) === oneName(part, 1)
    const isBlank = isMaking ? aboutBlanks(segment) : null
    if (
      part.length > 0 &&
      !isBlank &&
      asks(others) &&
      (isSpelling || isAside(segment, startsSentence, lexicon) || isRestraint(segment, others))
    ) {
      dropped++
      continue
    }
    if (sign) kept.push(sign)
    if (isBlank) kept.push(merged(part, isBlank))
    else kept.push(...part)
  }
  if (dropped > 0) while (kept[0] && SIGN.test(kept[0].text)) kept.shift()
  return kept.map((node, at) => ({ ...node, at }))
}

export const merged = (nodes: readonly Node[], ...concepts: string[]): Node => ({
  at: 0,
  tokens: nodes.flatMap(({ tokens }) => tokens),
  text: nodes.map(({ text }) => text).join(' '),
  concepts: new Set(concepts),
  columns: [],
  values: [],
  isQuoted: false,
  isUnknown: false,
})
