import type { IncomingMessage, ServerResponse } from 'node:http'
import { beforeEach, describe, expect, test } from 'vitest'
import { SheetsError, type SheetsFailure } from '../../../service/sheets/errors.ts'
import { createSheets } from '../../../service/sheets/sheets.ts'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { endOfSheetsError } from '../../../service/turns/record/turn-errors.ts'
import { useWebServer } from '../../support/web-server.ts'
import { sheetsAt } from './sheets-at.ts'

/** A Google that answers what a test says, and remembers what it was asked. */
let asked: string[] = []
let waits: number[] = []
let revoked: string[] = []
let answer: (request: IncomingMessage, response: ServerResponse, attempt: number) => void

const server = useWebServer((request, response) => {
  request.resume()
  request.on('end', () => {
    const { pathname } = new URL(request.url!, 'http://x')
    if (pathname === '/token' && !tokenRefused)
      return json(response, 200, { access_token: 'at', expires_in: 3600, token_type: 'Bearer' })
    if (pathname === '/token')
      return json(response, 400, { error: 'invalid_grant', error_description: 'Token has been revoked.' })
    asked.push(`${request.method} ${pathname}`)
    answer(request, response, asked.length)
  })
})
let tokenRefused = false
beforeEach(() => {
  asked = []
  waits = []
  revoked = []
  tokenRefused = false
})

function json(
  response: ServerResponse,
  status: number,
  value: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(value))
}
const google =
  (status: number, message = 'reason') =>
  (_request: IncomingMessage, response: ServerResponse) =>
    json(response, status, { error: { code: status, message, status: 'X' } })

const confirmed = (requests: number) => ({
  spreadsheetId: 'SPREADSHEET',
  replies: Array.from({ length: requests }, () => ({})),
})
const written = { spreadsheetId: 'SPREADSHEET', responses: [{}] }

let users = 0
async function open(options: { timeoutMilliseconds?: number; rootUrl?: string } = {}): Promise<Spreadsheet> {
  users += 1
  const refreshToken = `refresh ${users}`
  const sheets = sheetsAt(
    server.url,
    {
      timeoutMilliseconds: 5_000,
      random: () => 0.5,
      ...options,
      wait: async milliseconds => {
        waits.push(milliseconds)
      },
    },
    {
      grantFor: async user => (user === 'nobody' ? null : { refreshToken }),
      markRevoked: async user => {
        revoked.push(user)
      },
    },
  )
  return sheets.open('user', 'SPREADSHEET')
}

async function failureOf(call: Promise<unknown>): Promise<SheetsFailure | 'none'> {
  try {
    await call
    return 'none'
  } catch (error) {
    expect(error).toBeInstanceOf(SheetsError)
    return (error as SheetsError).failure
  }
}

describe('failures in the words of the contract', () => {
  test.each([
    [400, 'BAD_REQUEST'],
    [401, 'GOOGLE_NOT_CONNECTED'],
    [403, 'SPREADSHEET_FORBIDDEN'],
    [404, 'SPREADSHEET_NOT_FOUND'],
    [500, 'UPSTREAM_INVALID_RESPONSE'],
  ] as const)('Google answering %i is %s', async (status, failure) => {
    answer = google(status)
    expect(await failureOf((await open()).tabs())).toBe(failure)
  })

  test('a revoked grant is GOOGLE_NOT_CONNECTED and is marked as revoked', async () => {
    tokenRefused = true
    expect(await failureOf((await open()).tabs())).toBe('GOOGLE_NOT_CONNECTED')
    expect(revoked).toEqual(['user'])
    expect(asked).toEqual([])
  })

  test('a user without a grant is refused before any call', async () => {
    const sheets = createSheets(
      { clientId: 'i', clientSecret: 's', rootUrl: server.url },
      { grantFor: async () => null, markRevoked: async () => {} },
    )
    expect(await failureOf(sheets.open('nobody', 'S'))).toBe('GOOGLE_NOT_CONNECTED')
  })

  test('a Google that does not answer is UPSTREAM_TIMEOUT', async () => {
    answer = () => {}
    const spreadsheet = await open({ timeoutMilliseconds: 40 })
    expect(await failureOf(spreadsheet.tabs())).toBe('UPSTREAM_TIMEOUT')
  })

  test('a Google that is not there is UPSTREAM_INVALID_RESPONSE', async () => {
    const spreadsheet = await open({ rootUrl: 'http://127.0.0.1:1' })
    expect(await failureOf(spreadsheet.tabs())).toBe('UPSTREAM_INVALID_RESPONSE')
  })

  test('the reason of a bad request is passed on', async () => {
    answer = google(400, "Unable to parse range: 'x'!A1")
    await expect((await open()).values(["'x'!A1"])).rejects.toThrow('Unable to parse range')
  })
})

describe('trying again', () => {
  test('a read is tried again on quota and faults, with growing waits', async () => {
    answer = (request, response, attempt) => {
      if (attempt <= 3) return google([429, 500, 503][attempt - 1]!)(request, response)
      json(response, 200, { properties: {}, sheets: [{ properties: { sheetId: 3, title: 'T' } }] })
    }
    const spreadsheet = await open()
    expect((await spreadsheet.tabs()).map(tab => tab.title)).toEqual(['T'])
    expect(asked).toHaveLength(4)
    expect(spreadsheet.calls).toEqual({ reads: 4, writes: 0 })
    expect(waits).toEqual([600, 1200, 2400])
  })

  test('Retry-After is waited out', async () => {
    answer = (_request, response, attempt) =>
      attempt === 1
        ? json(response, 429, { error: { message: 'quota' } }, { 'retry-after': '7' })
        : json(response, 200, { properties: {}, sheets: [] })
    await (await open()).tabs()
    expect(waits).toEqual([7000])
  })

  test.each([429, 500, 502, 503])(
    'a batch that a look finds unapplied is sent again after a %i',
    async status => {
      answer = (request, response, attempt) => {
        if (attempt === 1) return google(status)(request, response)
        if (request.method === 'GET') return google(404)(request, response)
        json(response, 200, confirmed(2))
      }
      await (await open()).batchUpdate([{ addSheet: {} }])
      expect(asked.map(call => call.split('/').at(-1))).toEqual([
        'SPREADSHEET:batchUpdate',
        expect.stringMatching(/^\d+$/),
        'SPREADSHEET:batchUpdate',
      ])
    },
  )

  test.each([429, 503])(
    'a batch whose look fails after a %i is not sent again and is unclear',
    async status => {
      answer = google(status)
      const error: unknown = await (await open())
        .batchUpdate([{ addSheet: {} }])
        .catch((error: unknown) => error)
      expect(error).toMatchObject({ isUnclear: true })
      expect((error as Error).message).toContain('may or may not have been made')
      expect(asked.filter(call => call.startsWith('POST'))).toHaveLength(1)
    },
  )

  test('a batch whose answer is lost is not repeated', async () => {
    answer = (request, response) =>
      request.method === 'GET' ? google(404)(request, response) : void response.destroy()
    expect(await failureOf((await open()).batchUpdate([{ addSheet: {} }]))).toBe('UPSTREAM_INVALID_RESPONSE')
    expect(asked.filter(call => call.startsWith('POST'))).toHaveLength(1)
  })

  test('a turn that an unclear batch ends says that the change may have been made', async () => {
    answer = google(500)
    const error: unknown = await (await open())
      .batchUpdate([{ addSheet: {} }])
      .catch((error: unknown) => error)
    expect(endOfSheetsError(error as SheetsError).message).toContain('may or may not have been made')
    const read: unknown = await (await open()).tabs().catch((error: unknown) => error)
    expect(endOfSheetsError(read as SheetsError).message).not.toContain('may or may not')
  })

  test('fixed values are written again after a fault', async () => {
    answer = (request, response, attempt) =>
      attempt === 1 ? google(500)(request, response) : json(response, 200, written)
    await (await open()).writeValues([{ range: 'A1', values: [[1]] }])
    expect(asked).toHaveLength(2)
  })

  test('copying a tab is never repeated', async () => {
    answer = google(503)
    expect(await failureOf((await open()).copyTabTo(1, 'OTHER'))).toBe('UPSTREAM_INVALID_RESPONSE')
    expect(asked).toHaveLength(1)
  })

  test('it ends after seven attempts', async () => {
    answer = google(429)
    expect(await failureOf((await open()).tabs())).toBe('UPSTREAM_INVALID_RESPONSE')
    expect(asked).toHaveLength(7)
  })
})

describe('reads within a step', () => {
  test('the same read is made once until refresh or a write', async () => {
    answer = (_request, response) =>
      json(response, 200, { valueRanges: [{ values: [[1]] }], properties: {}, sheets: [], ...written })
    const spreadsheet = await open()
    await Promise.all([
      spreadsheet.values(['A1']),
      spreadsheet.values(['A1']),
      spreadsheet.tabs(),
      spreadsheet.meta(),
    ])
    expect(spreadsheet.calls.reads).toBe(2)
    await spreadsheet.values(['A1'], 'FORMULA')
    expect(spreadsheet.calls.reads).toBe(3)
    await spreadsheet.writeValues([{ range: 'A1', values: [[2]] }])
    await spreadsheet.values(['A1'])
    expect(spreadsheet.calls).toEqual({ reads: 4, writes: 1 })
    spreadsheet.refresh()
    await spreadsheet.tabs()
    expect(spreadsheet.calls.reads).toBe(5)
  })

  test('a failed read is not remembered', async () => {
    answer = (request, response, attempt) =>
      attempt === 1 ? google(404)(request, response) : json(response, 200, { properties: {}, sheets: [] })
    const spreadsheet = await open()
    expect(await failureOf(spreadsheet.tabs())).toBe('SPREADSHEET_NOT_FOUND')
    expect(await spreadsheet.tabs()).toEqual([])
  })
})

describe('a stop', () => {
  test('a write that waits for quota is not made after it', async () => {
    const stop = new AbortController()
    answer = (request, response) => {
      google(429)(request, response)
      stop.abort(new Error('stopped'))
    }
    const spreadsheet = await open()
    spreadsheet.cancelWith?.(stop.signal)
    await expect(spreadsheet.batchUpdate([{ addSheet: {} }])).rejects.toThrow('stopped')
    expect(asked).toHaveLength(1)
    await expect(spreadsheet.tabs()).rejects.toThrow('stopped')
    expect(asked).toHaveLength(1)
  })
})
