/**
 * npm run eval -- <folder> [--cases N] [--only ID] [--model ID] [--json]
 *
 * Runs SpreadsheetBench-format tasks with the configured model on the emulator and prints the pass rate by
 * the official value comparison and, beside it, in how many tasks no other cell changed.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { readDataset } from './eval/dataset.ts'
import { gradeTask, type TaskResult } from './eval/grade.ts'
import { startStack } from './local/stack.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '1' },
    only: { type: 'string' },
    model: { type: 'string' },
    json: { type: 'boolean', default: false },
  },
})

const folder = positionals[0]
if (!folder) {
  console.error(
    'Usage: npm run eval -- <folder with dataset.json> [--cases N] [--only ID] [--model ID] [--json]',
  )
  process.exit(2)
}

const tasks = readDataset(folder).filter(task => !options.only || task.id === options.only)
const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-eval-'))
const stack = await startStack(dataDir)
const results: TaskResult[] = []
try {
  for (const task of tasks) {
    const result = await gradeTask(stack, task, { cases: Number(options.cases), model: options.model })
    results.push(result)
    if (!options.json) console.log(line(result))
  }
} finally {
  await stack.stop()
  rmSync(dataDir, { recursive: true, force: true })
}
report(results)

function line(result: TaskResult): string {
  const verdict = result.passed ? 'pass' : 'fail'
  const outside = result.untouchedElsewhere
    ? 'nothing else changed'
    : `${result.changedOutside} other cells changed`
  const note = result.passedUntouched ? ' (passes without doing anything)' : ''
  return `${verdict}  ${result.id.padEnd(10)} ${outside}${note}${result.note ? `  — ${result.note}` : ''}`
}

function report(all: TaskResult[]): void {
  const count = (holds: (result: TaskResult) => boolean) => all.filter(holds).length
  const summary = {
    tasks: all.length,
    passed: count(result => result.passed),
    passed_untouched: count(result => result.passedUntouched),
    passed_and_nothing_else_changed: count(result => result.passed && result.untouchedElsewhere),
    nothing_else_changed: count(result => result.untouchedElsewhere),
    cost_nano_dollars: all.reduce((sum, result) => sum + result.costNanoDollars, 0),
  }
  if (options.json) {
    console.log(JSON.stringify({ summary, results: all }, null, 2))
    return
  }
  const percent = (part: number) =>
    `${part} of ${all.length} (${((100 * part) / Math.max(1, all.length)).toFixed(1)} %)`
  console.log(`
Passed                      ${percent(summary.passed)}
  of them pass untouched    ${summary.passed_untouched}
No other cell changed       ${percent(summary.nothing_else_changed)}
Passed and nothing else     ${percent(summary.passed_and_nothing_else_changed)}
Cost                        $${(summary.cost_nano_dollars / 1e9).toFixed(4)}`)
}
