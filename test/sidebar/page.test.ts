/** The built sidebar in Chromium: what only a browser can tell. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBuiltSidebar } from './built-sidebar.ts'
import { agent, answer, conversations, opened, running, say, screens, tool, user } from './screens.ts'
import {
  type Answers,
  agentAnswer,
  answerNow,
  bootAnswer,
  callsOf,
  good,
  type OpenOptions,
} from './sidebar-page.ts'

const { openSidebar } = useBuiltSidebar()
let page: Page

async function open(answers: Answers = {}, options: OpenOptions = {}): Promise<Page> {
  page = await openSidebar({ answers, ...options })
  return page
}

describe('each screen has nothing that axe-core objects to', () => {
  const axe = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')
  // What colours have no part in is the same in both.
  const inDark = { runOnly: ['color-contrast', 'link-in-text-block'] }
  const violations = (options: object) =>
    page.evaluate(async given => {
      const { axe: runner } = window as unknown as {
        axe: {
          run(options: object): Promise<{
            violations: { id: string; nodes: { html: string; failureSummary: string }[] }[]
          }>
        }
      }
      // What passes would be written out for each element, too.
      const result = await runner.run({ ...given, resultTypes: ['violations'] })
      return result.violations.map(({ id, nodes }) => [id, nodes[0]?.html, nodes[0]?.failureSummary])
    }, options)

  it.each(screens)('%s, light and dark', async (_, answers, act) => {
    await open(answers, { reducedMotion: true })
    await page.locator('main').waitFor()
    await act?.(page)
    await page.evaluate(axe)
    expect(await violations({})).toEqual([])
    await page.emulateMedia({ colorScheme: 'dark', reducedMotion: 'reduce' })
    expect(await violations(inDark)).toEqual([])
  })
})

describe('the keyboard', () => {
  it('sends with Enter and begins a line with Shift+Enter', async () => {
    await open({ startTurn: [null] })
    const box = page.getByRole('textbox')
    await box.pressSequentially('one')
    await box.press('Shift+Enter')
    await box.pressSequentially('two')
    await box.press('Enter')
    await page.getByText('Starting…').waitFor()
    expect(await callsOf(page, 'startTurn')).toMatchObject([[{ prompt: 'one\ntwo', agentId: null }]])
  })

  it('leaves Enter to an input method that is composing', async () => {
    await open()
    const box = page.getByRole('textbox')
    await box.fill('にほん')
    await box.evaluate(element => {
      const enter = { key: 'Enter', isComposing: true, bubbles: true, cancelable: true }
      element.dispatchEvent(new KeyboardEvent('keydown', enter))
    })
    expect(await callsOf(page, 'startTurn')).toEqual([])
    expect(await box.inputValue()).toBe('にほん')
  })

  it('loses no draft when the page goes away right after it', async () => {
    await open()
    await page.getByRole('textbox').fill('Half a thou')
    await page.evaluate(() => window.dispatchEvent(new Event('pagehide')))
    expect(await callsOf(page, 'saveDraft')).toEqual([['Half a thou']])
  })

  it('brings back earlier prompts with the arrow keys', async () => {
    await open({ boot: [good(bootAnswer({ history: ['first', 'second'], draft: 'mine' }))] })
    const box = page.getByRole('textbox')
    await box.press('ArrowUp')
    await box.press('ArrowUp')
    expect(await box.inputValue()).toBe('first')
    await box.press('ArrowDown')
    await box.press('ArrowDown')
    expect(await box.inputValue()).toBe('mine')
  })

  it('↑ brings back the draft that a menu action replaced', async () => {
    const intent = { kind: 'draft', prompt: 'About Orders!B2: ' } as const
    await open({ boot: [good(bootAnswer({ draft: 'mine', intent }))] })
    const box = page.getByRole('textbox', { name: 'What should be done?' })
    await expect.poll(() => box.inputValue()).toBe('About Orders!B2: ')
    await box.press('Home')
    await box.press('ArrowUp')
    await expect.poll(() => box.inputValue()).toBe('mine')
  })

  it('reaches every control, closes a panel with Escape and gives the focus back', async () => {
    await open()
    await page.getByRole('textbox').waitFor()
    const seen = new Set<string>()
    for (let step = 0; step < 20; step += 1) {
      await page.keyboard.press('Tab')
      seen.add(await page.evaluate(() => document.activeElement?.getAttribute('aria-label') ?? ''))
    }
    for (const name of [
      'New conversation',
      'Past conversations',
      'More',
      'What should be done?',
      'Saved prompts',
    ]) {
      expect(seen).toContain(name)
    }
    const opener = page.getByRole('button', { name: 'Past conversations' })
    await opener.focus()
    await page.keyboard.press('Enter')
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await opener.evaluate(element => element === document.activeElement)).toBe(true)
  })
})

describe('an answer', () => {
  const attacks = [
    '<img src=x onerror="hit()">',
    '<script>hit()</script>',
    '[x](javascript:hit())',
    '[x](JaVaScRiPt:hit())',
    '[x](data:text/html,<script>hit()</script>)',
    '![x](javascript:hit())',
    '<svg onload=hit()>',
    '<a href="javascript:hit()">x</a>',
    '[x]: javascript:hit()\n\n[x]',
    '<iframe srcdoc="<script>parent.hit()</script>">',
    '"><img src=x onerror=hit()>',
    '&lt;img src=x onerror=hit()&gt;',
  ]

  it('cannot run anything, load anything, or link anywhere but the web', async () => {
    await open(opened(agent([user('t1', attacks.join(' ')), say('t1', attacks.join('\n\n'))])))
    const requests: string[] = []
    page.on('request', request => requests.push(request.url()))
    await page.evaluate(() =>
      Object.assign(window, { hits: 0, hit: () => Object.assign(window, { hits: 1 }) }),
    )
    await page.locator('.markdown').waitFor()
    for (const link of await page.locator('.thread a, .thread img, .thread svg').all())
      await link.click({ force: true })
    expect(await page.evaluate(() => (window as unknown as { hits: number }).hits)).toBe(0)
    expect(await page.locator('.markdown :is(script, img, svg, iframe)').count()).toBe(0)
    expect(await page.locator('.markdown a').count()).toBe(0)
    expect(requests).toEqual([])
  })
})

describe('a long turn', () => {
  /** No two in a row are alike, so that none folds. */
  const calls = (count: number) =>
    Array.from({ length: count }, (_, index) =>
      tool(`c${index}`, {
        range: `D${index + 2}`,
        tool: index % 2 === 0 ? 'write_range' : 'format_range',
      }),
    )
  const longTurn = (count: number, over: object = {}) =>
    agent([user('t1', 'Everything'), ...calls(count), say('t1', answer)], over)

  it('draws 500 entries in parts and reaches the first of them by scrolling', async () => {
    await open(opened(longTurn(500)))
    await page.locator('.tool').first().waitFor()
    expect(await page.locator('.tool').count()).toBeLessThanOrEqual(60)
    const thread = page.locator('.thread')
    // Away and back in frames of their own, as a person scrolls: what happens within one frame is not seen.
    const scrollToTop = () =>
      thread.evaluate(async element => {
        for (const top of [element.scrollHeight, 0]) {
          element.scrollTop = top
          await new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))
        }
      })
    const drawn = () => page.locator('.tool').count()
    for (let before = await drawn(); before < 500; before = await drawn())
      await expect.poll(() => scrollToTop().then(drawn)).toBeGreaterThan(before)
    await scrollToTop()
    await page.locator('.prompt').waitFor()
    expect(await page.locator('.tool').count()).toBe(500)
  })

  it('is left alone by an answer that changes nothing', async () => {
    const view = longTurn(50, { status: 'active' })
    await open({
      boot: [good(bootAnswer({ agentId: 'agent-1', conversations }))],
      pollAgent: [
        agentAnswer(view),
        agentAnswer(view),
        good({ changed: false, waited: true }),
        agentAnswer(view),
        null,
      ],
    })
    await page.getByRole('button', { name: 'Stop' }).waitFor()
    await page.evaluate(() => {
      const changes: string[] = []
      Object.assign(window, { changes })
      new MutationObserver(list =>
        changes.push(...list.map(({ type, target }) => `${type} ${target.nodeName}`)),
      ).observe(document, { subtree: true, childList: true, attributes: true, characterData: true })
    })
    await expect.poll(async () => (await callsOf(page, 'pollAgent')).length).toBe(5)
    expect(await page.evaluate(() => (window as unknown as { changes: string[] }).changes)).toEqual([])
  })

  it('changes only the entry that moved', async () => {
    const before = agent(
      [user('t1', 'x'), tool('c1', { status: 'running', completed_at: null }), tool('c2')],
      {
        status: 'active',
      },
    )
    const after = agent([user('t1', 'x'), tool('c1'), tool('c2')], { status: 'active' })
    await open({
      boot: [good(bootAnswer({ agentId: 'agent-1', conversations }))],
      pollAgent: [agentAnswer(before), agentAnswer(after), null],
    })
    const untouched = await page.locator('.tool').nth(1).elementHandle()
    await page.locator('.tool-succeeded').nth(1).waitFor()
    expect(await untouched?.evaluate(element => element.isConnected)).toBe(true)
  })

  it('stays at its end while it grows, and stays put while the person reads further up', async () => {
    const grown = agent([user('t1', 'x'), ...calls(60)], { status: 'active' })
    await open({
      boot: [good(bootAnswer({ agentId: 'agent-1', conversations }))],
      pollAgent: [
        agentAnswer(agent([user('t1', 'x'), ...calls(40)], { status: 'active' })),
        agentAnswer(grown),
        null,
      ],
    })
    await expect.poll(() => page.locator('.tool').count()).toBe(60)
    const gap = () =>
      page
        .locator('.thread')
        .evaluate(element => element.scrollHeight - element.scrollTop - element.clientHeight)
    await expect.poll(gap).toBeLessThan(5)
  })
})

describe('with a bridge that is slow', () => {
  it('answers each click before the bridge does, and loses none', async () => {
    await open({ startTurn: [null], stopAgent: [null], pollAgent: [null] })
    const box = page.getByRole('textbox')
    await box.fill('Find the website of each customer')
    await box.press('Enter')
    await box.press('Enter')
    await page.getByText('Starting…').waitFor()
    await answerNow(page, 'startTurn', good({ agent: running, etag: '"1"', conversation: null }))
    await page.getByRole('button', { name: 'Stop' }).click()
    await page.getByText('Stopping…').waitFor()
    expect(await callsOf(page, 'stopAgent')).toHaveLength(1)
    expect(await callsOf(page, 'startTurn')).toHaveLength(1)
  })
})
