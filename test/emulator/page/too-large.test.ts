/** A change that is more than the server takes. */
import { expect, it } from 'vitest'
import { enter, selectCells } from '../../support/grid.ts'
import { forAllTests } from './fixture.ts'

const on = forAllTests(() => {}, { longestMessageBytes: 20_000 })

it('a change that is too large to be saved is taken back with words, and the page goes on', async () => {
  const page = await on.browser.open(on.server.pageUrl)
  const read = (row: number) =>
    on.server.workbook().getters.getEvaluatedCell({ sheetId: '0', col: 4, row }).value
  await selectCells(page, 'E6')
  await enter(page, 'before')
  await enter(page, 'x'.repeat(30_000))
  await page.getByText('That change is too large to be saved and was taken back.').waitFor()
  await selectCells(page, 'E8')
  await enter(page, 'after')
  await expect.poll(() => read(7)).toBe('after')
  await page.getByText('Saved', { exact: true }).waitFor()
  expect([read(5), read(6)]).toEqual(['before', null])
})
