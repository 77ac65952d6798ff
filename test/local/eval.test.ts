/** npm run eval on a small folder in SpreadsheetBench's format, with a scripted model. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import * as xlsx from 'xlsx'
import { freshPostgres } from '../support/database.ts'
import { type ScriptedProvider, scriptedProvider } from '../support/providers/index.ts'
import { runEval } from './run-eval.ts'

let folder: string
let model: ScriptedProvider

const tasks = [
  { id: 'right', instruction: 'Put the sum of A into C1', write: { range: 'C1', formula: '=SUM(A1:A3)' } },
  {
    id: 'wrong',
    instruction: 'Put the largest of A into C1',
    write: { range: 'C1', formula: '=MIN(A1:A3)' },
  },
  {
    id: 'untidy',
    instruction: 'Put the sum of A into C1, please',
    write: { range: 'C1:D1', values: [[6, 'and something else']] },
  },
  {
    id: 'asking',
    instruction: 'Put six into C1 in a clever way',
    write: { range: 'C1', formula: '=IFERROR(IMPORTDATA("http://203.0.113.9/six"),6)' },
  },
]
const answers: Record<string, number> = { right: 6, wrong: 3, untidy: 6, asking: 6 }

function writeWorkbook(file: string, answer?: number): void {
  const sheet = xlsx.utils.aoa_to_sheet([[1, null, answer ?? null], [2], [3]])
  const book = xlsx.utils.book_new()
  xlsx.utils.book_append_sheet(book, sheet, 'Sheet1')
  writeFileSync(file, xlsx.write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
}

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-bench-'))
  for (const { id } of tasks) {
    mkdirSync(join(folder, 'spreadsheet', id), { recursive: true })
    writeWorkbook(join(folder, 'spreadsheet', id, `1_${id}_input.xlsx`))
    writeWorkbook(join(folder, 'spreadsheet', id, `1_${id}_answer.xlsx`), answers[id])
  }
  const dataset = tasks.map(({ id, instruction }) => ({
    id,
    instruction,
    spreadsheet_path: `spreadsheet/${id}`,
    instruction_type: 'Cell-Level Manipulation',
    answer_position: "'Sheet1'!C1",
  }))
  writeFileSync(join(folder, 'dataset.json'), JSON.stringify(dataset))
  model = await scriptedProvider('openai-chat', ({ texts, toolResults }) => {
    const task = tasks.find(each =>
      texts.some(text => text.includes(each.instruction) && !text.includes(`${each.instruction},`)),
    )
    return toolResults.length === 0 && task
      ? { calls: [{ name: 'write_range', args: task.write }] }
      : { text: 'Done.', usage: { input: 100, output: 10 } }
  })
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await model?.close()
})

test('the evaluation grades the answer range and tells what else changed', async () => {
  // The first start of the embedded database, most of a short run, is that of main-job.test.ts.
  const postgres = await freshPostgres(inject('postgresUrl'))
  const on = { url: model.url, databaseUrl: postgres.url }
  const { summary, results } = await runEval(on, folder).finally(() => postgres.close())
  expect(results).toMatchObject([
    { id: 'right', passed: true, untouchedElsewhere: true },
    { id: 'wrong', passed: false, untouchedElsewhere: true },
    { id: 'untidy', passed: true, untouchedElsewhere: false, changedOutside: 1 },
    { id: 'asking', passed: true, note: 'asked permission, allowed: 1' },
  ])
  expect(summary).toMatchObject({
    tasks: 4,
    passed: 3,
    passed_untouched: 0,
    nothing_else_changed: 3,
    passed_and_nothing_else_changed: 2,
  })
})
