/** A host for the fixture's script beside a spreadsheet, with a page that writes down what is done to it. */
import { mkdtempSync, rmSync } from 'node:fs'
import type { RequestListener } from 'node:http'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll } from 'vitest'
import type { AuthMode, Menu, Selection } from '../../../emulator/apps-script/bridge.ts'
import { createScriptHost, type ScriptHost } from '../../../emulator/apps-script/host.ts'
import type { UserPage } from '../../../emulator/apps-script/services/types.ts'
import { Library } from '../../../emulator/sheets/workbook/library.ts'
import { useWebServer } from '../../support/web-server.ts'
import { type FixtureOptions, writeFixtureAddon } from './fixture.ts'

export const EMAIL = 'owner@example.com'

const DATA = {
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
}

export interface ScriptBench {
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

export interface ScriptBenches {
  openBench(options?: FixtureOptions & { propertiesFile?: string }): ScriptBench
  /** A server that answers what it was asked. */
  readonly webUrl: string
  passMilliseconds(milliseconds: number): void
}

/** One spreadsheet, web server and clock for the tests of a file; each test opens a host of its own on them. */
export function useScriptBenches(): ScriptBenches {
  let folder: string
  let library: Library
  let clockMs = Date.parse('2026-03-01T12:00:00Z')
  let nextFolder = 0
  const hosts: ScriptHost[] = []
  const web = useWebServer(echo)

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'rowhand-script-'))
    library = new Library({ folder: join(folder, 'workbooks') })
    const file = library.create({ id: 'file', owner: EMAIL, data: DATA })
    file.change(tx =>
      tx.setAnnotation({
        id: 'spreadsheet:0',
        kind: 'spreadsheet',
        ranges: [],
        data: { timeZone: 'America/New_York' },
      }),
    )
  })
  afterAll(async () => {
    await Promise.all(hosts.map(host => host.close()))
    library.close()
    rmSync(folder, { recursive: true, force: true })
  })

  function openBench(options: FixtureOptions & { propertiesFile?: string } = {}): ScriptBench {
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

  return {
    openBench,
    get webUrl() {
      return web.url
    },
    passMilliseconds: milliseconds => {
      clockMs += milliseconds
    },
  }
}

const echo: RequestListener = (request, response) => {
  const chunks: Buffer[] = []
  request.on('data', chunk => chunks.push(chunk as Buffer))
  request.on('end', () => {
    const status = Number(/^\/status\/(\d+)/.exec(request.url ?? '')?.[1] ?? 200)
    const { method, headers, url } = request
    response.writeHead(status, { 'content-type': 'application/json', 'set-cookie': ['a=1', 'b=2'] })
    response.end(JSON.stringify({ method, url, headers, body: Buffer.concat(chunks).toString() }))
  })
}
