/** The page about the offline planner, written from its kinds' own names and examples and from the corpus. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { kinds as known } from '../../../service/offline-planner/kinds/index.ts'
import { vocabularies } from '../../../service/offline-planner/words/index.ts'
import { readCorpora } from '../../support/planner-corpus/corpus.ts'

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' })
const SHOWN_EACH = 4

const opening = (): string => `# The offline planner

Rowhand works without a language model. Where no provider is switched on, the models called **Offline planner (no language model)** do the work: \`managed:agent:offline/planner\`, \`managed:bulk:offline/planner\` and \`managed:search:offline/planner\`. They cost nothing and send nothing anywhere.

It reads sentences, in ${vocabularies.map(({ language }) => LANGUAGES.of(language)).join(', ')}. First the words are linked to what the sheet has (columns loosely, values, tabs, ranges, dates, numbers with units, typing errors). Then a small network (20 MB, no language model) that was trained on some 285,000 sentences with their meanings writes what is meant in a [formal language](meaning-language.md), which the kinds below carry out. It knows how people put things: “when I scroll I always lose the headings, can you nail those down?”. It can only say what that language says, and points at the columns, words and numbers that it means; how it is trained stands in [scripts/planner-model](../scripts/planner-model/README.md).

How likely its reading is right is weighed: from how sure the network is, and from what the reading leaves over of the sentence or finds nothing to do for, by what became of other people’s sentences. Where that is enough for what it would do, it is done; to take rows, columns or tabs away it must be the surest. Else nothing is changed, and what may be meant is offered by number, each a button to press; “2” as the next prompt takes the second. Formulas are written rather than values, and cells that hold something are not written over unless the words ask for it (“and overwrite”). Follow-ups change a part of the instruction before: “and for South?”, “the same for Cost”, “other way round”, “make it bold”.

A range may be named as the place: “In Leads!A2:A20: trim”. Then nothing outside of it is changed.

A language model understands far more. Translating, classifying and writing texts need one: the planner changes nothing then, and says so. Whoever runs the service switches one on with \`ANTHROPIC_API_KEY\`, \`OPENAI_API_KEY\`, \`GOOGLE_GENERATIVE_AI_API_KEY\` or \`OPENAI_COMPATIBLE_BASE_URL\` and \`OPENAI_COMPATIBLE_MODELS\` (for example a local Ollama).

## What it knows

The examples are about a table with the columns Date, Customer, First, Last, Email, Region, Status, Qty, Price and Cost; the tests read each of them.

| Kind | What it does | For example |
|---|---|---|
`

const cell = (text: string): string => text.replaceAll('|', '\\|')

const kinds = (): string =>
  known
    .filter(({ examples }) => examples.length > 0)
    .map(
      ({ name, does, examples }) =>
        `| ${name} | ${cell(does)} | ${examples.slice(0, 2).map(cell).join(' · ')} |`,
    )
    .join('\n')

const others = (): string =>
  known
    .filter(({ examples }) => examples.length === 0)
    .map(({ name, does }) => `- **${name}**: ${does}`)
    .join('\n')

/** Sentences of people, a few of each writer, as they wrote them. */
function said(): string {
  const folder = join(import.meta.dirname, '../../offline-planner/corpus')
  return readCorpora(folder)
    .map(({ writer, sentences }) => {
      const some = sentences.filter((_, index) => index % Math.floor(sentences.length / SHOWN_EACH) === 2)
      return `- A ${writer}: ${some
        .slice(0, SHOWN_EACH)
        .map(({ say }) => `“${say}”`)
        .join(' · ')}`
    })
    .join('\n')
}

const closing = `
## How well it reads

Its corpora in \`test/offline-planner/\` are sentences of writers who had not seen it, each with the outcomes that are right on its workbook. \`npm run bench -- planner-corpus test/offline-planner/strangers\` runs them on the local Google with the real tools and prints right, asked and wrong by kind and writer; a test holds floors.

On 24 November 2026, of three writers in English whom it had not met (180 sentences, \`strangers\`: scaffold, choir, tea) 75 % were right at once and 86 % at once or by one press, 2.8 % did something else than was wanted; the version before does 75 %, 87 % and 3.3 % of the same sentences. Of 180 sentences by four others in German, French, Spanish and Japanese (\`strangers-languages\`: biokiste, mediatheque, azulejos, wagashi) 74 %, 87 % and 6.1 % (before 74 %, 86 % and 5.0 %); of 80 that must change nothing (\`strangers-nothing\`: n12) two changed something (two). Which of two networks is in was chosen when both had read these; the other one does 73 % and 75 % at once, 2.2 % and 4.4 % wrong. Writers differ as much as versions do: of those of the day before it does 66 % and 67 %. On 4,470 sentences of 61 writers before these, by simulation, each judged by what was learned of the others, 80 % are right and 2.2 % wrong where a likelihood of 75 % is asked for, 79 % and 1.8 % where it is 80 %, 77 % and 1.4 % where it is 85 %, 74 % and 1.1 % where it is 90 %: how likely a reading must be is a choice.

It takes an upper case for a capital at the beginning now and then, one of several months for all, “how do I …?” and “would it be rude to …?” for wishes, and in languages other than English it misses long sentences that tell several things at once.

Such sentences are:

`

const end = `

## Rows one by one

As the bulk model it does plain text work in each row: upper, lower and title case, trim, length, word count, first and last word, initials, email, email domain, web address, number, and sentiment by keywords. “Uppercase: {{A}}” and “Sentiment: {{C}}” are such templates. Every other row fails with a message that says a language model is needed. As the search model it can't search, and says so.

## Add a kind, add a language

\`service/offline-planner/\` has the layers \`words/\` (a vocabulary a language), \`linking/\` (spans of the sentence to what the sheet has), \`learned/\` (the network), \`meaning/\` (its formal language), \`kinds/\` (what carries an instruction out), \`reading/\` (how likely a reading is right, follow-ups) and \`answers/\`. A kind is a file in one of the rooms of \`kinds/\`, named in its index, with a word of the formal language in \`meaning/phrases.ts\`; the network learns the word from sentences in \`scripts/planner-model/pairs/\`. A language is a file in \`words/\` that is named in its index, and sentences too. What must be asked first is read with words of its own, \`service/permissions/words/<language>.ts\`. This page is written anew by \`npx vitest run test/service/offline-planner/documentation.test.ts -u\`.
`

export const documentation = (): string => `${opening()}${kinds()}\n\n${others()}\n${closing}${said()}${end}`
export const readSource = (path: string): string => readFileSync(path, 'utf8')
