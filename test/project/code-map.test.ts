import { expect, test } from 'vitest'
import { headless, headOf, PAGES, pageOf } from './code-map.ts'

test('every file says what it is before anything else', () => {
  expect(headless()).toEqual([])
})

test.each(Object.keys(PAGES))('docs/code-map/%s.md is what the files say of themselves', async name => {
  await expect(pageOf(name), 'run "npx vitest run test/project/code-map.test.ts -u"').toMatchFileSnapshot(
    `../../docs/code-map/${name}.md`,
  )
})

test('of a comment the first paragraph counts, whichever way it is written', () => {
  expect(headOf('/** One\n * two.\n *\n * Three. */\nimport x')).toBe('One two.')
  expect(headOf('#!/usr/bin/env node\n// npm run it: one\n// two.\ncode')).toBe('npm run it: one two.')
  expect(headOf('import x\n/** late */')).toBeNull()
})
