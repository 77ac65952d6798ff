/** The built sidebar before its program, and before the script has answered: words typed then are not lost. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBuiltSidebar } from './built-sidebar.ts'
import { type Answers, agentAnswer, answerNow, bad, bootAnswer, callsOf, good } from './sidebar-page.ts'

const { folder, openSidebar, takePage } = useBuiltSidebar()
let page: Page

/** The script holds its answer back until the test has it answer. */
async function open(answers: Answers = {}): Promise<void> {
  page = await openSidebar({ answers: { ...answers, boot: [null] } })
  await expect.poll(() => box().getAttribute('onkeydown')).toBeNull()
}
const box = () => page.getByRole('textbox', { name: 'What should be done?' })
const send = () => page.getByRole('button', { name: 'Send' })
const boots = (over: Parameters<typeof bootAnswer>[0] = {}) => answerNow(page, 'boot', good(bootAnswer(over)))
const starts = () => callsOf(page, 'startTurn')
/** In the page: what a person does who is quicker than the program. */
function typed(): void {
  const element = document.querySelector('textarea')
  if (!element) return
  element.focus()
  element.value = 'Add a total'
  element.setSelectionRange(3, 3)
}
function entered(): void {
  const key = new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true })
  document.querySelector('textarea')?.dispatchEvent(key)
}
/** The page without its program, as it stands until that has been read. */
async function openStanding(): Promise<void> {
  page = await takePage({ width: 300, height: 700, colorScheme: 'light' })
  const html = readFileSync(join(folder(), 'sidebar.html'), 'utf8').replace(/<script>[\s\S]*<\/script>/, '')
  await page.setContent(html)
}

describe('before the script has answered', () => {
  it('the program takes the page over without touching an element of it', async () => {
    const html = readFileSync(join(folder(), 'sidebar.html'), 'utf8')
    await openStanding()
    const standing = await page.locator('#app').innerHTML()
    await open()
    const own = / on(submit|keydown)="[^"]*"/g
    expect(await page.locator('#app').innerHTML()).toBe(standing.replace(own, ''))
    expect(html.match(own), 'two listeners of the page itself').toHaveLength(2)
  })

  it('words typed stay in the box, with caret and focus, and the box is the same element', async () => {
    await open()
    await box().pressSequentially('Add a total')
    await box().press('Home')
    await box().evaluate(element => Object.assign(window, { typedInto: element }))
    await boots({ draft: '' })
    await page.locator('.header').waitFor()
    const after = await box().evaluate((element: HTMLTextAreaElement) => ({
      text: element.value,
      caret: element.selectionStart,
      isSame: (window as unknown as { typedInto: Element }).typedInto === element,
      hasFocus: document.activeElement === element,
    }))
    expect(after).toEqual({ text: 'Add a total', caret: 0, isSame: true, hasFocus: true })
  })

  it('a kept draft goes where ↑ brings it back when words were typed meanwhile', async () => {
    await open()
    await box().fill('New words')
    await boots({ draft: 'Kept words', history: ['first'] })
    await page.locator('.header').waitFor()
    expect(await box().inputValue()).toBe('New words')
    await box().press('Home')
    await box().press('ArrowUp')
    await expect.poll(() => box().inputValue()).toBe('Kept words')
  })

  it('no draft is saved over the kept one before that is known', async () => {
    await open()
    await box().fill('New words')
    await boots({ draft: 'Kept words' })
    await expect.poll(() => callsOf(page, 'saveDraft')).toEqual([['New words']])
  })

  it('words typed go on from a prompt that a menu action left', async () => {
    await open()
    await box().fill('which is the highest?')
    await boots({ intent: { kind: 'draft', prompt: 'About Orders!B2: ' } })
    await expect.poll(() => box().inputValue()).toBe('About Orders!B2: which is the highest?')
  })

  it('a prompt that was sent is started once the script has answered, and only once', async () => {
    await open({ startTurn: [null] })
    await box().fill('Add a total')
    await box().press('Enter')
    await box().press('Enter')
    await page.getByText('Starting…').waitFor()
    expect(await starts()).toEqual([])
    await boots()
    await expect.poll(starts).toMatchObject([[{ prompt: 'Add a total', agentId: null }]])
    await expect.poll(() => box().inputValue()).toBe('')
  })

  it('a prompt that was sent goes into the conversation that opens', async () => {
    const agent = agentAnswer({ id: 'agent-1', status: 'idle', number_of_turns: 1, messages: [] })
    await open({ startTurn: [null], pollAgent: [null] })
    await box().fill('And an average')
    await send().click()
    await boots({ agentId: 'agent-1' })
    await expect.poll(() => callsOf(page, 'pollAgent')).toHaveLength(1)
    expect(await starts()).toEqual([])
    await answerNow(page, 'pollAgent', agent)
    await expect.poll(starts).toMatchObject([[{ prompt: 'And an average', agentId: 'agent-1' }]])
  })

  it('a prompt that was sent stays in the box where the person goes to another conversation meanwhile', async () => {
    await open({ startTurn: [null], pollAgent: [null] })
    await box().fill('And an average')
    await box().press('Enter')
    await boots({ agentId: 'agent-1' })
    await expect.poll(() => callsOf(page, 'pollAgent')).toHaveLength(1)
    await page.getByRole('button', { name: 'New conversation' }).click()
    await page.getByText('Starting…').waitFor({ state: 'detached' })
    expect(await box().inputValue()).toBe('And an average')
    expect(await starts()).toEqual([])
  })

  it('a prompt that waits is not exchanged for an earlier one', async () => {
    await open({ startTurn: [null], pollAgent: [null] })
    await box().fill('Add a total')
    await box().press('Enter')
    await boots({ agentId: 'agent-1', history: ['Earlier'] })
    await expect.poll(() => callsOf(page, 'pollAgent')).toHaveLength(1)
    await box().press('ArrowUp')
    expect(await box().inputValue()).toBe('Add a total')
  })

  it('a prompt that was sent stays in the box where opening fails', async () => {
    await open({ startTurn: [null] })
    await box().fill('Add a total')
    await box().press('Enter')
    await answerNow(page, 'boot', bad({ code: 'BRIDGE_OFFLINE' }))
    await page.getByRole('button', { name: 'Try again' }).click()
    await expect.poll(() => callsOf(page, 'boot')).toHaveLength(2)
    await boots()
    await page.locator('.header').waitFor()
    expect(await box().inputValue()).toBe('Add a total')
    expect(await starts()).toEqual([])
  })
})

describe('before the program is there', () => {
  it('a page takes words, and Enter does not break the line', async () => {
    await openStanding()
    await box().pressSequentially('one')
    await box().press('Shift+Enter')
    await box().pressSequentially('two')
    await box().press('Enter')
    await box().pressSequentially('three')
    expect(await box().inputValue()).toBe('one\ntwo')
  })

  it('words typed and sent by then are started by the program', async () => {
    page = await openSidebar({
      answers: { startTurn: [null] },
      before: [typed, entered],
    })
    await expect.poll(starts).toMatchObject([[{ prompt: 'Add a total' }]])
    await expect.poll(() => box().inputValue()).toBe('')
  })

  it('words typed by then stand in the box of the program, with the caret where it was', async () => {
    page = await openSidebar({
      before: [typed],
    })
    await send().and(page.locator(':enabled')).waitFor()
    const caret = () => box().evaluate((element: HTMLTextAreaElement) => element.selectionStart)
    expect([await box().inputValue(), await caret()]).toEqual(['Add a total', 3])
    expect(await page.locator('.grow').getAttribute('data-text')).toBe('Add a total')
  })
})
