/** The dashboard in a real browser, with the real service and the emulator's consent page. */
import { type Browser, type BrowserContext, chromium, type Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest'
import { COLLEAGUE, type DashboardStack, OWNER, startDashboardStack } from '../support/dashboard.ts'
import { spendForWeeks } from '../support/spending.ts'
import { workOfAWeek } from '../support/turns.ts'
import { inspect, violations } from './looks.ts'

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
    await other.getByRole('link', { name: 'Join or decline' }).click()
    await other.getByRole('button', { name: 'Join' }).click()
    await other.getByText('You are now a member of this space.').waitFor()
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

  it('the pages that tell what went on are right in every look', async () => {
    await page.goto(`${stack.url}/dashboard`)
    const space = new URL(page.url()).pathname.split('/')[3]!
    await workOfAWeek(stack.db, space)
    const found: string[] = []
    for (const name of ['turns', 'webhooks', 'activity']) {
      await page.goto(`${stack.url}/dashboard/s/${space}/${name}`)
      found.push(...(await inspect(page, name)))
    }
    await page.goto(`${stack.url}/dashboard/service`)
    expect(await page.getByText('Nothing needs you.').count()).toBe(1)
    found.push(...(await inspect(page, 'service')))
    expect(found).toEqual([])
  }, 120_000)

  it('a webhook that was not taken is sent again from its page', async () => {
    await page.goto(`${stack.url}/dashboard`)
    await page.getByRole('link', { name: 'Webhooks' }).click()
    await page.getByRole('button', { name: 'Send again' }).first().click()
    await page.getByText('The webhook is on its way again.', { exact: false }).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    await page.getByRole('cell', { name: 'Sent a webhook again' }).waitFor()
  })

  it('the keyboard leads past the frame, into the menus and out again', async () => {
    await page.goto(`${stack.url}/dashboard/account`)
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the page')
    await page.keyboard.press('Enter')
    expect(await page.evaluate(() => document.activeElement?.id)).toBe('main')
    const menu = page.getByLabel(`Account: ${OWNER}`)
    await menu.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor()
    expect(await violations(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Sign out', exact: true }).waitFor({ state: 'hidden' })
    expect(await page.evaluate(() => document.activeElement?.tagName)).toBe('SUMMARY')
  })

  it('a form that is not taken says why where the person is, and keeps what they wrote', async () => {
    await page.goto(`${stack.url}/dashboard`)
    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByText(`Change ${COLLEAGUE}`).click()
    await page.getByLabel('Spending limit a month, in dollars').last().fill('a lot')
    await page.getByRole('button', { name: 'Save limit' }).last().click()
    const summary = page.getByRole('alert')
    expect(await summary.textContent()).toContain('Nothing was changed.')
    expect(await summary.evaluate(element => element === document.activeElement)).toBe(true)
    expect(await page.getByLabel('Spending limit a month, in dollars').last().inputValue()).toBe('a lot')
    expect(await inspect(page, 'members-error')).toEqual([])
  })

  it('signing out leads to the door, and back there is nothing to see', async () => {
    await page.goto(`${stack.url}/dashboard/account`)
    await page.getByLabel(`Account: ${OWNER}`).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('You are signed out.').waitFor()
    await page.goBack()
    await page.getByRole('link', { name: 'Sign in with Google' }).waitFor()
  })
})

describe('the dashboard without JavaScript', () => {
  it('does everything that it does with it', async () => {
    const context = await browser.newContext({
      javaScriptEnabled: false,
      viewport: { width: 360, height: 800 },
    })
    const page = await context.newPage()
    page.setDefaultTimeout(30_000)
    await signIn(page, COLLEAGUE)
    await page.getByLabel(`Account: ${COLLEAGUE}`).click()
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await page.getByRole('link', { name: 'Connect Google Sheets' }).click()
    await page.getByRole('button', { name: 'Allow' }).click()
    await page.getByText('Your Google spreadsheets are connected.').waitFor()

    await page.getByLabel('New space').fill('Plain')
    await page.getByRole('button', { name: 'Create space' }).click()
    await page.getByRole('heading', { name: 'Plain' }).waitFor()
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByLabel('Name', { exact: true }).fill('By hand')
    await page.getByRole('button', { name: 'Create key' }).click()
    expect(await page.getByLabel('By hand', { exact: true }).inputValue()).toMatch(/^sk_rowhand_/)
    expect(await page.getByRole('button', { name: 'Copy' }).count()).toBe(0)

    await page.getByRole('link', { name: 'By hand' }).click()
    await page.getByRole('button', { name: 'Show the secret' }).click()
    expect(await page.getByLabel('Webhook secret', { exact: true }).last().inputValue()).toMatch(/^whsec_/)
    await page.getByText('Delete', { exact: true }).click()
    await page.getByRole('button', { name: 'Delete key' }).click()
    await page.getByText('The key is deleted.').waitFor()

    await page.getByRole('link', { name: 'Members' }).click()
    await page.getByLabel('Email address').fill('kim@example.com')
    await page.getByLabel('Role').last().selectOption('owner')
    await page.getByRole('button', { name: 'Invite', exact: true }).click()
    await page.getByText('invited', { exact: false }).first().waitFor()
    await page.getByRole('link', { name: 'Settings' }).click()
    await page.getByLabel('Limit a month, in dollars').fill('25')
    await page.getByRole('button', { name: 'Save limit' }).click()
    await page.getByText('The limit is $25.00.').waitFor()
    await page.getByLabel(`Account: ${COLLEAGUE}`).click()
    await page.getByRole('button', { name: 'Sign out', exact: true }).click()
    await page.getByText('You are signed out.').waitFor()
    await context.close()
  })

  it('has nothing that axe finds where its own script does not come', async () => {
    // With scripts off altogether axe could not run either.
    const context = await browser.newContext({ reducedMotion: 'reduce' })
    await context.route('**/dashboard/assets/*.js', route => route.abort())
    const page = await context.newPage()
    await signIn(page, COLLEAGUE)
    const found: string[] = []
    const space = new URL(page.url()).pathname
    for (const path of [
      space,
      `${space}/keys`,
      `${space}/members`,
      `${space}/settings`,
      '/dashboard/account',
    ]) {
      await page.goto(stack.url + path)
      found.push(...(await violations(page)))
    }
    await page.goto(`${stack.url}${space}/keys`)
    await page.getByLabel('Name', { exact: true }).fill('Without script')
    await page.getByRole('button', { name: 'Create key' }).click()
    await page.getByRole('heading', { name: 'Your new key' }).waitFor()
    found.push(...(await inspect(page, 'key-new-plain')))
    await context.close()
    expect(found).toEqual([])
  })
})
