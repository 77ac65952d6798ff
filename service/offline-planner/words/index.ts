/** The vocabularies. A language is a file that is named here. */
import { german } from './de.ts'
import { english } from './en.ts'
import { spanish } from './es.ts'
import { french } from './fr.ts'
import { japanese } from './ja.ts'
import { Lexicon, numberWordsOf, type Vocabulary } from './lexicon.ts'

export const vocabularies: readonly Vocabulary[] = [english, german, french, spanish, japanese]

const made = new Map<string, Lexicon>()

/** Of the language that most of the words are of; where they leave it open, most of those of the `headers`. */
export const lexiconFor = (text: string, headers = ''): Lexicon => lexiconOf(languageOf(text, headers))

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

function languageOf(text: string, headers: string): Vocabulary {
  if (/[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text.slice(0, MOST_READ))) return japanese
  const [said, above] = [wordsOf(text), wordsOf(headers)]
  const scored = vocabularies.map(vocabulary => {
    const index = ownOf(vocabulary)
    const score = (words: readonly string[]) =>
      words.filter(word => word.length > 1 && index.has(word)).length
    return { vocabulary, said: score(said), above: score(above) }
  })
  return scored.sort((a, b) => b.said - a.said || b.above - a.above)[0]!.vocabulary
}

const wordsOf = (text: string): string[] =>
  text
    .slice(0, MOST_READ)
    .toLowerCase()
    .split(/[^\p{L}']+/u)

function ownOf(vocabulary: Vocabulary): ReadonlySet<string> {
  const known = own.get(vocabulary)
  if (known) return known
  const { words, months, weekdays, numbers } = vocabulary
  const lists = [...Object.values(words), ...months, ...weekdays, numbers]
  const found = new Set(lists.join(',').split(/[\s,]+/))
  own.set(vocabulary, found)
  return found
}
