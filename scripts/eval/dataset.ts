/** Reads a folder in SpreadsheetBench's format: dataset.json and workbooks beside it. */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'

const rawTask = z.object({
  id: z.union([z.string(), z.number()]).transform(String),
  instruction: z.string(),
  spreadsheet_path: z.string(),
  instruction_type: z.string().default(''),
  answer_position: z.string(),
  answer_sheet: z.string().nullish(),
})

export interface AnswerRange {
  /** Null means the first tab. */
  tab: string | null
  /** A1 range without its tab. */
  range: string
}

export interface TestCase {
  inputFile: string
  answerFile: string
}

export interface Task {
  id: string
  instruction: string
  type: string
  answers: AnswerRange[]
  cases: TestCase[]
}

export function readDataset(folder: string): Task[] {
  const file = join(folder, 'dataset.json')
  if (!existsSync(file))
    throw new Error(`${folder} holds no dataset.json. Give a folder in SpreadsheetBench's format.`)
  const tasks = z.array(rawTask).parse(JSON.parse(readFileSync(file, 'utf8')))
  return tasks.map(task => ({
    id: task.id,
    instruction: task.instruction,
    type: task.instruction_type,
    answers: parseAnswerPosition(task.answer_position),
    cases: testCases(join(folder, task.spreadsheet_path)),
  }))
}

/** `'Tab'!A1:B2,'Other'!C3`; some tasks put the quote behind the exclamation mark. */
export function parseAnswerPosition(text: string): AnswerRange[] {
  return text.split(',').map(part => {
    const [first = '', second] = part.trim().split('!')
    const strip = (piece: string) => piece.replaceAll("'", '').trim()
    return second === undefined
      ? { tab: null, range: strip(first) }
      : { tab: strip(first), range: strip(second) }
  })
}

/** `<number>_<id>_input.xlsx` with its `_answer.xlsx`, in the order of their numbers. */
function testCases(folder: string): TestCase[] {
  const inputs = existsSync(folder) ? readdirSync(folder).filter(name => name.endsWith('_input.xlsx')) : []
  return inputs
    .sort((a, b) => Number.parseInt(a, 10) - Number.parseInt(b, 10))
    .map(name => ({
      inputFile: join(folder, name),
      answerFile: join(folder, name.replace(/_input\.xlsx$/, '_answer.xlsx')),
    }))
    .filter(testCase => existsSync(testCase.answerFile))
}
