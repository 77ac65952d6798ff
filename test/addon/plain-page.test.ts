/** The add-on in the real page against a second service that keeps the interface and nothing more. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, it } from 'vitest'
import { type Emulator, startEmulator } from '../../emulator/start.ts'
import { defaultScript, type Script } from '../support/plain-service/script.ts'
import { type RunningPlainService, startPlainService } from '../support/plain-service/server.ts'
import { connectBrowser, openSheetPage, type SheetPage } from '../support/sheet-page.ts'
import { type BuiltAddon, buildFor } from './built.ts'

const SPREADSHEET = 'plainServiceSpreadsheet0000000000000000000000'

let plain: RunningPlainService
let built: BuiltAddon
let emulator: Emulator
let browser: Browser
let sheet: SheetPage
const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-plain-'))

beforeAll(async () => {
  plain = await startPlainService(120)
  built = await buildFor(plain.url)
  emulator = await startEmulator({
    port: 0,
    host: '127.0.0.1',
    dataDir,
    addonDir: built.folder,
    demo: {
      email: 'mira@example.com',
      refresh_token: 'r',
      sheets_token: 's',
      api_key: plain.service.key,
      spreadsheet_id: SPREADSHEET,
    },
  })
  browser = await connectBrowser()
})
afterAll(async () => {
  await browser?.close()
  await Promise.all([emulator?.close(), plain?.stop()])
  built?.remove()
  rmSync(dataDir, { recursive: true, force: true })
})
beforeEach(async () => {
  plain.service.script = soon
  sheet = await openSheetPage(browser, `${emulator.url}/spreadsheets/d/${SPREADSHEET}/edit`)
  await sheet.openSidebar()
  await button('New conversation').click()
})
afterEach(() => sheet.close())

const button = (name: string | RegExp) => sheet.sidebar.getByRole('button', { name })
const text = (words: string | RegExp) => sheet.sidebar.getByText(words).first()
/** The same turn, over before the page looks a third time. */
const soon: Script = prompt => defaultScript(prompt).map(step => ({ ...step, atMs: step.atMs / 5 }))
const starts = () => plain.service.countOf('POST', /\/agents$/)

it('shows a turn with statuses, fields and entries that it does not know', async () => {
  await sheet.ask('Add a Total column')
  await text('Wrote 3 cells').waitFor()
  await text('juggle cells failed').waitFor()
  await text('Something new: thought_bubble').waitFor()
  await text('Done: Add a Total column').waitFor()
  await text(/\$0\.0025/).waitFor()
  expect(sheet.problems).toEqual([])
})

it('stops a turn at once', async () => {
  plain.service.script = defaultScript
  await sheet.ask('Take your time')
  await button('Stop').click()
  await text(/^Stopped\./).waitFor()
})

it('sends a prompt again by itself after a 502, and only then', async () => {
  const before = starts()
  plain.service.fail({ method: 'POST', path: /agents$/, status: 502 })
  await sheet.ask('Try')
  await text('Done: Try').waitFor()
  expect(starts()).toBe(before + 2)
})

it('leaves a 504 on a new conversation to the person', async () => {
  const before = starts()
  plain.service.fail({ method: 'POST', path: /agents$/, status: 504 })
  await sheet.ask('Try')
  await text('It may have started and changed the sheet.').waitFor()
  expect(starts()).toBe(before + 1)
  await button('Send again').click()
  await text('Done: Try').waitFor()
})

it('counts down before a prompt that came too fast can be sent again', async () => {
  plain.service.fail({ method: 'POST', path: /agents$/, status: 429, headers: { 'Retry-After': '2' } })
  await sheet.ask('Try')
  await button(/Try again in \d s/).waitFor()
  await button('Try again').click()
  await text('Done: Try').waitFor()
})

it('follows a turn through a service that goes away for a while', async () => {
  plain.service.script = defaultScript
  await sheet.ask('Try')
  await button('Stop').waitFor()
  plain.service.fail({ method: 'GET', breaks: 'unreachable', times: 2 })
  await text('Done: Try').waitFor()
})
