import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { SLOW } from '../support/sequencer.ts'

test('each test file that is named to go first is there', () => {
  const gone = SLOW.filter(name => !existsSync(join(import.meta.dirname, '..', `${name}.test.ts`)))
  expect(gone).toEqual([])
})
