/** How scripts reach the network, and the utilities that they have for it. */

import { describe, expect, it } from 'vitest'
import { EMAIL, useScriptBenches } from './bench.ts'

const on = useScriptBenches()
const { openBench } = on

describe('the network', () => {
  const send = (options: string) =>
    `JSON.parse(UrlFetchApp.fetch('${on.webUrl}/path', ${options}).getContentText())`

  it('sends method, headers and body as the script says', async () => {
    const { evaluate } = openBench()
    const options = `{ method: 'post', contentType: 'application/json', payload: '{"a":1}', headers: { 'X-Own': 'yes' } }`
    expect(await evaluate(send(options))).toMatchObject({
      method: 'POST',
      url: '/path',
      body: '{"a":1}',
      headers: { 'content-type': 'application/json', 'x-own': 'yes' },
    })
  })

  it('posts when there is something to send and no method is named', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(send(`{ payload: 'x' }`))).toMatchObject({ method: 'POST', body: 'x' })
    expect(await evaluate(send(`{ method: 'get', payload: 'x' }`))).toMatchObject({ method: 'GET', body: '' })
  })

  it('refuses a header that cannot be sent', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(send(`{ headers: { Authorization: 'Bearer a\\nb' } }`))).toBe(
      'Exception: Attribute provided with invalid value: Header:Authorization',
    )
  })

  it('sends an object as a form', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(send(`{ method: 'post', payload: { a: 1, b: 'ä' } }`))).toMatchObject({
      body: 'a=1&b=%C3%A4',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    })
  })

  it('fails on an error status, unless told not to', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(`UrlFetchApp.fetch('${on.webUrl}/status/503')`)).toMatch(
      `Exception: Request failed for ${on.webUrl} returned code 503. Truncated server response: {"method":"GET"`,
    )
    expect(
      await evaluate(
        `UrlFetchApp.fetch('${on.webUrl}/status/404', { muteHttpExceptions: true }).getResponseCode()`,
      ),
    ).toBe(404)
  })

  it('says when nothing answers at an address', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(`UrlFetchApp.fetch('http://127.0.0.1:1/x')`)).toBe(
      'Exception: Address unavailable: http://127.0.0.1:1/x',
    )
    expect(await evaluate(`UrlFetchApp.fetch('nonsense')`)).toBe('Exception: Invalid argument: nonsense')
  })

  it('gives all headers, the repeated ones as lists', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(`UrlFetchApp.fetch('${on.webUrl}').getAllHeaders()['set-cookie']`)).toEqual([
      'a=1',
      'b=2',
    ])
  })

  it('counts its requests', async () => {
    const { evaluate, host } = openBench()
    await evaluate(`UrlFetchApp.fetchAll(['${on.webUrl}/1', { url: '${on.webUrl}/2' }]).length`)
    expect(host.counters.fetches).toBe(2)
  })
})

describe('utilities', () => {
  it('encode, digest and format as Google’s', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(`Utilities.base64EncodeWebSafe('a?>b~~')`)).toBe('YT8-Yn5-')
    expect(await evaluate(`Utilities.newBlob(Utilities.base64Decode('w6Q=')).getDataAsString()`)).toBe('ä')
    expect(
      await evaluate(`Utilities.computeDigest(Utilities.DigestAlgorithm.SHA_256, 'abc').slice(0, 3)`),
    ).toEqual([-70, 120, 22])
    expect(
      await evaluate(
        `Utilities.formatDate(new Date(Date.UTC(2026, 2, 5, 15, 4, 9)), 'Europe/Berlin', "EEE, d MMM yyyy 'at' HH:mm:ss Z")`,
      ),
    ).toBe('Thu, 5 Mar 2026 at 16:04:09 +0100')
  })

  it('know the user and their language', async () => {
    const { evaluate } = openBench()
    expect(await evaluate('[Session.getActiveUser().getEmail(), Session.getActiveUserLocale()]')).toEqual([
      EMAIL,
      'de',
    ])
  })
})
