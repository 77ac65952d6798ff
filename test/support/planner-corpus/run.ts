/** Runs corpora: each sentence on a workbook of its own, with the real planner and the real tools. */
import { NEEDS_PERMISSION } from '../../../contract/permissions.ts'
import { talk } from '../../service/offline-planner/talk.ts'
import { type Bench, openBench, type Workbench } from '../../service/tools/open-bench.ts'
import type { Corpus, Sentence } from './corpus.ts'
import { type Judged, judge } from './judge.ts'
import { takePicture } from './picture.ts'

export interface Outcome extends Judged {
  writer: string
  language: string
  sentence: Sentence
  answer: string
  /** Nothing was changed, and one of the readings that the answer offers is right. */
  isRightByClick: boolean
  /** What would have been asked first; nothing where permission was taken as given. */
  questions: string[]
}

export const TODAY = '2026-11-21'

/** The day that writers had in mind, for everything in this process: formulas ask for it as well. */
export function pinToday(): void {
  const Real = Date
  const offset = Real.parse(`${TODAY}T12:00:00Z`) - Real.now()
  globalThis.Date = class extends Real {
    constructor(...given: unknown[]) {
      if (given.length === 0) super(Real.now() + offset)
      else super(...(given as [number]))
    }
    static override now = () => Real.now() + offset
  } as DateConstructor
}

/**
 * Every `parallel` sentences share a moment of waiting for the local Google. Who wrote a sentence wants it
 * done, so where a call needs a word of theirs, they give it, unless `asks` is set to hear the questions.
 */
export async function runCorpus(
  workbench: Workbench,
  corpus: Corpus,
  { parallel = 4, asks = false }: { parallel?: number; asks?: boolean } = {},
): Promise<Outcome[]> {
  const outcomes: Outcome[] = []
  const queue = [...corpus.sentences.entries()]
  const work = async () => {
    for (let next = queue.shift(); next; next = queue.shift())
      outcomes[next[0]] = await runOne(workbench, corpus, next[1], asks)
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return outcomes
}

/** The bench, with the questions of its calls noted. */
const noting = (bench: Bench, questions: string[]): Bench => ({
  ...bench,
  async run(...call) {
    const outcome = await bench.run(...call)
    if (outcome.state === 'failed' && outcome.message.startsWith(NEEDS_PERMISSION))
      questions.push(outcome.message.slice(NEEDS_PERMISSION.length))
    return outcome
  },
})

async function runOne(
  workbench: Workbench,
  corpus: Corpus,
  sentence: Sentence,
  asks: boolean,
): Promise<Outcome> {
  const questions: string[] = []
  const trying = (prompts: readonly string[]) =>
    tried(workbench, corpus, sentence, prompts, asks ? questions : null)
  const first = await trying([sentence.say])
  let isRightByClick = false
  const offered =
    first.verdict === 'asked' ? (/Answer with its number[\s\S]*/.exec(first.answer)?.[0] ?? '') : ''
  for (const [, number] of offered.matchAll(/^(\d)\. /gm))
    isRightByClick ||= (await trying([sentence.say, number!])).verdict === 'right'
  return { ...first, writer: corpus.writer, language: corpus.language, sentence, isRightByClick, questions }
}

/** The answers are heard by nobody where `questions` is null: permission is taken as given. */
async function tried(
  workbench: Workbench,
  corpus: Corpus,
  sentence: Sentence,
  prompts: readonly string[],
  questions: string[] | null,
): Promise<Judged & { answer: string }> {
  const bench = await openBench(workbench, {
    tabs: corpus.workbook.tabs,
    activeTab: sentence.tab,
    prompt: sentence.say,
    asks: questions !== null,
  })
  const before = await takePicture(workbench.api, bench.id)
  let answer = ''
  try {
    const { say } = talk(noting(bench, questions ?? []), TODAY)
    for (const prompt of prompts) answer = (await say(prompt)).answer
  } catch (cause) {
    answer = `THREW ${(cause as Error).message}`
  }
  const after = await takePicture(workbench.api, bench.id)
  return { ...judge(before, after, answer, sentence.expect), answer }
}

export interface Rates {
  all: number
  right: number
  /** Asked, and right by one press. */
  byClick: number
  asked: number
  wrong: number
}

export function ratesOf(outcomes: readonly Outcome[]): Rates {
  const count = (verdict: Judged['verdict']) => outcomes.filter(each => each.verdict === verdict).length
  const byClick = outcomes.filter(each => each.isRightByClick).length
  return {
    all: outcomes.length,
    right: count('right'),
    byClick,
    asked: count('asked'),
    wrong: count('wrong'),
  }
}
