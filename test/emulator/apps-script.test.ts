import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AuthMode, Menu, Selection } from '../../emulator/apps-script/bridge.ts'
import { createScriptHost, type ScriptHost } from '../../emulator/apps-script/host.ts'
import type { UserPage } from '../../emulator/apps-script/services/types.ts'
import { Library } from '../../emulator/sheets/workbook/library.ts'
import { until } from '../support/until.ts'
import { type FixtureOptions, writeFixtureAddon } from './apps-script-fixture.ts'

const EMAIL = 'owner@example.com'

let folder: string
let library: Library
let web: Server
let webUrl: string
let clockMs = Date.parse('2026-03-01T12:00:00Z')
const hosts: ScriptHost[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-script-'))
  library = new Library({ folder: join(folder, 'workbooks') })
  library.create({
    id: 'file',
    owner: EMAIL,
    data: {
      sheets: [
        {
          id: '0',
          name: 'Sales',
          rowNumber: 50,
          colNumber: 8,
          cells: { A1: 'Region', B1: 'Qty', A2: 'North', B2: '10', A3: 'South', B3: '=B2/4', C2: '45352' },
          formats: { C2: 1 },
        },
        { id: '9', name: "Bob's tab", rowNumber: 20, colNumber: 5, cells: {} },
      ],
      formats: { 1: 'yyyy-mm-dd' },
    },
  })
  web = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', chunk => chunks.push(chunk as Buffer))
    request.on('end', () => {
      const status = Number(/^\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
      const { method, headers, url } = request
      response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
      response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
    })
  })
  await new Promise<void>(resolve => web.listen(0, '127.0.0.1', resolve))
  webUrl = `http://127.0.0.1:${(web.address() as AddressInfo).port}`
})

afterAll(async () => {
  await Promise.all(hosts.map(host => host.close()))
  web.close()
  web.closeAllConnections()
  library.close()
  rmSync(folder, { recursive: true, force: true })
})

let nextFolder = 0

interface Bench {
  host: ScriptHost
  page: FakePage
  propertiesFile: string
  addonDir: string
  run(functionName: string, ...args: unknown[]): Promise<unknown>
  evaluate(source: string, authMode?: AuthMode): Promise<unknown>
}

/** A user's page that writes down what a script does to it. */
interface FakePage extends UserPage {
  seen: { menus: Menu[]; sidebars: string[]; selections: Selection[]; toasts: string[] }
  answer: string
}

function openBench(options: FixtureOptions & { propertiesFile?: string } = {}): Bench {
  const own = join(folder, `addon-${nextFolder++}`)
  const propertiesFile = options.propertiesFile ?? join(own, 'data', 'properties.json')
  const host = createScriptHost({
    addonDir: writeFixtureAddon(own, options),
    propertiesFile,
    firstUserProperties: { [EMAIL]: { ROWHAND_API_KEY: 'sk_rowhand_first' } },
    library,
    email: EMAIL,
    pageUrl: id => `http://127.0.0.1/spreadsheets/d/${id}/edit`,
    now: () => clockMs,
    // Each test has a host of its own, and most run one execution at a time.
    firstWorkers: 1,
  })
  hosts.push(host)
  const page = createFakePage()
  const run = async (functionName: string, args: unknown[], authMode: AuthMode) => {
    const outcome = await host.run({ functionName, args, authMode, page })
    return outcome.ok
      ? (JSON.parse(outcome.valueJson) as unknown)
      : `${outcome.failure.name}: ${outcome.failure.message}`
  }
  return {
    host,
    page,
    propertiesFile,
    addonDir: own,
    run: (functionName, ...args) => run(functionName, args, 'FULL'),
    evaluate: (source, authMode = 'FULL') => run('evaluate', [source], authMode),
  }
}

function createFakePage(): FakePage {
  let selection: Selection = { sheetId: 0, areas: [{ row: 1, column: 1, rows: 2, columns: 2 }] }
  const seen: FakePage['seen'] = { menus: [], sidebars: [], selections: [], toasts: [] }
  return {
    seen,
    answer: 'OK',
    spreadsheetId: 'file',
    locale: 'de',
    temporaryKey: 'temporary',
    selection: () => selection,
    select(next) {
      selection = next
      seen.selections.push(next)
    },
    setMenu: menu => void seen.menus.push(menu),
    showSidebar: panel => void seen.sidebars.push(panel.title),
    showDialog: () => undefined,
    async alert() {
      return this.answer
    },
    prompt: async () => ({ button: 'OK', text: 'typed' }),
    toast: text => void seen.toasts.push(text),
  }
}

describe('an execution', () => {
  it('starts with fresh globals each time', async () => {
    const { run } = openBench()
    expect([await run('countRuns'), await run('countRuns')]).toEqual([1, 1])
  })

  it('sees no timers, no fetch and nothing of Node, like Apps Script', async () => {
    const { evaluate } = openBench()
    const names = ['setTimeout', 'fetch', 'URL', 'TextEncoder', 'process', 'require', 'Buffer']
    expect(await evaluate(`[${names.map(name => `typeof ${name}`).join()}]`)).toEqual(
      names.map(() => 'undefined'),
    )
  })

  it('gets an Exception that is an Error of its own', async () => {
    const { evaluate } = openBench()
    const source = `(() => { try { SpreadsheetApp.openById('x') } catch (e) { return [e instanceof Error, e.name] } })()`
    expect(await evaluate(source)).toEqual([true, 'Exception'])
  })

  it('is told clearly about what the local host does not have', async () => {
    const { evaluate } = openBench()
    expect(await evaluate('SpreadsheetApp.create("x")')).toBe(
      'Exception: SpreadsheetApp.create is not in the local host.',
    )
    expect(await evaluate('GmailApp.sendEmail()')).toBe(
      'Exception: GmailApp.sendEmail is not in the local host.',
    )
  })

  it('runs beside others, so a slow one holds up none', async () => {
    const { run } = openBench()
    const slow = run('sleepAndReturn', 500, 'slow')
    const quick = run('echo', 'quick')
    expect(await Promise.race([slow, quick])).toBe('quick')
    expect(await slow).toBe('slow')
  })

  it('fails by name when the function does not exist', async () => {
    const { run } = openBench()
    expect(await run('nowhere')).toBe('Error: Script function not found: nowhere')
  })

  it('takes less than 15 ms when its thread is warm', async () => {
    const { run } = openBench()
    for (let warmUp = 0; warmUp < 20; warmUp++) await run('describeSelection')
    const times: number[] = []
    for (let at = 0; at < 50; at++) {
      const started = performance.now()
      await run('describeSelection')
      times.push(performance.now() - started)
    }
    expect(times.sort((a, b) => a - b)[25]).toBeLessThan(15)
  })

  it('uses the bundle as it is on the disk now', async () => {
    const { run, addonDir } = openBench()
    expect(await run('echo', 1)).toBe(1)
    writeFixtureAddon(addonDir, { addon: 'function echo() { return "new" }' })
    expect(await run('echo', 1)).toBe('new')
  })

  it('offers its public functions to the page, not its private ones', async () => {
    const { host, page } = openBench()
    const names = await host.callableFunctions(page)
    expect(names).toContain('echo')
    expect(names).not.toContain('secret_')
    expect(names).not.toContain('SpreadsheetApp')
  })
})

describe('the spreadsheet', () => {
  it('is read as values, as shown and as formulas', async () => {
    const { evaluate } = openBench()
    const read = (method: string) =>
      evaluate(`SpreadsheetApp.getActive().getRange('Sales!A2:B3').${method}()`)
    expect(await read('getValues')).toEqual([
      ['North', 10],
      ['South', 2.5],
    ])
    expect(await read('getDisplayValues')).toEqual([
      ['North', '10'],
      ['South', '2.5'],
    ])
    expect(await read('getFormulas')).toEqual([
      ['', ''],
      ['', '=B2/4'],
    ])
  })

  it('gives dates as dates of the script, in the time zone of the file', async () => {
    const { evaluate } = openBench()
    const source = `(() => { const v = SpreadsheetApp.getActive().getRange('Sales!C2').getValue(); return [v instanceof Date, v.toISOString()] })()`
    expect(await evaluate(source)).toEqual([true, '2024-03-01T05:00:00.000Z'])
  })

  it('knows its tabs, sizes and the last filled cell', async () => {
    const { evaluate } = openBench()
    const source = `SpreadsheetApp.getActive().getSheets().map(s =>
      [s.getName(), s.getSheetId(), s.getIndex(), s.getMaxRows(), s.getMaxColumns(), s.getLastRow(), s.getLastColumn()])`
    expect(await evaluate(source)).toEqual([
      ['Sales', 0, 1, 50, 8, 3, 3],
      ["Bob's tab", 9, 2, 20, 5, 0, 0],
    ])
  })

  it('reads A1 notation with quotes, whole columns and whole rows', async () => {
    const { evaluate } = openBench()
    const a1 = (text: string) => evaluate(`SpreadsheetApp.getActive().getRange("${text}").getA1Notation()`)
    expect(await a1("'Bob''s tab'!B2:C")).toBe('B2:C20')
    expect(await a1('A:B')).toBe('A1:B50')
    expect(await a1('3:4')).toBe('A3:H4')
    expect(await a1('no range')).toBe('Exception: Range not found')
  })

  it('refuses cells outside of a tab', async () => {
    const { evaluate } = openBench()
    expect(await evaluate('SpreadsheetApp.getActiveSheet().getRange(51, 1)')).toBe(
      'Exception: The coordinates of the range are outside the dimensions of the sheet.',
    )
  })

  it('falls back to the first tab when the page is still on one that is gone', async () => {
    const { evaluate, page } = openBench()
    page.select({ sheetId: 12345, areas: [] })
    const source = `[SpreadsheetApp.getActiveSheet().getName(), SpreadsheetApp.getActiveRange().getA1Notation()]`
    expect(await evaluate(source)).toEqual(['Sales', 'A1'])
  })

  it('moves the user to a range and to a tab', async () => {
    const { evaluate, page } = openBench()
    await evaluate(`SpreadsheetApp.setActiveRange(SpreadsheetApp.getActive().getRange("'Bob''s tab'!A2:B3"))`)
    expect(page.seen.selections).toEqual([
      { sheetId: 9, areas: [{ row: 2, column: 1, rows: 2, columns: 2 }] },
    ])
    await evaluate(`SpreadsheetApp.getActive().getSheetByName('Sales').activate()`)
    expect(page.selection().sheetId).toBe(0)
  })
})

describe('the user interface', () => {
  it('gets the menu that onOpen adds, with separators and submenus', async () => {
    const { host, page } = openBench()
    await host.run({ functionName: 'onOpen', args: [{ authMode: 'LIMITED' }], authMode: 'LIMITED', page })
    expect(page.seen.menus).toEqual([
      {
        kind: 'menu',
        caption: '',
        items: [
          { kind: 'item', caption: 'Open sidebar', functionName: 'openSidebar' },
          { kind: 'separator' },
          {
            kind: 'menu',
            caption: 'More',
            items: [
              { kind: 'item', caption: 'Greet', functionName: 'greet' },
              { kind: 'item', caption: 'Break', functionName: 'breakDown' },
            ],
          },
        ],
      },
    ])
  })

  it('waits for the answer to an alert', async () => {
    const { evaluate, page } = openBench()
    page.answer = 'YES'
    expect(
      await evaluate(`SpreadsheetApp.getUi().alert('Sure?', SpreadsheetApp.getUi().ButtonSet.YES_NO)`),
    ).toBe('YES')
  })

  it('shows a file of the add-on as the sidebar, and names a file that is missing', async () => {
    const { run, evaluate, page } = openBench()
    await run('openSidebar')
    expect(page.seen.sidebars).toEqual(['Fixture'])
    expect(await evaluate(`HtmlService.createHtmlOutputFromFile('../secret')`)).toBe(
      'Exception: No HTML file named ../secret was found.',
    )
  })
})

describe('authorisation', () => {
  const lacks = (member: string, scope: string) =>
    `Exception: You do not have permission to call ${member}. Required permissions: https://www.googleapis.com/auth/${scope}`

  it('keeps a simple trigger from the network and the sidebar', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(`UrlFetchApp.fetch('${'http://127.0.0.1/'}')`, 'LIMITED')).toBe(
      lacks('UrlFetchApp.fetch', 'script.external_request'),
    )
    expect(
      await evaluate(`SpreadsheetApp.getUi().showSidebar(HtmlService.createHtmlOutput(''))`, 'LIMITED'),
    ).toBe(lacks('Ui.showSidebar', 'script.container.ui'))
    expect(await evaluate('SpreadsheetApp.getActive().getName()', 'LIMITED')).toBe('Untitled spreadsheet')
  })

  it('keeps an add-on that is not enabled from document and properties', async () => {
    const { evaluate } = openBench()
    expect(await evaluate('PropertiesService.getUserProperties().getKeys()', 'NONE')).toBe(
      'Exception: You do not have permission to call PropertiesService.getUserProperties.',
    )
    expect(await evaluate('SpreadsheetApp.getUi().createAddonMenu().addToUi()', 'NONE')).toBeNull()
  })

  it('refuses what the manifest asks no scope for', async () => {
    const { evaluate } = openBench({ scopes: ['spreadsheets.currentonly'] })
    expect(await evaluate(`UrlFetchApp.fetch('${webUrl}')`)).toBe(
      'Exception: Specified permissions are not sufficient to call UrlFetchApp.fetch. ' +
        'Required permissions: https://www.googleapis.com/auth/script.external_request',
    )
  })
})

describe('properties', () => {
  it('begin with the API key and survive a restart', async () => {
    const first = openBench()
    const read = `PropertiesService.getUserProperties().getProperties()`
    expect(await first.evaluate(read)).toEqual({ ROWHAND_API_KEY: 'sk_rowhand_first' })
    await first.evaluate(
      `PropertiesService.getUserProperties().setProperty('a', 1).deleteProperty('ROWHAND_API_KEY') && null`,
    )
    const second = openBench({ propertiesFile: first.propertiesFile })
    expect(await second.evaluate(read)).toEqual({ a: '1' })
  })

  it('are kept in a file that only its owner can read', async () => {
    const { propertiesFile } = openBench()
    expect(statSync(propertiesFile).mode & 0o777).toBe(0o600)
    expect(readFileSync(propertiesFile, 'utf8')).toContain('sk_rowhand_first')
  })

  it('refuse more than 9 KB in a value and 500 KB in a store, in Google’s words', async () => {
    const { evaluate } = openBench()
    const put = (key: string, bytes: number) =>
      `PropertiesService.getScriptProperties().setProperty('${key}', 'x'.repeat(${bytes}))`
    expect(await evaluate(put('big', 9217))).toBe('Exception: Argument too large: value')
    expect(
      await evaluate(
        `(() => { for (let i = 0; i < 60; i++) ${put('k', 9000).replace("'k'", '"k" + i')} })()`,
      ),
    ).toBe(
      'Exception: You have exceeded the property storage quota. Please remove some properties and try again.',
    )
  })

  it('are apart for user, script and document', async () => {
    const { evaluate } = openBench()
    await evaluate(`PropertiesService.getDocumentProperties().setProperty('where', 'document') && null`)
    expect(
      await evaluate(
        `[PropertiesService.getDocumentProperties(), PropertiesService.getScriptProperties()].map(p => p.getProperty('where'))`,
      ),
    ).toEqual(['document', null])
  })
})

describe('the cache', () => {
  it('forgets a value when its time is over', async () => {
    const { evaluate } = openBench()
    await evaluate(`CacheService.getUserCache().put('k', 'v', 60)`)
    expect(await evaluate(`CacheService.getUserCache().get('k')`)).toBe('v')
    clockMs += 61_000
    expect(await evaluate(`CacheService.getUserCache().get('k')`)).toBeNull()
  })

  it('refuses long keys and large values', async () => {
    const { evaluate } = openBench()
    expect(await evaluate(`CacheService.getUserCache().put('k'.repeat(251), 'v')`)).toBe(
      'Exception: Argument too large: key',
    )
    expect(await evaluate(`CacheService.getUserCache().put('k', 'v'.repeat(102401))`)).toBe(
      'Exception: Argument too large: value',
    )
  })
})

describe('locks', () => {
  /** Holds the user's lock from when `held` is in the cache until `release` is. */
  const hold = `(() => {
    const lock = LockService.getUserLock()
    lock.tryLock(0)
    const cache = CacheService.getUserCache()
    cache.put('held', '1')
    while (!cache.get('release')) Utilities.sleep(5)
    return lock.hasLock()
  })()`
  const tryLock = `(() => { const lock = LockService.getUserLock(); return [lock.tryLock(0), lock.hasLock()] })()`

  async function openWithHolder() {
    const { evaluate } = openBench()
    const holding = evaluate(hold)
    await until(() => evaluate(`CacheService.getUserCache().get('held')`))
    const release = () => evaluate(`CacheService.getUserCache().put('release', '1')`)
    return { evaluate, holding, release }
  }

  it('are held by one execution at a time, and end with it', async () => {
    const { evaluate, holding, release } = await openWithHolder()
    expect(await evaluate(tryLock)).toEqual([false, false])
    await release()
    expect(await holding).toBe(true)
    expect(await evaluate(tryLock)).toEqual([true, true])
  })

  it('are passed on to those who wait, one after the other', async () => {
    const { evaluate, holding, release } = await openWithHolder()
    const waiting = [1, 2].map(() => evaluate('LockService.getUserLock().tryLock(10000)'))
    await release()
    expect(await Promise.all([holding, ...waiting])).toEqual([true, true, true])
  })

  it('tell in Google’s words that the wait was too long', async () => {
    const { evaluate, holding, release } = await openWithHolder()
    expect(await evaluate('LockService.getUserLock().waitLock(20)')).toBe(
      'Exception: Lock timeout: another process was holding the lock for too long.',
    )
    await release()
    await holding
  })

  it('are lost while the user looks at an alert', async () => {
    const { evaluate } = openBench()
    const source = `(() => { const lock = LockService.getUserLock(); lock.tryLock(0); SpreadsheetApp.getUi().alert('x'); return lock.hasLock() })()`
    expect(await evaluate(source)).toBe(false)
  })
})

describe('the network', () => {
  const send = (options: string) =>
    `JSON.parse(UrlFetchApp.fetch('${webUrl}/path', ${options}).getContentText())`

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
    expect(await evaluate(`UrlFetchApp.fetch('${webUrl}/status/503')`)).toMatch(
      `Exception: Request failed for ${webUrl} returned code 503. Truncated server response: {"method":"GET"`,
    )
    expect(
      await evaluate(
        `UrlFetchApp.fetch('${webUrl}/status/404', { muteHttpExceptions: true }).getResponseCode()`,
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
    expect(await evaluate(`UrlFetchApp.fetch('${webUrl}').getAllHeaders()['set-cookie']`)).toEqual([
      'a=1',
      'b=2',
    ])
  })

  it('counts its requests', async () => {
    const { evaluate, host } = openBench()
    await evaluate(`UrlFetchApp.fetchAll(['${webUrl}/1', { url: '${webUrl}/2' }]).length`)
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
