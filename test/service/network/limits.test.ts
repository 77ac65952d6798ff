/** What others may send us: no more than we asked for, however it is packed, and no more than can be. */
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { costNanoDollars, tokenUsage } from '../../../service/models/price.ts'
import { limitedFetch } from '../../../service/network/limited-fetch.ts'
import { isPlainlyPrivate, isPublicAddress } from '../../../service/network/public-only.ts'

let server: Server
let url: string
const bomb = gzipSync(Buffer.alloc(64_000_000))
beforeAll(async () => {
  server = createServer((request, response) => {
    if (request.url === '/bomb') response.writeHead(200, { 'content-encoding': 'gzip' }).end(bomb)
    else response.writeHead(200, { 'x-told': 'yes' }).end('{"small":true}')
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(() => {
  server.closeAllConnections()
  server.close()
})

test('a small answer that unpacks to a large one is given up at the limit', async () => {
  expect(bomb.length).toBeLessThan(100_000)
  const answer = await limitedFetch(fetch, 1_000_000)(`${url}/bomb`)
  await expect(answer.text()).rejects.toThrow('larger than 1000000 bytes')
})

test('an answer within the limit arrives as it is', async () => {
  const answer = await limitedFetch(fetch, 1_000_000)(url)
  expect(answer.ok).toBe(true)
  expect(answer.url).toContain(url)
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
