/** The built sidebar at its 300 pixels: what is long is cut off where it stands, and covers nothing. */
import { expect, test } from 'vitest'
import { useBuiltSidebar } from './built-sidebar.ts'
import { agent, opened, say, tool, user } from './screens.ts'

const { openSidebar } = useBuiltSidebar()

test('a list of many ranges stays within its mark', async () => {
  const range = 'A2:G121, A2:E31, A2:H10, A2:D21, A2:B6, A2:B9, A2:K400'
  const read = { tool: 'read_range', range, sheet_name: undefined, cells: 692 }
  const view = agent([user('t1', 'Compare all tabs'), tool('c1', read), say('t1', 'Done.')])
  const page = await openSidebar({ answers: opened(view) })
  const mark = page.locator('.range').first()
  await mark.waitFor()
  const [outer, inner] = await Promise.all([mark.boundingBox(), mark.locator('.range-cells').boundingBox()])
  expect(inner!.x + inner!.width).toBeLessThanOrEqual(outer!.x + outer!.width)
  expect(outer!.x + outer!.width).toBeLessThanOrEqual(300)
})
