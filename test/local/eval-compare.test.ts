/** What the evaluation counts as changed elsewhere, and what it counts of a model's server. */
import { expect, test } from 'vitest'
import { changedByKey, changedOutside, type TabValues } from '../../scripts/eval/compare.ts'
import { startMeter } from '../../scripts/eval/meter.ts'
import { summary } from '../../scripts/eval/report.ts'
import type { Scalar } from '../../scripts/eval/workbook.ts'
import { startWebServer } from '../support/web-server.ts'

const tab = (rows: Scalar[][]): TabValues => ({
  title: 'S',
  rows: rows.length,
  columns: Math.max(...rows.map(row => row.length)),
  at: (row, column) => rows[row]?.[column] ?? null,
})
const answers = [{ tab: 'S', range: 'A1' }]

test('a cell that the key changes too is the task’s own, another one is changed elsewhere', () => {
  const input = [tab([[1, 2, 3]])]
  const key = [tab([[9, 8, 3]])]
  const after = [tab([[9, 8, 7]])]
  expect(changedOutside(answers, input, after)).toEqual(['S!R1C2', 'S!R1C3'])
  expect(changedOutside(answers, input, after, changedByKey(input, key))).toEqual(['S!R1C3'])
})

test('contradictory keys and untouched passes are summed apart', () => {
  const result = { untouchedElsewhere: true, changedOutside: 0, fillsWrong: null, costNanoDollars: 0 }
  const more = { seconds: 1, toolCalls: 2, usage: null, answer: '' }
  const all = [
    { ...result, ...more, id: 'a', passed: true, passedUntouched: true },
    { ...result, ...more, id: 'b', passed: false, passedUntouched: false },
    { ...result, ...more, id: 'c', passed: false, passedUntouched: false },
  ]
  expect(summary(all, new Set(['c']))).toMatchObject({
    passed: 1,
    passed_untouched: 1,
    failed: 1,
    failed_with_contradictory_key: 1,
  })
})

test('the meter passes a request through and counts what it weighed', async () => {
  const server = await startWebServer((_, response) => {
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify({ usage: { prompt_tokens: 7, completion_tokens: 2 } }))
  })
  const meter = await startMeter(`${server.url}/v1`)
  const answer = await fetch(`${meter.url}/chat/completions`, { method: 'POST', body: '{}' })
  expect(await answer.json()).toMatchObject({ usage: { prompt_tokens: 7 } })
  expect(meter.take()).toEqual({ steps: 1, inputCharacters: 2, inputTokens: 7, outputTokens: 2 })
  expect(meter.take()).toMatchObject({ steps: 0 })
  await meter.close()
  await server.close()
})
