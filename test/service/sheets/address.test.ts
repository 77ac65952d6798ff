import { expect, test } from 'vitest'
import { parseSpreadsheetAddress, readSpreadsheetAddress } from '../../../service/sheets/address.ts'
import { cpuMilliseconds } from '../../support/cpu-time.ts'

test('an address that is a megabyte of /d/ is refused without being searched', () => {
  const hostile = `a/${'d/a/'.repeat(250_000)} b`
  // The pattern would take minutes; nothing else runs in the service meanwhile.
  expect(cpuMilliseconds(() => expect(parseSpreadsheetAddress(hostile)).toBeNull())).toBeLessThan(500)
})

test('a long but usual address is read', () => {
  const tracking = `?usp=${'x'.repeat(1_500)}#gid=7`
  expect(parseSpreadsheetAddress(`https://docs.google.com/spreadsheets/d/1AbC_d-9/edit${tracking}`)).toEqual({
    spreadsheetId: '1AbC_d-9',
    sheetId: 7,
  })
})

const ADDRESS = 'https://docs.google.com/spreadsheets/d/1AbC_d-9/edit'

test.each(['#gid=-1', '#gid=2147483648', '#gid=99999999999', '#gid=1.5', '#gid=x', '?gid=-3#gid=-3'])(
  'an address with %s is refused instead of taken for the first tab',
  gid => {
    expect(readSpreadsheetAddress(`${ADDRESS}${gid}`)).toMatchObject({
      state: 'wrong',
      why: expect.stringContaining('leave #gid out for the first tab'),
    })
  },
)

test.each(['', '#gid=', '#gid=2147483647'])('an address that ends with "%s" is read', end => {
  expect(readSpreadsheetAddress(`${ADDRESS}${end}`)).toMatchObject({ state: 'ok', spreadsheetId: '1AbC_d-9' })
})

test('the address of a published page is refused with the remedy, not read as the id e', () => {
  const published = 'https://docs.google.com/spreadsheets/d/e/2PACX-1vQx/pubhtml'
  expect(readSpreadsheetAddress(published)).toMatchObject({
    state: 'wrong',
    why: expect.stringContaining('Open the spreadsheet itself'),
  })
})
