/** One task: each of its workbooks uploaded, worked on by an agent, compared. */
import type { Stack } from '../local/stack.ts'
import { runInstruction } from './agent.ts'
import { changedOutside, differences, fileValues } from './compare.ts'
import type { Task, TestCase } from './dataset.ts'
import { download, type SheetsClient, sheetsClient, upload } from './sheets-client.ts'
import { readWorkbook } from './workbook.ts'

export interface TaskResult {
  id: string
  /** Every test case passed: the benchmark's hard measure. */
  passed: boolean
  /** The input already equals the answer in the graded range. */
  passedUntouched: boolean
  untouchedElsewhere: boolean
  changedOutside: number
  costNanoDollars: number
  note?: string
}

interface CaseResult {
  passed: boolean
  passedUntouched: boolean
  changedOutside: number
  costNanoDollars: number
  note?: string | undefined
}

export interface GradeOptions {
  cases: number
  model?: string | undefined
}

export async function gradeTask(stack: Stack, task: Task, options: GradeOptions): Promise<TaskResult> {
  const client = sheetsClient(stack.emulatorUrl, stack.account.sheetsToken)
  const results: CaseResult[] = []
  for (const testCase of task.cases.slice(0, options.cases)) {
    const graded = gradeCase(stack, client, task, testCase, options.model)
    // One workbook that can't be worked on must not end the run.
    results.push(await graded.catch(notGraded))
  }
  const changed = results.reduce((sum, result) => sum + result.changedOutside, 0)
  const note = results.find(result => result.note)?.note
  return {
    id: task.id,
    passed: results.length > 0 && results.every(result => result.passed),
    passedUntouched: results.length > 0 && results.every(result => result.passedUntouched),
    untouchedElsewhere: changed === 0,
    changedOutside: changed,
    costNanoDollars: results.reduce((sum, result) => sum + result.costNanoDollars, 0),
    ...(note && { note }),
  }
}

const notGraded = (error: Error): CaseResult => ({
  passed: false,
  passedUntouched: false,
  changedOutside: 0,
  costNanoDollars: 0,
  note: `not graded: ${error.message}`,
})

async function gradeCase(
  stack: Stack,
  client: SheetsClient,
  task: Task,
  testCase: TestCase,
  model: string | undefined,
): Promise<CaseResult> {
  const input = readWorkbook(testCase.inputFile)
  const expected = fileValues(readWorkbook(testCase.answerFile))
  const passedUntouched = differences(task.answers, expected, fileValues(input)).length === 0
  const spreadsheetId = await upload(client, `Task ${task.id}`, input)
  const before = await download(client, spreadsheetId, 'FORMULA')
  const service = { url: stack.serviceUrl, apiKey: stack.account.apiKey, ...(model && { agentModel: model }) }
  const agent = await runInstruction(service, spreadsheetId, task.instruction)
  const wrong = differences(
    task.answers,
    expected,
    await download(client, spreadsheetId, 'UNFORMATTED_VALUE'),
  )
  const outside = changedOutside(task.answers, before, await download(client, spreadsheetId, 'FORMULA'))
  return {
    passed: wrong.length === 0,
    passedUntouched,
    changedOutside: outside.length,
    costNanoDollars: agent.usage?.total_usage ?? 0,
    note:
      agent.error_code ?? (wrong.length > 0 ? `${wrong.length} cells differ, first ${wrong[0]}` : undefined),
  }
}
