/** Changes, undo, permissions, plans, files and choices of the built sidebar, in Chromium. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBuiltSidebar } from './built-sidebar.ts'
import { agent, changesPage, conversations, opened, say, screens, tool, undoAnswer, user } from './screens.ts'
import { type Answers, agentAnswer, bad, bootAnswer, callsOf, good } from './sidebar-page.ts'

const { openSidebar } = useBuiltSidebar()
let page: Page

async function open(answers: Answers): Promise<void> {
  page = await openSidebar({ answers, reducedMotion: true })
}

/** A screen of the list, with what is done to get there. */
async function openScreen(name: string, more: Answers = {}): Promise<void> {
  const screen = screens.find(([other]) => other === name)
  if (!screen) throw new Error(`There is no screen "${name}".`)
  await open({ ...screen[1], ...more })
  await screen[2]?.(page)
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const finished = agent([user('t1', 'Add Revenue'), tool('c3'), say('t1', 'Done in `Orders!H2:H9` and D4.')])

describe('what a turn changed', () => {
  it('is opened by the keyboard, and ranges are selected one by one and all at once', async () => {
    await open({ ...opened(finished), readChanges: [changesPage()] })
    await button(/^Changed 240 cells/).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('button', { name: 'Select Orders!A1:H1 in the sheet' }).click()
    await button('Select all').click()
    await expect.poll(() => callsOf(page, 'selectRanges')).toEqual([['Orders', ['D2:D40', 'A1:H1']]])
    expect(await callsOf(page, 'selectRange')).toEqual([['Orders', 'A1:H1']])
  })

  it('goes by the names that tabs have now, also where its ranges are selected', async () => {
    const renamed = bootAnswer({ agentId: 'agent-1', conversations })
    const context = {
      ...renamed.context!,
      tab: { sheetId: 9, name: 'Notes' },
      tabs: [
        { sheetId: 0, name: 'Sales' },
        { sheetId: 9, name: 'Notes' },
      ],
    }
    const boot = [good({ ...renamed, context })]
    const readContext = [good(context)]
    await open({ ...opened(finished), boot, readContext, readChanges: [changesPage()] })
    await button(/^Changed 240 cells in Sales/).click()
    await button('Select all').click()
    await expect.poll(() => callsOf(page, 'selectRanges')).toEqual([['Sales', ['D2:D40', 'A1:H1']]])
  })

  it('goes by those names in its calls and in references too', async () => {
    const boot = bootAnswer({ agentId: 'agent-1', conversations })
    const tabs = [
      { sheetId: 0, name: 'Sales' },
      { sheetId: 9, name: 'Notes' },
    ]
    const context = { ...boot.context!, tab: { sheetId: 9, name: 'Notes' }, tabs }
    await open({
      ...opened(finished),
      boot: [good({ ...boot, context })],
      readContext: [good(context)],
      readChanges: [changesPage()],
    })
    await button('Select Sales!D2:D40 in the sheet').click()
    await button('Orders!H2:H9').click()
    await expect
      .poll(() => callsOf(page, 'selectRange'))
      .toEqual([
        ['Sales', 'D2:D40'],
        ['Sales', 'H2:H9'],
      ])
  })

  it('lists cells before and after in steps', async () => {
    await openScreen('what changed')
    const rows = page.locator('.before-after tbody tr')
    expect(await rows.count()).toBe(10)
    await button('Show 12 more').click()
    await expect.poll(() => rows.count()).toBe(22)
    await page.getByText('The first 22 of 239 cells are shown.').waitFor()
  })

  it('goes back by chosen changes', async () => {
    await openScreen('what changed', { undoTurn: [undoAnswer()] })
    await button('Undo 1 chosen change').click()
    await expect.poll(() => callsOf(page, 'undoTurn')).toEqual([['agent-1', 't1', { toolCallIds: ['c3'] }]])
  })

  it('goes back as a whole, and forward again', async () => {
    await openScreen('undone', { redo: [undoAnswer({ kind: 'redo', kept: [], kept_total: 0 })] })
    expect(await callsOf(page, 'undoTurn')).toEqual([['agent-1', 't1', {}]])
    await button('Redo').click()
    await page.locator('.outcome').getByText('Done again: 237 cells.').waitFor()
    expect(await callsOf(page, 'redo')).toEqual([['agent-1', 'undo-1']])
  })

  it('is not spoken of where the service does not tell', async () => {
    await open({ ...opened(finished), readChanges: [bad({ code: 'NOT_OFFERED' })] })
    await page.getByText('Done ·').waitFor()
    expect(await page.getByText(/changed/i).count()).toBe(0)
  })
})

describe('references in an answer', () => {
  it('select their cells on the tab that was meant', async () => {
    await open(opened(finished))
    await button('Orders!H2:H9').click()
    await button('D4').click()
    await expect
      .poll(() => callsOf(page, 'selectRange'))
      .toEqual([
        ['Orders', 'H2:H9'],
        ['Orders', 'D4'],
      ])
  })
})

describe('a permission', () => {
  const decided = (state: string, view: object) =>
    good({
      permission: { id: 'p-1', turn_id: 't1', effect: 'Delete the tab Budget', details: [], state },
      answer: { agent: view, etag: null, conversation: null },
    })
  const next = { turn_id: 't2', created_at: new Date(0).toISOString() }
  const allowed = agent([{ ...user('t2', 'Allowed: Delete the tab Budget'), ...next }], {
    status: 'active',
    number_of_turns: 2,
  })

  it('that is given goes on with the turn that it started', async () => {
    await openScreen('a permission', { decidePermission: [decided('granted', allowed)] })
    await button('Allow once').dblclick()
    await page.getByText('You allowed this once.').waitFor()
    await page.getByText('Allowed: Delete the tab Budget').waitFor()
    await button('Stop').waitFor()
    expect(await callsOf(page, 'decidePermission')).toEqual([['agent-1', 'p-1', true]])
  })

  it('is asked for by its card alone, not in words above it as well', async () => {
    await openScreen('a permission')
    await button('Allow once').waitFor()
    const turn = page.locator('section.turn')
    expect(await turn.getByText('I would delete the tab Budget').count()).toBe(1)
    expect(await turn.getByText('I need your permission').count()).toBe(0)
  })

  it('that is denied says so and starts nothing', async () => {
    await openScreen('a permission', { decidePermission: [decided('denied', finished)] })
    await button('No').click()
    await page.locator('.permission').getByText('You did not allow this. Nothing was done.').waitFor()
    expect(await page.locator('section.turn').count()).toBe(1)
  })
})

describe('by the keyboard and the ear', () => {
  const status = () => page.locator('div.hidden[role=status]')

  it('a no is heard, and the next thing can be typed at once', async () => {
    const permission = { id: 'p-1', turn_id: 't1', effect: 'Delete the tab Budget', details: [] }
    const denied = { ...permission, state: 'denied' }
    await openScreen('a permission', {
      decidePermission: [
        good({ permission: denied, answer: { agent: finished, etag: null, conversation: null } }),
      ],
    })
    const no = button('No')
    expect(await no.evaluate(element => element.ariaDescribedByElements?.[0]?.textContent)).toMatch(
      /^Delete the tab Budget/,
    )
    await no.focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => status().textContent()).toBe('You did not allow this. Nothing was done.')
    await expect
      .poll(() => page.getByRole('textbox').evaluate(element => element === document.activeElement))
      .toBe(true)
  })

  it('what was asked stands in its card alone', async () => {
    await openScreen('a permission')
    await button('Allow once').waitFor()
    expect(await page.getByText(/^Delete the tab Budget/).count()).toBe(1)
  })

  it('what became of an undo is heard, and the focus stays at its line', async () => {
    await open({
      ...opened(finished),
      readChanges: [changesPage(), changesPage({ undone: 'yes' })],
      undoTurn: [undoAnswer()],
    })
    await button('Undo').focus()
    await page.keyboard.press('Enter')
    await expect.poll(() => status().textContent()).toMatch(/^Undone: /)
    const line = button(/^Changed 240 cells/)
    expect(await line.evaluate(element => element === document.activeElement)).toBe(true)
  })
})

describe('a plan', () => {
  it('is asked for by the switch, and carried out by a press', async () => {
    await openScreen('a plan', { startTurn: [null] })
    await page.getByRole('textbox').fill('Sum by Region first')
    await page.keyboard.press('Enter')
    await expect.poll(() => callsOf(page, 'startTurn')).toMatchObject([[{ mode: 'plan' }]])
    await page.close()
    await openScreen('a plan', { startTurn: [null] })
    await button('Do it').click()
    await expect.poll(() => callsOf(page, 'startTurn')).toMatchObject([[{ prompt: 'Do it', mode: 'act' }]])
  })
})

describe('choices', () => {
  it('answer with the number that is pressed, and its words', async () => {
    await openScreen('choices', { startTurn: [null] })
    await button(/The sum of Price/).click()
    await expect
      .poll(() => callsOf(page, 'startTurn'))
      .toMatchObject([[{ prompt: '2. The sum of Price by Region, in a new tab', agentId: 'agent-1' }]])
  })
})

describe('deleting a conversation', () => {
  it('takes a second press, and tells where it was only forgotten', async () => {
    await openScreen('deleting a conversation', {
      deleteConversation: [good({ isErased: false, conversations: [] })],
    })
    await button('Keep it').click()
    expect(await callsOf(page, 'deleteConversation')).toEqual([])
    await button('Delete "Which region sold most in March?"').click()
    await button('Delete').click()
    await expect.poll(() => callsOf(page, 'deleteConversation')).toEqual([['agent-3']])
    await page.keyboard.press('Escape')
    await page.getByText('This service cannot erase conversations').waitFor()
  })
})

describe('a long turn', () => {
  it('is followed to its answer, which begins in view although lines folded on the way', async () => {
    const formats = (count: number) =>
      Array.from({ length: count }, (_, n) => tool(`f${n}`, { tool: 'format_range', range: `A${n + 1}` }))
    const writes = Array.from({ length: 40 }, (_, n) =>
      tool(`w${n}`, { tool: n % 2 === 0 ? 'write_range' : 'clean_range', range: `B${n + 1}` }),
    )
    const answer = Array.from({ length: 60 }, (_, n) => `Paragraph ${n} of a long answer.`).join('\n\n')
    const at = (count: number) => agent([user('t1', 'x'), ...writes, ...formats(count)], { status: 'active' })
    await open({
      ...opened(finished),
      pollAgent: [
        ...[1, 2, 30, 70].map(count => agentAnswer(at(count))),
        agentAnswer(agent([user('t1', 'x'), ...writes, ...formats(70), say('t1', answer)])),
        null,
      ],
    })
    const first = page.getByText('Paragraph 0 of a long answer.', { exact: true })
    await first.waitFor()
    await expect
      .poll(async () => {
        const box = await first.boundingBox()
        return box !== null && box.y > 40 && box.y < 300
      })
      .toBe(true)
    await button('Formatted 70 ranges').waitFor()
  })
})
