/** The sidebar of an add-on in the page, its calls of the script, and the bridge under a test's control. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { cellText, enter, selectCells } from '../../support/grid.ts'
import { callScript, openSidebar } from '../apps-script/fixture-sidebar.ts'
import { forAllTests } from './fixture.ts'

const on = forAllTests()
const openPage = (suffix = ''): Promise<Page> => on.browser.open(`${on.server.pageUrl}${suffix}`)

describe('the sidebar', () => {
  it('is 300 pixels wide and has no way into the page', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    const inside = await frame.locator('body').evaluate(() => {
      let reached = true
      try {
        reached = parent.document !== null
      } catch {
        reached = false
      }
      return { width: innerWidth, origin, reached, run: (globalThis as { startedWith?: string }).startedWith }
    })
    expect(inside).toEqual({ width: 300, origin: 'null', reached: false, run: 'function' })
  })

  it('calls the script with JSON and gets JSON back', async () => {
    const frame = await openSidebar(await openPage())
    const value = { text: 'ä', list: [1, null, true], nested: { deep: [] } }
    expect(await callScript(frame, 'echo', value)).toEqual(value)
  })

  it('gets null for a result that holds a date, as from Google', async () => {
    const frame = await openSidebar(await openPage())
    expect(await callScript(frame, 'evaluate', '({ when: new Date() })')).toBeNull()
  })

  it('may not pass a date', async () => {
    const frame = await openSidebar(await openPage())
    const message = await frame.locator('body').evaluate(() => {
      const { run } = (
        globalThis as unknown as { google: { script: { run: Record<string, (x: unknown) => void> } } }
      ).google.script
      try {
        run.echo?.({ when: new Date() })
        return 'passed'
      } catch (error) {
        return String(error)
      }
    })
    expect(message).toBe('TypeError: Failed due to illegal value in property: when')
  })

  it('gets the error of a failing function as a ScriptError', async () => {
    const frame = await openSidebar(await openPage())
    expect(await callScript(frame, 'breakDown')).toBe('ScriptError: Error: It broke.')
  })

  it('does not see private functions', async () => {
    const frame = await openSidebar(await openPage())
    const visible = await frame.locator('body').evaluate(() => {
      const { run } = (globalThis as unknown as { google: { script: { run: object } } }).google.script
      return ['secret_' in run, 'echo' in run]
    })
    expect(visible).toEqual([false, true])
  })

  it('knows the tab and the cells that the user has selected', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    await selectCells(page, 'A2', 'B3')
    expect(await callScript(frame, 'describeSelection')).toEqual({
      tab: 'Sales',
      gid: 0,
      range: 'A2:B3',
      shown: [
        ['North', '10'],
        ['South', '5'],
      ],
    })
  })

  it('selects cells in the grid, on another tab and far down', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    await callScript(frame, 'select', "'My Tab'!C200:D210")
    await expect.poll(() => page.locator('.o-sheet.active').textContent()).toBe('My Tab')
    expect(await callScript(frame, 'describeSelection')).toMatchObject({ gid: 77, range: 'C200:D210' })
  })

  it('closes itself and gives the keyboard back to the grid', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    await frame.locator('body').evaluate(() => {
      const { host } = (globalThis as unknown as { google: { script: { host: { close(): void } } } }).google
        .script
      host.close()
    })
    await page.locator('.sidebar').waitFor({ state: 'detached' })
    await enter(page, 'typed')
    await expect.poll(() => cellText(page, 'A1')).toBe('typed')
    on.server.write({ row: 0, col: 0 }, 'Region')
  })

  it('hands the keyboard to the grid and stays open', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    await frame.locator('body').evaluate(() => {
      const { host } = (
        globalThis as unknown as { google: { script: { host: { editor: { focus(): void } } } } }
      ).google.script
      host.editor.focus()
    })
    await expect.poll(() => page.evaluate(() => document.activeElement?.closest('#grid') !== null)).toBe(true)
    expect(await page.locator('.sidebar').count()).toBe(1)
  })

  it('opens a dialog of the size and title that the script says', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    await callScript(frame, 'openDialog')
    const dialog = page.getByRole('dialog', { name: 'A dialog' })
    const inside = page.frameLocator('dialog iframe')
    await inside.getByRole('heading', { name: 'Fixture sidebar' }).waitFor()
    expect(await inside.locator('body').evaluate(() => [innerWidth, innerHeight])).toEqual([420, 240])
    expect(await callScript(inside, 'echo', 'from the dialog')).toBe('from the dialog')
    await page.keyboard.press('Escape')
    await dialog.getByRole('button', { name: 'Close' }).click()
    await dialog.waitFor({ state: 'detached' })
  })

  it('closes by its button and gives the width back to the grid', async () => {
    const page = await openPage()
    await openSidebar(page)
    const before = (await page.locator('#grid').boundingBox())?.width
    await page.getByRole('button', { name: 'Close sidebar' }).click()
    expect(await page.locator('.sidebar').count()).toBe(0)
    expect((await page.locator('#grid').boundingBox())?.width).toBe((before ?? 0) + 300)
  })

  it('runs ten calls at once and the eleventh after', async () => {
    const [busy, other] = await Promise.all([openPage().then(openSidebar), openPage().then(openSidebar)])
    const hold = `(() => { while (!CacheService.getUserCache().get('go')) Utilities.sleep(5); return 'held' })()`
    const held = Array.from({ length: 10 }, () => callScript(busy, 'evaluate', hold))
    const eleventh = callScript(busy, 'echo', 'eleventh')
    // The script host is not the bottleneck: another page is served meanwhile.
    expect(await Promise.race([eleventh, callScript(other, 'echo', 'other')])).toBe('other')
    await callScript(other, 'evaluate', `CacheService.getUserCache().put('go', '1')`)
    expect(await Promise.all(held)).toEqual(Array.from({ length: 10 }, () => 'held'))
    expect(await eleventh).toBe('eleventh')
  })
})

describe('the bridge under test control', () => {
  const control = (settings: object) =>
    fetch(`${on.server.url}/page/test/bridge`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(settings),
    })

  it('fails the next calls the way Google fails with several accounts', async () => {
    const frame = await openSidebar(await openPage())
    await control({ failNext: { kind: 'permission-denied', functionName: 'echo' } })
    expect(await callScript(frame, 'countRuns')).toBe(1)
    expect(await callScript(frame, 'echo', 1)).toContain('Error code PERMISSION_DENIED.')
    expect(await callScript(frame, 'echo', 1)).toBe(1)
  })

  it('loses the answer of a function that did run', async () => {
    const page = await openPage()
    const frame = await openSidebar(page)
    await control({ failNext: { kind: 'network', afterRunning: true } })
    expect(await callScript(frame, 'select', 'C7')).toBe('NetworkError: Connection failure due to HTTP 0')
    expect(await callScript(frame, 'describeSelection')).toMatchObject({ range: 'C7' })
  })

  it('is as slow as the address asks for', async () => {
    const frame = await openSidebar(await openPage('?latency=300'))
    const started = Date.now()
    await callScript(frame, 'echo', 1)
    expect(Date.now() - started).toBeGreaterThanOrEqual(299)
  })

  it('refuses settings that it does not know', async () => {
    expect((await control({ latencyMs: 'slow' })).status).toBe(400)
  })
})
