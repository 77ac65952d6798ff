/** One long job: its workbook uploaded, an agent asked as a person would, its result checked. */
import type { Agent } from '../../../contract/index.ts'
import { runInstruction, type ServiceAccess } from '../agent.ts'
import type { TaskResult } from '../grade.ts'
import type { Lane } from '../lane.ts'
import { type SheetsClient, sheetsClient, upload } from '../sheets-client.ts'
import type { Check, Job, PreparedJob } from './job.ts'
import { seeded } from './random.ts'
import { type ResultBook, readResult } from './result.ts'

export interface JobOptions {
  seed: number
  model?: string | undefined
  /** Called with the finished spreadsheet, before an input is changed to see what follows. */
  finished?(spreadsheetId: string): Promise<void>
}

export const prepare = (job: Job, seed: number): PreparedJob => job.prepare(seeded(seed))

/** One job that can't be run, because a server fell over, must not end the others. */
export async function gradeJob(lane: Lane, job: Job, options: JobOptions): Promise<TaskResult> {
  const begun = performance.now()
  const seconds = () => Math.round((performance.now() - begun) / 1_000)
  lane.usage()
  const prepared = prepare(job, options.seed)
  const total = prepared.checks.length + (prepared.probe?.checks.length ?? 0)
  try {
    const { turns, failed, worked } = await doJob(lane, job, prepared, options, seconds)
    const entries = turns.flatMap(turn => turn.messages)
    const note = turns.find(turn => turn.error_code)?.error_code ?? failed[0]
    return {
      ...resultOf(job, { total, failed }, worked, lane),
      costNanoDollars: turns.reduce((sum, { usage }) => sum + (usage?.total_usage ?? 0), 0),
      toolCalls: entries.filter(entry => entry.type === 'tool_call').length,
      answer: entries.findLast(entry => entry.type === 'assistant_message')?.content ?? '',
      ...(note && { note }),
    }
  } catch (error) {
    const note = `not graded: ${error instanceof Error ? error.message : String(error)}`
    return { ...resultOf(job, { total, failed: [note] }, seconds(), lane), note }
  }
}

const resultOf = (
  { id }: Job,
  checks: { total: number; failed: string[] },
  seconds: number,
  lane: Lane,
): TaskResult => ({
  id,
  passed: checks.failed.length === 0,
  passedUntouched: false,
  untouchedElsewhere: true,
  changedOutside: 0,
  fillsWrong: null,
  checks,
  costNanoDollars: 0,
  seconds,
  toolCalls: 0,
  usage: lane.usage(),
  answer: '',
})

async function doJob(
  { stack }: Lane,
  job: Job,
  prepared: PreparedJob,
  { model, finished }: JobOptions,
  seconds: () => number,
) {
  const client = sheetsClient(stack.emulatorUrl, stack.account.sheetsToken)
  const service = {
    url: stack.serviceUrl,
    apiKey: stack.account.apiKey,
    ...(model && { agentModel: model }),
  }
  const spreadsheetId = await upload(client, job.title, prepared.tabs)
  const before = await readResult(client, spreadsheetId)
  const turns = await converse(service, spreadsheetId, job.prompts)
  const worked = seconds()
  await finished?.(spreadsheetId)
  return { turns, worked, failed: await failures(client, spreadsheetId, before, prepared) }
}

/** The agent as it stood after each turn. */
async function converse(
  service: ServiceAccess,
  spreadsheetId: string,
  prompts: Job['prompts'],
): Promise<Agent[]> {
  const turns: Agent[] = []
  for (const prompt of prompts)
    turns.push(await runInstruction(service, spreadsheetId, prompt, turns.at(-1)?.id))
  return turns
}

/** What does not hold, in words; the probe last, because it changes an input. */
export async function failures(
  client: SheetsClient,
  spreadsheetId: string,
  before: ResultBook['before'],
  { checks, probe }: PreparedJob,
): Promise<string[]> {
  const failed = broken(checks, { before, tabs: await readResult(client, spreadsheetId) })
  if (!probe) return failed
  await client.spreadsheets.values.update({
    spreadsheetId,
    range: probe.cell,
    valueInputOption: 'USER_ENTERED',
    requestBody: { values: [[probe.value]] },
  })
  const after = broken(probe.checks, { before, tabs: await readResult(client, spreadsheetId) })
  return [...failed, ...after.map(text => `with ${probe.cell} = ${probe.value}: ${text}`)]
}

const broken = (checks: Check[], result: ResultBook): string[] =>
  checks.flatMap(({ says, fails }) => {
    const found = fails(result)
    return found === null ? [] : [`${says}: ${found}`]
  })
