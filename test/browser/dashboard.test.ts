/**
 * The dashboard in a real browser, with the real service and the emulator's consent page. With
 * ROWHAND_SCREENSHOTS=1 some pages are also kept in docs/screenshots/; where it names a folder, all are
 * put there.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import {
  COLLEAGUE,
  type DashboardStack,
  OWNER,
  spendForWeeks,
  startDashboardStack,
} from '../support/dashboard.ts'

const wanted = process.env.ROWHAND_SCREENSHOTS
const screenshots = wanted === '1' ? join(import.meta.dirname, '../../docs/screenshots') : wanted
const kept = [
  'sign-in-light',
  'overview-light',
  'overview-dark',
  'usage-light',
  'key-new-narrow',
  'members-narrow-dark',
]

let stack: DashboardStack
let browser: Browser
beforeAll(async () => {
  ;[stack, browser] = await Promise.all([
    startDashboardStack(inject('postgresUrl')),
    chromium.connect(inject('browserWs')),
  ])
})
afterAll(async () => {
  await browser?.close()
  await stack?.close()
})

async function signIn(page: Page, email: string): Promise<void> {
  await page.goto(`${stack.url}/dashboard`)
  await page.getByRole('link', { name: 'Sign in with Google' }).click()
  await page.getByRole('radio', { name: email }).check()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { level: 1 }).waitFor()
}

async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe.source)
  const found = await page.evaluate(async () => {
    const { axe: runner } = globalThis as unknown as { axe: typeof import('axe-core') }
    const result = await runner.run(document, {
      runOnly: ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice'],
    })
    return result.violations.flatMap(one =>
      one.nodes.map(node => `${one.id}: ${node.target.join(' ')} ${node.failureSummary}`),
    )
  })
  return found.map(text => `${new URL(page.url()).pathname} ${text}`)
}

const looks = [
  { name: 'light', width: 1280, colorScheme: 'light' },
  { name: 'dark', width: 1280, colorScheme: 'dark' },
  { name: 'narrow', width: 300, colorScheme: 'light' },
  { name: 'narrow-dark', width: 300, colorScheme: 'dark' },
] as const

async function shoot(page: Page, name: string): Promise<void> {
  if (!screenshots || (wanted === '1' && !kept.includes(name))) return
  mkdirSync(screenshots, { recursive: true })
  await page.screenshot({ path: join(screenshots, `dashboard-${name}.png`), fullPage: true })
}

/** Every look of one page: nothing that axe finds, nothing that sticks out sideways. */
async function inspect(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 800 })
    await page.emulateMedia({ colorScheme: look.colorScheme })
    found.push(...(await violations(page)).map(text => `${look.name} ${text}`))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) found.push(`${look.name} ${name} is ${overflow} px too wide`)
    await shoot(page, `${name}-${look.name}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

describe('the dashboard in a browser', () => {
  let context: BrowserContext
  let page: Page
  beforeAll(async () => {
    context = await browser.newContext({ reducedMotion: 'reduce' })
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: stack.url })
    page = await context.newPage()
  })
  afterAll(() => context?.close())

  it('the door is right in every look', async () => {
    await page.goto(`${stack.url}/dashboard`)
    expect(await inspect(page, 'sign-in')).toEqual([])
  })

  it('a person signs in on the consent page and gets a space of their own', async () => {
    await signIn(page, OWNER)
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toBe('Personal space')
    expect(await inspect(page, 'start')).toEqual([])
  })

  it('spreadsheets are connected in a step of their own', async () => {
    await page.getByRole('link', { name: 'Connect Google Sheets' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Your Google spreadsheets are connected.').waitFor()
    const { rows } = await stack.db.query<{ scopes: string }>('select scopes from google_connections')
    expect(rows[0]?.scopes).toContain('spreadsheets')
  })

  it('a key is made, shown once and copied', async () => {
    await page.getByRole('link', { name: 'Create a key' }).click()
    expect(await inspect(page, 'keys-empty')).toEqual([])
    await page.getByLabel('Name', { exact: true }).fill('Sidebar')
    await page.getByRole('button', { name: 'Create key' }).click()
    const field = page.getByLabel('Sidebar', { exact: true })
    const apiKey = await field.inputValue()
    expect(apiKey).toMatch(/^sk_rowhand_[A-Za-z0-9]{32}$/)
    expect(await inspect(page, 'key-new')).toEqual([])
    await page.getByRole('button', { name: 'Copy' }).click()
    await page.getByRole('button', { name: 'Copied' }).waitFor()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(apiKey)
    const answer = await fetch(`${stack.url}/v1/auth/verify`, { headers: { 'x-api-key': apiKey } })
    expect(answer.status).toBe(200)
    await page.goto(page.url())
    expect(await page.content()).not.toContain(apiKey)
  })

  it('the other pages are right in every look', async () => {
    const space = new URL(page.url()).pathname.split('/')[3]!
    const colleague = await browser.newContext()
    const other = await colleague.newPage()
    await page.goto(`${stack.url}/dashboard/s/${space}/members`)
    await page.getByLabel('Email address').fill(COLLEAGUE)
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText(COLLEAGUE, { exact: true }).waitFor()
    await signIn(other, COLLEAGUE)
    await colleague.close()
    const { rows } = await stack.db.query<{ id: string }>('select id from users order by email desc')
    await spendForWeeks(
      stack.db,
      space,
      rows.map(row => row.id),
      new Date(),
    )
    await stack.db.query(
      'update spaces set credits_nano = 18340000000, spending_limit_nano = 40000000000 where id = $1',
      [space],
    )
    const found: string[] = []
    for (const [name, path] of [
      ['overview', ''],
      ['keys', '/keys'],
      ['usage', '/usage'],
      ['members', '/members'],
      ['settings', '/settings'],
    ]) {
      await page.goto(`${stack.url}/dashboard/s/${space}${path}`)
      found.push(...(await inspect(page, name!)))
    }
    await page.goto(`${stack.url}/dashboard/s/${space}/keys`)
    await page.getByRole('link', { name: 'Sidebar' }).click()
    found.push(...(await inspect(page, 'key')))
    await page.goto(`${stack.url}/dashboard/account`)
    found.push(...(await inspect(page, 'account')))
    await page.goto(`${stack.url}/dashboard/no-such-page`)
    found.push(...(await inspect(page, 'not-found')))
    expect(found).toEqual([])
  }, 120_000)
})
