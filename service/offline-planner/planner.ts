/**
 * The planner itself. It keeps no state: at each step it runs the turn's plan again from the start, feeds
 * it the results that the conversation holds, and answers with what the plan wants next. The same
 * conversation always gives the same step, so a turn that was cut off goes on where it was.
 */
import {
  isUndo,
  nothingAsked,
  nothingSaid,
  notUnderstood,
  tellsHow,
  WHERE_UNDO_IS,
  whichOf,
} from './answers/not-understood.ts'
import type { Turn } from './conversation.ts'
import { problemOf, type Reading, readAgain, readingsOf } from './learned/reader.ts'
import { look } from './look.ts'
import type { Instruction } from './meaning/instructions.ts'
import { deedOf } from './meaning/meant.ts'
import type { Call, Part, Plan } from './plan.ts'
import { type Decision, decide } from './reading/decision.ts'
import { choiceOf, rereadAs } from './reading/followups.ts'
import { type Said, type Scene, sceneOf } from './reading/sentence.ts'

/** Calls of tools per turn; the answer is one step more. */
const MAX_TOOL_STEPS = 30

type Reads = typeof readingsOf

interface Given {
  today: number
  read: Reads
}

export type NextStep = { calls: Call[] } | { text: string }

/** `read` is passed in for tests. */
export function nextStep(
  turns: readonly Turn[],
  tools: ReadonlySet<string>,
  today: number,
  read: Reads = readingsOf,
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
const CHANGED = 'The sheet is not what it was when I asked, so that choice no longer fits. '
const NOT_DONE = /^\*\*Not done/
const OTHERWISE = 'The sheet is another one by now than when I read this; ask again for:'
const GONE = 'What comes next speaks of something that is no longer there, so I left it undone.'

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
  if (asked.text === '') return nothingSaid()
  const readings = read(scene, asked.text)
  const chosen = asked.choice === null ? null : readings.find(({ says }) => says === asked.choice)
  const decision = chosen ? { do: chosen } : decide(readings)
  if (asked.choice !== null && !chosen) return (asked.choice === '' ? '' : CHANGED) + askedAgain(decision)
  if (decision === 'nothing') return isUndo(scene) ? WHERE_UNDO_IS : nothingAsked(asked.hasToldHow)
  if (decision === 'not understood') return notUnderstood(asked.text, scene.scope.overview, asked.hasToldHow)
  if ('ask' in decision) return whichOf(decision.ask)
  yield* carriedOut(decision.do, scene, asked, done)
  return joined(done)
}

const askedAgain = (decision: Decision): string => {
  const readings = typeof decision === 'object' ? ('ask' in decision ? decision.ask : [decision.do]) : []
  const able = readings.filter(({ says }) => says !== '')
  return able.length > 0 ? whichOf(able) : 'Nothing was changed. Say again what you want.'
}

/** What was done so far changed the sheet, never what is meant. Where one fails, those after it are left. */
function* carriedOut(reading: Reading, scene: Scene, asked: Asked, done: string[]): Part<void> {
  for (const [number, first] of reading.instructions.entries()) {
    const now = number === 0 ? scene : yield* lookedAt(asked)
    const instruction =
      typeof now === 'string' ? now : number === 0 ? first : (readAgain(reading, number, now) ?? GONE)
    const answer = typeof instruction === 'string' ? instruction : yield* doneOrNot(first, instruction)
    done.push(answer)
    if (typeof instruction === 'string' || NOT_DONE.test(answer)) break
  }
}

function* doneOrNot(announced: Instruction, instruction: Instruction): Plan {
  const deed = deedOf(instruction)
  if (!deed) return problemOf({ instructions: [instruction] }) ?? ''
  // Nobody has agreed to lose what was not there when it was announced.
  if (deed.takes && deed.says !== deedOf(announced)?.says) return `**Not done.** ${OTHERWISE} ${deed.says}.`
  return yield* deed.plan()
}

function* lookedAt(said: Said): Part<Scene | string> {
  const seen = yield* look()
  return typeof seen === 'string' ? seen : sceneOf(seen, said)
}

const askedIn = (turns: readonly Turn[], today: number): Asked => ({
  ...rereadAs(turns),
  choice: choiceOf(turns),
  hasToldHow: turns.slice(0, -1).some(({ answer = '' }) => tellsHow(answer)),
  turns,
  today,
})
