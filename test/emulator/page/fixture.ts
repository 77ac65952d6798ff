/** The page's server over a data folder of its own, without the rest of the emulator. */
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { chromium, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, inject } from 'vitest'
import { pageRoutes } from '../../../emulator/page/server.ts'
import { Library } from '../../../emulator/sheets/workbook/library.ts'
import type { Workbook } from '../../../emulator/sheets/workbook/workbook.ts'
import { giveBack, takePage } from '../../support/warm-pages.ts'
import { writeFixtureAddon } from '../apps-script/fixture.ts'

export const OWNER = 'owner@example.com'
export const SPREADSHEET = 'fixture-spreadsheet'
/** Another person's, which the page's user may only read. */
export const SHARED_SPREADSHEET = 'shared-spreadsheet'

const DATA = {
  sheets: [
    {
      id: '0',
      name: 'Sales',
      rowNumber: 100,
      colNumber: 20,
      cells: { A1: 'Region', B1: 'Qty', A2: 'North', B2: '10', A3: 'South', B3: '5', B4: '=SUM(B2:B3)' },
    },
    { id: '77', name: 'My Tab', rowNumber: 300, colNumber: 20, cells: { A1: '=Sales!A2' } },
  ],
}

export interface PageServerFixture {
  url: string
  pageUrl: string
  workbook(): Workbook
  /** Sets a cell of the first tab as the Sheets API would, seen by every page. */
  write(cell: { row: number; col: number }, content: string): void
  /** Ends the server as a stopped process does, and starts it again on the same port and data. */
  restart(between?: () => Promise<void>): Promise<void>
  /** The same, but as a process that was killed: nothing is closed, nothing is written at the end. */
  crash(between: () => Promise<void>): Promise<void>
  close(): Promise<void>
}

export interface PageServerOptions {
  longestMessageBytes?: number
}

export async function startPageServer(options: PageServerOptions = {}): Promise<PageServerFixture> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-page-'))
  const addonDir = writeFixtureAddon(join(folder, 'addon'))
  let running = await listen(folder, addonDir, 0, options)
  const { port } = running
  const url = `http://127.0.0.1:${port}`
  return {
    url,
    pageUrl: `${url}/spreadsheets/d/${SPREADSHEET}/edit`,
    workbook: () => running.workbook,
    write: ({ row, col }, content) =>
      running.workbook.change(tx => tx.dispatch('UPDATE_CELL', { sheetId: '0', row, col, content })),
    async restart(between) {
      await running.close()
      await between?.()
      running = await listen(folder, addonDir, port, options)
    },
    async crash(between) {
      await running.kill()
      await between()
      running = await listen(folder, addonDir, port, options)
    },
    async close() {
      await running.close()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function listen(dataDir: string, addonDir: string, port: number, options: PageServerOptions) {
  const library = new Library({ folder: join(dataDir, 'workbooks') })
  if (!library.has(SPREADSHEET)) library.create({ id: SPREADSHEET, owner: OWNER, data: DATA })
  if (!library.has(SHARED_SPREADSHEET)) {
    library.create({ id: SHARED_SPREADSHEET, owner: 'someone@example.com', data: DATA })
    library.share(SHARED_SPREADSHEET, OWNER, 'reader')
  }
  let address = ''
  const routes = await pageRoutes({
    library,
    dataDir,
    addonDir,
    demo: {
      email: OWNER,
      refresh_token: 'refresh',
      sheets_token: 'sheets',
      api_key: 'sk_rowhand_fixture',
      spreadsheet_id: SPREADSHEET,
    },
    users: [{ email: OWNER, name: 'Olive Owner' }],
    url: () => address,
    now: Date.now,
    ...options,
  })
  const server = createServer(getRequestListener(routes.app.fetch))
  const sockets = new Set<Duplex>()
  server.on('upgrade', (request, socket, head) => {
    sockets.add(socket)
    const url = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (!routes.upgrade(request, socket, head, url)) socket.destroy()
  })
  await new Promise<void>(resolve => server.listen(port, '127.0.0.1', resolve))
  const bound = (server.address() as AddressInfo).port
  address = `http://127.0.0.1:${bound}`
  const workbook = library.get(SPREADSHEET)
  if (!workbook) throw new Error('The fixture has no workbook.')
  return {
    port: bound,
    workbook,
    async close() {
      await routes.close()
      library.close()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
    },
    async kill() {
      for (const socket of sockets) socket.destroy()
      server.closeAllConnections()
      await new Promise(resolve => server.close(resolve))
      await routes.close()
    },
  }
}

export interface OpenBrowser {
  /** A page of its own, on that address and ready. */
  open(address: string): Promise<Page>
  /** Takes back all that were opened. */
  takeBack(): Promise<void>
  close(): Promise<void>
}

async function openBrowser(browserWs: string): Promise<OpenBrowser> {
  const browser = await chromium.connect(browserWs)
  const opened: Page[] = []
  return {
    async open(address) {
      const page = await takePage(browser)
      opened.push(page)
      page.setDefaultTimeout(30_000)
      await page.goto(address)
      await page.waitForSelector('html[data-ready]')
      return page
    },
    takeBack: async () => {
      await Promise.all(opened.splice(0).map(giveBack))
    },
    close: () => browser.close(),
  }
}

/**
 * A server and a browser for all tests of a file, from its beforeAll on; `setUp` goes before the first test.
 * Pages are taken back after each test.
 */
export function forAllTests(
  setUp: (server: PageServerFixture) => void = () => {},
  options: PageServerOptions = {},
): {
  server: PageServerFixture
  browser: OpenBrowser
} {
  const opened = {} as { server: PageServerFixture; browser: OpenBrowser }
  beforeAll(async () => {
    const [server, browser] = await Promise.all([startPageServer(options), openBrowser(inject('browserWs'))])
    Object.assign(opened, { server, browser })
    setUp(server)
  })
  afterEach(() => opened.browser?.takeBack())
  afterAll(async () => {
    await opened.browser?.close()
    await opened.server?.close()
  })
  return opened
}
