/**
 * The sidebar's figures in Chromium: size, time until it is usable on a slow machine, scrolling through 500
 * entries, what a poll without news changes, and how many requests ten minutes take.
 *
 *   node bench/sidebar.ts [--slowdown 4]
 *
 * Ends with 1 where a limit is missed.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { signal } from '@preact/signals'
import { build } from 'esbuild'
import { type Browser, chromium, type Page } from 'playwright-core'
import { SIDEBAR_LIMIT_BYTES } from '../build.mjs'
import type { PollAnswer, PollRequest, RpcResult } from '../contract/rpc.ts'
import { createPoller } from '../sidebar/conversation/poller.ts'
import { sleep } from '../sidebar/host/host.ts'
import { type BuiltAddon, buildForTest } from '../test/addon/built.ts'
import { FakeClock } from '../test/sidebar/clock.ts'
import {
  type Answers,
  agentAnswer,
  bootAnswer,
  callsOf,
  good,
  openSidebarPage,
} from '../test/sidebar/sidebar-page.ts'
import { launchBrowserServer } from '../test/support/browser.ts'
import { median, spread } from './support/figures.ts'

const { values } = parseArgs({ options: { slowdown: { type: 'string', default: '4' } } })
const slowdown = Number(values.slowdown)
const ROUNDS = 7
const ENTRIES = 500
const TEN_MINUTES_MS = 600_000

let missed = 0
function report(name: string, value: number, limit: number, unit: string): void {
  const isMet = value <= limit
  if (!isMet) missed += 1
  console.log(`${isMet ? 'ok' : 'NO'}  ${name}: ${value} ${unit} (at most ${limit})`)
}

const at = (second: number) => new Date(Date.UTC(2026, 10, 20, 13, 0, second)).toISOString()
const entries = Array.from({ length: ENTRIES }, (_, index) => ({
  type: index === 0 ? 'user_message' : 'tool_call',
  turn_id: 't1',
  message_id: `e${index}`,
  tool_call_id: `e${index}`,
  // No two in a row are alike, so that each has a line of its own.
  tool: index % 2 === 0 ? 'write_range' : 'format_range',
  status: 'succeeded',
  content: 'Everything',
  created_at: at(1),
  completed_at: at(2),
  range: `D${index}`,
  sheet_name: 'Orders',
  cells: 12,
}))
const longTurn = (status: string) =>
  agentAnswer({ id: 'agent-1', status, number_of_turns: 1, messages: entries })
const opened = (...polls: unknown[]): Answers => ({
  boot: [good(bootAnswer({ agentId: 'agent-1' }))],
  pollAgent: [...polls, null],
})

const LOOK_EACH_MS = 200
const GIVE_UP_MS = 60_000

/** From the arrival of the last byte of HTML, in ms. */
interface Opening {
  /** The box stands and takes words, and Enter. */
  usable: number
  /** The program has taken it over. */
  takenOver: number
  /** What was typed and sent as soon as the box stood is on its way to the script, which answers at once. */
  started: number
}

/** A person who is as quick as the page. */
function typeAtOnce(): void {
  const box = document.querySelector('textarea')
  if (!box) return
  box.focus()
  box.value = 'Add a total'
  box.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true }))
}

async function measureOpening(browser: Browser, folder: string, isOurs: boolean): Promise<Opening> {
  const typing = isOurs ? { before: [typeAtOnce], answers: { startTurn: [null] } } : {}
  const page = await openSidebarPage(browser, folder, { slowdown, latencyMs: 0, early: true, ...typing })
  const until = performance.now() + GIVE_UP_MS
  let opening: Opening | null = null
  // Waiting for a locator would search the page in its own thread, and be measured with it.
  while (opening === null && performance.now() < until) {
    await pause(LOOK_EACH_MS)
    opening = await page.evaluate(isOurs => {
      const [navigation] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[]
      const { times, calls } = window as unknown as {
        times: { usableAt?: number; takenOverAt?: number }
        calls: { name: string; at: number }[]
      }
      const { usableAt, takenOverAt } = times
      const startedAt = isOurs ? calls.find(({ name }) => name === 'startTurn')?.at : takenOverAt
      if (usableAt === undefined || takenOverAt === undefined || startedAt === undefined) return null
      const arrived = navigation?.responseEnd ?? 0
      return { usable: usableAt - arrived, takenOver: takenOverAt - arrived, started: startedAt - arrived }
    }, isOurs)
  }
  await page.close()
  if (opening === null) throw new Error(`Nothing could be typed and sent after ${GIVE_UP_MS / 1000} s.`)
  return opening
}

/** A page of Preact that shows one box to type into, and nothing else. */
async function buildEmptyPage(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-empty-'))
  const { outputFiles } = await build({
    stdin: {
      contents: `import { h, render } from 'preact'; render(h('textarea', {}), document.body)`,
      resolveDir: import.meta.dirname,
    },
    bundle: true,
    minify: true,
    write: false,
    format: 'iife',
  })
  const script = outputFiles[0]!.text.replaceAll('</script', '<\\/script')
  writeFileSync(
    join(folder, 'sidebar.html'),
    `<!doctype html><html><head><meta charset="utf-8"></head><body><script>${script}</script></body></html>`,
  )
  return folder
}

interface Round {
  ours: Opening
  bare: Opening
}

/** Both pages in turn: a busy moment hits them alike. */
async function measureOpenings(browser: Browser, built: BuiltAddon): Promise<Round[]> {
  const empty = await buildEmptyPage()
  const rounds: Round[] = []
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await measureOpening(browser, empty, false)
    rounds.push({ bare, ours: await measureOpening(browser, built.folder, true) })
  }
  rmSync(empty, { recursive: true })
  return rounds
}

function reportOpenings(rounds: readonly Round[]): void {
  const told = `after its HTML arrived, ${slowdown}× slower CPU`
  for (const [what, name, limit] of [
    ['usable', 'usable', 150],
    ['takenOver', 'taken over by the program', 220],
    ['started', 'what was typed and sent at once starts', 280],
  ] as const) {
    const ms = rounds.map(({ ours }) => ours[what])
    report(
      `${name} ${told} (${spread(ms, 0)} in ${rounds.length} rounds)`,
      Math.round(median(ms)),
      limit,
      'ms',
    )
  }
  for (const [what, name, limit] of [
    ['usable', 'usable', 2],
    ['takenOver', 'taken over', 4],
  ] as const) {
    const ratios = rounds.map(({ ours, bare }) => ours[what] / bare[what])
    report(
      `${name} ${told}, to an empty Preact page (${spread(ratios, 2)} in ${rounds.length} rounds)`,
      Number(median(ratios).toFixed(2)),
      limit,
      'times',
    )
  }
}

/** The longest task while everything is scrolled into view, from the end to the first entry. */
async function measureScroll(browser: Browser, built: BuiltAddon): Promise<number> {
  const page = await openSidebarPage(browser, built.folder, { answers: opened(longTurn('idle')) })
  await page.locator('.tool').first().waitFor()
  await page.evaluate(() => {
    const longTasks: number[] = []
    Object.assign(window, { longTasks })
    new PerformanceObserver(list => {
      longTasks.push(...list.getEntries().map(({ duration }) => duration))
    }).observe({ type: 'longtask' })
  })
  await scrollToTop(page)
  const longest = await page.evaluate(() =>
    Math.max(0, ...(window as unknown as { longTasks: number[] }).longTasks),
  )
  const drawn = await page.locator('.tool').count()
  await page.close()
  if (drawn !== ENTRIES - 1) throw new Error(`Only ${drawn} entries were drawn.`)
  return Math.round(longest)
}

async function scrollToTop(page: Page): Promise<void> {
  await page.locator('.thread').hover()
  for (let step = 0; step < 400 && (await page.locator('.prompt').count()) === 0; step += 1) {
    await page.mouse.wheel(0, -300)
    await page.evaluate(() => new Promise(requestAnimationFrame))
  }
  await page.locator('.prompt').waitFor()
}

async function measureQuietPolls(browser: Browser, built: BuiltAddon): Promise<number> {
  const same = longTurn('active')
  const quiet = good({ changed: false, waited: true })
  const page = await openSidebarPage(browser, built.folder, {
    answers: opened(same, same, quiet, same, quiet),
  })
  await page.getByRole('button', { name: 'Stop' }).waitFor()
  await page.evaluate(() => {
    const changes: string[] = []
    Object.assign(window, { changes })
    const all = { subtree: true, childList: true, attributes: true, characterData: true }
    new MutationObserver(list => changes.push(...list.map(({ type }) => type))).observe(document, all)
  })
  while ((await callsOf(page, 'pollAgent')).length < 6) await page.waitForTimeout(50)
  const count = await page.evaluate(() => (window as unknown as { changes: string[] }).changes.length)
  await page.close()
  return count
}

interface Followed {
  calls: number
  longestDelayMs: number
}

/** Ten minutes by a clock of its own. A change comes at each of the given times. */
async function follow(changesAtMs: number[], canHold: boolean, latencyMs: number): Promise<Followed> {
  const clock = new FakeClock(0)
  let calls = 0
  let heard = 0
  let longestDelayMs = 0
  const versionAt = (ms: number) => changesAtMs.filter(change => change <= ms).length
  async function pollAgent({ etag, waitSeconds }: PollRequest): Promise<RpcResult<PollAnswer>> {
    calls += 1
    await sleep(clock, latencyMs / 2)
    const untilMs = clock.now() + (canHold ? waitSeconds * 1000 : 0)
    while (versionAt(clock.now()) <= Number(etag ?? -1) && clock.now() < untilMs) await sleep(clock, 50)
    const version = versionAt(clock.now())
    await sleep(clock, latencyMs / 2)
    const waited = canHold && waitSeconds > 0
    if (canHold && version <= Number(etag ?? -1)) return { ok: true, value: { changed: false, waited } }
    const tag = canHold ? String(version) : null
    return { ok: true, value: { changed: true, waited, agent: version, etag: tag, conversation: null } }
  }
  const poller = createPoller({ pollAgent }, clock, signal(true), {
    onTrouble: () => true,
    onAnswer({ agent }) {
      const version = Number(agent)
      if (version === changesAtMs.length) return 'over'
      if (version === heard) return 'same'
      longestDelayMs = Math.max(longestDelayMs, clock.now() - (changesAtMs[heard] ?? 0))
      heard = version
      return 'news'
    },
  })
  poller.follow('agent', null)
  await clock.pass(TEN_MINUTES_MS + 60_000)
  // The start is a request too.
  return { calls: calls + 1, longestDelayMs }
}

const every = (stepMs: number, untilMs = TEN_MINUTES_MS) =>
  Array.from({ length: Math.floor(untilMs / stepMs) }, (_, index) => (index + 1) * stepMs)

async function measureFollowing(): Promise<void> {
  const latencyMs = 500
  const usual = [...every(1_600, 20_000), ...every(30_000)].toSorted((one, other) => one - other)
  for (const [name, changes] of [
    ['quiet', [TEN_MINUTES_MS]],
    ['usual', usual],
    ['a change each second', every(1_000)],
  ] as const) {
    const held = await follow([...changes], true, latencyMs)
    const plain = await follow([...changes], false, latencyMs)
    report(`requests in ten minutes, ours, ${name}`, held.calls, 60, 'requests')
    report(`requests in ten minutes, plain service, ${name}`, plain.calls, 200, 'requests')
    if (name === 'usual') {
      report(
        'a change on screen beyond the bridge, ours',
        Math.max(0, Math.round(held.longestDelayMs - latencyMs)),
        500,
        'ms',
      )
    }
  }
}

const built = await buildForTest()
const server = await launchBrowserServer()
const browser = await chromium.connect(server.wsEndpoint())
try {
  report('sidebar.html, gzip', built.sidebarGzipBytes, SIDEBAR_LIMIT_BYTES, 'bytes')
  reportOpenings(await measureOpenings(browser, built))
  report('longest task while scrolling 500 entries', await measureScroll(browser, built), 50, 'ms')
  report('changes in the page by polls without news', await measureQuietPolls(browser, built), 0, 'changes')
  await measureFollowing()
} finally {
  await browser.close()
  await server.close()
  built.remove()
}
process.exitCode = missed > 0 ? 1 : 0
