/** The sidebar as it is in the hand: where the keyboard is, and what of the thread is in view. In Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBuiltSidebar } from './built-sidebar.ts'
import { agent, changesPage, opened, running, say, tool, user } from './screens.ts'
import { type Answers, agentAnswer, bootAnswer, callsOf, good } from './sidebar-page.ts'

const { openSidebar } = useBuiltSidebar()
let page: Page

async function open(answers: Answers = {}): Promise<void> {
  page = await openSidebar({ answers, reducedMotion: true })
  await page.locator('main').waitFor()
}
const focused = () => page.evaluate(() => document.activeElement?.tagName)
/** As when the frame gets the keyboard and nothing in it has it. */
const comeByKey = () =>
  page.evaluate(() => {
    if (document.activeElement instanceof HTMLElement) document.activeElement.blur()
    window.dispatchEvent(new Event('focus'))
  })

describe('the keyboard that comes into the sidebar', () => {
  it('is in the prompt when the sidebar opens, and when it comes back', async () => {
    await open()
    await expect.poll(focused).toBe('TEXTAREA')
    await comeByKey()
    await expect.poll(focused).toBe('TEXTAREA')
  })

  it('is in the key’s field where there is no key yet', async () => {
    await open({ boot: [good(bootAnswer({ hasKey: false, account: null }))] })
    await expect.poll(focused).toBe('INPUT')
  })

  it('stays where a press has put it', async () => {
    await open()
    await expect.poll(focused).toBe('TEXTAREA')
    await page.getByRole('heading', { name: 'What should this sheet do?' }).hover()
    await page.mouse.down()
    await comeByKey()
    // What would be done about it is done after this.
    await page.evaluate(() => new Promise(done => setTimeout(done)))
    expect(await focused()).toBe('BODY')
    await page.mouse.up()
  })

  it('goes back to the cells with Escape', async () => {
    await open()
    await page.getByRole('textbox').press('Escape')
    expect(await callsOf(page, 'focusEditor')).toHaveLength(1)
  })

  it('closes a panel with Escape before it goes back to the cells', async () => {
    await open()
    await page.getByRole('button', { name: 'Saved prompts' }).click()
    await page.getByRole('dialog').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await callsOf(page, 'focusEditor')).toEqual([])
  })

  it('is in the prompt after Stop, whose button is gone then', async () => {
    await open({ ...opened(running), stopAgent: [null] })
    await page.getByRole('button', { name: 'Stop', exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect.poll(focused).toBe('TEXTAREA')
  })
})

describe('a call with the wrong form', () => {
  const refused = (message: string) =>
    agent([user('t1', 'Tidy'), tool('c1', { status: 'failed', message }), say('t1', 'I could not do it.')])

  it.each([
    'The arguments of edit_structure are not right, nothing was changed. action: Invalid option.\n{"type":"object"}',
    'The arguments don\'t fit this tool. Correct them and call again.\n✖ Unrecognized key: "range"',
  ])('is told in words for people: %s', async message => {
    await open(opened(refused(message)))
    const card = page.locator('.tool')
    await card.getByText('The agent put this step together wrongly. Nothing was changed.').waitFor()
    expect(await card.textContent()).not.toMatch(/arguments|Unrecognized|object/)
    await card.getByRole('button', { name: /^Could not write/ }).click()
    await card.getByText('The arguments').waitFor()
  })

  it('is told in its first line where the service says more', async () => {
    await open(opened(refused('D2:D40 is protected.\nAsk for another range, or call get_sheet_overview.')))
    await page.locator('.tool').getByText('D2:D40 is protected.', { exact: true }).waitFor()
  })
})

it('what is opened at the end of the thread comes into view', async () => {
  const answer = Array.from({ length: 20 }, (_, n) => `Paragraph ${n + 1}.`).join('\n\n')
  const view = agent([user('t1', 'Do'), tool('c3'), say('t1', answer)])
  await open({ ...opened(view), readChanges: [changesPage()] })
  const line = page.getByRole('button', { name: /^Changed 240 cells/ })
  await line.waitFor()
  await page.locator('main').evaluate(main => main.scrollTo(0, main.scrollHeight))
  await line.click()
  await page.getByRole('button', { name: 'Select all' }).waitFor()
  const box = async () => (await page.locator('.changes').boundingBox())!
  const pane = (await page.locator('main').boundingBox())!
  await expect
    .poll(async () => {
      const { y, height } = await box()
      return y + height - (pane.y + pane.height) < 1 || Math.abs(y - pane.y) < 1
    })
    .toBe(true)
})

it('a turn that another window began is shown when the person comes back to this one', async () => {
  const one = agent([user('t1', 'One'), say('t1', 'First.')])
  const words = { turn_id: 't2', created_at: new Date(0).toISOString() }
  const two = agent(
    [
      { ...user('t2', 'Two'), ...words },
      { ...say('t2', 'Second.'), ...words },
    ],
    {
      number_of_turns: 2,
    },
  )
  await open({ ...opened(one), pollAgent: [agentAnswer(one), agentAnswer(two)] })
  await page.getByText('First.').first().waitFor()
  await page.evaluate(() => window.dispatchEvent(new Event('focus')))
  await page.locator('.markdown').getByText('Second.').waitFor()
  await page.locator('.markdown').getByText('First.').waitFor()
})
