/**
 * What a text tells beside what it asks: reasons that follow a conjunction, and statements before or after
 * the request. Decided by who is said to do something, not by what is said. Knows no kind.
 */
import type { Node } from '../linking/link.ts'
import type { Lexicon } from '../words/lexicon.ts'
import { ACTS, has, isLinked, isNamed, isSign, isVerb } from './segments.ts'

const STOP = /^[.;!?。！？\n]$/
/** Words that stand for what was told before. */
const ANAPHOR = /^(?:it|them|those|these|that|they|his|her|their|he|she|him|there|him|hers|theirs)$/i
const DETERMINER =
  /^(?:the|a|an|my|our|your|his|her|their|its|this|these|those|some|half|all|many|most|no|each|every|another|one)$/i

const norm = (node: Node | undefined): string => node?.tokens[0]?.norm ?? ''
const isPlainName = (node: Node): boolean => /^\p{Lu}[\p{L}'’.-]+$/u.test(node.text)

/** Of a name at the beginning of a sentence the capital says nothing. */
const isPerson = (nodes: readonly Node[], isFirst: boolean): boolean => {
  const [first, second] = nodes
  return (
    isPlainName(first!) &&
    (!isFirst || first!.values.length > 0 || isPlainName(second!) || has(first!, 'subject'))
  )
}

/** "they have", "the shelves were", "Miss Roskilly maintains": somebody or something that does or is. */
export function startsTelling(nodes: readonly Node[], isStrict = false, isFirst = false): boolean {
  const [first, second] = nodes
  if (!first || !second) return false
  if (has(first, 'request') && /^(?:i|we)$/.test(norm(first))) return true
  if (isVerb(first)) return false
  if (has(first, 'subject') && !DETERMINER.test(norm(first))) return true
  const isNoun = DETERMINER.test(norm(first))
  if (!isNoun && !isPerson(nodes, isFirst) && first.values.length === 0 && !first.date) return false
  for (const [at, node] of nodes.slice(1, 7).entries()) {
    if (has(node, 'not') && at === 0 && !isNoun) return true
    if (has(node, 'auxiliary', 'is') && !has(node, 'with')) return at > 0 || !isNoun
    if (has(node, 'where', 'who', 'of', 'with', 'and')) return false
    if (!isStrict && isVerbForm(node) && (at > 0 || !isNoun) && isObject(nodes[at + 2])) return true
  }
  return false
}

/** "the insurers' letter says that", "the office does the": a word in -s before what it is done to. */
const isVerbForm = (node: Node): boolean =>
  node.columns.length + node.values.length === 0 && /[a-z]{2}[^s]s$/.test(norm(node)) && !has(node, 'row')
const isObject = (node: Node | undefined): boolean =>
  node !== undefined && (DETERMINER.test(norm(node)) || has(node, 'subject', 'to') || norm(node) === 'that')

function saysWhat(nodes: readonly Node[]): boolean {
  const end = nodes.findIndex(node => STOP.test(node.text))
  return (end === -1 ? nodes : nodes.slice(0, end)).some(
    node =>
      isNamed(node) ||
      isLinked(node) ||
      has(
        node,
        ...ACTS,
        'after',
        'before',
        'beside',
        'front',
        'attop',
        'atend',
        'per',
        'column',
        'first',
        'below',
      ),
  )
}

/** "as they have", "since the shelves were", "for I keep", "so that people": a reason begins. */
function isReason(nodes: readonly Node[], at: number): boolean {
  const node = nodes[at]!
  if (has(node, 'hardreason') && node.columns.length + node.values.length === 0) return true
  const rest = nodes.slice(at + 1, at + 9)
  // "before the list goes to the client": a happening, and no day of the sheet.
  if (/^(?:before|until|once)$/.test(norm(node))) {
    const [, ...after] = node.tokens
    const said = after.length > 0 ? [{ ...node, concepts: new Set<string>(), tokens: after }, ...rest] : rest
    return !rest.some(isLinked) && !rest.slice(0, 3).some(isNamed) && startsTelling(said)
  }
  if (!has(node, 'conjunction')) return false
  const next = rest[0]
  if (!next || next.date || next.number) return false
  const afterSign = at === 0 || isSign(nodes, at - 1)
  // "for" tells a reason only of a person, and "the prices for the items are" none.
  if (norm(node) === 'for') return afterSign && /^(?:i|we|he|she|they|it|there)$/.test(norm(next))
  // "so that it stands first" says what is to be done, "so it looks tidy" does not.
  if (/^so/.test(norm(node)) && !/^(?:i|we|they|he|she|people|my|our|his|her|their)$/.test(norm(next)))
    return (has(next, 'subject', 'none') || DETERMINER.test(norm(next))) && !saysWhat(nodes.slice(at + 1))
  if (afterSign && /^(?:my|our|his|her|their)$/.test(norm(next))) return true
  return startsTelling(rest, !afterSign)
}

interface Part {
  nodes: Node[]
  sign: Node | null
  /** It begins a sentence. */
  isFirst: boolean
}

function partsOf(nodes: readonly Node[]): Part[] {
  const parts: Part[] = [{ nodes: [], sign: null, isFirst: true }]
  for (const [at, node] of nodes.entries()) {
    if (isSign(nodes, at)) parts.push({ nodes: [], sign: node, isFirst: STOP.test(node.text) })
    else parts.at(-1)!.nodes.push(node)
  }
  return parts
}

/** "Please …", "could you …", "how many …", "delete …": the request itself. */
export function startsAsking(nodes: readonly Node[]): boolean {
  for (const node of nodes.slice(0, 4)) {
    if (has(node, 'request') && nodes.every(each => has(each, 'noise', 'request'))) return false
    if (has(node, 'request', 'who', 'which', 'what', 'when', 'howmany', 'howmuch', 'isthere')) return true
    if ((isVerb(node) && !has(node, 'noise')) || has(node, 'raise', 'lower')) return true
    if (node.number) continue
    if (!has(node, 'noise', 'next', 'and', 'but', 'reason', 'conjunction', 'of', 'in')) return false
  }
  return false
}

/** Without its reasons: each ends with its sentence, or where a new instruction or a restraint begins. */
function withoutReasons(nodes: readonly Node[]): Node[] {
  const kept: Node[] = []
  let skipping = false
  for (const [at, node] of nodes.entries()) {
    if (skipping) {
      const rest = nodes.slice(at + 1)
      const endsHere =
        STOP.test(node.text) ||
        (isSign(nodes, at) &&
          !/[()]/.test(node.text) &&
          (startsAsking(rest) ||
            (rest[0] !== undefined && has(rest[0], 'but', 'except', 'keep', 'without', 'not', 'other'))))
      if (!endsHere) continue
      skipping = false
    }
    const before = kept.findLastIndex(each => STOP.test(each.text))
    const isAfter = kept.slice(before + 1).some(each => !has(each, 'noise') && !/^[,:-]$/.test(each.text))
    const isLed =
      !isAfter &&
      nodes
        .slice(at)
        .some((_, index) => isSign(nodes, at + index) && startsAsking(nodes.slice(at + index + 1)))
    if ((isAfter || isLed) && isReason(nodes, at)) {
      skipping = true
      while (kept.at(-1) && /^[,–—-]$/.test(kept.at(-1)!.text)) kept.pop()
      continue
    }
    kept.push(node)
  }
  return kept
}

/** "I should be most grateful to", "I would be glad of": how one asks says nothing of what. */
function withoutCourtesy(nodes: readonly Node[], lexicon: Lexicon): Node[] {
  const found = [...nodes]
  for (const [at, node] of nodes.entries()) {
    const end = norm(node) === 'for' ? purposeEnd(nodes, at, lexicon) : at
    for (let index = at; index < end; index++) found[index] = forgiven(nodes[index]!)
  }
  for (const [at, node] of nodes.entries()) {
    if (!has(node, 'request') || node.tokens.at(-1)!.norm !== 'be') continue
    const end = nodes.findIndex((each, index) => index > at && /^(?:to|for|of|if)$/.test(norm(each)))
    if (end === -1 || end > at + 5) continue
    for (let index = at; index < end; index++) found[index] = forgiven(nodes[index]!)
  }
  return found
}

/** "for the notice board": what somebody wants it for, where nothing of the sheet is named. */
function purposeEnd(nodes: readonly Node[], at: number, lexicon: Lexicon): number {
  if (
    !DETERMINER.test(norm(nodes[at + 1])) ||
    /^(?:each|every|all|no|this|these|those)$/.test(norm(nodes[at + 1]))
  )
    return at
  let end = at + 2
  const isPurpose = (node: Node): boolean =>
    !isNamed(node) &&
    !isLinked(node) &&
    (node.isUnknown ||
      has(node, 'year', 'month', 'week') ||
      node.tokens.every(({ norm: word }) => lexicon.says(word, 'word:purpose')))
  while (nodes[end] && isPurpose(nodes[end]!) && end < at + 6) end++
  const next = nodes[end]
  const ends =
    next === undefined ||
    isSign(nodes, end) ||
    has(next, 'subject', 'request', 'and', 'conjunction', 'hardreason', 'reason')
  return end > at + 2 && ends ? end : at
}

const forgiven = (node: Node): Node => ({
  ...node,
  concepts: new Set(['noise']),
  columns: [],
  isUnknown: false,
})

/** Words that make a condition of a statement: then every word of it counts. */
const TELLING_ROWS =
  'where before after since until gt lt ge le empty filled without between or contains called'.split(' ')

/** What is left of a statement where the request only points to it: what it names, and the words beside. */
function named(nodes: readonly Node[]): Node[] {
  const isLink = (node: Node | undefined) => node !== undefined && (isLinked(node) || node.columns.length > 0)
  const isGiven = (node: Node | undefined) => node !== undefined && has(node, 'to', 'called', 'with')
  if (!nodes.some(isLinked)) return [...nodes]
  return nodes.map((node, at) => {
    if (isLink(node) || node.values.length > 0) return node
    // "Main dock": the second word of a name needs no capital.
    const isName = /^\p{Lu}|[@\d]/u.test(node.text) || (at > 1 && /^\p{Lu}/u.test(nodes[at - 1]!.text))
    if (isName && nodes[at - 1]?.isUnknown) return node
    if (node.isUnknown) return isName || isGiven(nodes[at - 1]) ? node : forgiven(node)
    if (has(node, 'not', 'compare')) return isLink(nodes[at + 1]) ? node : forgiven(node)
    return isLink(nodes[at + 1]) || isLink(nodes[at - 1]) || has(node, ...TELLING_ROWS)
      ? node
      : forgiven(node)
  })
}

/** "cheapest stay, how much was it": what is asked for comes first. */
const tellsFigure = ({ concepts }: Node): boolean =>
  [...concepts].some(each => /^(?:m(?:ax|in)(?:$|:)|average$|median$|topword$)/.test(each)) &&
  !concepts.has('noise')

const sheetOf = (nodes: readonly Node[]): Node[] =>
  nodes.filter(
    node => isLinked(node) || node.values.length > 0 || node.columns.some(({ quality }) => quality >= 0.65),
  )

/** The text without reasons, and without statements that the request does without. */
export function withoutBackground(nodes: readonly Node[], lexicon: Lexicon): Node[] {
  const said = withoutCourtesy(withoutReasons(nodes), lexicon).map(node =>
    has(node, 'request') ? { ...node, concepts: new Set([...node.concepts, 'noise']) } : node,
  )
  const parts = partsOf(said)
  const asking = parts.map(({ nodes: part }) => startsAsking(part))
  const first = asking.indexOf(true)
  if (first === -1) return said
  const request = parts.filter((_, at) => asking[at]).flatMap(part => part.nodes)
  const points = request.some(({ tokens }) => tokens.some(({ norm: each }) => ANAPHOR.test(each)))
  const names = sheetOf(request)
  const isSaid = (node: Node): boolean =>
    (node.number !== undefined && names.some(({ number }) => number?.value === node.number!.value)) ||
    (node.date !== undefined && names.some(({ date }) => date?.from === node.date!.from)) ||
    node.values.some(value => names.some(each => each.values.some(other => other.column === value.column)))
  const kept: Node[] = []
  for (const [at, { nodes: part, sign, isFirst }] of parts.entries()) {
    const isTold =
      !asking[at] && part.length > 1 && !has(part[0]!, 'where') && startsTelling(part, false, isFirst)
    const links = sheetOf(part)
    // "To spare my eyes, would you …": before a request, and nothing of the sheet.
    const isLead =
      !asking[at] &&
      at < first &&
      part.length > 1 &&
      parts[at + 1]?.isFirst === false &&
      (part.some(node => norm(node) === 'having')
        ? !links.some(isLinked)
        : links.length === 0 && !part.some(node => isVerb(node) || node.tab || tellsFigure(node)))
    const isNeeded =
      points ||
      names.length === 0 ||
      at > first ||
      part.some(node => has(node, ...TELLING_ROWS)) ||
      links.some(node => isLinked(node) && !isSaid(node))
    const isAlone = links.length === 0 && !(points && part.some(isVerb))
    // "…, privacy lol"
    const isAside =
      at > first &&
      !asking[at] &&
      links.length === 0 &&
      part.some(node => has(node, 'chat')) &&
      !part.some(isVerb)
    if (isLead || isAside || (isTold && (isAlone || !isNeeded))) {
      if (sign && STOP.test(sign.text) && kept.length > 0) kept.push(sign)
      continue
    }
    if (sign) kept.push(sign)
    const isJoined = isTold && at < first
    kept.push(...(isJoined ? named(part) : part))
    // The statement and what points to it are one instruction.
    const next = parts[at + 1]
    if (isJoined && next?.sign && asking[at + 1]) next.sign = { ...next.sign, text: ',' }
  }
  while (kept[0] && isSign(kept, 0)) kept.shift()
  return kept
}
