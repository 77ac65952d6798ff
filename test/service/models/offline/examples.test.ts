/** Examples of every kind are done on a real sheet: tools, Google's client and emulator. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { kinds } from '../../../../service/models/offline/kinds/index.ts'
import { type Bench, type Cell, openBench, openWorkbench, type Workbench } from '../../tools/workbench.ts'
import { talk } from './talk.ts'

let workbench: Workbench
beforeAll(async () => {
  workbench = await openWorkbench()
})
afterAll(() => workbench.close())

const HEADER = ['Date', 'Customer', 'First', 'Last', 'Email', 'Region', 'Status', 'Qty', 'Price', 'Cost']
const ROWS: Cell[][] = [
  HEADER,
  ['2026-03-02', 'Acme, Inc.', 'Ada', 'Lovelace', 'ada@example.com', 'North', 'Open', 3, '$9.50', '$4.00'],
  [
    '2026-01-15',
    'Birch-Ltd.',
    'Grace',
    'Hopper',
    'grace@example.com',
    'South',
    'Paid',
    10,
    '$20.00',
    '$11.00',
  ],
  ['2026-02-20', 'Cedar, Co', 'Alan', 'Turing', 'alan@example.com', 'North', 'Paid', 12, '$25.00', '$1.00'],
  ['2026-02-21', 'Acme, Inc.', 'Ada', 'Lovelace', 'ada@example.com', '', 'Open', 2, '$5.00', '$1.00'],
]

/** All examples are planned in phrasings.test.ts; here each kind is carried out, which takes longer. */
const EXAMPLES_EACH = 2

const sheet = (): Promise<Bench> =>
  openBench(workbench, {
    tabs: [
      { title: 'Orders', rows: ROWS },
      { title: 'Sheet2', rows: [['Name'], ['x']] },
    ],
  })

/** Splitting fills the columns on its right, which hold something here: that refusal is the right answer. */
const isRefusedRightly = (example: string, answer: string): boolean =>
  /^(?:Split|Separate) /.test(example) && answer.includes('and overwrite')

describe.each(kinds.map(kind => [kind.name, kind] as const))('%s', (_name, kind) => {
  test.each(kind.examples.slice(0, EXAMPLES_EACH))('“%s” is done on the emulator', async example => {
    const { say } = talk(await sheet())
    if (kind.name === 'The same again') await say('Format Price as currency')
    const { answer } = await say(example)
    if (isRefusedRightly(example, answer)) return
    expect(answer).not.toMatch(/Not done|Stopped|could not|don't understand|can't read|can't tell/)
  })
})
