/** The words of all languages in one index: spans of tokens to what they may mean. Knows no sheet. */
import { normal, type Token, tokenize } from './tokens.ts'

/** One language: a file each. A concept's words are parted by commas; a word may belong to several. */
export interface Vocabulary {
  language: string
  /** Other forms of a word that stand in the index: "sorted" → "sort". */
  forms(word: string): string[]
  /** What words of one root share: "supplies" and "supplier". */
  root?: RegExp
  words: Record<string, string>
  /** Nouns of tables that are written onto another: "Preisspalte". */
  heads?: RegExp
  /** Words that lose their end before a vowel and are written onto it, and what they are in full. */
  elided?: ReadonlyMap<string, string>
  /** Endings of words that say how: "gladly". They mean nothing here. */
  manner?: RegExp
  /** Names of months and weekdays, from January and Monday on; each with its short forms. */
  months: string[]
  weekdays: string[]
  /** A number and its words, parted by commas. */
  numbers: string
  /** "1.200" is twelve hundred. */
  partsThousandsByDots?: boolean
  /** Words that people use for one another in headers: each line is one meaning. */
  synonyms: string[]
}

interface Phrase {
  tokens: string[]
  concepts: string[]
}

export interface WordMatch {
  length: number
  concepts: string[]
  quality: number
}

/** "12 twelve dozen, 20 twenty" */
export const numberWordsOf = (numbers: string): [string, number][] =>
  numbers.split(', ').flatMap(entry => {
    const [value, ...words] = entry.split(' ')
    return words.map((word): [string, number] => [normal(word), Number(value)])
  })

/** As many words as are kept with their forms; a hostile text has more. */
const MOST_FORMS = 20_000

export class Lexicon {
  readonly #byFirst = new Map<string, Phrase[]>()
  readonly #singles = new Map<string, string[]>()
  readonly #byLength = new Map<number, string[]>()
  /** All words of phrases, and those of them without their vowels that stand for one alone. */
  readonly #words = new Set<string>()
  #bare: Map<string, string | null> | null = null
  readonly #forms = new Map<string, readonly string[]>()
  readonly #nearest = new Map<string, string | null>()
  readonly #vocabularies: readonly Vocabulary[]
  readonly months = new Map<string, number>()
  readonly weekdays = new Map<string, number>()
  readonly numbers = new Map<string, number>()
  readonly synonyms = new Map<string, Set<string>>()
  readonly partsThousandsByDots: boolean

  constructor(vocabularies: readonly Vocabulary[]) {
    this.#vocabularies = vocabularies
    this.partsThousandsByDots = vocabularies.some(each => each.partsThousandsByDots)
    for (const vocabulary of vocabularies) this.#add(vocabulary)
  }

  #add({ words, months, weekdays, numbers, synonyms }: Vocabulary): void {
    for (const [concept, list] of Object.entries(words))
      for (const phrase of list.split(/\s*[,\n]\s*/))
        if (phrase.trim() !== '') this.#addPhrase(phrase, concept)
    const named = (names: string[], index: Map<string, number>) => {
      for (const [at, list] of names.entries())
        for (const name of list.split(' ')) index.set(normal(name), at)
    }
    named(months, this.months)
    named(weekdays, this.weekdays)
    for (const [word, value] of numberWordsOf(numbers)) this.numbers.set(word, value)
    for (const line of synonyms) {
      const group = line.split(/\s*,\s*/).map(word => normal(word))
      for (const word of group) for (const other of group) this.#synonymsOf(word).add(other)
    }
  }

  #synonymsOf(word: string): Set<string> {
    const known = this.synonyms.get(word) ?? new Set()
    this.synonyms.set(word, known)
    return known
  }

  #addPhrase(text: string, concept: string): void {
    const tokens = tokenize(text.trim()).map(({ norm }) => norm)
    const [first] = tokens
    if (first === undefined) return
    for (const token of tokens) this.#words.add(token)
    const phrases = this.#byFirst.get(first) ?? []
    this.#byFirst.set(first, phrases)
    const same = phrases.find(
      other =>
        other.tokens.length === tokens.length && other.tokens.every((each, index) => each === tokens[index]),
    )
    if (same) same.concepts.push(concept)
    else phrases.push({ tokens, concepts: [concept] })
    if (tokens.length > 1) return
    this.#singles.set(first, [...(this.#singles.get(first) ?? []), concept])
    this.#byLength.set(first.length, [...(this.#byLength.get(first.length) ?? []), first])
  }

  /** All forms of a word, itself first. */
  forms(word: string): readonly string[] {
    const known = this.#forms.get(word)
    if (known) return known
    const forms = [word]
    for (const vocabulary of this.#vocabularies)
      for (const form of vocabulary.forms(word)) if (!forms.includes(form)) forms.push(form)
    if (this.#forms.size < MOST_FORMS) this.#forms.set(word, forms)
    return forms
  }

  /** The word that is written without its vowels: "mnth", "mch". */
  spelledOut(word: string): string | null {
    if (word.length >= 5 && !this.knows(word) && !this.months.has(word)) {
      const near = [...this.months.keys(), ...this.weekdays.keys()].find(
        name => name.length >= 5 && isNear(word, name),
      )
      if (near) return near
    }
    if (word.length < 3 || word.length > 8 || !/^[b-df-hj-np-tv-z]+$/.test(word) || this.#words.has(word))
      return null
    if (this.#bare === null) {
      this.#bare = new Map()
      for (const known of this.#words) {
        const bare = known[0] + known.slice(1).replaceAll(/[aeiouy]/g, '')
        if (known.length >= 4 && bare.length >= 3) this.#bare.set(bare, this.#bare.has(bare) ? null : known)
      }
    }
    return this.#bare.get(word) ?? null
  }

  /** The root of a long word, by which a verb and the noun in a header are known for one. */
  root(word: string): string | null {
    for (const { root } of this.#vocabularies) {
      const found = root?.exec(word)?.[1]
      if (found !== undefined) return found.replace(/(.)\1$/, '$1')
    }
    return null
  }

  /** The noun of tables that a word is or ends with. */
  headIn(word: string): string | null {
    for (const { heads } of this.#vocabularies) {
      const head = heads?.exec(word)?.[0]
      if (head !== undefined) return head
    }
    return null
  }

  /** "d'avril" begins with "de". */
  elidedIn(word: string): { word: string; length: number } | null {
    for (const { elided } of this.#vocabularies) {
      const before = elided && /^(\p{L}+)['’](?=\p{L})/u.exec(word)
      const full = before && elided.get(before[1]!)
      if (full) return { word: full, length: before[0].length }
    }
    return null
  }

  /** Nouns are written together there. */
  get partsCompounds(): boolean {
    return this.#vocabularies.some(({ heads }) => heads)
  }

  /** A word of its own or in a phrase, as it is written. */
  isOfPhrase = (word: string): boolean => this.#words.has(word)

  isManner = (word: string): boolean => this.#vocabularies.some(({ manner }) => manner?.test(word))

  knows = (word: string): boolean => this.forms(word).some(form => this.#singles.has(form))

  /** Whether a single word has a concept. */
  says = (word: string, concept: string): boolean => this.#singles.get(word)?.includes(concept) ?? false

  /** What these words and phrases mean, all together. */
  concepts = (...phrases: string[]): string[] =>
    phrases.flatMap(phrase => {
      const tokens = tokenize(phrase)
      return tokens.length === 0
        ? []
        : this.matches(tokens, 0)
            .filter(({ length }) => length === tokens.length)
            .flatMap(({ concepts }) => concepts)
    })

  /** What the tokens from `at` on may mean, the longest first. */
  matches(tokens: readonly Token[], at: number): WordMatch[] {
    const found: WordMatch[] = []
    const token = tokens[at]!
    if (token.kind === 'quoted' || token.kind === 'reference') return found
    for (const form of this.forms(token.norm)) {
      for (const { tokens: words, concepts } of this.#byFirst.get(form) ?? []) {
        const fits = words.every((word, index) => {
          const other = tokens[at + index]
          return (
            index === 0 ||
            (other !== undefined &&
              other.kind !== 'quoted' &&
              (other.norm === word || this.forms(other.norm).includes(word)))
          )
        })
        if (fits) found.push({ length: words.length, concepts, quality: form === token.norm ? 1 : 0.97 })
      }
    }
    return found.sort((a, b) => b.length - a.length)
  }

  /** The word that a typing error stands for. */
  nearest(word: string): WordMatch | null {
    if (word.length < 4 || word.length > 20 || /\d/.test(word)) return null
    let near = this.#nearest.get(word)
    if (near === undefined) {
      near = this.#lookNear(word)
      if (this.#nearest.size < 5_000) this.#nearest.set(word, near)
    }
    return near === null ? null : { length: 1, concepts: this.#singles.get(near)!, quality: 0.7 }
  }

  #lookNear(word: string): string | null {
    for (const length of [word.length, word.length + 1, word.length - 1])
      for (const candidate of this.#byLength.get(length) ?? [])
        if (candidate.length >= 4 && isNear(word, candidate)) return candidate
    return null
  }
}

/** At most one letter added, left out, changed, or two neighbours swapped; the first letter is right. */
export function isNear(a: string, b: string): boolean {
  if (a === b) return true
  if (Math.abs(a.length - b.length) > 1 || a[0] !== b[0]) return false
  let start = 0
  while (start < a.length && a[start] === b[start]) start++
  const [restA, restB] = [a.slice(start), b.slice(start)]
  if (restA.slice(1) === restB || restA === restB.slice(1)) return true
  // A changed letter in a short word makes another word: "sort" and "sold".
  if (restA.slice(1) === restB.slice(1)) return a.length >= 6
  return restA[0] === restB[1] && restA[1] === restB[0] && restA.slice(2) === restB.slice(2)
}
