/**
 * What a message asks to have done: a verb, the thing it is about, and the sentence they stand in. A
 * question, an account of what happened, and what is not to be done are no wishes; "how can I …" is one
 * where it says of which cells. Pure: it knows the words of five languages and nothing of the workbook.
 */
import type { Act, Thing } from '../words/words.ts'
import { isDenied } from './denials.ts'
import { isAskedHow } from './how-to.ts'
import { type Language, languages } from './patterns.ts'
import { type Sentence, sentencesOf } from './sentences.ts'
import { tonguesOf } from './tongue.ts'

export interface Wish {
  act: Act
  /** Null where the thing is named by its own name or by a pronoun. */
  thing: Thing | null
  /** The words of the verb. */
  verb: string
  /** The sentence as written, where names of tabs and columns are looked for. */
  sentence: string
  /** What stood before it in the message: it may say which tab is meant. */
  earlier: string[]
}

export interface Reading {
  message: string
  wishes: Wish[]
  /** Sentences that ask for something to be done, as written and as heard. */
  doing: Sentence[]
  /** Sentences that name what is to stay as it is. */
  kept: string[]
}

interface Hit {
  act: Act
  side: 'after' | 'before'
  start: number
  end: number
  language: Language
}

const KEPT =
  /(?:leave|keep)\b.{1,80}\b(?:alone|untouched|unchanged|as (?:it|they) (?:is|are)|as is|in place)|(?:do not|don't|dont|never) (?:touch|change|delete|remove|edit|modify|alter)|(?:lass|lasse|lassen|lasst)\b.{1,80}(?:in ruhe|unberührt|unverändert|so wie|stehen)|nicht (?:anfassen|ändern|verändern|löschen|anrühren)|ne (?:touche|touchez|modifie|modifiez|supprime|supprimez) pas|laisse[rz]?\b.{1,80}(?:tel|telle|intact)|no (?:toques|toque|cambies|borres|modifiques)|dej[ae]\b.{1,80}(?:como está|intact)|触らない|そのまま(?:に|で)|変えないで|消さないで/iu

export function readMessage(message: string): Reading {
  const sentences = sentencesOf(message)
  const wishes: Wish[] = []
  const doing: Sentence[] = []
  const tongues = tonguesOf(sentences.map(({ heard }) => heard).join('\n'))
  const spoken = languages().filter((_, index) => tongues[index])
  for (const [index, sentence] of sentences.entries()) {
    const found = wishesIn(sentence, index > 0 ? sentences[index - 1]! : null, spoken)
    if (found.length > 0 || !isQuestion(sentence)) doing.push(sentence)
    const earlier = sentences.slice(0, index).map(({ raw }) => raw)
    wishes.push(...found.map(({ at: _, ...wish }) => ({ ...wish, earlier })))
  }
  return { message, wishes, doing, kept: sentences.map(({ raw }) => raw).filter(raw => KEPT.test(raw)) }
}

const isQuestion = ({ heard }: Sentence): boolean => languages().some(({ asks }) => asks.test(heard))

interface Found extends Omit<Wish, 'earlier'> {
  at: number
}

function wishesIn(sentence: Sentence, previous: Sentence | null, spoken: readonly Language[]): Found[] {
  const found = spoken.flatMap(language => {
    const pieces = language.spaced ? [sentence] : piecesOf(sentence)
    return pieces.flatMap(piece => readPiece(piece, language, sentence, previous))
  })
  // "Change the font" is English: that French has the verb, too, does not make its object unknown.
  return found.filter(
    ({ at, thing }) => thing !== null || !found.some(other => other.at === at && other.thing !== null),
  )
}

/** Japanese ends each clause with a comma: a question at the end leaves the wish before it one. */
function piecesOf({ raw, heard }: Sentence): Sentence[] {
  const pieces: Sentence[] = []
  let from = 0
  for (const comma of [...heard.matchAll(/[、,，]/gu), { index: heard.length }]) {
    pieces.push({ raw: raw.slice(from, comma.index), heard: heard.slice(from, comma.index) })
    from = comma.index
  }
  return pieces
}

function readPiece(piece: Sentence, language: Language, whole: Sentence, previous: Sentence | null): Found[] {
  const { heard } = piece
  const question = language.asks.test(heard)
  const hits = hitsIn(heard, language)
  return hits.flatMap((hit, index): Found[] => {
    if (isDenied(heard, hit)) return []
    const verb = heard.slice(hit.start, hit.end)
    const span = spanOf(heard, hits, index)
    const thing =
      thingOf(span.text, language, hit.side) ??
      thingOf(span.other, language, span.otherSide) ??
      shapeIn(thingOf(verb, language, 'after'))
    if (question && !standsApart(heard, hit, language) && !isAskedHow(heard, hit, thing)) return []
    const sentence = whole.raw
    const at = hit.start
    if (thing === null && isPronoun(span.text, verb)) {
      const front = thingOf(heard.slice(0, hit.start), language, 'before')
      if (front !== null || previous === null) return [{ act: hit.act, thing: front, verb, sentence, at }]
      const meant = languages()
        .map(other => thingOf(previous.heard, other, 'after'))
        .find(found => found !== null)
      return [{ act: hit.act, thing: meant ?? null, verb, sentence: `${previous.raw} ${sentence}`, at }]
    }
    return [{ act: hit.act, thing, verb, sentence, at }]
  })
}

function hitsIn(heard: string, language: Language): Hit[] {
  const hits = language.verbs.flatMap(({ act, side, pattern }) =>
    [...heard.matchAll(pattern)]
      .filter(match => match[0] !== '')
      .map(match => ({ act, side, start: match.index, end: match.index + match[0].length, language })),
  )
  return hits.sort((a, b) => a.start - b.start || b.end - a.end)
}

const JOIN =
  /(?:[,;:]|\b(?:and|then|und|dann|et|puis|ensuite|y|luego|e|but|aber|mais|pero|also|please|bitte)\b)[\s,]*$/iu
const APART =
  /(?:[,;:]\s*(?:and |und |et |y )?(?:then|dann|puis|luego|also)?\s*|\b(?:and then|und dann|et puis|y luego|then|and|und|et|y)\s+)$/iu
const HOW = /\b(?:how|why|what|whether|if|wie|warum|was|ob|comment|pourquoi|que|si|cómo|por qué|qué)\b/iu

/** "Explain B2 and delete the tab Old": the second half is no question. */
function standsApart(heard: string, hit: Hit, { spaced }: Language): boolean {
  if (!spaced || /[?？]\s*$/.test(heard)) return false
  const front = heard.slice(0, hit.start)
  if (!APART.test(front)) return false
  return (
    !HOW.test(front) ||
    /[,;:]\s*(?:and|und|et|y)?\s*(?:then|dann|puis|luego)?\s*$|\b(?:and then|then|und dann|et puis|y luego)\s+$/iu.test(
      front,
    )
  )
}

interface Span {
  text: string
  other: string
  otherSide: 'after' | 'before'
}

/** A verb's own stretch: to the next verb that begins a part of its own, or from the one before. */
function spanOf(heard: string, hits: readonly Hit[], index: number): Span {
  const hit = hits[index]!
  const next = hits.find(
    other => other.start >= hit.end && other.side === 'after' && JOIN.test(heard.slice(0, other.start)),
  )
  const last = hits.findLast(other => other.end <= hit.start)
  const after = heard.slice(hit.end, next?.start ?? heard.length)
  const before = heard.slice(last?.end ?? 0, hit.start)
  return hit.side === 'after'
    ? { text: after, other: heard.slice(hit.end), otherSide: 'after' }
    : { text: before, other: hit.language.spaced ? after : '', otherSide: 'after' }
}

const QUANTIFIED =
  /\b(?:all|any|each|most|some|many|half|none|both|every one|rid) of(?: (?:the|these|those|my|our))?[\s\uE000]+$/iu

/** "Orders without a note": the note says which orders, it is not what is to go. */
const QUALIFIES =
  /(?<![\p{L}])(?:with|without|where|whose|which|that|who|having|lacking|ohne|mit|deren|dessen|sans|avec|dont|qui|sin|con|cuy[oa]s?|que)(?![\p{L}])/iu

/** A verb that holds its object within it ("I want the tab Old gone"). */
const shapeIn = (thing: Thing | null): Thing | null =>
  thing === 'tab' || thing === 'rows' || thing === 'columns' || thing === 'look' || thing === 'chart'
    ? thing
    : null

function thingOf(span: string, language: Language, side: 'after' | 'before'): Thing | null {
  const found: { thing: Thing; at: number; length: number }[] = []
  for (const { thing, pattern } of language.things) {
    for (const match of span.matchAll(pattern)) {
      if (match[0] === '') continue
      const front = span.slice(0, match.index)
      const isPlace = language.at.test(front) && !QUANTIFIED.test(front)
      const mayBePlace = thing === 'tab' || thing === 'columns' || thing === 'cells'
      if (!(isPlace && mayBePlace) && !QUALIFIES.test(front))
        found.push({ thing, at: match.index, length: match[0].length })
    }
  }
  const range =
    side === 'after'
      ? /^\s*(?:the |range |cells? |from )*\$?[A-Z]{1,3}\$?\d+(?::\$?[A-Z]{1,3}\$?\d+)?\b/.exec(span)
      : null
  if (range) return 'cells'
  // The earliest, the longer kind where two begin at one place. Where the verb ends the clause: the nearest.
  found.sort((a, b) => a.at - b.at || b.length - a.length)
  if (language.spaced || side === 'after') return found.at(0)?.thing ?? null
  found.sort((a, b) => b.at + b.length - (a.at + a.length) || b.length - a.length)
  return found.at(0)?.thing ?? null
}

const PRONOUN =
  /^[-\s]*(?:it|them|that|those|these|this|all|es|sie|ihn|das|diese|le|la|les|lo|los|las|l')(?![\p{L}])|^\s*(?:please|bitte)?\s*[.!?]?\s*$/iu

const isPronoun = (span: string, verb: string): boolean =>
  PRONOUN.test(span) || /[áéí]\p{L}+(?:lo|la|los|las)$/iu.test(verb) || /(?:それ|これ)/u.test(span)
