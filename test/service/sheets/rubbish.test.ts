/** A 200 of Google's with something in it that is no answer: never a success, and unclear where it was a write. */
import { beforeAll, describe, expect, test } from 'vitest'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import { useWebServer } from '../../support/web-server.ts'
import { sheetsAt } from './sheets-at.ts'

const RUBBISH = [
  ['nothing', ''],
  ['a page of HTML', '<!doctype html><title>Sign in</title>'],
  ['null', 'null'],
  ['an empty object', '{}'],
  ['a list', '[]'],
  ['a number', '5'],
  ['half of an answer', '{"spreadsheetId":"S","rep'],
  [
    'wrong types',
    '{"spreadsheetId":5,"sheets":"x","properties":[],"replies":{},"responses":1,"valueRanges":true,"sheetId":"0"}',
  ],
  ['another spreadsheet', '{"spreadsheetId":"OTHER","replies":[{}],"responses":[{}]}'],
] as const

const READS: [string, (spreadsheet: Spreadsheet) => Promise<unknown>][] = [
  ['the tabs', spreadsheet => spreadsheet.tabs()],
  ['fields', spreadsheet => spreadsheet.get({ fields: 'sheets(data(rowData))' })],
  ['values', spreadsheet => spreadsheet.values(['A1'])],
]
const WRITES: [string, (spreadsheet: Spreadsheet) => Promise<unknown>][] = [
  ['a batch', spreadsheet => spreadsheet.batchUpdate([{ deleteSheet: { sheetId: 1 } }])],
  ['a repeatable batch', spreadsheet => spreadsheet.batchUpdate([{ updateCells: {} }])],
  ['values', spreadsheet => spreadsheet.writeValues([{ range: 'A1', values: [[1]] }])],
  ['a copy', spreadsheet => spreadsheet.copyTabTo(1, 'OTHER')],
]

let spreadsheet: Spreadsheet
let body = ''
const server = useWebServer((request, response) => {
  request.resume()
  const token = '{"access_token":"at","expires_in":3600}'
  response
    .writeHead(200, { 'content-type': 'application/json' })
    .end(request.url!.startsWith('/token') ? token : body)
})
beforeAll(async () => {
  spreadsheet = await sheetsAt(server.url).open('user', 'S')
})

describe.each(RUBBISH)('where Google answers %s', (_what, answer) => {
  test.each(READS)('reading %s is UPSTREAM_INVALID_RESPONSE', async (_read, read) => {
    body = answer
    spreadsheet.refresh()
    await expect(read(spreadsheet)).rejects.toMatchObject({
      name: 'SheetsError',
      failure: 'UPSTREAM_INVALID_RESPONSE',
      isUnclear: false,
    })
  })

  test.each(WRITES)('writing %s is UPSTREAM_INVALID_RESPONSE and unclear', async (_write, write) => {
    body = answer
    await expect(write(spreadsheet)).rejects.toMatchObject({
      name: 'SheetsError',
      failure: 'UPSTREAM_INVALID_RESPONSE',
      isUnclear: true,
    })
  })
})
