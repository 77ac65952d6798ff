/**
 * What surrounds the offline planner's own plan: a turn that only plans is told in words, "do it" runs the
 * plan of the turn before, and a call that the person has allowed goes on where it stopped. Knows turns and
 * calls, and neither the words of an instruction nor the sheet.
 */
import type { LanguageModelV4Message, LanguageModelV4Prompt } from '@ai-sdk/provider'
import { NEEDS_PERMISSION } from '../../contract/index.ts'
import { goesOn } from '../permissions/reading/patterns.ts'
import { describeCall } from './describe-call.ts'

interface Call {
  tool: string
  args: Record<string, unknown>
}
interface CallResult {
  output: unknown
  error?: string
}
interface Turn {
  prompt: string
  steps: { calls: Call[]; results: CallResult[] }[]
  answer?: string
}
type NextStep = { calls: Call[] } | { text: string }

const READS = new Set([
  'get_sheet_overview',
  'read_range',
  'read_spreadsheet_fields',
  'load_skill',
  'web_search',
  'query_data',
  'find',
  'trace',
  'read_attachment',
])
const changes = ({ calls }: { calls: Call[] }): boolean => calls.some(({ tool }) => !READS.has(tool))

const PLAN_TITLE = '**Plan**'
const MOST_STEPS = 60

/** The turn's context says so, see turns/prompt/context.ts. */
export const isForPlan = (prompt: LanguageModelV4Prompt): boolean => {
  const last = prompt.findLast(({ role, content }) => role === 'user' && hasContext(content))
  return last?.role === 'user' && textOf(last.content).includes('This turn is for a plan only')
}

const hasContext = (content: LanguageModelV4Message['content']): boolean =>
  typeof content !== 'string' && textOf(content).startsWith('<context>')

const textOf = (content: readonly { type: string }[]): string =>
  content.map(part => (part.type === 'text' ? (part as unknown as { text: string }).text : '')).join('\n')

/** One step of a turn, whichever kind of turn it is. `next` is the planner itself. */
export function stepOf(
  turns: readonly Turn[],
  isPlan: boolean,
  next: (turns: readonly Turn[]) => NextStep,
): NextStep {
  const { asked, skipped } = meant(turns)
  const turn = asked.at(-1)
  if (!turn || (!isPlan && skipped.size === 0)) return next(asked)
  const made = [...turn.steps]
  const steps: Turn['steps'] = []
  const planned: Call[] = []
  let number = 0
  for (let count = 0; count < MOST_STEPS; count += 1) {
    const wanted = attempt(() => next([...asked.slice(0, -1), { ...turn, steps }]))
    if (wanted === null || 'text' in wanted)
      return isPlan && planned.length > 0 ? inWords(planned) : (wanted ?? lost)
    if (!changes(wanted)) {
      const known = made.shift() ?? (planned.length > 0 ? seenBefore(steps, wanted.calls) : undefined)
      if (!known) return wanted
      steps.push(known)
      continue
    }
    number += 1
    if (isPlan) planned.push(...wanted.calls)
    if (isPlan || skipped.has(number)) {
      steps.push({ calls: wanted.calls, results: wanted.calls.map(() => ({ output: {} })) })
      continue
    }
    const known = made.shift()
    if (!known) return wanted
    steps.push(known)
  }
  return isPlan && planned.length > 0 ? inWords(planned) : lost
}

const lost: NextStep = { text: '**Stopped.** I can’t tell how to go on. Nothing more was changed.' }

/** What is only imagined has no figures to work with: a plan that needs them ends there. */
function attempt(run: () => NextStep): NextStep | null {
  try {
    return run()
  } catch {
    return null
  }
}

/** Looking again at a sheet that has not been changed shows the same. */
function seenBefore(steps: Turn['steps'], calls: Call[]): Turn['steps'][number] | undefined {
  const same = steps.findLast(
    step =>
      step.calls.length === calls.length &&
      step.calls.every(({ tool }, index) => tool === calls[index]!.tool),
  )
  return same ? { calls, results: same.results } : undefined
}

function inWords(planned: readonly Call[]): NextStep {
  const lines = planned.map((call, index) => `${index + 1}. ${describeCall(call)}`)
  const without = lines.length > 1 ? ', or “Do it without step 2”' : ''
  return { text: `${PLAN_TITLE}\n\n${lines.join('\n')}\n\nNothing was changed yet. Say “Do it”${without}.` }
}

const WITHOUT =
  /(?:without|skip(?:ping)?|except|but not|leave out|not|ohne|außer|sans|sauf|sin|salvo)\s+(?:the\s+)?(?:steps?|no\.?|numbers?|schritte?n?|punkte?|(?:l'|les? )?étapes?|(?:el |los )?pasos?)?\s*((?:\d+(?:\s*(?:,|and|und|et|y|&)\s*)?)+)|(?:手順|ステップ)?\s*((?:\d+[、,と]?)+)\s*(?:番)?(?:を除いて|以外|は(?:しない|なし))/giu

/** "Do it, but without step 2" is the plan's own prompt with one step left out. */
function meant(turns: readonly Turn[]): { asked: readonly Turn[]; skipped: Set<number> } {
  const last = turns.at(-1)
  const plan = turns.at(-2)
  const skipped = new Set<number>()
  if (!last || !plan?.answer?.startsWith(PLAN_TITLE) || !goesOn.test(last.prompt))
    return { asked: turns, skipped }
  for (const [, a = '', b = ''] of last.prompt.matchAll(WITHOUT)) {
    for (const number of `${a}${b}`.match(/\d+/g) ?? []) skipped.add(Number(number))
  }
  const more = last.prompt
    .replace(WITHOUT, '')
    .replace(goesOn, '')
    .replace(/^[\s,.;:!、。]*(?:but|and|aber|und|mais|et|pero|y)?[\s,.;:!、。]*/iu, '')
    .trim()
  const prompt = more.length > 2 ? `${plan.prompt.replace(/[.\s]+$/, '')}. ${more}` : plan.prompt
  return { asked: [...turns.slice(0, -2), { prompt, steps: last.steps }], skipped }
}

const ALLOWED = /^\s*<allowed-once>/

/** The conversation as if the call that the person allowed had been made when it was first asked for. */
export function withAllowed(prompt: LanguageModelV4Prompt): LanguageModelV4Prompt {
  const told: LanguageModelV4Message[] = []
  for (let index = 0; index < prompt.length; index += 1) {
    const message = prompt[index]!
    const isYes = message.role === 'user' && ALLOWED.test(textOf(message.content))
    const [made, result] = [prompt[index + 1], prompt[index + 2]]
    if (!isYes || made?.role !== 'assistant' || result?.role !== 'tool') {
      if (!isYes) told.push(message)
      continue
    }
    // The question that was asked is not an answer of the planner's.
    if (told.at(-1)?.role === 'assistant') told.pop()
    const answer = result.content.find(part => part.type === 'tool-result')
    const at = told.findLastIndex(
      ({ role, content }) => role === 'tool' && JSON.stringify(content).includes(NEEDS_PERMISSION),
    )
    const asked = told[at]
    if (answer?.type === 'tool-result' && asked?.role === 'tool') {
      const content = asked.content.map(part =>
        part.type === 'tool-result' && JSON.stringify(part.output).includes(NEEDS_PERMISSION)
          ? { ...part, output: answer.output }
          : part,
      )
      told[at] = { ...asked, content }
    }
    index += 2
  }
  return told
}
