/**
 * What becomes of people's sentences when the rules alone are followed, and when the learned reader is, with what
 * speaks for and against each: likelihood.py makes of it how likely each is right.
 *
 *   node scripts/planner-model/outcomes.ts outcomes.jsonl test/offline-planner/strangers test/offline-planner/strangers-languages
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { frames } from '../../service/offline-planner/frames/index.ts'
import { learnedFrom } from '../../service/offline-planner/learned/reader.ts'
import { readByBoth } from '../../service/offline-planner/reading/decision.ts'
import { learnedFacts, rulesFacts } from '../../service/offline-planner/reading/facts.ts'
import { isForbidden, some } from '../../service/offline-planner/reading/guards.ts'
import { WEIGHTS } from '../../service/offline-planner/reading/likelihood.ts'
import { effectOf } from '../../service/offline-planner/reading/read.ts'
import { instructionsIn, sceneOf } from '../../service/offline-planner/reading/sentence.ts'
import { SURENESS } from '../../service/offline-planner/reading/sureness.ts'
import { openWorkbench, type Workbench } from '../../test/service/tools/open-bench.ts'
import { type Corpus, readCorpora, type Sentence } from '../../test/support/planner-corpus/corpus.ts'
import { type Outcome, pinToday, runCorpus } from '../../test/support/planner-corpus/run.ts'
import { seenOf } from './pairs.ts'

/** 21 November 2026, as the writers were told. */
const TODAY = 46_347
const DOCUMENTED = join(import.meta.dirname, '../../test/offline-planner/documented.json')
const READERS = ['rules', 'learned'] as const
type Reader = (typeof READERS)[number]

/** Has one of them followed whatever it reads, in this process. */
function follow(reader: Reader): void {
  for (const each of READERS) WEIGHTS[each].bias = each === reader ? 1_000 : -1_000
  SURENESS.needed = { read: 0.5, add: 0.5, change: 0.5, takes: 0.5 }
}

async function outcomesOf(workbench: Workbench, corpus: Corpus, reader: Reader): Promise<Outcome[]> {
  follow(reader)
  return runCorpus(workbench, corpus)
}

/** Null where only the rules were asked. */
function factsOf(workbook: Corpus['workbook'], { say, tab }: Pick<Sentence, 'say' | 'tab'>) {
  const tabs = workbook.tabs.map(({ title, rows }) => ({
    title,
    rows: rows.map(row => row.map(cell => cell ?? '')),
  }))
  const seen = seenOf({ tabs })
  const overview = { ...seen.overview, active_tab: tab }
  const turns = [{ prompt: say, steps: [] }] as never
  const scene = sceneOf({ ...seen, overview }, { text: say, turns, today: TODAY })
  if (typeof scene === 'string') return null
  const both = readByBoth({
    rules: instructionsIn(scene, say),
    learned: () => learnedFrom(scene, say),
    home: scene.scope.tab,
    said: say,
    isWithheld: false,
    isLeftAlone: false,
  })
  if (!both) return null
  const effect = (kind: string, clauses: typeof both.rules) => some(clauses, each => effectOf(each) === kind)
  const doing = (clauses: typeof both.rules) =>
    effect('change', clauses) ? 'change' : effect('add', clauses) ? 'add' : 'read'
  const [best] = both.readings
  return {
    learned: {
      isForbidden: isForbidden(best!, both.rules),
      facts: learnedFacts(both),
      does: best!.clauses.length === 0 ? 'nothing' : doing(best!.clauses),
    },
    rules: { facts: rulesFacts(both), does: both.isRuled ? doing(both.rules) : 'nothing' },
  }
}

const isForNothing = ({ kind, expect }: Sentence): boolean =>
  kind === 'nothing' || expect.some(outcome => 'nothing' in outcome)

/** What the documentation promises is done as the rules read it. */
function documentedLines(): string[] {
  const { workbook, sentences }: Pick<Corpus, 'workbook' | 'sentences'> = JSON.parse(
    readFileSync(DOCUMENTED, 'utf8'),
  )
  const says = [...sentences.map(({ say }) => say), ...frames.flatMap(({ examples }) => examples)]
  return [...new Set(says)].flatMap(say => {
    const read = factsOf(workbook, { say, tab: workbook.tabs[0]!.title })
    const verdicts = { rules: 'right', learned: read?.rules.facts.same ? 'right' : 'asked' }
    return read && read.rules.does !== 'nothing'
      ? JSON.stringify({ id: say, writer: 'documented', say, isForNothing: false, verdicts, ...read })
      : []
  })
}

pinToday()
const [out, ...folders] = process.argv.slice(2)
const workbench = await openWorkbench()
const lines = documentedLines()
for (const folder of folders) {
  for (const corpus of readCorpora(folder)) {
    const [byRules, byLearned] = [
      await outcomesOf(workbench, corpus, 'rules'),
      await outcomesOf(workbench, corpus, 'learned'),
    ]
    for (const [at, sentence] of corpus.sentences.entries()) {
      const read = factsOf(corpus.workbook, sentence)
      lines.push(
        JSON.stringify({
          id: sentence.id,
          writer: corpus.writer,
          say: sentence.say,
          isForNothing: isForNothing(sentence),
          verdicts: { rules: byRules[at]!.verdict, learned: byLearned[at]!.verdict },
          isOffered: byRules[at]!.isRightByClick,
          ...read,
        }),
      )
    }
    console.log(corpus.writer.slice(0, 60))
  }
}
await workbench.close()
writeFileSync(out!, `${lines.join('\n')}\n`)
