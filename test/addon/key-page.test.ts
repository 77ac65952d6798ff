/** Connecting and disconnecting in the real page. Apart from the rest, because the key is the person's everywhere. */
import { afterAll, beforeAll, it } from 'vitest'
import type { LocalProduct } from '../support/local.ts'
import { openSharedSheet } from '../support/shared-sheet.ts'
import type { SheetPage } from '../support/sheet-page.ts'

let local: LocalProduct
let sheet: SheetPage

beforeAll(async () => {
  ;({ local, sheet } = await openSharedSheet())
})
afterAll(() => sheet?.close())

const button = (name: string | RegExp) => sheet.sidebar.getByRole('button', { name })
const prompt = () => sheet.sidebar.getByRole('textbox', { name: 'What should be done?' })

async function more(name: string): Promise<void> {
  await button('More').click()
  await sheet.sidebar.getByRole('menuitem', { name }).click()
}

it('disconnecting leads to the connect screen, which tells a malformed from a wrong key', async () => {
  await sheet.openSidebar()
  await more('Connection')
  await button('Disconnect').click()
  const key = sheet.sidebar.getByLabel('API key')
  await key.fill('nonsense')
  await button('Connect').click()
  await sheet.sidebar.getByText(/does not look like an API key/).waitFor()
  await key.fill(`sk_rowhand_${'a'.repeat(32)}`)
  await button('Connect').click()
  await sheet.sidebar.getByText(/does not know this key/).waitFor()
  await key.fill(local.demo.api_key)
  await button('Connect').click()
  await prompt().waitFor()
})
