/**
 * Days of use in minutes: sidebars opened and closed, scripts that ask the host, several pages at once.
 * Every answer is checked to be the one to its question.
 *
 *   node bench/emulator-soak.ts [--sidebars 2000] [--calls 10000]
 *
 * Ends with 1 where an answer was wrong, or memory grew without end.
 */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { startEmulator } from '../emulator/start.ts'
import { writeFixtureAddon } from '../test/emulator/apps-script/fixture.ts'
import { openScriptPage, type ScriptPage } from './support/script-page.ts'
import { openTable } from './support/tables.ts'

const { values } = parseArgs({
  options: { sidebars: { type: 'string', default: '2000' }, calls: { type: 'string', default: '10000' } },
})
const SIDEBARS = Number(values.sidebars)
const CALLS = Number(values.calls)
const PAGES = 6
const OWNER = 'demo@example.com'
/** What the heap may have gained at the end, once all has been opened and closed. */
const MAX_GROWTH_MB = 60

interface Tally {
  opened: number
  answered: number
  wrong: string[]
}

async function usePage(page: ScriptPage, share: { sidebars: number; calls: number }, tally: Tally) {
  let calls = 0
  for (let round = 0; round < share.sidebars; round++) {
    const { instance, status } = await page.openSidebar()
    if (status === 200) tally.opened += 1
    else tally.wrong.push(`sidebar ${round}: ${status}`)
    const due = Math.ceil((share.calls * (round + 1)) / share.sidebars)
    for (; calls < due; calls++) {
      const asked = `${round}-${calls}`
      const answer = await page.run('echo', asked)
      if (answer === asked) tally.answered += 1
      else tally.wrong.push(`call ${asked}: ${JSON.stringify(answer)}`)
    }
    // A script that gives up in the middle of a call must leave nothing for the next.
    if (round % 50 === 0)
      await page.run('evaluate', 'function f() { SpreadsheetApp.getActive().getId(); f() }()')
    page.closePanel(instance)
  }
}

async function main(): Promise<number> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-soak-'))
  const addonDir = writeFixtureAddon(join(folder, 'addon'))
  const emulator = await startEmulator({ port: 0, dataDir: join(folder, 'data'), addonDir })
  const tally: Tally = { opened: 0, answered: 0, wrong: [] }
  try {
    const { id } = await openTable(emulator, OWNER, { rows: 100, columns: 10 })
    const pages = await Promise.all(Array.from({ length: PAGES }, () => openScriptPage(emulator.url, id)))
    const share = { sidebars: Math.ceil(SIDEBARS / PAGES), calls: Math.ceil(CALLS / PAGES) }
    const before = process.memoryUsage().heapUsed
    const start = performance.now()
    await Promise.all(pages.map(page => usePage(page, share, tally)))
    const seconds = (performance.now() - start) / 1000
    const grownMb = (process.memoryUsage().heapUsed - before) / 2 ** 20
    for (const page of pages) page.close()
    console.log(
      `${tally.opened} sidebars opened and closed, ${tally.answered} calls answered in ${seconds.toFixed(0)} s`,
    )
    console.log(`heap ${grownMb >= 0 ? '+' : ''}${grownMb.toFixed(0)} MB (at most +${MAX_GROWTH_MB})`)
    for (const line of tally.wrong.slice(0, 10)) console.log(`NO  ${line}`)
    console.log(tally.wrong.length === 0 ? 'ok  every answer was its own' : `NO  ${tally.wrong.length} wrong`)
    return tally.wrong.length === 0 && grownMb <= MAX_GROWTH_MB ? 0 : 1
  } finally {
    await emulator.close()
    rmSync(folder, { recursive: true, force: true })
  }
}

process.exit(await main())
