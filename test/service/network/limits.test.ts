/** What others may send us: no more than we asked for, however it is packed, and no more than can be. */
import { gzipSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { costNanoDollars, tokenUsage } from '../../../service/models/price.ts'
import { limitedFetch } from '../../../service/network/limited-fetch.ts'
import { isPlainlyPrivate, isPublicAddress } from '../../../service/network/public-only.ts'
import { useWebServer } from '../../support/web-server.ts'

const bomb = gzipSync(Buffer.alloc(64_000_000))
const server = useWebServer((request, response) => {
  if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
  else response.writeHead(200, { 'x-told': 'yes' }).end('{"small":true}')
})

test('a small answer that unpacks to a large one is given up at the limit', async () => {
  expect(bomb.length).toBeLessThan(100_000)
  const answer = await limitedFetch(fetch, 1_000_000)(`${server.url}/bomb`)
  await expect(answer.text()).rejects.toThrow('larger than 1000000 bytes')
})

test('an answer within the limit arrives as it is', async () => {
  const answer = await limitedFetch(fetch, 1_000_000)(server.url)
  expect(answer.ok).toBe(true)
  expect(answer.url).toContain(server.url)
  expect(answer.headers.get('x-told')).toBe('yes')
  expect(await answer.json()).toEqual({ small: true })
})

test.each([1e18, 1e300, Number.MAX_SAFE_INTEGER])(
  'a usage of %d tokens is booked as one that can be',
  tokens => {
    const usage = tokenUsage({
      inputTokens: { total: tokens, noCache: tokens, cacheRead: 0, cacheWrite: 0 },
      outputTokens: { total: tokens, text: tokens, reasoning: 0 },
    })
    const price = {
      inputPerMillion: 100_000_000_000n,
      cachedInputPerMillion: 0n,
      outputPerMillion: 500_000_000_000n,
      perSearch: 0n,
    }
    expect(costNanoDollars(price, usage)).toBeLessThan(2n ** 62n)
  },
)

test.each(['::7f00:1', '::127.0.0.1', '::a00:1', '::1', '::'])('%s is private', address => {
  expect(isPublicAddress(address)).toBe(false)
  expect(isPlainlyPrivate(`[${address}]`)).toBe(true)
})
