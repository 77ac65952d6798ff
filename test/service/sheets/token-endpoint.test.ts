/** The exchange with Google's token endpoint: its time, its rubbish, and a token refused before its time. */
import type { ServerResponse } from 'node:http'
import { beforeEach, expect, test, vi } from 'vitest'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { useWebServer } from '../../support/web-server.ts'
import { sheetsAt } from './sheets-at.ts'

let exchanges = 0
let revoked: string[] = []
let refusedTokens: Set<string>
let token: (response: ServerResponse, attempt: number) => void

const json = (response: ServerResponse, status: number, value: unknown) =>
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
const grants = (response: ServerResponse, attempt: number) =>
  json(response, 200, { access_token: `at-${attempt}`, expires_in: 3600, token_type: 'Bearer' })

const server = useWebServer((request, response) => {
  request.resume()
  if (request.url!.startsWith('/token')) {
    exchanges += 1
    return token(response, exchanges)
  }
  const given = request.headers.authorization?.replace('Bearer ', '') ?? ''
  if (refusedTokens.has(given)) return json(response, 401, { error: { code: 401, message: 'no' } })
  if (request.method === 'POST') return json(response, 200, { spreadsheetId: 'S', replies: [{}] })
  json(response, 200, { properties: {}, sheets: [{ properties: { sheetId: 0, title: given } }] })
})
beforeEach(() => {
  exchanges = 0
  revoked = []
  refusedTokens = new Set()
  token = grants
})

async function open(
  options: { tokenTimeoutMilliseconds?: number; quickTimeoutMilliseconds?: number } = {},
): Promise<Spreadsheet> {
  const backoff = { attempts: 2, firstDelayMilliseconds: 1, longestDelayMilliseconds: 1 }
  const markRevoked = async (user: string) => {
    revoked.push(user)
  }
  const sheets = sheetsAt(server.url, { backoff, ...options }, { markRevoked })
  return sheets.open('user', 'S')
}

test('a token endpoint that hangs is UPSTREAM_TIMEOUT, and the next call gets through when it is back', async () => {
  const spreadsheet = await open({ tokenTimeoutMilliseconds: 2_000 })
  token = () => {}
  await expect(spreadsheet.tabs()).rejects.toMatchObject({ failure: 'UPSTREAM_TIMEOUT', isUnclear: false })
  token = grants
  expect(await spreadsheet.tabs()).toHaveLength(1)
})

test('a write that waits for a token in vain says that nothing was changed', async () => {
  token = response => json(response, 500, {})
  const write = (await open()).batchUpdate([{ deleteSheet: { sheetId: 1 } }])
  await expect(write).rejects.toMatchObject({
    failure: 'UPSTREAM_INVALID_RESPONSE',
    isUnclear: false,
    message: expect.stringContaining('Nothing was changed'),
  })
})

test.each([
  ['nothing', ''],
  ['a page of HTML', '<html></html>'],
  ['null', 'null'],
  ['a token of another type', '{"access_token":5}'],
])('a token endpoint that answers %s gives no token', async (_what, body) => {
  token = response => response.writeHead(200, { 'content-type': 'application/json' }).end(body)
  await expect((await open()).tabs()).rejects.toMatchObject({ failure: 'UPSTREAM_INVALID_RESPONSE' })
})

test('a token that Google refuses before its time is exchanged for another', async () => {
  const spreadsheet = await open()
  await spreadsheet.tabs()
  refusedTokens.add('at-1')
  spreadsheet.refresh()
  expect((await spreadsheet.tabs())[0]?.title).toBe('at-2')
  expect(revoked).toEqual([])
})

test('a revoked grant shows when its valid token is refused, and is marked', async () => {
  const spreadsheet = await open()
  await spreadsheet.tabs()
  refusedTokens.add('at-1')
  token = response => json(response, 400, { error: 'invalid_grant' })
  spreadsheet.refresh()
  await expect(spreadsheet.tabs()).rejects.toMatchObject({ failure: 'GOOGLE_NOT_CONNECTED' })
  expect(revoked).toEqual(['user'])
})

test('calls that begin together share one exchange', async () => {
  const spreadsheet = await open()
  await Promise.all([spreadsheet.tabs(), spreadsheet.get({ fields: 'sheets(properties)' })])
  expect(exchanges).toBe(1)
})

test('whoever may wait longer for Google waits longer for its tokens', async () => {
  const waited = (options: { quickTimeoutMilliseconds?: number }) => {
    const timeout = vi.spyOn(AbortSignal, 'timeout')
    return open(options)
      .then(spreadsheet => spreadsheet.tabs())
      .then(() => timeout.mock.calls.flat())
      .finally(() => timeout.mockRestore())
  }
  expect(await waited({})).toContain(7_000)
  expect(await waited({ quickTimeoutMilliseconds: 60_000 })).toContain(59_000)
})
