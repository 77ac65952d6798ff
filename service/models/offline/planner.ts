/**
 * The planner itself. It keeps no state: at each step it runs the turn's plan again from the start, feeds
 * it the results that the conversation holds, and answers with what the plan wants next. The same
 * conversation always gives the same step, so a turn that was cut off goes on where it was.
 */
import type { SpreadsheetOverview, TabOverview } from '../../sheets/overview.ts'
import type { Turn } from './conversation.ts'
import { notUnderstood, tellsHow } from './help.ts'
import { type Call, type CallResult, call, field, type Memory, type Plan } from './instruction.ts'
import { memoryOf, remember } from './memory.ts'
import { needsModel } from './needs-a-model.ts'
import { inEnglish } from './other-languages.ts'
import { clausesInPlace } from './place.ts'
import { asOneWish, LEAVE } from './quick-actions.ts'
import { readOn } from './which-tab.ts'

/** Calls of tools per turn; the answer is one step more. */
const MAX_TOOL_STEPS = 11
const MAX_CLAUSES = 8
const MOST_PROMPT_CHARACTERS = 2_000

export type NextStep = { calls: Call[] } | { text: string }

/** Long gaps say nothing, and patterns with several spaces in them could take very long over one. */
const withoutGaps = (turn: Turn): Turn => ({
  ...turn,
  prompt: turn.prompt.replaceAll(/\s{9,}/g, gap => (gap.includes('\n') ? '\n' : ' ')),
})

export function nextStep(asked: readonly Turn[], tools: ReadonlySet<string>): NextStep {
  const turns = asked.map(withoutGaps)
  const turn = turns.at(-1)
  if (!turn) return { text: notUnderstood('', null, false) }
  const done: string[] = []
  const earlier = turns.slice(0, -1)
  const hasToldHow = earlier.some(({ answer = '' }) => tellsHow(answer))
  const plan = turnPlan(turn.prompt, memoryOf(earlier), { done, hasToldHow })
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

const TOO_LONG = `The offline planner reads prompts of up to ${MOST_PROMPT_CHARACTERS.toLocaleString('en-US')} characters; a language model reads longer ones. Nothing was changed. Say it in a few short sentences.`

const READING = new Set(['get_sheet_overview', 'read_range', 'read_spreadsheet_fields'])
const LEFT_ALONE =
  'I can only do this by changing the sheet, which you asked me to leave as it is. Nothing was changed for this.'

const areSame = (recorded: Call[], planned: Call[]): boolean =>
  recorded.length === planned.length && recorded.every(({ tool }, index) => tool === planned[index]!.tool)

const joined = (answers: readonly string[]): string => answers.join('\n\n')

interface Telling {
  /** What the instructions done so far have answered. */
  done: string[]
  /** The conversation has told how a language model is switched on. */
  hasToldHow: boolean
}

/** Looks at the sheet, then does the instructions one by one, looking again before each. */
function* turnPlan(prompt: string, memory: Memory, { done, hasToldHow }: Telling): Plan {
  if (prompt.length > MOST_PROMPT_CHARACTERS) return TOO_LONG
  const first = yield* look()
  if (typeof first === 'string') return first
  let overview = first
  let sheetId: number | undefined
  const overwrite = asksToOverwrite(prompt)
  const read = (clause: string) => readOn(clause, { overview, memory, overwrite, sheetId })
  const canSplit = (clause: string) => read(clause).reading !== null || needsModel(clause)
  const said = clausesInPlace(asOneWish(inEnglish(prompt)), canSplit)
  const clauses: string[] = said.filter(clause => !LEAVE.test(clause))
  const mayChange = clauses.length === said.length
  if (clauses.length === 0) clauses.push('')
  for (const [index, clause] of clauses.slice(0, MAX_CLAUSES).entries()) {
    if (index > 0) {
      const again = yield* look()
      if (typeof again === 'string') return joined([...done, again])
      overview = again
    }
    overview = yield* withColumns(overview, read(clause).tab)
    const { reading, tab } = read(clause)
    // "Trim all cells in the tab Leads and remove duplicates" stays in that tab.
    sheetId = tab.sheet_id
    if (reading?.state === 'understood') {
      done.push(yield* remembering(reading.plan(), memory, mayChange))
      continue
    }
    const rest = clauses.slice(index + 1)
    done.push(reading ? reading.message : notUnderstood(clause, overview, hasToldHow))
    if (rest.length > 0) done.push(`I also left this undone: ${rest.map(text => `“${text}”`).join(', ')}.`)
    break
  }
  return joined(done)
}

/** The overview, or why there is none. Asked for anew in each turn: people change sheets meanwhile. */
function* look(tabs?: string[]): Generator<Call[], SpreadsheetOverview | string, CallResult[]> {
  const { output, error } = yield* call('get_sheet_overview', tabs ? { tabs } : {})
  if (error !== undefined) return `I can't see the spreadsheet: ${error} Nothing was changed.`
  const overview = Array.isArray(field(output, 'tabs')) ? output : field(output, 'overview')
  if (!Array.isArray(field(overview, 'tabs')))
    return "I can't read the overview of the spreadsheet. Nothing was changed."
  return overview as SpreadsheetOverview
}

/** A large spreadsheet's overview leaves out columns of tabs that aren't active: those are asked for by name. */
function* withColumns(
  overview: SpreadsheetOverview,
  tab: TabOverview,
): Generator<Call[], SpreadsheetOverview, CallResult[]> {
  if (!tab.omitted_columns) return overview
  const again = yield* look([tab.title])
  return typeof again === 'string' ? overview : again
}

function* remembering(plan: Plan, memory: Memory, mayChange: boolean): Plan {
  let next = plan.next()
  while (!next.done) {
    if (!mayChange && next.value.some(({ tool }) => !READING.has(tool))) return LEFT_ALONE
    const results = yield next.value
    remember(memory, next.value, results)
    next = plan.next(results)
  }
  return next.value
}

const asksToOverwrite = (prompt: string): boolean => /\b(?:overwrite|write over)\b/i.test(prompt)
