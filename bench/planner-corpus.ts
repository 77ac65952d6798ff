/**
 * How many sentences of a corpus the offline planner gets right, on the local Google with the real tools.
 *
 *   node bench/planner-corpus.ts <folder> [--list] [--wrong] [--kind total] [--writer clerk] [--only id,id] [--answers] [--asks]
 *
 * With --asks calls ask for permission as in a turn, and each sentence that met a question is listed.
 */
import { parseArgs } from 'node:util'
import { openWorkbench } from '../test/service/tools/open-bench.ts'
import { readCorpora } from '../test/support/planner-corpus/corpus.ts'
import { type Outcome, pinToday, ratesOf, runCorpus } from '../test/support/planner-corpus/run.ts'

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    list: { type: 'boolean', default: false },
    wrong: { type: 'boolean', default: false },
    asks: { type: 'boolean', default: false },
    answers: { type: 'boolean', default: false },
    kind: { type: 'string' },
    writer: { type: 'string' },
    only: { type: 'string' },
  },
})
const folder = positionals[0] ?? 'test/offline-planner/corpus'

const percent = (part: number, whole: number): string =>
  whole === 0 ? '–' : `${((part / whole) * 100).toFixed(1)} %`

function table(title: string, outcomes: readonly Outcome[], nameOf: (outcome: Outcome) => string): void {
  console.log(`\n${title.padEnd(44)} all  right  asked  wrong`)
  for (const name of [...new Set(outcomes.map(nameOf))].sort()) {
    const { all, right, asked, wrong } = ratesOf(outcomes.filter(each => nameOf(each) === name))
    const numbers = [all, right, asked, wrong].map(number => String(number).padStart(5)).join('  ')
    console.log(`${name.slice(0, 40).padEnd(40)} ${numbers}  ${percent(right, all)}`)
  }
}

pinToday()
const workbench = await openWorkbench()
const outcomes: Outcome[] = []
const only = new Set(values.only?.split(','))
for (const corpus of readCorpora(folder)) {
  if (values.writer && !corpus.writer.includes(values.writer)) continue
  corpus.sentences = corpus.sentences.filter(
    ({ id, kind }) => (only.size === 0 || only.has(id)) && (!values.kind || kind.includes(values.kind)),
  )
  outcomes.push(...(await runCorpus(workbench, corpus, { asks: values.asks })))
}
await workbench.close()

table('kind', outcomes, ({ sentence }) => sentence.kind)
table('writer', outcomes, ({ writer, language }) => `${writer} (${language})`)
const { all, right, byClick, asked, wrong } = ratesOf(outcomes)
console.log(
  `\n${all} sentences: ${right} right (${percent(right, all)}), ${asked} asked (${percent(asked, all)}), of them ${byClick} right by one press (${percent(right + byClick, all)} in all), ${wrong} wrong (${percent(wrong, all)})`,
)
if (values.asks) {
  const met = outcomes.filter(({ questions }) => questions.length > 0)
  console.log(`${met.length} of ${all} sentences met a question`)
  for (const { sentence, questions } of met)
    console.log(`\n[question] ${sentence.id} (${sentence.kind}) ${sentence.say}\n   ${questions.join(' | ')}`)
}
if (values.list || values.wrong) {
  for (const { verdict, sentence, why, answer } of outcomes) {
    if (verdict === 'right' || (values.wrong && verdict !== 'wrong')) continue
    console.log(`\n[${verdict}] ${sentence.id} (${sentence.kind}) ${sentence.say}\n   ${why.slice(0, 300)}`)
    if (values.answers) console.log(`   → ${answer.replaceAll('\n', ' ').slice(0, 300)}`)
  }
}
