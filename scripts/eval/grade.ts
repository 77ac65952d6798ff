/** One task: each of its workbooks uploaded, worked on by an agent, compared. */
import type { Stack } from '../local/stack.ts'
import { type Instructed, runInstruction } from './agent.ts'
import { changedByKey, changedOutside, differences, fileValues, fillDifferences } from './compare.ts'
import type { Task, TestCase } from './dataset.ts'
import type { Usage } from './meter.ts'
import { download, downloadFills, type SheetsClient, sheetsClient, upload } from './sheets-client.ts'
import { cellKey, readWorkbook, type WorkbookTab } from './workbook.ts'

export interface TaskResult {
  id: string
  /** Every test case passed: the benchmark's hard measure. */
  passed: boolean
  /** The input already equals the answer in the graded range. */
  passedUntouched: boolean
  untouchedElsewhere: boolean
  /** Cells that the key leaves as they were. */
  changedOutside: number
  /** Where the key colours cells of the answer range: cells whose fill is another one. */
  fillsWrong: number | null
  /** Of a long job: how many questions its result was asked, and what did not hold. */
  checks?: { total: number; failed: string[] }
  costNanoDollars: number
  seconds: number
  toolCalls: number
  /** Of the model's own server, where it stands between. */
  usage: Usage | null
  answer: string
  note?: string
}

interface CaseResult {
  passed: boolean
  passedUntouched: boolean
  changedOutside: number
  fillsWrong: number | null
  costNanoDollars: number
  toolCalls: number
  answer: string
  note?: string | undefined
}

export interface GradeOptions {
  cases: number
  model?: string | undefined
  usage(): Usage | null
}

export async function gradeTask(stack: Stack, task: Task, options: GradeOptions): Promise<TaskResult> {
  const client = sheetsClient(stack.emulatorUrl, stack.account.sheetsToken)
  const results: CaseResult[] = []
  options.usage()
  const begun = performance.now()
  for (const testCase of task.cases.slice(0, options.cases)) {
    const graded = gradeCase(stack, client, task, testCase, options.model)
    // One workbook that can't be worked on must not end the run.
    results.push(await graded.catch(notGraded))
  }
  const sum = (of: (result: CaseResult) => number) => results.reduce((total, result) => total + of(result), 0)
  const note = results.find(result => result.note)?.note
  const fills = results.map(result => result.fillsWrong).filter(count => count !== null)
  return {
    id: task.id,
    passed: results.length > 0 && results.every(result => result.passed),
    passedUntouched: results.length > 0 && results.every(result => result.passedUntouched),
    untouchedElsewhere: sum(result => result.changedOutside) === 0,
    changedOutside: sum(result => result.changedOutside),
    fillsWrong: fills.length > 0 ? fills.reduce((total, count) => total + count, 0) : null,
    costNanoDollars: sum(result => result.costNanoDollars),
    seconds: Math.round((performance.now() - begun) / 1_000),
    toolCalls: sum(result => result.toolCalls),
    usage: options.usage(),
    answer: results.map(result => result.answer).join('\n'),
    ...(note && { note }),
  }
}

const notGraded = (error: Error): CaseResult => ({
  passed: false,
  passedUntouched: false,
  changedOutside: 0,
  fillsWrong: null,
  costNanoDollars: 0,
  toolCalls: 0,
  answer: '',
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
  const key = readWorkbook(testCase.answerFile)
  const expected = fileValues(key)
  const passedUntouched = differences(task.answers, expected, fileValues(input)).length === 0
  const spreadsheetId = await upload(client, `Task ${task.id}`, input)
  const before = await download(client, spreadsheetId, 'FORMULA')
  const service = { url: stack.serviceUrl, apiKey: stack.account.apiKey, ...(model && { agentModel: model }) }
  const agent = await runInstruction(service, spreadsheetId, task.instruction)
  const values = await download(client, spreadsheetId, 'UNFORMATTED_VALUE')
  const wrong = differences(task.answers, expected, values)
  const keyChanges = changedByKey(fileValues(input), expected)
  const after = await download(client, spreadsheetId, 'FORMULA')
  const answers = agent.messages.filter(entry => entry.type === 'assistant_message')
  return {
    passed: wrong.length === 0,
    passedUntouched,
    changedOutside: changedOutside(task.answers, before, after, keyChanges).length,
    fillsWrong: coloursAnswer(task, input, key)
      ? fillDifferences(task.answers, fills(key), await downloadFills(client, spreadsheetId)).length
      : null,
    costNanoDollars: agent.usage?.total_usage ?? 0,
    toolCalls: agent.messages.filter(entry => entry.type === 'tool_call').length,
    answer: answers.at(-1)?.content ?? '',
    note: noteOf(agent, wrong),
  }
}

function noteOf({ error_code, allowed }: Instructed, wrong: string[]): string | undefined {
  const notes = [
    error_code ?? '',
    wrong.length > 0 ? `${wrong.length} cells differ, first ${wrong[0]}` : '',
    allowed > 0 ? `asked permission, allowed: ${allowed}` : '',
  ].filter(note => note !== '')
  return notes.length > 0 ? notes.join('; ') : undefined
}

const fills = (tabs: WorkbookTab[]) =>
  tabs.map(tab => ({
    ...tab,
    fillAt: (row: number, column: number) => tab.cells.get(cellKey(row, column))?.fill ?? null,
  }))

/** The task is about formats where the key fills cells that the input does not. */
function coloursAnswer(task: Task, input: WorkbookTab[], key: WorkbookTab[]): boolean {
  const before = fills(input)
  const differ = fillDifferences(
    task.answers,
    fills(key),
    (title, row, column) => before.find(tab => tab.title === title)?.fillAt(row, column) ?? null,
  )
  return differ.length > 0 && /colou?r|highlight|fill|shade/i.test(task.instruction)
}
