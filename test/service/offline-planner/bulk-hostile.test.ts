/** Cells are anything: no rule of the offline planner may take long over one. */
import { expect, test } from 'vitest'
import { bulkValue } from '../../../service/offline-planner/bulk.ts'
import { cpuMilliseconds } from '../../support/cpu-time.ts'

test.each([
  ['spaces', `make ${' '.repeat(50_000)}x`],
  ['one long word', `email: ${'a'.repeat(50_000)}`],
  ['hyphens', `domain of ${'a-'.repeat(25_000)}`],
  ['many numbers', `number: ${'1,'.repeat(25_000)}x`],
])('a row of %s is done with at once', (_, prompt) => {
  expect(cpuMilliseconds(() => bulkValue(prompt))).toBeLessThan(1_000)
})

test('a text in the middle is still turned', () => {
  expect(bulkValue('Convert  berlin mitte  to upper case')).toEqual({ state: 'ok', value: 'BERLIN MITTE' })
  expect(bulkValue('Extract the email from: write to ann.lee+x@mail.example.com!')).toEqual({
    state: 'ok',
    value: 'ann.lee+x@mail.example.com',
  })
})
