/** Results of an evaluation in lines, sums and a table. */
import type { TaskResult } from './grade.ts'

export function line(result: TaskResult): string {
  const verdict = result.passed ? 'pass' : 'fail'
  const outside = result.checks
    ? heldOf(result.checks)
    : result.untouchedElsewhere
      ? 'nothing else changed'
      : `${result.changedOutside} other cells changed`
  const note = result.passedUntouched ? ' (passes without doing anything)' : ''
  const work = result.usage
    ? `, ${result.usage.steps} steps, ${result.usage.inputTokens} input tokens, ${result.seconds} s`
    : ''
  return `${verdict}  ${result.id.padEnd(18)} ${outside}${note}${work}${result.note ? `  — ${result.note}` : ''}`
}

const heldOf = ({ total, failed }: { total: number; failed: string[] }) =>
  `${total - failed.length} of ${total} checks hold`

/** `contradictory`: tasks whose key contradicts its own question, by id. */
export function summary(all: TaskResult[], contradictory: ReadonlySet<string>) {
  const count = (holds: (result: TaskResult) => boolean) => all.filter(holds).length
  const metered = all.flatMap(({ usage }) => (usage ? [usage] : []))
  const mean = (numbers: number[]) =>
    numbers.length === 0 ? null : numbers.reduce((sum, number) => sum + number, 0) / numbers.length
  return {
    tasks: all.length,
    passed: count(result => result.passed),
    passed_untouched: count(result => result.passed && result.passedUntouched),
    failed_with_contradictory_key: count(result => !result.passed && contradictory.has(result.id)),
    failed: count(result => !result.passed && !contradictory.has(result.id)),
    passed_and_nothing_else_changed: count(result => result.passed && result.untouchedElsewhere),
    nothing_else_changed: count(result => result.untouchedElsewhere),
    fills_compared: count(result => result.fillsWrong !== null),
    fills_right: count(result => result.fillsWrong === 0),
    steps_a_task: mean(metered.map(({ steps }) => steps)),
    input_tokens_a_task: mean(metered.map(({ inputTokens }) => inputTokens)),
    tool_calls_a_task: mean(all.map(({ toolCalls }) => toolCalls)),
    cost_nano_dollars: all.reduce((sum, result) => sum + result.costNanoDollars, 0),
  }
}

export function summaryLines(all: TaskResult[], contradictory: ReadonlySet<string>): string {
  const sums = summary(all, contradictory)
  const percent = (part: number) =>
    `${part} of ${all.length} (${((100 * part) / Math.max(1, all.length)).toFixed(1)} %)`
  const number = (value: number | null, digits: number) => (value === null ? '–' : value.toFixed(digits))
  return `
Passed                      ${percent(sums.passed)}
  of them pass untouched    ${sums.passed_untouched}
Failed                      ${sums.failed}
  with a contradictory key  ${sums.failed_with_contradictory_key}
No other cell changed       ${percent(sums.nothing_else_changed)}
Passed and nothing else     ${percent(sums.passed_and_nothing_else_changed)}
Fills right                 ${sums.fills_right} of ${sums.fills_compared} tasks about colours
Steps a task                ${number(sums.steps_a_task, 1)}
Input tokens a task         ${number(sums.input_tokens_a_task, 0)}
Tool calls a task           ${number(sums.tool_calls_a_task, 1)}
Cost                        $${(sums.cost_nano_dollars / 1e9).toFixed(4)}`
}

/** Long jobs: what was asked of each result, and what did not hold. */
export function jobTable(all: TaskResult[]): string {
  const rows = all.map(({ id, passed, checks, usage, toolCalls, seconds }) => {
    const { steps = '–', inputTokens = '–', outputTokens = '–' } = usage ?? {}
    const failed = (checks?.failed ?? []).map(text => text.replaceAll('|', '\\|').slice(0, 160)).join('<br>')
    return `| ${id} | ${passed ? 'passed' : 'failed'} | ${checks ? heldOf(checks) : '–'} | ${steps} | ${toolCalls} | ${inputTokens} | ${outputTokens} | ${seconds} | ${failed} |`
  })
  return [
    '| job | result | checks | steps | calls | input tokens | output tokens | seconds | what did not hold |',
    '|---|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}

export function jobSummary(all: TaskResult[]): string {
  const checks = all.flatMap(result => (result.checks ? [result.checks] : []))
  const sum = (of: (result: TaskResult) => number) => all.reduce((total, result) => total + of(result), 0)
  const mean = (total: number) => (total / Math.max(1, all.length)).toFixed(1)
  const asked = checks.reduce((total, each) => total + each.total, 0)
  const failed = checks.reduce((total, each) => total + each.failed.length, 0)
  return `
Passed              ${all.filter(({ passed }) => passed).length} of ${all.length} jobs
Checks that hold    ${asked - failed} of ${asked}
Steps a job         ${mean(sum(({ usage }) => usage?.steps ?? 0))}
Input tokens a job  ${mean(sum(({ usage }) => usage?.inputTokens ?? 0))}
Tool calls a job    ${mean(sum(({ toolCalls }) => toolCalls))}
Cost                $${(sum(({ costNanoDollars }) => costNanoDollars) / 1e9).toFixed(4)}`
}

export function table(all: TaskResult[], contradictory: ReadonlySet<string>): string {
  const rows = all.map(result => {
    const verdict = result.passed
      ? result.passedUntouched
        ? 'passed (also untouched)'
        : 'passed'
      : contradictory.has(result.id)
        ? 'key contradicts the question'
        : 'failed'
    const { steps = '–', inputTokens = '–', outputTokens = '–' } = result.usage ?? {}
    return `| ${result.id} | ${verdict} | ${result.changedOutside} | ${steps} | ${result.toolCalls} | ${inputTokens} | ${outputTokens} | ${result.seconds} |`
  })
  return [
    '| task | result | other cells changed | steps | calls | input tokens | output tokens | seconds |',
    '|---|---|---|---|---|---|---|---|',
    ...rows,
  ].join('\n')
}
