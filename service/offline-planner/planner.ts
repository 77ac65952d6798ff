/**
 * The planner itself. It keeps no state: at each step it runs the turn's plan again from the start, feeds
 * it the results that the conversation holds, and answers with what the plan wants next. The same
 * conversation always gives the same step, so a turn that was cut off goes on where it was.
 */

import { columnLetters } from '../sheets/a1.ts'
import { nothingSaid, notUnderstood, orElse, tellsHow, whichOf } from './answers/not-understood.ts'
import type { Turn } from './conversation.ts'
import { frames } from './frames/index.ts'
import { daySerial, inYearOf } from './linking/dates.ts'
import { link, type Node } from './linking/link.ts'
import { type Column, isDate, SheetIndex } from './linking/sheet.ts'
import { look } from './look.ts'
import type { Call, Part, Plan } from './plan.ts'
import { withoutBackground } from './reading/background.ts'
import { asRead, besides, choicesOf, firstUnsure, isToldWhy, tellsWhy } from './reading/choices.ts'
import { type Clause, isRemark, partClauses } from './reading/clauses.ts'
import type { Scope } from './reading/draft.ts'
import { choiceOf, remembered, rereadAs, substituted } from './reading/followups.ts'
import { withheldIn } from './reading/mood.ts'
import { withRowNouns } from './reading/nouns.ts'
import { type Candidate, candidates, effectOf, isSure } from './reading/read.ts'
import { withoutAsides } from './reading/segments.ts'
import { asMeant } from './reading/wording.ts'
import { lexiconFor } from './words/index.ts'
import type { Lexicon } from './words/lexicon.ts'

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
const CHANGED = 'The sheet is not what it was when I asked, so that choice no longer fits. '
const LEAVES_ALONE = /leave the sheet|answer here|just tell me|without altering anything/i
const READING = new Set(['get_sheet_overview', 'read_range', 'read_spreadsheet_fields'])

const areSame = (recorded: Call[], planned: Call[]): boolean =>
  recorded.length === planned.length && recorded.every(({ tool }, index) => tool === planned[index]!.tool)

const joined = (answers: readonly string[]): string => answers.join('\n\n')

interface Asked {
  text: string
  lexicon: Lexicon
  /** Which of the readings offered before was chosen, in its words. */
  choice: string | null
  hasToldHow: boolean
  turns: readonly Turn[]
  today: number
}

interface Scene {
  nodes: Node[]
  scope: Scope
}

/** Looks at the sheet, then does the instructions one by one, looking again before each. */
function* turnPlan(turns: readonly Turn[], today: number, done: string[]): Plan {
  const asked = askedIn(turns, today)
  const scene = yield* sceneOf(asked)
  if (typeof scene === 'string') return scene
  const instructions = instructionsIn(scene, asked.text)
  const { tab } = scene.scope
  const mayOffer = !LEAVES_ALONE.test(asked.text)
  const choices = mayOffer ? choicesOf(instructions, tab) : []
  const others = mayOffer ? besides(instructions, tab) : []
  const chosen = asked.choice
    ? [...choices, ...others, asRead(instructions, tab)].find(({ says }) => says === asked.choice)
    : undefined
  const unsure = chosen ? undefined : firstUnsure(instructions)
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
    const now = number === 0 ? scene : yield* sceneOf(asked)
    if (typeof now === 'string') return joined([...done, now])
    const clause = number === 0 ? first : rereadOn(now, first, asked.text)
    const best = chosen ? sameAs(chosen.readings[number]!, clause, number) : clause.candidates[0]
    if (best?.filled && (chosen || isSure(best))) {
      const mayChange = !clause.nodes.some(({ text }) => LEAVES_ALONE.test(text))
      done.push((yield* guarded(best.filled.plan(), mayChange)) + leftOver(best))
    } else if (best && instructions.length > 1 && isToldWhy(best)) done.push(best.problem!)
    else return joined([...done, ...refused(clause, instructions.slice(number + 1), now, asked)])
  }
  if (!chosen && others.length > 0) done.push(orElse(others))
  return done.length > 0 ? joined(done) : nothingSaid()
}

function askedIn(turns: readonly Turn[], today: number): Asked {
  const text = rereadAs(turns)
  return {
    text,
    lexicon: lexiconFor(text),
    choice: choiceOf(turns),
    hasToldHow: turns.slice(0, -1).some(({ answer = '' }) => tellsHow(answer)),
    turns,
    today,
  }
}

/** The sentence on the sheet as it is now; or why it can't be read. */
function* sceneOf({ text, lexicon, turns, today }: Asked): Part<Scene | string> {
  const seen = yield* look()
  if (typeof seen === 'string') return seen
  const { overview } = seen
  const index = new SheetIndex(overview, seen.data, lexicon)
  const tab = overview.tabs.find(({ title }) => title === overview.active_tab) ?? overview.tabs[0]
  if (!tab) return 'There is no tab here. Nothing was changed.'
  const all = asMeant(substituted(link(index, { text, today })), index, tab.title)
  const meant = withoutAsides(withoutBackground(all, lexicon), lexicon)
  const nodes = withYears(withRowNouns(meant, index, tab.title), index, tab.title)
  if (nodes.length === 0 && text.trim().length > 1_000) return TOO_LONG
  const titles = overview.tabs.map(({ title }) => title)
  const nowhere = nodes.flatMap(({ range }) => range?.tab ?? []).find(title => !isAmong(titles, title))
  if (nowhere !== undefined)
    return `There is no tab “${nowhere}”. The tabs are ${titles.join(', ')}. Nothing was changed.`
  const overwrite = nodes.some(node => node.concepts.has('sure'))
  const withheld = withheldIn(all)
  const read = new Set(nodes.flatMap(({ tokens }) => tokens.map(({ start }) => start)))
  const unread = all.filter(({ tokens }) => tokens.every(({ start }) => !read.has(start)))
  return {
    nodes,
    scope: {
      index,
      overview,
      tab,
      home: tab,
      unread,
      today,
      overwrite,
      withheld,
      ...remembered(turns, index),
    },
  }
}

/** "In April" is the last April that the table has, unless a date is what is to be written. */
function withYears(nodes: Node[], index: SheetIndex, title: string): Node[] {
  const isWritten = nodes.some(({ concepts }) => concepts.has('write') || concepts.has('insert'))
  if (isWritten || !nodes.some(({ date }) => date?.isYearless)) return nodes
  const { locale } = index.overview
  const rows = index.data.get(title)?.rows ?? []
  const days = index.columns
    .filter(column => column.tab.title === title && isDate(column))
    .flatMap(column => rows.flatMap(row => daySerial(row[column.index], column, locale) ?? []))
  return nodes.map(node => (node.date ? { ...node, date: inYearOf(node.date, days) } : node))
}

const isAmong = (titles: readonly string[], title: string): boolean =>
  titles.some(each => each.toLowerCase() === title.toLowerCase())

/** The clauses that ask for something, each once: "Clean it up: trim …" says one thing twice. */
function instructionsIn({ nodes, scope }: Scene, text: string): Clause[] {
  const clauses = withCreated(partClauses(nodes, scope, frames, text), scope, text)
  const says = ({ candidates: [first] }: Clause): string | null => first?.filled?.says ?? null
  const distinct = clauses
    .filter(clause => clauses.length === 1 || !isRemark(clause))
    .filter(
      (clause, at, all) =>
        says(clause) === null || all.findIndex(other => says(other) === says(clause)) === at,
    )
  return distinct.length > 0 ? distinct : clauses.slice(0, 1)
}

/**
 * "Add a column Revenue …, then sort by Revenue": what an instruction makes is known to those after it. Which
 * column it is they read from the sheet when their turn comes.
 */
function withCreated(clauses: readonly Clause[], scope: Scope, text: string): Clause[] {
  const created: Column[] = []
  return clauses.map(clause => {
    const nodes = clause.nodes.map(node => {
      const column = created.find(({ header }) => header.toLowerCase() === node.text.toLowerCase())
      return column && (node.columns[0]?.quality ?? 0) < 0.97
        ? { ...node, isUnknown: false, concepts: new Set<string>(), columns: [{ column, quality: 1 }] }
        : node
    })
    const isOther = nodes.some((node, at) => node !== clause.nodes[at])
    const read = isOther ? { ...clause, nodes, candidates: candidates(nodes, scope, frames, text) } : clause
    const made = read.candidates[0]?.filled?.creates
    if (made !== undefined) created.push(columnToBe(made, scope))
    return read
  })
}

const columnToBe = (header: string, { tab }: Scope): Column => ({
  column: columnLetters(tab.columns.length),
  header,
  type: 'number',
  non_empty: 1,
  samples: [],
  tab,
  index: tab.columns.length,
})

/** The reading that was chosen, on the sheet as it is now: what is counted in its words may be another number. */
const sameAs = (chosen: Candidate, { candidates: now }: Clause, number: number): Candidate | undefined =>
  number === 0
    ? chosen
    : (now.find(each => each.filled?.says === chosen.filled!.says) ??
      now.find(each => each.frame === chosen.frame))

/** An instruction read anew on the sheet as it is now, by where its words begin in the text. */
function rereadOn({ nodes, scope }: Scene, { nodes: before }: Clause, text: string): Clause {
  const starts = new Set(before.flatMap(({ tokens }) => tokens.map(({ start }) => start)))
  const part = nodes
    .filter(({ tokens }) => tokens.some(({ start }) => starts.has(start)))
    .map((node, at) => ({ ...node, at }))
  return { nodes: part, candidates: candidates(part, scope, frames, text) }
}

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
