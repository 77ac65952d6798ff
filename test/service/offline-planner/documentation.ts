/** The page about the offline planner, written from its kinds' own names and examples and from the corpus. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { frames } from '../../../service/offline-planner/frames/index.ts'
import { vocabularies } from '../../../service/offline-planner/words/index.ts'
import { readCorpora } from '../../support/planner-corpus/corpus.ts'

const LANGUAGES = new Intl.DisplayNames(['en'], { type: 'language' })
const SHOWN_EACH = 4

const opening = (): string => `# The offline planner

Rowhand works without a language model. Where no provider is switched on, the models called **Offline planner (rules, no language model)** do the work: \`managed:agent:offline/planner\`, \`managed:bulk:offline/planner\` and \`managed:search:offline/planner\`. They cost nothing and send nothing anywhere.

It reads sentences, in ${vocabularies.map(({ language }) => LANGUAGES.of(language)).join(', ')}: words are linked to what the sheet has (columns loosely, values, tabs, ranges, dates, numbers with units, typing errors), kinds of instructions take from them what they need in any order, and the reading that explains the most acts. Conditions, groups, orders and places go with every kind that can take them. A value may be named instead of its column (“the open ones”), a unit too (“over 30 kg”).

Before anything is changed, each word that was written must be accounted for: by what is going to be done, or as one of the few words that only hold a sentence together. Where a word stays unexplained that could matter, nothing is changed and the answer names it; figures by category that are not sure enough for a new tab are told in words; where two readings differ in what they would change, the answer offers them by number, and “2” as the next prompt takes the second. Of several instructions none is done where one is not understood. Formulas are written rather than values, and cells that hold something are not written over unless the words ask for it (“and overwrite”). Follow-ups change a part of the instruction before: “and for South?”, “the same for Cost”, “other way round”.

Beside these rules a **learned reader** reads each sentence: a small network (9 MB, no language model) that was trained on some 120,000 sentences with their meanings, and writes what is meant in a [formal language](meaning-language.md) that the same kinds carry out. It knows how people put things: “when I scroll I always lose the headings, can you nail those down?”. How likely each of the two is right is weighed from what they leave over and whether they agree, by what became of other people’s sentences; the likelier is followed where that is enough for what it would do, else what they read is offered as buttons to press. What takes rows, columns or tabs away is done only where both read it. How it is trained stands in [scripts/planner-model](../scripts/planner-model/README.md).

A range may be named as the place: “In Leads!A2:A20: trim”. Then nothing outside of it is changed.

A language model understands far more. Translating, classifying and summing up texts need one: the planner says so and changes nothing. Whoever runs the service switches one on with \`ANTHROPIC_API_KEY\`, \`OPENAI_API_KEY\`, \`GOOGLE_GENERATIVE_AI_API_KEY\` or \`OPENAI_COMPATIBLE_BASE_URL\` and \`OPENAI_COMPATIBLE_MODELS\` (for example a local Ollama).

## What it knows

The examples are about a table with the columns Date, Customer, First, Last, Email, Region, Status, Qty, Price and Cost; the tests read each of them.

| Kind | What it does | For example |
|---|---|---|
`

const cell = (text: string): string => text.replaceAll('|', '\\|')

const kinds = (): string =>
  frames
    .filter(({ examples }) => examples.length > 0)
    .map(
      ({ name, does, examples }) =>
        `| ${name} | ${cell(does)} | ${examples.slice(0, 2).map(cell).join(' · ')} |`,
    )
    .join('\n')

const others = (): string =>
  frames
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

Its corpus in \`test/offline-planner/corpus\` are sentences of writers who had not seen it, each with the outcomes that are right on its workbook. \`npm run bench -- planner-corpus\` runs them on the local Google with the real tools and prints right, asked and wrong by kind and writer; a test holds floors.

How far it goes with people it has not met, on 22 November 2026: of three writers in English whose 330 sentences nobody had looked at it read 39 % right and did something else than was wanted in 13 %. Since then their failures were looked at and causes mended: 48 % right, 1.5 % wrong, and the rest asked or answered in words. Three other writers, whose 330 sentences nobody who worked on it has seen, are what somebody new will meet: 39 % right and 7.6 % wrong (37 % and 15 % before); 150 other sentences for nothing: 8.7 % changed something; 120 others in the four languages: 43 % right, 2.5 % wrong. Of 150 sentences that must change nothing 1.3 % changed something (15 % before); of 120 in German, French, Spanish and Japanese 58 % were right and none wrong (39 % and 6 % before). Since then a reading must account for each word before it may change anything: of two writers whose 220 long sentences nobody who wrote that rule had seen it reads 36 % right and 3.6 % wrong (37 % and 4.5 % before), of another's 80 short wishes 56 % and 6.3 % (56 % and 7.5 % before). It asks too often, most of all of long and polite sentences and of words that only the trade knows.

With the learned reader, on 23 November 2026: of two writers whom neither reader had met (200 sentences, \`test/offline-planner/strangers\`: costume, repair) 65 % are right at once and 81.5 % at once or by one press, 6 % wrong; by the rules alone 42.5 % are right and 5.5 % wrong. Of 240 sentences by four other writers in German, French, Spanish and Japanese (\`strangers-languages\`: tafel, apiculteur, refugio, gakudo) 52 % are right at once, 77 % with one press, 4 % wrong; before a fault that they showed was mended (what was meant in these languages could seldom be carried out) it was 41 %, 65 % and 4 %. Of 100 that must change nothing (\`strangers-nothing\`: n5) 3 changed something. \`npm run bench -- planner-corpus test/offline-planner/strangers\` shows it, with eight other writers on whose results it was fitted how likely each reader is right.

Such sentences are:

`

const end = `

## Rows one by one

As the bulk model it does plain text work in each row: upper, lower and title case, trim, length, word count, first and last word, initials, email, email domain, web address, number, and sentiment by keywords. “Uppercase: {{A}}” and “Sentiment: {{C}}” are such templates. Every other row fails with a message that says a language model is needed. As the search model it can't search, and says so.

## Add a kind, add a language

\`service/offline-planner/\` has the layers \`words/\` (a vocabulary a language), \`linking/\` (spans of the sentence to what the sheet has), \`frames/\` (kinds: what calls for them, what they take, their plan), \`reading/\` (clauses, conditions, the score, which reader is followed), \`learned/\` (the network), \`meaning/\` (its formal language, carried out by the kinds) and \`answers/\`. A kind is a file in one of the rooms of \`frames/\` (\`cells/\`, \`columns/\`, \`looks/\`, \`questions/\`, \`rows/\`, \`structure/\`, \`summaries/\`) and is named in its index; a language is a file in \`words/\` that is named in its index. A single word goes to its concept in \`words/<language>.ts\`; what must be asked first is read with words of its own, \`service/permissions/words/<language>.ts\`. This page is written anew by \`npx vitest run test/service/offline-planner/documentation.test.ts -u\`.
`

export const documentation = (): string => `${opening()}${kinds()}\n\n${others()}\n${closing}${said()}${end}`
export const readSource = (path: string): string => readFileSync(path, 'utf8')
