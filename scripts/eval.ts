/**
 * npm run eval -- <folder>|jobs [--cases N] [--only ID,ID] [--model ID] [--lanes N] [--servers URL,URL]
 *   [--out FILE] [--contradictory ID,ID] [--seed N] [--screenshots DIR] [--json] [--table]
 *
 * Runs SpreadsheetBench-format tasks, or the long jobs of an office, with the configured model on the local
 * Google and prints what was right. Each lane is a service of its own; with --servers each has a model server
 * of its own. --out keeps results, and a run with the same file does only what is missing.
 */
import { parseArgs } from 'node:util'
import { readDataset } from './eval/dataset.ts'
import { keepResult, readEarlier } from './eval/earlier.ts'
import { gradeTask, type TaskResult } from './eval/grade.ts'
import { jobs } from './eval/jobs/index.ts'
import { gradeJob } from './eval/jobs/run.ts'
import { type Photographer, photographer } from './eval/jobs/screenshots.ts'
import { type Lane, openLane } from './eval/lane.ts'
import { jobSummary, jobTable, line, summary, summaryLines, table } from './eval/report.ts'

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
    seed: { type: 'string', default: '1' },
    screenshots: { type: 'string' },
    json: { type: 'boolean', default: false },
    table: { type: 'boolean', default: false },
  },
})

const source = positionals[0]
if (!source) {
  console.error(
    'Usage: npm run eval -- <folder with dataset.json>|jobs [--cases N] [--only ID,ID] [--model ID] [--lanes N] [--servers URL,URL] [--out FILE] [--contradictory ID,ID] [--seed N] [--screenshots DIR] [--json] [--table]',
  )
  process.exit(2)
}

interface Exercise {
  id: string
  run(lane: Lane): Promise<TaskResult>
}

const isJobs = source === 'jobs'
const camera: Photographer | null = options.screenshots ? await photographer(options.screenshots) : null
const list = (text: string | undefined) => (text ?? '').split(',').filter(part => part !== '')
const wanted = list(options.only)
const exercises = (isJobs ? longJobs() : benchTasks(source)).filter(
  ({ id }) => wanted.length === 0 || wanted.includes(id),
)
const earlier = readEarlier<TaskResult>(options.out).filter(result =>
  exercises.some(({ id }) => id === result.id),
)
const open = exercises.filter(({ id }) => !earlier.some(result => result.id === id))
const results: TaskResult[] = [...earlier]

const own = process.env.OPENAI_COMPATIBLE_BASE_URL
const given = list(options.servers)
const servers: (string | undefined)[] =
  given.length > 0 ? given : Array.from({ length: Number(options.lanes ?? 1) }, () => own || undefined)
const count = Math.max(0, Math.min(open.length, Number(options.lanes ?? servers.length)))
const outcomes = await Promise.allSettled(
  Array.from({ length: count }, (_, index) => runLane(servers[index % servers.length])),
)
await camera?.close()
report(exercises.flatMap(({ id }) => results.find(result => result.id === id) ?? []))
const broken = outcomes.find(outcome => outcome.status === 'rejected')
if (broken) throw broken.reason

function benchTasks(folder: string): Exercise[] {
  return readDataset(folder).map(task => ({
    id: task.id,
    run: lane =>
      gradeTask(lane.stack, task, { cases: Number(options.cases), model: options.model, usage: lane.usage }),
  }))
}

function longJobs(): Exercise[] {
  return jobs.map(job => ({
    id: job.id,
    run: lane =>
      gradeJob(lane, job, {
        seed: Number(options.seed),
        model: options.model,
        ...(camera && { finished: id => camera.take(lane.stack.emulatorUrl, id, job.id) }),
      }),
  }))
}

async function runLane(server: string | undefined): Promise<void> {
  const lane = await openLane(server)
  try {
    for (let exercise = open.shift(); exercise; exercise = open.shift()) {
      const result = await exercise.run(lane)
      results.push(result)
      if (options.out) keepResult(options.out, result)
      if (!options.json) console.log(line(result))
    }
  } finally {
    await lane.close()
  }
}

function report(all: TaskResult[]): void {
  const contradictory = new Set(list(options.contradictory))
  if (options.json) {
    const sums = isJobs ? { jobs: all.length } : summary(all, contradictory)
    console.log(JSON.stringify({ summary: sums, results: all }, null, 2))
    return
  }
  if (options.table) console.log(`\n${isJobs ? jobTable(all) : table(all, contradictory)}`)
  console.log(isJobs ? jobSummary(all) : summaryLines(all, contradictory))
}
