/** Which tools a request offers by name, also those that stand as a line in another's description. */
import { expect, it } from 'vitest'
import { offeredNames } from '../../../service/offline-planner/offered.ts'
import { tools } from '../../../service/tools/index.ts'
import { isDeclared } from '../../../service/tools/more-tools.ts'

it('every tool is offered, those with a declaration of their own and those with a line', () => {
  const declared = tools
    .filter(isDeclared)
    .map(({ name, description }) => ({ type: 'function' as const, name, description, inputSchema: {} }))
  expect(declared.length).toBeLessThan(tools.length)
  expect([...offeredNames(declared)].toSorted()).toEqual(tools.map(({ name }) => name).toSorted())
})

it('a tool that is not there is not offered', () => {
  expect([...offeredNames([])]).toEqual([])
})
