/**
 * What crosses between a script's worker thread and the host: one request to run a function, and the
 * script's service calls, which look synchronous to the script. Both sides import only these types.
 */

/** How much a script may do, as Google names it. */
export type AuthMode = 'NONE' | 'LIMITED' | 'FULL'

/** Cells of one tab, 1-based like Apps Script's `getRange`. */
export interface Area {
  row: number
  column: number
  rows: number
  columns: number
}

export interface SheetInfo {
  sheetId: number
  name: string
  /** 1-based position among the tabs. */
  index: number
  maxRows: number
  maxColumns: number
  hidden: boolean
}

export interface SpreadsheetInfo {
  id: string
  name: string
  url: string
  locale: string
  timeZone: string
  sheets: SheetInfo[]
}

export interface Selection {
  sheetId: number
  areas: Area[]
}

export type CellView = 'values' | 'display' | 'formulas'
/** A date travels as milliseconds since 1970, because it must be made anew in the script's own realm. */
export type CellValue = string | number | boolean | { dateMs: number }

export interface FetchRequest {
  url: string
  method: string
  headers: Record<string, string>
  contentType?: string
  payload?: string | Uint8Array
  followRedirects: boolean
  muteHttpExceptions: boolean
}

export interface FetchResponse {
  status: number
  headers: Record<string, string | string[]>
  body: Uint8Array
}

export interface MenuItem {
  kind: 'item'
  caption: string
  functionName: string
}
export interface MenuSeparator {
  kind: 'separator'
}
export interface Menu {
  kind: 'menu'
  caption: string
  items: (MenuItem | MenuSeparator | Menu)[]
}

export interface HtmlPanel {
  title: string
  content: string
  width?: number
  height?: number
}

export type StoreScope = 'user' | 'script' | 'document'

/** Everything a script can ask of the host. The script's thread sleeps until the answer is there. */
export interface HostCalls {
  'spreadsheet.info': () => SpreadsheetInfo
  'sheet.extent': (sheetId: number) => { lastRow: number; lastColumn: number }
  'sheet.read': (sheetId: number, area: Area, view: CellView) => CellValue[][]
  'sheet.flush': () => void
  'selection.get': () => Selection
  'selection.set': (selection: Selection) => void
  'ui.setMenu': (menu: Menu, place: 'addon' | 'top') => void
  'ui.showSidebar': (panel: HtmlPanel) => void
  'ui.showDialog': (panel: HtmlPanel, modal: boolean) => void
  'ui.alert': (title: string, text: string, buttons: string) => string
  'ui.prompt': (title: string, text: string, buttons: string) => { button: string; text: string }
  'ui.toast': (text: string, title: string, seconds: number) => void
  'properties.all': (scope: StoreScope) => Record<string, string>
  'properties.change': (scope: StoreScope, set: Record<string, string>, remove: string[] | 'others') => void
  'cache.get': (scope: StoreScope, keys: string[]) => Record<string, string>
  'cache.put': (scope: StoreScope, values: Record<string, string>, seconds: number) => void
  'cache.remove': (scope: StoreScope, keys: string[]) => void
  'lock.acquire': (scope: StoreScope, waitMs: number) => boolean
  'lock.release': (scope: StoreScope) => void
  'lock.held': (scope: StoreScope) => boolean
  'fetch.all': (requests: FetchRequest[]) => FetchResponse[]
  'session.info': () => { email: string; locale: string; timeZone: string; temporaryKey: string }
  'script.info': () => { scriptId: string }
  log: (line: string) => void
}

export type CallHost = <K extends keyof HostCalls>(
  name: K,
  ...args: Parameters<HostCalls[K]>
) => ReturnType<HostCalls[K]>

/** `id` counts the calls of one execution; the reply to a call carries it. */
export interface BridgeCall {
  id: number
  name: keyof HostCalls
  args: unknown[]
}
export type BridgeOutcome = { ok: true; value: unknown } | { ok: false; message: string }
export type BridgeReply = { id: number } & BridgeOutcome

export interface RunRequest {
  id: number
  /** `null` asks for the names of the functions that the page may call. */
  functionName: string | null
  /** A JSON array, parsed in the script's own realm. */
  argumentsJson: string
  authMode: AuthMode
  addonDir: string
}

export interface ScriptFailure {
  name: string
  message: string
  stack: string
}
export type RunOutcome = { ok: true; valueJson: string } | { ok: false; failure: ScriptFailure }
export interface RunReply {
  id: number
  outcome: RunOutcome
}
