/** What the planner before this one listed as known is still read; and so is every example of a kind. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { frames } from '../../../service/offline-planner/frames/index.ts'
import { isUnderstood, run, TOOLS } from './sample.ts'

const { sentences } = JSON.parse(
  readFileSync(join(import.meta.dirname, '../../offline-planner/documented.json'), 'utf8'),
) as { sentences: { kind: string; say: string }[] }

/** Follow-ups need something that they follow. */
const earlier = [run('Format Price as currency').turn]
/** Read no longer, and said so: words that stand for nothing of the sheet. */
const GIVEN_UP = new Set(['Substitute colour by color', 'Explain this data'])

test.each(sentences.filter(({ say }) => !GIVEN_UP.has(say)))('$kind: “$say” is read as before', ({ say }) => {
  const ran = run(say, { earlier })
  expect(isUnderstood(ran), ran.answer).toBe(true)
  for (const { tool } of ran.calls) expect(TOOLS).toContain(tool)
})

test.each(frames.flatMap(({ name, examples }) => examples.map(say => ({ name, say }))))(
  'the example “$say” of $name is read',
  ({ say }) => {
    const ran = run(say, { earlier })
    expect(isUnderstood(ran), ran.answer).toBe(true)
  },
)
