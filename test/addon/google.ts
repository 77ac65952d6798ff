/**
 * Google's services as the add-on uses them, in memory, counting every call. The built bundle runs against
 * them in gas-local, unchanged.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAddon } from '../../build.mjs'
import type { Boot, Rpc } from '../../contract/rpc.ts'

interface GasLocal {
  globalMockDefault: object
  require(folder: string, globals: object): Record<string, unknown>
}
const gas = createRequire(import.meta.url)('gas-local') as GasLocal

export interface BuiltAddon {
  folder: string
  exports: string[]
  sidebarGzipBytes: number
  remove(): void
}

/** The add-on, built into a folder of its own. */
export async function buildForTest(serviceUrl = 'http://127.0.0.1:8787'): Promise<BuiltAddon> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-addon-'))
  const { exports, sidebarGzipBytes } = await buildAddon({ outDir: folder, serviceUrl })
  return { folder, exports, sidebarGzipBytes, remove: () => rmSync(folder, { recursive: true }) }
}

export interface SentRequest {
  url: string
  method: string
  headers: Record<string, string>
  payload: string | null
  /** What was sent in place of text. */
  bytes?: number[]
}
export interface Reply {
  status: number
  body?: unknown
  headers?: Record<string, string>
  /** An answer that isn't JSON. */
  text?: string
}
export type Fetch = (request: SentRequest) => Reply

export interface MenuEntry {
  caption: string
  functionName: string
}

export const KEY = `sk_rowhand_${'a1B2'.repeat(8)}`

export interface FakeSheet {
  id: number
  name: string
  values: string[][]
}

/** What a test looks at and moves: everything that Google keeps between executions. */
export class FakeGoogle {
  readonly counts: Record<string, number> = {}
  readonly user = new Map<string, string>()
  readonly cache = new Map<string, string>()
  readonly requests: SentRequest[] = []
  readonly menu: MenuEntry[] = []
  readonly sidebars: string[] = []
  readonly prompts: string[] = []
  readonly activated: string[] = []
  sheets: FakeSheet[] = [
    {
      id: 0,
      name: 'Orders',
      values: [
        ['Customer', 'Qty', 'Price'],
        ['Blue Door', '12', '$14.50'],
        ['Northlight', '3', '$9.00'],
      ],
    },
    { id: 77, name: "Mira's tab", values: [] },
  ]
  spreadsheetId = 'SPREADSHEET'
  activeSheet = 0
  selection: { a1: string; rows: number; columns: number } | null = { a1: 'B2:C3', rows: 2, columns: 2 }
  locale = 'en'
  /** What the person types into a dialog; null cancels it. */
  wish: string | null = null
  lockIsFree = true
  lockIsHeld = false
  nowMs = Date.parse('2026-11-20T13:00:00Z')
  answer: Fetch = () => ({ status: 200, body: {} })

  count(name: string): void {
    this.counts[name] = (this.counts[name] ?? 0) + 1
  }

  get fetches(): number {
    return this.requests.length
  }

  lastRequest(): SentRequest {
    const last = this.requests.at(-1)
    if (!last) throw new Error('Nothing was sent.')
    return last
  }

  lastBody(): Record<string, unknown> {
    return JSON.parse(this.lastRequest().payload ?? 'null') as Record<string, unknown>
  }
}

export type Addon = Rpc & Record<MenuFunction, (event?: object) => void>
type MenuFunction =
  | 'onOpen'
  | 'onInstall'
  | 'openSidebar'
  | 'askAboutSelection'
  | 'quickCleanUp'
  | 'quickFillFormula'
  | 'quickTranslate'
  | 'quickScore'
  | 'quickClassify'
  | 'quickSummarise'
  | 'quickExplainFormula'
  | 'quickFixErrors'
  | 'backUpThisTab'
  | 'checkConnection'
  | 'showHelp'

/** Runs each call as an execution of its own, as Google does: nothing survives in the script's memory. */
export function loadAddon(folder: string, google: FakeGoogle): Addon {
  return new Proxy({} as Addon, {
    get: (_, name) => {
      if (typeof name !== 'string') return undefined
      return (...args: unknown[]) => {
        const script = gas.require(folder, createGlobals(google))
        const target = script[name]
        if (typeof target !== 'function') throw new Error(`Script function not found: ${name}`)
        // Only plain JSON crosses to the page and back.
        const answer: unknown = target(...(JSON.parse(JSON.stringify(args)) as unknown[]))
        return answer === undefined ? undefined : (JSON.parse(JSON.stringify(answer)) as unknown)
      }
    },
  })
}

/** Loads the script over globals of the test's own making. */
export const loadScript = (folder: string, globals: object): Record<string, unknown> =>
  gas.require(folder, { ...globals })

export function createGlobals(google: FakeGoogle): object {
  const fixedDate = class extends Date {
    static override now(): number {
      return google.nowMs
    }
  }
  return {
    ...gas.globalMockDefault,
    console,
    Error,
    Date: fixedDate,
    SpreadsheetApp: spreadsheetApp(google),
    HtmlService: htmlService(google),
    PropertiesService: { getUserProperties: () => propertyStore(google) },
    CacheService: { getUserCache: () => cacheStore(google) },
    LockService: { getUserLock: () => userLock(google) },
    UrlFetchApp: { fetch: (url: string, options: FetchOptions) => fetchThrough(google, url, options) },
    Session: { getActiveUserLocale: () => google.locale },
    Utilities: {
      getUuid: () => crypto.randomUUID(),
      // Bytes are signed, as in Apps Script.
      base64Decode: (text: string) => [...new Int8Array(Buffer.from(text, 'base64'))],
    },
  }
}

function spreadsheetApp(google: FakeGoogle) {
  const spreadsheet = {
    getId: () => google.spreadsheetId,
    getName: () => 'Orders 2026',
    getUrl: () => `https://docs.google.com/spreadsheets/d/${google.spreadsheetId}/edit#gid=0`,
    getActiveSheet: () => sheetOf(google, google.sheets[google.activeSheet]),
    getSheets: () => google.sheets.map(sheet => sheetOf(google, sheet)),
    getActiveRange: () => rangeOf(google),
    getSheetByName: (name: string) => {
      const found = google.sheets.find(sheet => sheet.name === name)
      return found ? sheetOf(google, found) : null
    },
    setActiveSheet: (sheet: { getName(): string }) => {
      google.activeSheet = google.sheets.findIndex(({ name }) => name === sheet.getName())
    },
  }
  return {
    getActive: () => spreadsheet,
    getActiveSheet: spreadsheet.getActiveSheet,
    getUi: () => createUi(google),
  }
}

function sheetOf(google: FakeGoogle, sheet: FakeSheet | undefined) {
  if (!sheet) throw new Error('There is no such tab.')
  return {
    getSheetId: () => sheet.id,
    getName: () => sheet.name,
    getLastColumn: () => Math.max(0, ...sheet.values.map(row => row.length)),
    getLastRow: () => sheet.values.length,
    getRangeList: (ranges: string[]) => rangeList(google, sheet, ranges),
    getRange: (...where: unknown[]) => {
      if (where.length === 1) return namedRange(google, sheet, String(where[0]))
      const [row, column, rows, columns] = where as [number, number, number, number]
      google.count('readCells')
      return {
        getDisplayValues: () =>
          Array.from({ length: rows }, (_, r) =>
            Array.from({ length: columns }, (_, c) => sheet.values[row - 1 + r]?.[column - 1 + c] ?? ''),
          ),
      }
    },
  }
}

function namedRange(google: FakeGoogle, sheet: FakeSheet, a1: string) {
  const found = /^([A-Z])(\d*)(?::([A-Z])(\d*))?$/.exec(a1)
  if (!found) throw new Error('Range not found')
  const [, left = 'A', top = '1', right = left, bottom = top] = found
  const column = (letter: string) => letter.charCodeAt(0) - 64
  const [rows, columns] = [Number(bottom) - Number(top) + 1, column(right) - column(left) + 1]
  const cells = () =>
    Array.from({ length: rows }, (_, row) =>
      Array.from(
        { length: columns },
        (_, at) => sheet.values[Number(top) - 1 + row]?.[column(left) - 1 + at] ?? '',
      ),
    )
  return {
    activate: () => google.activated.push(`${sheet.name}!${a1}`),
    getNumRows: () => rows,
    getNumColumns: () => columns,
    // A value that begins with "=" stands for a formula that shows what comes after its "→".
    getDisplayValues: () => cells().map(row => row.map(text => text.replace(/^=.*→/, ''))),
    getFormulas: () =>
      cells().map(row => row.map(text => (text.startsWith('=') ? text.replace(/→.*$/, '') : ''))),
  }
}

function rangeList(google: FakeGoogle, sheet: FakeSheet, ranges: string[]) {
  for (const range of ranges) namedRange(google, sheet, range)
  return { activate: () => google.activated.push(`${sheet.name}!${ranges.join(',')}`) }
}

function rangeOf({ selection }: FakeGoogle) {
  if (!selection) return null
  return {
    getA1Notation: () => selection.a1,
    getNumRows: () => selection.rows,
    getNumColumns: () => selection.columns,
  }
}

function createUi(google: FakeGoogle) {
  const Button = { OK: 'OK', CANCEL: 'CANCEL' }
  return {
    Button,
    ButtonSet: { OK_CANCEL: 'OK_CANCEL' },
    createMenu: () => createMenu(google),
    createAddonMenu: () => createMenu(google),
    showSidebar: (page: { file: string }) => google.sidebars.push(page.file),
    prompt: (_title: string, text: string) => {
      google.prompts.push(text)
      return {
        getSelectedButton: () => (google.wish === null ? Button.CANCEL : Button.OK),
        getResponseText: () => google.wish ?? '',
      }
    },
  }
}

function createMenu(google: FakeGoogle) {
  const menu = {
    addItem: (caption: string, functionName: string) => {
      google.menu.push({ caption, functionName })
      return menu
    },
    addSubMenu: () => menu,
    addSeparator: () => menu,
    addToUi: () => google.count('addToUi'),
  }
  return menu
}

function htmlService(google: FakeGoogle) {
  return {
    createHtmlOutputFromFile: (file: string) => {
      google.count('html')
      const page = { file, setTitle: () => page }
      return page
    },
  }
}

function propertyStore(google: FakeGoogle) {
  return {
    getProperty: (key: string) => {
      google.count('getProperty')
      return google.user.get(key) ?? null
    },
    setProperty: (key: string, value: string) => {
      google.count('setProperty')
      if (Buffer.byteLength(value) > 9 * 1024) throw new Error(`Argument too large: value (${key})`)
      google.user.set(key, value)
    },
    deleteProperty: (key: string) => {
      google.count('deleteProperty')
      google.user.delete(key)
    },
  }
}

function cacheStore(google: FakeGoogle) {
  return {
    get: (key: string) => google.cache.get(key) ?? null,
    put: (key: string, value: string) => google.cache.set(key, value),
  }
}

function userLock(google: FakeGoogle) {
  return {
    tryLock: () => {
      google.count('tryLock')
      if (!google.lockIsFree || google.lockIsHeld) return false
      google.lockIsHeld = true
      return true
    },
    releaseLock: () => {
      google.lockIsHeld = false
    },
  }
}

interface FetchOptions {
  method?: string
  headers?: Record<string, string>
  payload?: string | number[]
}

function fetchThrough(google: FakeGoogle, url: string, options: FetchOptions) {
  const request: SentRequest = {
    url,
    method: (options.method ?? 'get').toUpperCase(),
    headers: { ...options.headers },
    payload: typeof options.payload === 'string' ? options.payload : null,
    ...(Array.isArray(options.payload) ? { bytes: options.payload } : {}),
  }
  if (google.lockIsHeld) throw new Error('A lock was held over a request.')
  google.requests.push(request)
  const reply = google.answer(request)
  return {
    getResponseCode: () => reply.status,
    getContentText: () => reply.text ?? (reply.body === undefined ? '' : JSON.stringify(reply.body)),
    getHeaders: () => reply.headers ?? {},
  }
}

/** A running agent, as a service would answer with it. */
export const agentBody = (over: Record<string, unknown> = {}): Record<string, unknown> => ({
  id: 'agent-1',
  spreadsheet_id: 'SPREADSHEET',
  status: 'active',
  created_at: '2026-11-20T13:00:00.000Z',
  last_activity_at: null,
  number_of_turns: 1,
  models: null,
  error_message: null,
  error_code: null,
  usage: null,
  messages: [],
  ...over,
})

export function take<T>(result: { ok: true; value: T } | { ok: false; error: { code: string } }): T {
  if (!result.ok) throw new Error(`Failed with ${result.error.code}`)
  return result.value
}

export function codeOf(result: { ok: boolean; error?: { code: string } }): string {
  return result.ok || !result.error ? 'none' : result.error.code
}

export const bootOf = (addon: Addon): Boot => take(addon.boot())
