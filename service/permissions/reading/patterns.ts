/** The vocabularies as regular expressions, made once, when the first message is read. Knows no message. */
import { de } from '../words/de.ts'
import { en } from '../words/en.ts'
import { es } from '../words/es.ts'
import { fr } from '../words/fr.ts'
import { ja } from '../words/ja.ts'
import type { Act, Thing, Words } from '../words/words.ts'
import { COVER } from './sentences.ts'

export interface VerbPattern {
  act: Act
  side: 'after' | 'before'
  pattern: RegExp
}

export interface Language {
  spaced: boolean
  verbs: VerbPattern[]
  things: { thing: Thing; pattern: RegExp }[]
  /** Ends right before a thing. */
  at: RegExp
  notBefore: RegExp
  notAfter: RegExp
  asks: RegExp
  word: Record<Plain, RegExp>
}

const plain = [
  'allTabs',
  'thisTab',
  'otherTabs',
  'except',
  'everything',
  'links',
  'images',
  'ai',
  'imports',
  'persists',
  'white',
  'source',
] as const
export type Plain = (typeof plain)[number]

const NEVER = '(?!)'
const before = '(?<![\\p{L}\\p{N}_])'
const behind = '(?![\\p{L}\\p{N}_])'

function language(words: Words): Language {
  const { spaced } = words
  const whole = (text: string, flags = 'giu') =>
    new RegExp(spaced ? `${before}(?:${text})${behind}` : `(?:${text})`, flags)
  const verbs = Object.entries(words.acts).flatMap(([act, sides]) =>
    (['after', 'before'] as const).flatMap(side =>
      sides[side] === undefined ? [] : [{ act: act as Act, side, pattern: whole(sides[side]) }],
    ),
  )
  return {
    spaced,
    verbs,
    things: Object.entries(words.things).map(([thing, text]) => ({
      thing: thing as Thing,
      pattern: whole(text),
    })),
    // A quoted name is covered, and stands where any other word may: "in my 'Orders' sheet".
    at: new RegExp(`${before}(?:${words.at})(?:\\s+[\\p{L}'’${COVER}]+){0,2}\\s+$|${before}d['’]$`, 'iu'),
    notBefore: new RegExp(`${before}(?:${words.notBefore})(?:[\\s,]+[\\p{L}'’]+){0,3}[\\s,]*$`, 'iu'),
    notAfter: spaced
      ? new RegExp(
          `^\\s*(?:${words.notAfter ?? NEVER})${behind}|${before}(?:${words.notAfter ?? NEVER})\\s*$`,
          'iu',
        )
      : new RegExp(`^.{0,4}(?:${words.notAfter ?? NEVER})`, 'u'),
    asks: new RegExp(spaced ? `^\\s*(?:${words.asks})${behind}` : words.asks, 'iu'),
    word: Object.fromEntries(plain.map(name => [name, whole(words[name], 'iu')])) as Record<Plain, RegExp>,
  }
}

const all: Words[] = [en, de, fr, es, ja]
let read: readonly Language[] | undefined

export function languages(): readonly Language[] {
  read ??= all.map(language)
  return read
}

/** A message that begins so goes on with what was asked before. */
export const goesOn = new RegExp(
  `^[\\s¡!]*(?:${all.map(({ goesOn, spaced }) => (spaced ? `(?:${goesOn})${behind}` : goesOn)).join('|')})`,
  'iu',
)

export const says = (text: string, name: Plain): boolean =>
  languages().some(({ word }) => word[name].test(text))
