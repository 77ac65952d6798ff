/**
 * The local Apps Script: runs a function of the built add-on for an open page, with Google's services,
 * permissions and limits around it. It refuses to know how a page is shown or how a call reached it.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Library } from '../sheets/workbook/library.ts'
import type { AuthMode, BridgeCall, BridgeOutcome, HostCalls, RunOutcome, Selection } from './bridge.ts'
import { createPool } from './pool.ts'
import { createCacheServices } from './services/cache.ts'
import { createFetchServices } from './services/fetch.ts'
import { createLocks, type Locks } from './services/locks.ts'
import { refusal } from './services/permissions.ts'
import { createPropertyServices } from './services/properties.ts'
import { createSpreadsheetServices } from './services/spreadsheet.ts'
import type { HostServices, RunningScript, UserPage } from './services/types.ts'

const FIRST_WORKERS = 2
const WARM_WORKERS = 4
/** Google's own: 30 executions at once for one user, six minutes each, half a minute for a simple trigger. */
const MAX_WORKERS = 30
const MAX_RUN_MS = 6 * 60_000
const MAX_TRIGGER_MS = 30_000

export interface ScriptHostOptions {
  /** Holds addon.js, sidebar.html and appsscript.json; read anew for every execution. */
  addonDir: string
  /** The file that keeps the script's properties. */
  propertiesFile: string
  firstUserProperties: Record<string, Record<string, string>>
  library: Library
  email: string
  pageUrl(spreadsheetId: string): string
  now(): number
  fetch?: typeof fetch
  /** What the script writes to console and Logger. Not written anywhere by default: it may hold cells. */
  log?(line: string): void
  /** Started at once, beside those that come when they are needed. */
  firstWorkers?: number
}

export interface ScriptCall {
  functionName: string
  args: unknown[]
  authMode: AuthMode
  page: UserPage
}

export interface ScriptCounters {
  executions: number
  fetches: number
}

export interface ScriptHost {
  run(call: ScriptCall): Promise<RunOutcome>
  /** Names that `google.script.run` may call. */
  callableFunctions(page: UserPage): Promise<string[]>
  counters: ScriptCounters
  close(): Promise<void>
}

export function createScriptHost(options: ScriptHostOptions): ScriptHost {
  const pool = createPool({
    firstWorkers: options.firstWorkers ?? FIRST_WORKERS,
    warmWorkers: WARM_WORKERS,
    maxWorkers: MAX_WORKERS,
  })
  const counters: ScriptCounters = { executions: 0, fetches: 0 }
  const locks = createLocks()
  const services = createServices(options, locks, counters)

  const execute = async (functionName: string | null, call: Omit<ScriptCall, 'functionName'>) => {
    const executionId = ++counters.executions
    const script: RunningScript = {
      executionId,
      authMode: call.authMode,
      email: options.email,
      page: call.page,
    }
    const scopes = readManifestScopes(options.addonDir)
    try {
      return await pool.run({
        request: {
          functionName,
          argumentsJson: JSON.stringify(call.args),
          authMode: call.authMode,
          addonDir: options.addonDir,
        },
        serve: bridgeCall => serveCall(services, script, scopes, bridgeCall),
        timeLimitMs: call.authMode === 'FULL' ? MAX_RUN_MS : MAX_TRIGGER_MS,
      })
    } finally {
      locks.releaseAll(executionId)
    }
  }

  return {
    counters,
    run: call => execute(call.functionName, call),
    async callableFunctions(page) {
      const outcome = await execute(null, { args: [], authMode: 'NONE', page })
      if (!outcome.ok) throw new Error(outcome.failure.message)
      return JSON.parse(outcome.valueJson) as string[]
    },
    close: () => pool.close(),
  }
}

/** A failure is an answer: the script sees it as an Exception and may catch it. */
async function serveCall(
  services: HostServices,
  script: RunningScript,
  manifestScopes: string[] | null,
  call: BridgeCall,
): Promise<BridgeOutcome> {
  const refused = refusal(call.name, script.authMode, manifestScopes)
  if (refused !== null) return { ok: false, message: refused }
  try {
    const service = services[call.name] as (script: RunningScript, ...args: unknown[]) => unknown
    return { ok: true, value: await service(script, ...call.args) }
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) }
  }
}

function createServices(options: ScriptHostOptions, locks: Locks, counters: ScriptCounters): HostServices {
  const { library, email, now } = options
  return {
    ...createSpreadsheetServices(library, options.pageUrl),
    ...createPageServices(locks, library),
    ...createPropertyServices({
      file: options.propertiesFile,
      firstUserProperties: options.firstUserProperties,
    }),
    ...createCacheServices(now),
    ...locks.services,
    ...createFetchServices({ fetch: options.fetch ?? fetch, count: () => void counters.fetches++ }),
    'session.info': ({ page }) => ({
      email,
      locale: page.locale,
      timeZone: library.get(page.spreadsheetId)?.properties.timeZone ?? 'Etc/UTC',
      temporaryKey: page.temporaryKey,
    }),
    'script.info': () => ({ scriptId: 'local-apps-script' }),
    log: (_script, line) => options.log?.(line),
  }
}

type PageServices = Pick<HostServices, Extract<keyof HostCalls, `ui.${string}` | `selection.${string}`>>

function createPageServices(locks: Locks, library: Library): PageServices {
  return {
    'selection.get': ({ page }) => presentSelection(page, library),
    'selection.set': ({ page }, selection) => page.select(selection),
    'ui.setMenu': ({ page }, menu, place) => page.setMenu(menu, place),
    'ui.showSidebar': ({ page }, panel) => page.showSidebar(panel),
    'ui.showDialog': ({ page }, panel, modal) => page.showDialog(panel, modal),
    'ui.alert'({ page, executionId }, title, text, buttons) {
      locks.releaseAll(executionId)
      return page.alert(title, text, buttons)
    },
    'ui.prompt'({ page, executionId }, title, text, buttons) {
      locks.releaseAll(executionId)
      return page.prompt(title, text, buttons)
    },
    'ui.toast': ({ page }, text, title, seconds) => page.toast(text, title, seconds),
  }
}

/** The page may not have told yet that it left a tab which has just been deleted. */
function presentSelection(page: UserPage, library: Library): Selection {
  const workbook = library.get(page.spreadsheetId)
  const selection = page.selection()
  const first = workbook?.getters.getVisibleSheetIds()[0]
  if (!workbook || first === undefined || workbook.sheetIdOf(selection.sheetId) !== undefined)
    return selection
  return { sheetId: workbook.gidOf(first), areas: [{ row: 1, column: 1, rows: 1, columns: 1 }] }
}

/** The scopes that the add-on's manifest asks for; `null` when it names none, as Google then finds them itself. */
function readManifestScopes(addonDir: string): string[] | null {
  const file = join(addonDir, 'appsscript.json')
  if (!existsSync(file)) return null
  const manifest = JSON.parse(readFileSync(file, 'utf8')) as { oauthScopes?: string[] }
  return manifest.oauthScopes ?? null
}
