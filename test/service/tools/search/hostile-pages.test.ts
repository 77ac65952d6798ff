/** Pages that were made to hold up whoever reads them. */
import { expect, test } from 'vitest'
import { createReadPage } from '../../../../service/search/page-reader.ts'
import { toReadable } from '../../../../service/search/page-text.ts'
import { cpuMilliseconds, sinceNow } from '../../../support/cpu-time.ts'

const page = (body: string) => ({ url: 'https://a.example/', contentType: 'text/html', body })

test('a page of titles that never end is read at once', () => {
  expect(cpuMilliseconds(() => toReadable(page('<title'.repeat(150_000))))).toBeLessThan(5_000)
})

test.each([
  ['cells as wide and high as a wall', '<table><tr><td rowspan=9000 colspan=9000>x</td></tr></table>'],
  ['elements within elements', `${'<b>'.repeat(320_000)}x`],
])('a page of %s is given up, the service goes on meanwhile, and the next page is read', async (_, body) => {
  const read = createReadPage()
  let longestMs = 0
  let spent = sinceNow()
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, spent())
    spent = sinceNow()
  }, 20)
  await expect(read(page(body))).rejects.toThrow('cannot be read')
  clearInterval(timer)
  expect(longestMs).toBeLessThan(1_500)
  expect((await read(page('<h1>Hello</h1>'))).text).toBe('Hello')
})
