import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { readRows } from './support/interface.ts'

it("each row of the interface's tables has a test, and no test is named after a row that isn't there", () => {
  const folder = join(import.meta.dirname, 'rows')
  const sources = readdirSync(folder).map(name => readFileSync(join(folder, name), 'utf8'))
  const source = sources.join('\n')
  const tested = new Set([...source.matchAll(/\brow\(\s*(['"])(.+?)\1,/g)].map(match => match[2]))
  // Rows that differ in one word share a loop.
  for (const [, prefix] of source.matchAll(/row\(`([^$`]+)\$\{\w+\}`/g)) {
    for (const { name } of readRows()) if (name.startsWith(prefix!) && /model$/.test(name)) tested.add(name)
  }
  expect([...tested].toSorted()).toEqual(
    readRows()
      .map(row => row.name.trimEnd())
      .toSorted(),
  )
})
