/** What of a sentence a reading leaves unread. */
import { expect, test } from 'vitest'
import { seenOf } from '../../../../scripts/planner-model/pairs.ts'
import { targetOf } from '../../../../scripts/planner-model/targets.ts'
import { type Left, leftBy } from '../../../../service/offline-planner/learned/coverage.ts'
import { sourceOf } from '../../../../service/offline-planner/learned/source.ts'
import { link } from '../../../../service/offline-planner/linking/link.ts'
import { indexFor } from '../../../../service/offline-planner/linking/sheet.ts'

const HEADERS = ['Name', 'State', 'Due', 'Fee']
const rows = [HEADERS, ['Ada', 'paid', '2026-09-01', 40], ['Bo', 'open', '2026-10-01', 50]]

function leftIn(say: string, mean: string): Left {
  const { overview, data } = seenOf({ tabs: [{ title: 'Dues', rows }] })
  const index = indexFor({ overview, data }, say)
  const units = sourceOf(index, overview.tabs[0]!, link(index, { text: say, today: 46_347 }))!
  const target = targetOf(units, say, mean, 'Dues')
  if ('problem' in target) throw new Error(target.problem)
  return leftBy(target.signs, units)
}

test.each([
  ['hide everyone bar the paid ones', 'filter where [State] != "paid"', 1],
  ['hide what is not paid', 'filter where [State] != "paid"', 1],
  ['hide everything else than the paid ones', 'filter where [State] != "paid"', 1],
  ['hide everything but the paid ones', 'filter where [State] = "paid"', 0],
  ['hide the paid ones', 'filter where [State] != "paid"', 0],
  ['hide the paid ones and leave the rest, do not delete them', 'filter where [State] != "paid"', 0],
  ['show all but the paid ones', 'filter where [State] != "paid"', 0],
])('hiding is turned round once: %s', (say, mean, turned) => {
  expect(leftIn(say, mean).turned).toBe(turned)
})

test('months that nothing is done with are counted', () => {
  const mean = 'tell count where [Due] in "September"'
  expect(leftIn('how many in September, in October and in November', mean).dates).toBe(2)
  expect(leftIn('how many in September', mean).dates).toBe(0)
})

test.each([
  ["you needn't trim the name, I know there are spaces", 'trim [Name]'],
  ['Den Name brauchst du nicht trimmen', 'trim [Name]'],
])('what need not be done is held back: %s', (say, mean) => {
  expect(leftIn(say, mean).withheld).toBe(1)
})
