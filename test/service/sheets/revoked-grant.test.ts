/** Which refusals of Google's end a person's connection for good. */
import { beforeEach, expect, test } from 'vitest'
import { useWebServer } from '../../support/web-server.ts'
import { sheetsAt } from './sheets-at.ts'

let revoked: string[] = []
/** What the token endpoint and the Sheets API answer. */
let token: { status: number; body: unknown }
let api: { status: number; body: unknown }

const server = useWebServer((request, response) => {
  request.resume()
  const { status, body } = request.url!.startsWith('/token') ? token : api
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
})
beforeEach(() => {
  revoked = []
  token = { status: 200, body: { access_token: 'at', expires_in: 3600, token_type: 'Bearer' } }
  api = { status: 401, body: { error: { code: 401, message: 'invalid authentication credentials' } } }
})

async function read(refreshToken: string): Promise<unknown> {
  const sheets = sheetsAt(
    server.url,
    {},
    {
      grantFor: async () => ({ refreshToken }),
      markRevoked: async (_user, refused) => {
        revoked.push(refused)
      },
    },
  )
  const spreadsheet = await sheets.open('user', 'S')
  return spreadsheet.tabs().catch((error: unknown) => error)
}

test('a grant that Google says is gone is marked as revoked', async () => {
  token = { status: 400, body: { error: 'invalid_grant' } }
  expect(await read('a')).toMatchObject({ failure: 'GOOGLE_NOT_CONNECTED' })
  expect(revoked).toEqual(['a'])
})

test('a wrong client secret of the operator takes nobody’s grant away', async () => {
  token = { status: 401, body: { error: 'invalid_client' } }
  expect(await read('b')).toMatchObject({ failure: 'GOOGLE_NOT_CONNECTED' })
  expect(revoked).toEqual([])
})

test('a single 401 of the Sheets API takes no grant away', async () => {
  expect(await read('c')).toMatchObject({ failure: 'GOOGLE_NOT_CONNECTED' })
  expect(revoked).toEqual([])
})
