/**
 * Google's services as the add-on uses them, counting every call, and the built bundle run against them in
 * gas-local, unchanged.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import type { Boot, Rpc } from '../../contract/rpc.ts'
import type { FakeGoogle, SentRequest } from './fake-google.ts'
import { spreadsheetOf } from './fake-spreadsheet.ts'

interface GasLocal {
  globalMockDefault: object
  require(folder: string, globals: object): Record<string, unknown>
}
const gas = createRequire(import.meta.url)('gas-local') as GasLocal

export const KEY = `sk_rowhand_${'a1B2'.repeat(8)}`

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
        const script = gas.require(folder, createGlobals(google, folder))
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

export function createGlobals(google: FakeGoogle, folder: string): object {
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
    HtmlService: htmlService(google, folder),
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
  const spreadsheet = spreadsheetOf(google)
  return {
    getActive: () => spreadsheet,
    getActiveSheet: spreadsheet.getActiveSheet,
    getUi: () => createUi(google),
  }
}

function createUi(google: FakeGoogle) {
  const Button = { OK: 'OK', CANCEL: 'CANCEL' }
  return {
    Button,
    ButtonSet: { OK_CANCEL: 'OK_CANCEL' },
    createMenu: () => createMenu(google),
    createAddonMenu: () => createMenu(google),
    showSidebar: (page: { file: string; getContent(): string }) => {
      google.sidebars.push(page.file)
      google.shown = page.getContent()
    },
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

function htmlService(google: FakeGoogle, folder: string) {
  return {
    createHtmlOutputFromFile: (file: string) => {
      google.count('html')
      let content: string | null = null
      const page = {
        file,
        setTitle: () => page,
        getContent: () => content ?? readFileSync(join(folder, `${file}.html`), 'utf8'),
        setContent: (next: string) => {
          content = next
          return page
        },
      }
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
