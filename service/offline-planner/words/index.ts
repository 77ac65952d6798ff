/** The vocabularies. A language is a file that is named here. */
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { japanese } from './ja.ts'
import { Lexicon, numberWordsOf, type Vocabulary } from './lexicon.ts'

export const vocabularies: readonly Vocabulary[] = [english, german, french, spanish, japanese]

const made = new Map<string, Lexicon>()

/** Of the language that most of the words are of. */
export const lexiconFor = (text: string, known: readonly Vocabulary[] = vocabularies): Lexicon =>
  lexiconOf(languageOf(text, known))

function lexiconOf(vocabulary: Vocabulary): Lexicon {
  const words = made.get(vocabulary.language) ?? new Lexicon([vocabulary])
  made.set(vocabulary.language, words)
  return words
}

/** Numbers as words, of all languages; where two share a word, it is the first one's. */
export const NUMBER_WORDS: ReadonlyMap<string, number> = new Map(
  [...vocabularies].reverse().flatMap(({ numbers }) => numberWordsOf(numbers)),
)

const own = new Map<Vocabulary, Set<string>>()

/** The beginning tells the language. */
const MOST_READ = 2_000

function languageOf(text: string, known: readonly Vocabulary[]): Vocabulary {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text.slice(0, MOST_READ)))
    return known.find(({ language }) => language === 'ja') ?? english
  const words = text
    .slice(0, MOST_READ)
    .toLowerCase()
    .split(/[^\p{L}']+/u)
  const score = (vocabulary: Vocabulary) => {
    const index =
      own.get(vocabulary) ??
      new Set(
        Object.values(vocabulary.words)
          .join(',')
          .split(/[\s,]+/),
      )
    own.set(vocabulary, index)
    return words.filter(word => word.length > 1 && index.has(word)).length
  }
  return [...known].sort((a, b) => score(b) - score(a))[0]!
}
