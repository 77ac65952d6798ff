/** Workbooks of the world's local Google, and what stands in them, past the service. */
import { demoWorkbookData } from '../../../emulator/demo/workbook.ts'
import type { World } from './world.ts'

/** Ana's own, as all demo workbooks are. */
export const newBook = ({ emulator, people }: World): string =>
  emulator.library.create({ owner: people.ana.email, data: demoWorkbookData() }).id

async function ask<T>({ emulator, people }: World, path: string): Promise<T> {
  const response = await fetch(`${emulator.url}/v4/spreadsheets/${path}`, {
    headers: { authorization: `Bearer ${emulator.tokenFor(people.ana.email)}` },
  })
  return (await response.json()) as T
}

export const rangeOf = async (world: World, bookId: string, range: string): Promise<unknown[][]> =>
  (await ask<{ values?: unknown[][] }>(world, `${bookId}/values/${encodeURIComponent(range)}`)).values ?? []

export async function tabsOf(world: World, bookId: string): Promise<string[]> {
  const fields = 'sheets.properties.title'
  const { sheets } = await ask<{ sheets: { properties: { title: string } }[] }>(
    world,
    `${bookId}?fields=${fields}`,
  )
  return sheets.map(({ properties }) => properties.title)
}
