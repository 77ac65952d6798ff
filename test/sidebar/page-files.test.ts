/** Files in the built sidebar, in Chromium: given with a prompt, and shown again with it later. */
import type { Page } from 'playwright-core'
import { describe, expect, it } from 'vitest'
import { useBuiltSidebar } from './built-sidebar.ts'
import { agent, opened, say, tool, user } from './screens.ts'
import { type Answers, bad, callsOf, good } from './sidebar-page.ts'

const { openSidebar } = useBuiltSidebar()
let page: Page

async function open(answers: Answers): Promise<void> {
  page = await openSidebar({ answers, reducedMotion: true })
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })

/** What stands under the prompt with these words, a text each, once there is something. */
async function filesUnder(prompt: string): Promise<string[]> {
  const turn = page.locator('section.turn', { hasText: prompt })
  const items = turn.getByRole('list', { name: 'Attached files' }).getByRole('listitem')
  await items.first().waitFor()
  return items.evaluateAll(all =>
    all.map(item => [...item.querySelectorAll('span')].map(part => part.textContent).join(' ')),
  )
}

describe('files', () => {
  const offered = { readAbilities: [good({ attachments: true, plans: false })] }
  const stored = good({ id: 'file-1', tables: [] })
  const file = { name: 'a.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') }

  it('go with the prompt, as the service named them, and are gone after it', async () => {
    await open({ ...offered, attachFile: [stored], startTurn: [null] })
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('8 B').waitFor()
    await page.getByRole('textbox').fill('Use this')
    await page.keyboard.press('Enter')
    await expect.poll(() => callsOf(page, 'startTurn')).toMatchObject([[{ attachmentIds: ['file-1'] }]])
    expect(await callsOf(page, 'attachFile')).toEqual([
      [{ name: 'a.csv', mediaType: 'text/csv', base64: file.buffer.toString('base64') }],
    ])
    expect(await page.getByRole('group', { name: 'Attached files' }).count()).toBe(0)
  })

  it('stand under the prompt that they came with, at once', async () => {
    const picture = good({ id: 'file-2', name: 'plan.png', media_type: 'image/png', size_bytes: 2_048 })
    await open({ ...offered, attachFile: [picture], startTurn: [null] })
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('Picture, 2 KB').waitFor()
    await page.getByRole('textbox').fill('Use this')
    await page.keyboard.press('Enter')
    expect(await filesUnder('Use this')).toEqual(['plan.png Picture, 2 KB'])
    expect(await callsOf(page, 'readFiles')).toEqual([])
  })

  it('go back to where they were picked when the prompt was refused and is to be changed', async () => {
    const refused = bad({ status: 429, code: 'RATE_LIMIT_EXCEEDED', retryAfterSeconds: 9 })
    await open({ ...offered, attachFile: [stored], startTurn: [refused] })
    await page.locator('input[type=file]').setInputFiles(file)
    await page.getByText('8 B').waitFor()
    await page.getByRole('textbox').fill('Use this')
    await page.keyboard.press('Enter')
    await button('Edit the prompt').click()
    await page.getByRole('group', { name: 'Attached files' }).getByText('a.csv').waitFor()
    expect(await page.getByRole('list', { name: 'Attached files' }).count()).toBe(0)
  })

  it('that are dropped on the pane are attached, and can be removed', async () => {
    await open({ ...offered, attachFile: [stored] })
    await page.getByRole('button', { name: 'Attach files' }).waitFor()
    await page.locator('.pane').evaluate(pane => {
      const dataTransfer = new DataTransfer()
      dataTransfer.items.add(new File(['x'], 'dropped.txt', { type: 'text/plain' }))
      for (const type of ['dragover', 'drop']) {
        pane.dispatchEvent(new DragEvent(type, { dataTransfer, bubbles: true, cancelable: true }))
      }
    })
    await page.getByText('dropped.txt').waitFor()
    await button('Remove dropped.txt').click()
    expect(await page.locator('.file').count()).toBe(0)
  })

  it('beyond ten are refused in words, and so is an empty one', async () => {
    await open({ ...offered, attachFile: [stored] })
    const files = Array.from({ length: 11 }, (_, n) => ({ ...file, name: `f${n}.csv` }))
    await page
      .locator('input[type=file]')
      .setInputFiles([{ ...file, name: 'none.csv', buffer: Buffer.alloc(0) }])
    await page.getByText('This file is empty.').waitFor()
    await page.locator('input[type=file]').setInputFiles(files)
    await page.getByText('At most 10 files go with one prompt.').waitFor()
  })

  it('are not offered by a service that takes none', async () => {
    await open({ readAbilities: [good({ attachments: false, plans: false })] })
    await page.getByRole('textbox').waitFor()
    await expect.poll(async () => (await callsOf(page, 'readAbilities')).length).toBe(1)
    expect(await page.getByRole('button', { name: 'Attach files' }).count()).toBe(0)
    expect(await page.getByRole('switch').count()).toBe(0)
  })
})

describe('the files of a conversation that is opened again', () => {
  const offered = { readAbilities: [good({ attachments: true, plans: false })] }
  const view = agent([user('t2', 'Now the second'), tool('c3'), say('t2', 'Done.')], { number_of_turns: 2 })
  const own = (entry: object) => ({ ...entry, turn_id: 't2' })
  const conversation = { ...view, messages: view.messages.map(own) }
  const listed = (name: string, turn_id: string, over: object = {}) => ({
    id: `of ${name}`,
    turn_id,
    name,
    media_type: 'text/csv',
    size_bytes: 3_000,
    tables: [],
    created_at: new Date(0).toISOString(),
    ...over,
  })
  const files = good({
    attachments: [
      listed('b.pdf', 't2', { media_type: 'application/pdf' }),
      listed('a.csv', 't2', { tables: [{ name: 'a.csv', rows: 30, columns: 2 }] }),
      listed('first.txt', 't1', { media_type: 'text/plain' }),
    ],
  })

  it('stand under their prompts, also of earlier turns, and are asked for once', async () => {
    const earlier = good({ messages: [user('t1', 'At first'), say('t1', 'Yes.')], has_next_page: false })
    await open({ ...offered, ...opened(conversation), readFiles: [files], readMessages: [earlier] })
    expect(await filesUnder('Now the second')).toEqual(['a.csv 1 table, 30 rows, 3 KB', 'b.pdf PDF, 3 KB'])
    await page.getByRole('button', { name: /earlier/i }).click()
    expect(await filesUnder('At first')).toEqual(['first.txt Text, 3 KB'])
    expect(await callsOf(page, 'readFiles')).toEqual([['agent-1']])
  })

  it.each([
    ['does not list them', bad({ code: 'NOT_OFFERED' })],
    ['fails to list them', bad({ status: 500, code: 'INTERNAL_ERROR' })],
    ['answers something else', good('no')],
  ])('are passed over where the service %s', async (_, answer) => {
    await open({ ...offered, ...opened(conversation), readFiles: [answer] })
    await page.getByText('Now the second').waitFor()
    await expect.poll(async () => (await callsOf(page, 'readFiles')).length).toBe(1)
    expect(await page.getByRole('list', { name: 'Attached files' }).count()).toBe(0)
    expect(await page.getByRole('alert').count()).toBe(0)
  })

  it('are not asked for where the service takes none', async () => {
    await open({ ...opened(conversation), readAbilities: [good({ attachments: false, plans: false })] })
    await page.getByText('Now the second').waitFor()
    await expect.poll(async () => (await callsOf(page, 'readAbilities')).length).toBe(1)
    expect(await callsOf(page, 'readFiles')).toEqual([])
  })
})
