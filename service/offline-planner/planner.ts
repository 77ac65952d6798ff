/**
 * The planner itself. It keeps no state: at each step it runs the turn's plan again from the start, feeds
 * it the results that the conversation holds, and answers with what the plan wants next. The same
 * conversation always gives the same step, so a turn that was cut off goes on where it was.
 */

import { nothingSaid, notUnderstood, orElse, tellsHow, whichOf } from './answers/not-understood.ts'
import type { Turn } from './conversation.ts'
import { learnedFrom, readAgain } from './learned/reader.ts'
import { look } from './look.ts'
import type { Call, Part, Plan } from './plan.ts'
import { asRead, firstUnsure, isToldWhy, tellsWhy } from './reading/choices.ts'
import type { Clause } from './reading/clauses.ts'
import { decide } from './reading/decision.ts'
import { choiceOf, rereadAs } from './reading/followups.ts'
import { type Candidate, effectOf, isSure } from './reading/read.ts'
import { instructionsIn, rereadOn, type Said, type Scene, sceneOf } from './reading/sentence.ts'

/** Calls of tools per turn; the answer is one step more. */
const MAX_TOOL_STEPS = 30

type ReadsMeaning = typeof learnedFrom

interface Given {
  today: number
  read: ReadsMeaning
}

export type NextStep = { calls: Call[] } | { text: string }

/** `read` is the learned reader. */
export function nextStep(
  turns: readonly Turn[],
  tools: ReadonlySet<string>,
  today: number,
  read: ReadsMeaning = learnedFrom,
): NextStep {
  const turn = turns.at(-1)
  if (!turn) return { text: nothingSaid() }
  const done: string[] = []
  const plan = turnPlan(turns, { today, read }, done)
  let next = plan.next()
  for (let step = 0; !next.done; step++) {
    const recorded = turn.steps[step]
    if (recorded) {
      if (!areSame(recorded.calls, next.value)) return { text: joined([...done, LOST]) }
      next = plan.next(recorded.results)
      continue
    }
    const missing = next.value.find(({ tool }) => !tools.has(tool))
    if (missing)
      return {
        text: joined([
          ...done,
          `**Not done.** This needs the tool ${missing.tool}, which isn't offered here.`,
        ]),
      }
    if (step >= MAX_TOOL_STEPS) return { text: joined([...done, STOPPED]) }
    return { calls: next.value }
  }
  return { text: next.value }
}

const LOST =
  '**Stopped.** This turn was begun by another model, so I can’t tell how far it got. Look at the calls above, then ask again for what is missing.'
const STOPPED = `**Stopped** after ${MAX_TOOL_STEPS} steps, the most the offline planner takes in a turn. Ask again for what is missing.`
const LEFT_ALONE =
  'I can only do this by changing the sheet, which you asked me to leave as it is. Nothing was changed for this.'
const CHANGED = 'The sheet is not what it was when I asked, so that choice no longer fits. '
const LEAVES_ALONE = /leave the sheet|answer here|just tell me|without altering anything/i
const GONE = 'What comes next speaks of something that is no longer there, so I left it undone.'
const READING = new Set(['get_sheet_overview', 'read_range', 'read_spreadsheet_fields'])

const areSame = (recorded: Call[], planned: Call[]): boolean =>
  recorded.length === planned.length && recorded.every(({ tool }, index) => tool === planned[index]!.tool)

const joined = (answers: readonly string[]): string => answers.join('\n\n')

interface Asked extends Said {
  /** Which of the readings offered before was chosen, in its words. */
  choice: string | null
  hasToldHow: boolean
}

/** Looks at the sheet, then does the instructions one by one, looking again before each. */
function* turnPlan(turns: readonly Turn[], { today, read }: Given, done: string[]): Plan {
  const asked = askedIn(turns, today)
  const scene = yield* lookedAt(asked)
  if (typeof scene === 'string') return scene
  const rules = instructionsIn(scene, asked.text)
  const { tab, withheld } = scene.scope
  const isLeftAlone = LEAVES_ALONE.test(asked.text)
  const decision = decide({
    rules,
    learned: () => read(scene, asked.text),
    home: tab,
    said: asked.text,
    isWithheld: Boolean(withheld),
    isLeftAlone,
  })
  const choices = isLeftAlone ? [] : decision.choices
  const others = isLeftAlone ? [] : decision.others
  const chosen = asked.choice
    ? [...choices, ...others, asRead(rules, tab)].find(({ says }) => says === asked.choice)
    : undefined
  const meant = chosen ? chosen.learned : decision.learned
  const instructions = chosen && !chosen.learned ? rules : (meant?.clauses ?? decision.instructions)
  const unsure = chosen || meant ? undefined : firstUnsure(instructions)
  if (!chosen && choices.length > 0)
    return `${asked.choice ? CHANGED : ''}${whichOf(choices, unsure, wordsOf(unsure ?? instructions[0]!, asked.text))}`
  if (!chosen && asked.choice) return `${CHANGED}Nothing was changed. Say again what you want.`
  if (unsure) {
    const rest = instructions.filter(each => each !== unsure)
    return joined(refused(unsure, rest, scene, asked))
  }
  for (const [number, first] of instructions.entries()) {
    if (chosen?.readings[number] === null) continue
    // What was done so far changed the sheet, never where one instruction ends and the next begins.
    const now = number === 0 ? scene : yield* lookedAt(asked)
    if (typeof now === 'string') return joined([...done, now])
    const clause =
      number === 0 ? first : meant ? readAgain(meant, number, now) : rereadOn(now, first, asked.text)
    if (!clause) return joined([...done, GONE])
    const best = chosen && !meant ? sameAs(chosen.readings[number]!, clause, number) : clause.candidates[0]
    if (meant && best?.problem) {
      done.push(best.problem)
      continue
    }
    if (best?.filled && (chosen || meant || isSure(best))) {
      const mayChange = !(meant && isLeftAlone) && !clause.nodes.some(({ text }) => LEAVES_ALONE.test(text))
      done.push((yield* guarded(best.filled.plan(), mayChange)) + leftOver(best))
    } else if (best && instructions.length > 1 && isToldWhy(best)) done.push(best.problem!)
    else return joined([...done, ...refused(clause, instructions.slice(number + 1), now, asked)])
  }
  if (!chosen && others.length > 0) done.push(orElse(others))
  return done.length > 0 ? joined(done) : nothingSaid()
}

function* lookedAt(said: Said): Part<Scene | string> {
  const seen = yield* look()
  return typeof seen === 'string' ? seen : sceneOf(seen, said)
}

function askedIn(turns: readonly Turn[], today: number): Asked {
  const text = rereadAs(turns)
  return {
    text,
    choice: choiceOf(turns),
    hasToldHow: turns.slice(0, -1).some(({ answer = '' }) => tellsHow(answer)),
    turns,
    today,
  }
}

/** The reading that was chosen, on the sheet as it is now: what is counted in its words may be another number. */
const sameAs = (chosen: Candidate, { candidates: now }: Clause, number: number): Candidate | undefined =>
  number === 0
    ? chosen
    : (now.find(each => each.filled?.says === chosen.filled!.says) ??
      now.find(each => each.frame === chosen.frame))

/** The words of an instruction as they were written. */
const wordsOf = ({ nodes }: Clause, text: string): string =>
  text.slice(nodes[0]?.tokens[0]?.start ?? 0, nodes.at(-1)?.tokens.at(-1)?.end ?? 0)

/** Why an instruction is not done, and which others are left with it. */
function refused(clause: Clause, others: readonly Clause[], { scope }: Scene, asked: Asked): string[] {
  const [best] = clause.candidates
  const words = others.map(each => wordsOf(each, asked.text)).filter(Boolean)
  return [
    best && tellsWhy(best)
      ? best.problem!
      : notUnderstood(wordsOf(clause, asked.text), best, scope.overview, asked.hasToldHow),
    ...(words.length > 0 ? [`I also left this undone: ${words.map(each => `“${each}”`).join(', ')}.`] : []),
  ]
}

/** A figure may be told where a word remains, and says so. */
function leftOver(reading: Candidate): string {
  if (effectOf(reading) !== 'read' || reading.left.length === 0) return ''
  return `\n\nI did not take ${reading.left
    .slice(0, 4)
    .map(word => `“${word}”`)
    .join(', ')} into account.`
}

function* guarded(plan: Plan, mayChange: boolean): Plan {
  let next = plan.next()
  while (!next.done) {
    if (!mayChange && next.value.some(({ tool }) => !READING.has(tool))) return LEFT_ALONE
    next = plan.next(yield next.value)
  }
  return next.value
}
