/** The page about the planner says what the planner does. */
import { expect, test } from 'vitest'
import { kinds } from '../../../../service/models/offline/kinds/index.ts'
import { documentation } from './documentation.ts'

test("docs/offline-planner.md is written from the rules' own examples", async () => {
  await expect(documentation()).toMatchFileSnapshot('../../../../docs/offline-planner.md')
})

test('every kind has examples, and no example stands twice', () => {
  for (const { name, examples } of kinds) expect(examples.length, name).toBeGreaterThanOrEqual(3)
  const all = kinds.flatMap(({ examples }) => examples)
  expect(new Set(all).size).toBe(all.length)
})
