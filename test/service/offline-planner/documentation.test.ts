/** The page about the planner says what the planner does. */
import { expect, test } from 'vitest'
import { documentation } from './documentation.ts'

test("docs/offline-planner.md is written from the kinds' own examples and the corpus", async () => {
  await expect(documentation()).toMatchFileSnapshot('../../../docs/offline-planner.md')
})
