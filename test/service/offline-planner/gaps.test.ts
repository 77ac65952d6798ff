import { expect, test } from 'vitest'
import { cpuMilliseconds } from '../../support/cpu-time.ts'
import { reading } from './meanings.ts'
import { ROWS, run } from './sample.ts'

test.each(['find ', 'replace ', 'sort by ', 'delete rows where ', 'list the ', 'insert '])(
  '"%s" and 1,900 spaces are read at once',
  beginning => {
    for (const gap of [' ', '\t', '\n', ' \n']) {
      const sentence = `${beginning}${gap.repeat(1_900 / gap.length)}x`
      expect(cpuMilliseconds(() => run(sentence, { respond: () => undefined as never }))).toBeLessThan(1_000)
    }
  },
)

test('spaces in quotation marks keep their meaning', () => {
  const { calls } = run('one space for two in Region', {
    read: reading(['replace "  " " " in [Region]', 0.9999]),
    rows: ROWS.map(row => row.map(cell => (cell === 'North' ? 'North  East' : cell))),
  })
  expect(JSON.stringify(calls)).toContain('"find":"  "')
})
