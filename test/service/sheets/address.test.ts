import { expect, test } from 'vitest'
import { parseSpreadsheetAddress } from '../../../service/sheets/address.ts'

test('an address that is a megabyte of /d/ is refused without being searched', () => {
  const hostile = `a/${'d/a/'.repeat(250_000)} b`
  const begun = performance.now()
  expect(parseSpreadsheetAddress(hostile)).toBeNull()
  // The pattern would take minutes; nothing else runs in the service meanwhile.
  expect(performance.now() - begun).toBeLessThan(500)
})

test('a long but usual address is read', () => {
  const tracking = `?usp=${'x'.repeat(1_500)}#gid=7`
  expect(parseSpreadsheetAddress(`https://docs.google.com/spreadsheets/d/1AbC_d-9/edit${tracking}`)).toEqual({
    spreadsheetId: '1AbC_d-9',
    sheetId: 7,
  })
})
