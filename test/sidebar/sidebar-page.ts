/**
 * The built sidebar in a real browser, with a scripted `google.script.run` behind it: what a test wants the
 * script to answer is handed over as plain data.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Page } from 'playwright-core'
import type { Boot } from '../../contract/rpc.ts'
import { takePage } from '../support/warm-pages.ts'

/** Function name → its answers in turn; the last one stays. `null` never answers. */
export type Answers = Record<string, unknown[]>

export interface OpenOptions {
  answers?: Answers
  colorScheme?: 'light' | 'dark'
  reducedMotion?: boolean
  /** CPU slowdown, and how long each call takes. */
  slowdown?: number
  latencyMs?: number
  /** Goes on before the script has answered. */
  early?: boolean
  /** Run in the page one after the other once its own HTML stands, before its program. */
  before?: (() => void)[]
}

export const good = (value: unknown) => ({ ok: true, value })
export const bad = (error: object) => ({
  ok: false,
  error: { status: 0, code: 'X', message: '', requestId: null, ...error },
})

export const bootAnswer = (over: Partial<Boot> = {}): Boot => ({
  locale: 'en',
  texts: null,
  serviceUrl: 'https://rowhand.example.com',
  hasKey: true,
  account: {
    email: 'mira@example.com',
    spaceName: 'Harbour Coffee',
    googleConnected: true,
    keyEnding: 'Q7xk',
  },
  context: {
    spreadsheetId: 'S',
    spreadsheetName: 'Orders 2026',
    tab: { sheetId: 0, name: 'Orders' },
    selection: 'B2:C40',
    selectedCells: 78,
    headers: ['Order', 'Date', 'Customer', 'Email', 'Category', 'Qty', 'Price'],
    samples: ['1001', '2026-03-01', 'Blue Door Café', 'a@bluedoor.example', 'Beans', '12', '$14.50'],
  },
  agentId: null,
  conversations: [],
  draft: '',
  history: [],
  savedPrompts: [],
  defaultModels: {},
  intent: null,
  ...over,
})

export const agentAnswer = (agent: object) =>
  good({ changed: true, waited: true, etag: '"1"', conversation: null, agent })

const ADDRESS = 'http://localhost/sidebar'
/** What is there once the script has answered, whatever it answered. */
export const OPENED = '.header, .connect, .opening .error-card'
const SIZE = { width: 300, height: 700 }

/** In a page of its own, which nothing was compiled for. */
export async function openSidebarPage(
  browser: Browser,
  folder: string,
  options: OpenOptions = {},
): Promise<Page> {
  const { colorScheme = 'light', reducedMotion = false } = options
  const page = await browser.newPage({
    viewport: SIZE,
    colorScheme,
    reducedMotion: reducedMotion ? 'reduce' : 'no-preference',
  })
  await showSidebar(page, folder, options)
  return page
}

/** In a page that another test had before. */
export async function openWarmSidebar(
  browser: Browser,
  folder: string,
  options: OpenOptions = {},
): Promise<Page> {
  const { colorScheme = 'light', reducedMotion = false } = options
  const motion = reducedMotion ? 'reduce' : 'no-preference'
  const page = await takePage(browser, { ...SIZE, colorScheme, reducedMotion: motion })
  await showSidebar(page, folder, options)
  return page
}

async function showSidebar(
  page: Page,
  folder: string,
  { answers = {}, slowdown = 1, latencyMs = 5, early = false, before = [] }: OpenOptions,
): Promise<void> {
  const html = readFileSync(join(folder, 'sidebar.html'), 'utf8')
  const given = { answers: { boot: [good(bootAnswer())], ...answers }, latencyMs }
  // In the document and not in the page's own settings, which the next test would find there.
  const google = `<script>(${installGoogle})(${JSON.stringify(given).replaceAll('<', '\\u003c')})</script>`
  const last = html.lastIndexOf('<script>')
  const program = before.map(act => `<script>(${act})()</script>`).join('') + html.slice(last)
  const body = html.slice(0, last).replace(/<head>/i, head => head + google) + program
  await page.route(ADDRESS, route => route.fulfill({ contentType: 'text/html', body }))
  if (slowdown > 1) {
    const devtools = await page.context().newCDPSession(page)
    await devtools.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
  }
  await page.goto(ADDRESS)
  if (!early && given.answers.boot[0] !== null) await page.locator(OPENED).first().waitFor()
}

/** Runs in the page, before anything of it. */
function installGoogle({ answers, latencyMs }: { answers: Answers; latencyMs: number }): void {
  const calls: { name: string; args: unknown[]; at: number }[] = []
  const unanswered: { name: string; onGood: (value: unknown) => void }[] = []
  const answerNow = (name: string, answer: unknown) => {
    const at = unanswered.findIndex(call => call.name === name)
    unanswered.splice(at, 1)[0]?.onGood(answer)
  }
  const chain = (onGood: (value: unknown) => void): object =>
    new Proxy(
      {},
      {
        get: (_, name: string) => {
          if (name === 'withSuccessHandler') return (handler: (value: unknown) => void) => chain(handler)
          if (name === 'withFailureHandler') return () => chain(onGood)
          return (...args: unknown[]) => {
            calls.push({ name, args, at: performance.now() })
            const list = answers[name] ?? [{ ok: true, value: null }]
            const answer = list.length > 1 ? list.shift() : list[0]
            if (answer === null) unanswered.push({ name, onGood })
            else setTimeout(() => onGood(answer), latencyMs)
          }
        },
      },
    )
  const host = {
    editor: { focus: () => calls.push({ name: 'focusEditor', args: [], at: performance.now() }) },
  }
  Object.assign(window, { google: { script: { run: chain(() => {}), host } }, calls, answers, answerNow })
  const times: { usableAt?: number; takenOverAt?: number } = {}
  const watch = new MutationObserver(() => {
    const box = document.querySelector('textarea')
    if (!box) return
    times.usableAt ??= performance.now()
    // The page's own listener has gone: the program's is there.
    if (box.hasAttribute('onkeydown')) return
    watch.disconnect()
    times.takenOverAt = performance.now()
  })
  watch.observe(document, { subtree: true, childList: true, attributeFilter: ['onkeydown'] })
  Object.assign(window, { times })
}

/** Answers the earliest call of that function that has had no answer. */
export const answerNow = (page: Page, name: string, answer: unknown): Promise<void> =>
  page.evaluate(
    ([wanted, given]) =>
      (window as unknown as { answerNow(name: unknown, answer: unknown): void }).answerNow(wanted, given),
    [name, answer],
  )

export const callsOf = (page: Page, name: string): Promise<unknown[][]> =>
  page.evaluate(
    wanted =>
      (window as unknown as { calls: { name: string; args: unknown[] }[] }).calls
        .filter(call => call.name === wanted)
        .map(call => call.args),
    name,
  )
