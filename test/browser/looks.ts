/**
 * Every look of a page of the dashboard, and what is wrong with it. With
 * ROWHAND_SCREENSHOTS=1 some pages are also kept in docs/screenshots/; where it names a folder, all are
 * put there.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import axe from 'axe-core'
import type { Page } from 'playwright-core'

const wanted = process.env.ROWHAND_SCREENSHOTS
const screenshots = wanted === '1' ? join(import.meta.dirname, '../../docs/screenshots') : wanted
const kept = [
  'sign-in-light',
  'overview-light',
  'overview-dark',
  'usage-light',
  'key-new-narrow',
  'members-narrow-dark',
  'turns-light',
  'turns-dark',
  'turns-narrow',
  'activity-light',
  'activity-dark',
  'activity-narrow-dark',
  'webhooks-light',
  'webhooks-dark',
  'webhooks-narrow',
  'service-light',
  'service-dark',
  'service-narrow',
  'key-light',
  'key-dark',
  'key-narrow',
]

const ALL = ['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa', 'best-practice']
/** What other colours can change. */
const OF_COLOURS = ['color-contrast', 'link-in-text-block']

export async function violations(page: Page, runOnly = ALL): Promise<string[]> {
  if (await page.evaluate(() => !('axe' in globalThis))) await page.evaluate(axe.source)
  const found = await page.evaluate(async only => {
    const { axe: runner } = globalThis as unknown as { axe: typeof import('axe-core') }
    // What passes would be written out for each element, too.
    const result = await runner.run(document, { runOnly: only, resultTypes: ['violations'] })
    return result.violations.flatMap(one =>
      one.nodes.map(node => `${one.id}: ${node.target.join(' ')} ${node.failureSummary}`),
    )
  }, runOnly)
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
export async function inspect(page: Page, name: string): Promise<string[]> {
  const found: string[] = []
  for (const look of looks) {
    await page.setViewportSize({ width: look.width, height: 800 })
    await page.emulateMedia({ colorScheme: look.colorScheme })
    const rules = look.colorScheme === 'dark' ? OF_COLOURS : ALL
    found.push(...(await violations(page, rules)).map(text => `${look.name} ${text}`))
    const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    if (overflow > 0) found.push(`${look.name} ${name} is ${overflow} px too wide`)
    await shoot(page, `${name}-${look.name}`)
  }
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}
