/**
 * npm run eval -- <folder> [--cases N] [--only ID,ID] [--model ID] [--lanes N] [--servers URL,URL]
 *   [--out FILE] [--contradictory ID,ID] [--json] [--table]
 *
 * Runs SpreadsheetBench-format tasks with the configured model on the local Google and prints the pass rate
 * by the official value comparison and, beside it, in how many tasks no other cell changed. Each lane is a
 * service of its own; with --servers each has a model server of its own. --out keeps results, and a run
 * with the same file does only what is missing.
 */
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { readDataset, type Task } from './eval/dataset.ts'
import { gradeTask, type TaskResult } from './eval/grade.ts'
import { openLane } from './eval/lane.ts'
import { line, summary, summaryLines, table } from './eval/report.ts'

const { values: options, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '1' },
    only: { type: 'string' },
    model: { type: 'string' },
    lanes: { type: 'string' },
    servers: { type: 'string' },
    out: { type: 'string' },
    contradictory: { type: 'string', default: '' },
    json: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
})

const folder = positionals[0]
if (!folder) {
  console.error(
    'Usage: npm run eval -- <folder with dataset.json> [--cases N] [--only ID,ID] [--model ID] [--lanes N] [--servers URL,URL] [--out FILE] [--contradictory ID,ID] [--json] [--table]',
  )
  process.exit(2)
}

const list = (text: string | undefined) => (text ?? '').split(',').filter(part => part !== '')
const wanted = list(options.only)
const tasks = readDataset(folder).filter(task => wanted.length === 0 || wanted.includes(task.id))
const earlier = readEarlier(options.out).filter(result => tasks.some(task => task.id === result.id))
const open = tasks.filter(task => !earlier.some(result => result.id === task.id))
const results: TaskResult[] = [...earlier]

const own = process.env.OPENAI_COMPATIBLE_BASE_URL
const given = list(options.servers)
const servers: (string | undefined)[] =
  given.length > 0 ? given : Array.from({ length: Number(options.lanes ?? 1) }, () => own || undefined)
const count = Math.max(0, Math.min(open.length, Number(options.lanes ?? servers.length)))
const outcomes = await Promise.allSettled(
  Array.from({ length: count }, (_, index) => runLane(servers[index % servers.length])),
)
report(tasks.flatMap(task => results.find(result => result.id === task.id) ?? []))
const broken = outcomes.find(outcome => outcome.status === 'rejected')
if (broken) throw broken.reason

async function runLane(server: string | undefined): Promise<void> {
  const lane = await openLane(server)
  try {
    for (let task = open.shift(); task; task = open.shift()) await runTask(lane, task)
  } finally {
    await lane.close()
  }
}

async function runTask(lane: Awaited<ReturnType<typeof openLane>>, task: Task): Promise<void> {
  const result = await gradeTask(lane.stack, task, {
    cases: Number(options.cases),
    model: options.model,
    usage: lane.usage,
  })
  results.push(result)
  if (options.out) appendFileSync(options.out, `${JSON.stringify(result)}\n`)
  if (!options.json) console.log(line(result))
}

function readEarlier(file: string | undefined): TaskResult[] {
  if (!file || !existsSync(file)) return []
  const lines = readFileSync(file, 'utf8').split('\n')
  return lines.flatMap(text => (text.trim() === '' ? [] : [JSON.parse(text) as TaskResult]))
}

function report(all: TaskResult[]): void {
  const contradictory = new Set(list(options.contradictory))
  if (options.json)
    console.log(JSON.stringify({ summary: summary(all, contradictory), results: all }, null, 2))
  else {
    if (options.table) console.log(`\n${table(all, contradictory)}`)
    console.log(summaryLines(all, contradictory))
  }
}
