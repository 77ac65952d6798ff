import { describe, expect, it, vi } from 'vitest'
import type { Intent } from '../../contract/rpc.ts'
import { agentBody, bootOf, KEY, loadScript } from './google.ts'
import { addon, built, google, useAddon } from './use-addon.ts'

useAddon(google => {
  google.answer = () => ({ status: 201, body: agentBody() })
})

const services = [
  'SpreadsheetApp',
  'PropertiesService',
  'UrlFetchApp',
  'HtmlService',
  'CacheService',
  'LockService',
  'Session',
  'ScriptApp',
  'Utilities',
]

/** Fails the test at the first touch. */
const forbidden = (name: string) =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error(`${name} was used without authorisation`)
      },
    },
  )

describe('before any authorisation', () => {
  it('loads without touching a single service', () => {
    const globals = Object.fromEntries(services.map(name => [name, forbidden(name)]))
    expect(() => loadScript(built.folder, globals)).not.toThrow()
  })

  it('adds the menu with nothing but the interface service', () => {
    const menu: Record<string, unknown> = {}
    for (const name of ['addItem', 'addSubMenu', 'addSeparator', 'addToUi']) menu[name] = vi.fn(() => menu)
    const globals = {
      ...Object.fromEntries(services.map(name => [name, forbidden(name)])),
      SpreadsheetApp: { getUi: () => ({ createMenu: () => menu, createAddonMenu: () => menu }) },
    }
    const { onOpen } = loadScript(built.folder, globals) as { onOpen: (event: object) => void }
    onOpen({ authMode: 'NONE' })
    expect(menu.addToUi).toHaveBeenCalledTimes(1)
  })
})

describe('the menu', () => {
  it('names only functions that exist', () => {
    addon.onOpen()
    expect(google.menu.length).toBe(13)
    for (const { functionName } of google.menu) expect(built.exports).toContain(functionName)
  })

  it('is added on installation too', () => {
    addon.onInstall()
    expect(google.counts.addToUi).toBe(1)
  })

  it("speaks the person's language", () => {
    google.locale = 'de'
    addon.onOpen()
    const open = google.menu.find(({ functionName }) => functionName === 'openSidebar')
    expect(open?.caption).toBe('Seitenleiste öffnen')
  })

  it('opens the sidebar from the built page', () => {
    addon.openSidebar()
    expect(google.sidebars).toEqual(['sidebar'])
    expect(google.fetches).toBe(0)
  })
})

describe('an action on the selection', () => {
  const actions = [
    ['quickCleanUp', null, 'Clean up Orders!B2:C3'],
    ['quickFillFormula', 'Qty times Price', 'Fill Orders!B2:C3 with a formula: Qty times Price'],
    ['quickTranslate', 'German', 'Translate Orders!B2:C3 into German'],
    ['quickScore', 'how likely to buy', 'Score Orders!B2:C3: how likely to buy'],
    ['quickClassify', 'bug, praise', 'Classify Orders!B2:C3 into: bug, praise'],
    ['quickSummarise', null, 'Summarise Orders!B2:C3'],
    ['quickExplainFormula', null, 'Explain the formula in Orders!B2:C3'],
    ['quickFixErrors', null, 'Find the formula errors in Orders!B2:C3'],
  ] as const

  it.each(actions)('%s starts its turn with one request and opens the sidebar on it', (name, wish, words) => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.wish = wish
    addon[name]()
    expect(google.fetches).toBe(1)
    expect(String(google.lastBody().prompt)).toContain(words)
    expect(google.sidebars).toEqual(['sidebar'])
    expect(bootOf(addon)).toMatchObject({ agentId: 'agent-1', intent: null })
  })

  it.each(actions)(
    '%s without a key leads to the connect screen and keeps the prompt',
    (name, wish, words) => {
      google.wish = wish
      addon[name]()
      expect(google.fetches).toBe(0)
      const { hasKey, intent } = bootOf(addon)
      expect(hasKey).toBe(false)
      expect((intent as Extract<Intent, { kind: 'draft' }>).prompt).toContain(words)
    },
  )

  it('does nothing when the person cancels its question', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    addon.quickTranslate()
    expect(google.prompts).toHaveLength(1)
    expect(google.fetches).toBe(0)
    expect(google.sidebars).toEqual([])
  })

  it('means the whole tab when a single cell is selected, except for what is about one cell', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.selection = { a1: 'C2', rows: 1, columns: 1 }
    addon.quickCleanUp()
    expect(google.lastBody()).toMatchObject({
      prompt: 'Trim all cells and remove duplicate rows',
      sheet_id: 0,
    })
    addon.quickFixErrors()
    expect(String(google.lastBody().prompt)).toContain('the tab "Orders"')
    addon.quickExplainFormula()
    expect(String(google.lastBody().prompt)).toContain('Orders!C2')
  })

  it('quotes a tab name that needs it', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.activeSheet = 1
    addon.quickSummarise()
    expect(String(google.lastBody().prompt)).toContain("'Mira''s tab'!B2:C3")
    expect(google.lastBody().sheet_id).toBe(77)
  })

  it('hands a refused start to the sidebar with its reason and the prompt', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.answer = () => ({
      status: 429,
      body: { error: { code: 'SPENDING_LIMIT_REACHED', message: 'No credits.' }, request_id: 'r1' },
    })
    addon.quickCleanUp()
    const { intent } = bootOf(addon)
    expect(intent).toMatchObject({
      kind: 'draft',
      error: { code: 'SPENDING_LIMIT_REACHED', requestId: 'r1' },
    })
    expect(bootOf(addon).intent, 'taken once').toBeNull()
  })

  it('asking about the selection only prepares the prompt', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    addon.askAboutSelection()
    expect(google.fetches).toBe(0)
    expect(bootOf(addon).intent).toEqual({ kind: 'draft', prompt: 'About Orders!B2:C3: ' })
  })
})

describe('the other menu items', () => {
  it('backs up the tab and leaves a link to the copy', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.answer = () => ({
      status: 200,
      body: { destination_spreadsheet_id: 'SPREADSHEET', sheet_id: 9, title: 'Copy of Orders' },
    })
    addon.backUpThisTab()
    expect(google.lastBody()).toEqual({ destination_spreadsheet_id: 'SPREADSHEET', sheet_id: 0 })
    expect(bootOf(addon).intent).toEqual({
      kind: 'copied',
      tab: {
        title: 'Copy of Orders',
        url: 'https://docs.google.com/spreadsheets/d/SPREADSHEET/edit#gid=9',
        spreadsheetId: 'SPREADSHEET',
        sheetId: 9,
      },
    })
  })

  it('never sends a backup twice, and shows why it failed', () => {
    google.user.set('ROWHAND_API_KEY', KEY)
    google.answer = () => ({ status: 504, body: { error: { code: 'UPSTREAM_TIMEOUT', message: 'Late.' } } })
    addon.backUpThisTab()
    expect(google.fetches).toBe(1)
    expect(bootOf(addon).intent).toMatchObject({ kind: 'failed', error: { code: 'UPSTREAM_TIMEOUT' } })
  })

  it('a backup without a key opens the sidebar and tells it so', () => {
    addon.backUpThisTab()
    expect(google.fetches).toBe(0)
    expect(google.sidebars).toEqual(['sidebar'])
    expect(bootOf(addon).intent).toMatchObject({ kind: 'failed', error: { code: 'NO_KEY' } })
  })

  it('the connection check and the help open their panels', () => {
    addon.checkConnection()
    expect(bootOf(addon).intent).toEqual({ kind: 'panel', panel: 'connection' })
    addon.showHelp()
    expect(bootOf(addon).intent).toEqual({ kind: 'panel', panel: 'help' })
  })
})
