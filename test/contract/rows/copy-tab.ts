/** Copy tab: what it takes, what it answers, and that it is never sent twice. */
import { expect } from 'vitest'
import type { CopyTabResponse } from '../../../contract/index.ts'
import { errorOf } from '../support/client.ts'
import type { Json } from '../support/document.ts'
import { type GetWorld, row } from './row.ts'

export function copyTabRows(world: GetWorld): void {
  const copy = (body: Json, source = world().books.ana, key?: string) =>
    world().client.call<CopyTabResponse>('copyTab', {
      params: { source_id: source },
      body,
      ...(key ? { key } : {}),
    })
  const codeOf = async (answer: ReturnType<typeof copy>) => errorOf(await answer).code

  async function tabsOf(id: string): Promise<{ sheetId: number; title: string; index: number }[]> {
    const { emulator, people } = world()
    const response = await fetch(`${emulator.url}/v4/spreadsheets/${id}?fields=sheets.properties`, {
      headers: { authorization: `Bearer ${emulator.tokenFor(people.ana.email)}` },
    })
    const { sheets } = (await response.json()) as {
      sheets: { properties: { sheetId: number; title: string; index: number } }[]
    }
    return sheets.map(sheet => sheet.properties)
  }

  row(
    'Copy tab · destination_spreadsheet_id',
    'is an id or address of a sheet that one may edit',
    async () => {
      const { books, people, emulator } = world()
      const body = { sheet_id: 0, destination_spreadsheet_id: books.other }
      expect((await copy(body)).status).toBe(200)
      const address = `https://docs.google.com/spreadsheets/d/${books.other}/edit#gid=0`
      expect((await copy({ ...body, destination_spreadsheet_id: address })).status).toBe(200)
      expect(await codeOf(copy({ sheet_id: 0 }))).toBe('INVALID_REQUEST')
      expect(await codeOf(copy({ ...body, destination_spreadsheet_id: 'not an id' }))).toBe('INVALID_REQUEST')
      expect(await codeOf(copy({ ...body, destination_spreadsheet_id: 'nowhere' }))).toBe(
        'SPREADSHEET_NOT_FOUND',
      )
      expect(await codeOf(copy(body, 'nowhere'))).toBe('SPREADSHEET_NOT_FOUND')
      // Read access to the destination isn't enough; none to the source is too little.
      emulator.library.share(books.ben, people.ana.email, 'reader')
      expect(await codeOf(copy({ ...body, destination_spreadsheet_id: books.ben }))).toBe(
        'SPREADSHEET_FORBIDDEN',
      )
      expect((await copy({ ...body, destination_spreadsheet_id: books.ana }, books.ben)).status).toBe(200)
      emulator.library.share(books.ben, people.ana.email, undefined)
      expect(await codeOf(copy({ ...body, destination_spreadsheet_id: books.ana }, books.ben))).toBe(
        'SPREADSHEET_FORBIDDEN',
      )
    },
  )
  row('Copy tab · sheet_id', 'names the tab; exactly one of the two is given', async () => {
    const to = { destination_spreadsheet_id: world().books.other }
    expect((await copy({ ...to, sheet_id: 1001 })).body.title).toMatch(/^Copy of Leads/)
    expect(await codeOf(copy({ ...to, sheet_id: 1001, sheet_name: 'Leads' }))).toBe('INVALID_REQUEST')
    expect(await codeOf(copy(to))).toBe('INVALID_REQUEST')
    for (const wrong of [-1, 0.5, '0', 2 ** 31, 987_654]) {
      expect(await codeOf(copy({ ...to, sheet_id: wrong }))).toBe('INVALID_REQUEST')
    }
    expect(await codeOf(copy({ ...to, sheet_id: 0, more: true }))).toBe('INVALID_REQUEST')
  })
  row('Copy tab · sheet_name', 'is the exact title of the tab', async () => {
    const to = { destination_spreadsheet_id: world().books.other }
    expect((await copy({ ...to, sheet_name: 'Budget' })).body.title).toMatch(/^Copy of Budget/)
    expect(await codeOf(copy({ ...to, sheet_name: 'budget ' }))).toBe('INVALID_REQUEST')
  })
  row(
    'Copy tab · destination_spreadsheet_id (2)',
    'is where the copy went, the source itself too',
    async () => {
      const { books } = world()
      const inPlace = await copy({ destination_spreadsheet_id: books.ana, sheet_name: 'Feedback' })
      expect(inPlace.body.destination_spreadsheet_id).toBe(books.ana)
      expect(inPlace.body.title).toBe('Copy of Feedback')
    },
  )
  row('Copy tab · sheet_id (2)', 'is the gid of the new, last tab', async () => {
    const { books } = world()
    const { body } = await copy({ destination_spreadsheet_id: books.other, sheet_name: 'Orders' })
    expect((await tabsOf(books.other)).at(-1)).toMatchObject({ sheetId: body.sheet_id, title: body.title })
  })
  row(
    'Copy tab · title',
    'is what Google calls it, and a copy that may have succeeded is not repeated',
    async () => {
      const { books, emulator } = world()
      const before = await tabsOf(books.other)
      emulator.traffic.addFault({ match: ':copyTo', status: 500, afterwards: true, times: 3 })
      const unclear = errorOf(await copy({ destination_spreadsheet_id: books.other, sheet_name: 'Leads' }))
      emulator.traffic.clearFaults()
      expect(unclear).toMatchObject({ status: 504, code: 'UPSTREAM_TIMEOUT' })
      expect(unclear.message).toContain('may or may not')
      const after = await tabsOf(books.other)
      expect(after.length).toBe(before.length + 1)
      expect(after.at(-1)!.title).toMatch(/^Copy of /)
    },
  )
}
