/**
 * Parts a prompt into instructions: "sort by Date, then freeze the header and make Price a currency".
 * A comma or an "and" parts two instructions only where a verb follows and both sides can be read.
 */
import { plainClause } from './text.ts'

const VERBS =
  'add|append|insert|create|make|build|generate|calculate|compute|work out|sum|total|count|average|sort|order|arrange|filter|show|copy|extract|remove|delete|drop|dedupe|deduplicate|trim|clean|strip|uppercase|lowercase|capitali[sz]e|convert|change|replace|find|substitute|format|set|freeze|unfreeze|bold|italici[sz]e|rename|call|name|describe|explain|summari[sz]e|highlight|colou?r|mark|shade|hide|unhide|split|merge|combine|join|concatenate|rank|fill|duplicate|chart|plot|draw|put|write|multiply|divide|subtract|round|give|tell|group|list|move|clear|wrap|align|resize|center|centre|underline|keep|undo|apply|turn|use|do|what|how|which|translate|classify|categori[sz]e|rewrite|rephrase'

const ALWAYS = /\s*(?:;|\n|(?<=[\w")%\]])[.!?](?=\s+["'A-Z]|\s*\n))\s*/g
const BEFORE_VERB = new RegExp(
  String.raw`\s*(?:,?\s+(?:and\s+)?(?:then|afterwards|after that)\b,?|,?\s+(?:and\b|&)(?:\s+(?:also|then|finally)\b)?|,)\s+(?:please\s+|also\s+)?(?=(?:${VERBS})\b)`,
  'gi',
)

/** Longer texts are no everyday instruction, and patterns could take very long on them. */
export const MOST_CHARACTERS = 240
/** More joints than this are a list of words, not a list of instructions. */
const MOST_JOINTS = 12

/**
 * The instructions of `prompt` in order. `canRead` tells whether a text is an instruction by itself; a verb
 * alone is one only where its object is known (`isPlaced`).
 */
export function splitClauses(
  prompt: string,
  canRead: (clause: string) => boolean,
  isPlaced = false,
): string[] {
  const { text, restore } = hideQuotes(prompt)
  const known = new Map<string, boolean>()
  const canReadOnce = (clause: string) => {
    const answer = known.get(clause) ?? canRead(restore(clause))
    known.set(clause, answer)
    return answer
  }
  return text
    .split(ALWAYS)
    .map(part => plainClause(part))
    .filter(part => part !== '')
    .flatMap(part => splitPart(part, { canRead: canReadOnce, isPlaced }))
    .map(restore)
}

interface Reader {
  canRead: (clause: string) => boolean
  isPlaced: boolean
}

function splitPart(text: string, reader: Reader): string[] {
  const joints = [...text.matchAll(BEFORE_VERB)].length
  return joints > MOST_JOINTS ? [text] : splitBeforeVerbs(text, reader, new Map())
}

/** `done` holds what was split before: every joint leads to the same rests. */
function splitBeforeVerbs(text: string, reader: Reader, done: Map<string, string[]>): string[] {
  const known = done.get(text)
  if (known) return known
  const parts = splitOnce(text, reader, done)
  done.set(text, parts)
  return parts
}

function splitOnce(text: string, reader: Reader, done: Map<string, string[]>): string[] {
  const { canRead, isPlaced } = reader
  for (const match of text.matchAll(BEFORE_VERB)) {
    const left = plainClause(text.slice(0, match.index))
    const right = plainClause(text.slice(match.index + match[0].length))
    // A bare verb shares the object of the next: "freeze and bold the header".
    if ((!isPlaced && !left.includes(' ')) || right === '') continue
    const rest = splitBeforeVerbs(right, reader, done)
    if (canRead(left) && rest.every(canRead)) return [left, ...rest]
    // "A, then B" is two instructions even where one of them can't be read: better to say which.
    if (/then|after/i.test(match[0]) && (canRead(left) || canRead(right)) && !/\bif\b/i.test(left))
      return [left, ...rest]
  }
  return canRead(text) ? [text] : splitAfterVerb(text, canRead)
}

/** "Make Name title case and Email lower case": the verb of the first half is meant for the second too. */
function splitAfterVerb(text: string, canRead: (clause: string) => boolean): string[] {
  const verb = /^[a-z]+/i.exec(text)?.[0]
  for (const match of text.matchAll(/,?\s+and\s+/gi)) {
    const left = text.slice(0, match.index)
    const right = `${verb ?? ''} ${text.slice(match.index + match[0].length)}`.trim()
    if (verb && canRead(left) && canRead(right)) return [left, right]
  }
  return [text]
}

/** Quoted text is never parted: each quotation is replaced by a mark and put back afterwards. */
function hideQuotes(prompt: string): { text: string; restore(text: string): string } {
  const quotes: string[] = []
  const straight = prompt.replaceAll(/[“”„«»]/g, '"').replaceAll(/[‘’]/g, "'")
  const text = straight.replace(
    /"[^"\n]*"|(?<![\w])'[^'\n]*'(?![\w])/g,
    quote => `\uE000${quotes.push(quote) - 1}\uE001`,
  )
  return {
    text,
    restore: part => part.replace(/\uE000(\d+)\uE001/g, (_, index: string) => quotes[Number(index)] ?? ''),
  }
}
