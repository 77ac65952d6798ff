/** The page about the offline planner, written from the rules' own names and examples. */
import { kinds } from '../../../../service/models/offline/kinds/index.ts'

const OPENING = `# The offline planner

Rowhand works without a language model. Where no provider is switched on, the models called **Offline planner (rules, no language model)** do the work: \`managed:agent:offline/planner\`, \`managed:bulk:offline/planner\` and \`managed:search:offline/planner\`. They cost nothing and send nothing anywhere.

The planner follows rules. It looks at the sheet first, plans the same tool calls as a language model would, and reads its answer from what the tools report. What it doesn't understand it says, and it never does half of a guess.

It understands many wordings of each instruction below, in English (the sidebar’s quick actions in every language that it has). Names of columns are matched loosely: upper and lower case, plurals, quotation marks and single typing errors don't matter, and \`column C\` works too. Several instructions may stand in one prompt, parted by “then”, “and”, commas, semicolons or full stops; they are done in order, and where one is not understood the rest is left undone and named. Follow-ups may say “it”. An instruction is about the tab that is open, unless it names another: “in the tab Leads”, “sort Leads by Company”.

It may name a range as its place: “In Leads!A2:A20: trim and make it title case”, “Sort Leads!A1:F20 by Qty”, “Highlight negative values in C2:D9 in red”. Then nothing outside of that range is read or changed, and what can only be done to a whole table is refused. A header in the range stays what it is; rows below the data are left out. Sorting or removing duplicates in a range that is only some columns of a table would tear its rows apart, so it is refused too.

Cells that hold something are not written over unless the prompt says “and overwrite”.

A language model understands far more. Translating, classifying, scoring and summing up texts need one: the planner says so and changes nothing. Whoever runs the service switches one on with \`ANTHROPIC_API_KEY\`, \`OPENAI_API_KEY\`, \`GOOGLE_GENERATIVE_AI_API_KEY\` or \`OPENAI_COMPATIBLE_BASE_URL\` and \`OPENAI_COMPATIBLE_MODELS\` (for example a local Ollama).

## What it knows

The examples are about a table with the columns Date, Customer, First, Last, Email, Region, Status, Qty, Price and Cost. Each of them is run by the tests.
`

const CLOSING = `
## Rows one by one

As the bulk model it does plain text work in each row: upper, lower and title case, trim, length, word count, first and last word, initials, email, email domain, web address, number, and sentiment by keywords. “Uppercase: {{A}}”, “Extract the email from: {{B}}” and “Sentiment: {{C}}” are such templates. Every other row fails with a message that says a language model is needed. As the search model it can't search, and says so.

## Add a kind

A kind of instruction is a file in \`service/models/offline/kinds/\` that reads a clause and returns a plan, a generator of tool calls. Add it to \`kinds/index.ts\` with its examples, then write this page anew with \`npx vitest run test/service/models/offline -u\`.
`

export const documentation = (): string =>
  [
    OPENING,
    ...kinds.map(
      ({ name, does, examples }) =>
        `### ${name}\n\n${does}\n\n${examples.map(example => `- ${example}`).join('\n')}\n`,
    ),
  ].join('\n') + CLOSING
