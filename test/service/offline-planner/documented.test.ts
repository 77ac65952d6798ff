/** What the planner before this one listed as known is still read; and so is every example of a kind. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { kinds } from '../../../service/offline-planner/kinds/index.ts'
import { isUnderstood, type Ran, ROWS, run, TOOLS } from './sample.ts'

const { sentences } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../offline-planner/documented.json'), 'utf8'),
) as { sentences: { kind: string; say: string }[] }

/** With something of all that they speak of: blanks, negative numbers, what is to be replaced. */
const rows = [...ROWS, ['2026-03-05', 'Dune Ltd.', 'N/A', 'colour', '', 'NY', '', '', -4, 2]]

/** Follow-ups need something that they follow. */
const earlier = [run('Format Price as currency').turn]
/** Read no longer, and said so: words that stand for nothing of the sheet, and what the meaning language has no words for. */
const GIVEN_UP = new Set([
  'Substitute colour by color',
  'Explain this data',
  'Undo',
  'Undo that',
  'Extract the email from each Email',
  'In H2:H20: total and maximum',
])
/** With one reading that differs in a detail: which of them is meant is asked. */
const isAsked = ({ answer }: Ran): boolean => /in \d ways|not sure that/.test(answer)

test.each(sentences.filter(({ say }) => !GIVEN_UP.has(say)))('$kind: “$say” is read as before', ({ say }) => {
  const ran = run(say, { earlier, rows })
  expect(isUnderstood(ran) || isAsked(ran), ran.answer).toBe(true)
  for (const { tool } of ran.calls) expect(TOOLS).toContain(tool)
})

test.each(kinds.flatMap(({ name, examples }) => examples.map(say => ({ name, say }))))(
  'the example “$say” of $name is read',
  ({ say }) => {
    const ran = run(say, { earlier, rows })
    expect(isUnderstood(ran), ran.answer).toBe(true)
  },
)
