/**
 * The planner itself. It keeps no state: at each step it runs the turn's plan again from the start, feeds
 * it the results that the conversation holds, and answers with what the plan wants next. The same
 * conversation always gives the same step, so a turn that was cut off goes on where it was.
 */

import { nothingSaid, notUnderstood, tellsHow, whichOne } from './answers/not-understood.ts'
import type { Turn } from './conversation.ts'
import { frames } from './frames/index.ts'
import { link, type Node } from './linking/link.ts'
import { SheetIndex } from './linking/sheet.ts'
import { look } from './look.ts'
import type { Call, Plan } from './plan.ts'
import { type Clause, isRemark, partClauses } from './reading/clauses.ts'
import type { Scope } from './reading/draft.ts'
import { choiceOf, offered, remembered, rereadAs, substituted } from './reading/followups.ts'
import { withRowNouns } from './reading/nouns.ts'
import { type Candidate, candidates, isSure } from './reading/read.ts'
import { withoutAsides } from './reading/segments.ts'
import { lexiconFor } from './words/index.ts'

/** Calls of tools per turn; the answer is one step more. */
const MAX_TOOL_STEPS = 30

export type NextStep = { calls: Call[] } | { text: string }

export function nextStep(turns: readonly Turn[], tools: ReadonlySet<string>, today: number): NextStep {
  const turn = turns.at(-1)
  if (!turn) return { text: nothingSaid() }
  const done: string[] = []
  const plan = turnPlan(turns, today, done)
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
const TOO_LONG =
  'This is longer than an instruction, so I did not read it. Nothing was changed. Say it in a few short sentences; a language model reads longer ones.'
const LEFT_ALONE =
  'I can only do this by changing the sheet, which you asked me to leave as it is. Nothing was changed for this.'
const READING = new Set(['get_sheet_overview', 'read_range', 'read_spreadsheet_fields'])

const areSame = (recorded: Call[], planned: Call[]): boolean =>
  recorded.length === planned.length && recorded.every(({ tool }, index) => tool === planned[index]!.tool)

const joined = (answers: readonly string[]): string => answers.join('\n\n')

/** Looks at the sheet, then does the instructions one by one, looking again before each. */
function* turnPlan(turns: readonly Turn[], today: number, done: string[]): Plan {
  const text = rereadAs(turns)
  const hasToldHow = turns.slice(0, -1).some(({ answer = '' }) => tellsHow(answer))
  const choice = choiceOf(turns)
  let parts: Set<number>[] = []
  for (let number = 0; ; number++) {
    const seen = yield* look()
    if (typeof seen === 'string') return joined([...done, seen])
    const index = new SheetIndex(seen.overview, seen.data, lexiconFor(text))
    const tab =
      seen.overview.tabs.find(({ title }) => title === seen.overview.active_tab) ?? seen.overview.tabs[0]
    if (!tab) return 'There is no tab here. Nothing was changed.'
    const nodes = meant(substituted(link(index, { text, today })), index, tab.title)
    if (nodes.length === 0 && text.trim().length > 1_000) return joined([...done, TOO_LONG])
    const nowhere = nodes.find(
      node =>
        node.range?.tab !== undefined &&
        !seen.overview.tabs.some(({ title }) => title.toLowerCase() === node.range!.tab!.toLowerCase()),
    )
    if (nowhere)
      return joined([
        ...done,
        `There is no tab “${nowhere.range!.tab}”. The tabs are ${seen.overview.tabs.map(({ title }) => title).join(', ')}. Nothing was changed.`,
      ])
    const scope: Scope = {
      index,
      overview: seen.overview,
      tab,
      today,
      overwrite: nodes.some(node => node.concepts.has('sure')),
      isPostpositional: lexiconFor(text).isPostpositional,
      ...remembered(turns, index),
    }
    // What was done so far changed the sheet, never where one instruction ends and the next begins.
    const clauses =
      number === 0
        ? partClauses(nodes, scope, frames, text)
        : parts.map(part => clauseOf(nodes, part, scope, text))
    const instructing = clauses.filter(clause => clauses.length === 1 || !isRemark(clause))
    const says = ({ candidates: [first] }: (typeof clauses)[number]) => first?.filled?.says ?? null
    // "Clean it up: trim …" says one thing twice.
    const distinct = instructing.filter(
      (clause, at) =>
        says(clause) === null || instructing.findIndex(other => says(other) === says(clause)) === at,
    )
    const instructions = number > 0 ? clauses : distinct.length > 0 ? distinct : clauses.slice(0, 1)
    if (number === 0) parts = instructions.map(startsOf)
    const unsure =
      number === 0 && choice === null
        ? instructions.find(
            ({ candidates: [first] }) =>
              !first ||
              (!isSure(first) && !isToldWhy(first)) ||
              (instructions.length > 1 && first.penalty < -1.05),
          )
        : undefined
    const clause = unsure ?? instructions[number]
    if (!clause) return done.length > 0 ? joined(done) : nothingSaid()
    const said = text.slice(
      clause.nodes[0]?.tokens[0]?.start ?? 0,
      clause.nodes.at(-1)?.tokens.at(-1)?.end ?? 0,
    )
    const tied = choice === null ? offered(clause.candidates, instructions.length) : []
    if (tied.length > 1) return joined([...done, whichOne(tied)])
    const best = choice === null ? clause.candidates[0] : offered(clause.candidates, 1)[choice]
    if (best && instructions.length > 1 && isToldWhy(best)) {
      done.push(best.problem!)
      if (number + 1 >= instructions.length) return joined(done)
      continue
    }
    if (best?.filled && (choice !== null || (isSure(best) && !unsure))) {
      done.push((yield* guarded(best.filled.plan(), !leavesAlone(clause.nodes))) + leftOver(best))
      if (number + 1 >= instructions.length) return joined(done)
      continue
    }
    done.push(
      best?.problem && -best.penalty < 2.5
        ? best.problem
        : notUnderstood(said, best, seen.overview, hasToldHow),
    )
    const rest = (unsure ? instructions.filter(each => each !== unsure) : instructions.slice(number + 1)).map(
      ({ nodes: [first, ...others] }) =>
        text.slice(first!.tokens[0]!.start, (others.at(-1) ?? first!).tokens.at(-1)!.end),
    )
    if (rest.length > 0) done.push(`I also left this undone: ${rest.map(each => `“${each}”`).join(', ')}.`)
    return joined(done)
  }
}

/** Where the words of an instruction begin in the text. */
const startsOf = ({ nodes }: Clause): Set<number> =>
  new Set(nodes.flatMap(({ tokens }) => tokens.map(({ start }) => start)))

/** An instruction read anew on the sheet as it is now. */
function clauseOf(nodes: readonly Node[], starts: ReadonlySet<number>, scope: Scope, text: string): Clause {
  const part = nodes
    .filter(({ tokens }) => tokens.some(({ start }) => starts.has(start)))
    .map((node, at) => ({ ...node, at }))
  return { nodes: part, candidates: candidates(part, scope, frames, text) }
}

/** Without what asks for nothing, and with the names of rows marked. */
const meant = (nodes: readonly Node[], index: SheetIndex, title: string): Node[] =>
  withRowNouns(withoutAsides(nodes, index.lexicon), index, title)

/** A figure may be told where a word remains, and says so. */
function leftOver({ filled, frame, left }: Candidate): string {
  if ((filled?.effect ?? frame.effect) !== 'read' || left.length === 0) return ''
  return `\n\nI did not take ${left
    .slice(0, 4)
    .map(word => `“${word}”`)
    .join(', ')} into account.`
}

/** What is meant is clear, and why it can't be done. */
const isToldWhy = ({ problem, penalty }: { problem: string | null; penalty: number }): boolean =>
  problem !== null && penalty > -1.05

/** "Answer here and leave the sheet as it is" */
const leavesAlone = (nodes: readonly { concepts: ReadonlySet<string>; text: string }[]): boolean =>
  nodes.some(({ text }) => /leave the sheet|answer here|just tell me|without altering anything/i.test(text))

function* guarded(plan: Plan, mayChange: boolean): Plan {
  let next = plan.next()
  while (!next.done) {
    if (!mayChange && next.value.some(({ tool }) => !READING.has(tool))) return LEFT_ALONE
    next = plan.next(yield next.value)
  }
  return next.value
}
