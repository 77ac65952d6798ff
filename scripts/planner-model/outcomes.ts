/**
 * What becomes of people's sentences when the likeliest reading is always done, with what speaks for and against it:
 * likelihood.py makes of it how likely a reading is right.
 *
 *   node scripts/planner-model/outcomes.ts outcomes.jsonl test/offline-planner/strangers test/offline-planner/strangers-languages
 */
import { writeFileSync } from 'node:fs'
import { readingsOf } from '../../service/offline-planner/learned/reader.ts'
import { weightOf } from '../../service/offline-planner/reading/effects.ts'
import { factsOf } from '../../service/offline-planner/reading/facts.ts'
import { sceneOf } from '../../service/offline-planner/reading/sentence.ts'
import { SURENESS } from '../../service/offline-planner/reading/sureness.ts'
import { openWorkbench } from '../../test/service/tools/open-bench.ts'
import { type Corpus, readCorpora, type Sentence } from '../../test/support/planner-corpus/corpus.ts'
import { pinToday, runCorpus } from '../../test/support/planner-corpus/run.ts'
import { seenOf } from './pairs.ts'

/** 21 November 2026, as the writers were told. */
const TODAY = 46_347
const ALWAYS = { read: 0, add: 0, change: 0, takes: 0 }

/** Null where nothing was read. */
function readAs({ tabs }: Corpus['workbook'], { say, tab }: Pick<Sentence, 'say' | 'tab'>) {
  const seen = seenOf({
    tabs: tabs.map(({ title, rows }) => ({ title, rows: rows.map(row => row.map(cell => cell ?? '')) })),
  })
  const overview = { ...seen.overview, active_tab: tab }
  const scene = sceneOf({ ...seen, overview }, { text: say, overwrite: false, turns: [], today: TODAY })
  const readings = typeof scene === 'string' ? [] : readingsOf(scene, say)
  const [best] = readings
  if (!best) return null
  return { does: best.instructions.length === 0 ? 'nothing' : weightOf(best), facts: factsOf(readings) }
}

const isForNothing = ({ kind, expect }: Sentence): boolean =>
  kind === 'nothing' || expect.some(outcome => 'nothing' in outcome)

pinToday()
const [out, ...folders] = process.argv.slice(2)
Object.assign(SURENESS, { needed: ALWAYS })
const workbench = await openWorkbench()
const lines: string[] = []
for (const corpus of folders.flatMap(readCorpora)) {
  const outcomes = await runCorpus(workbench, corpus)
  for (const [at, sentence] of corpus.sentences.entries()) {
    const { id, say } = sentence
    lines.push(
      JSON.stringify({
        id,
        say,
        writer: corpus.writer,
        isForNothing: isForNothing(sentence),
        verdict: outcomes[at]!.verdict,
        ...readAs(corpus.workbook, sentence),
      }),
    )
  }
  console.log(corpus.writer.slice(0, 60))
}
await workbench.close()
writeFileSync(out!, `${lines.join('\n')}\n`)
