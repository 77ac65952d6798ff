/** What a new format changes elsewhere: formulas that join what cells show. On a real sheet. */
import { expect, test } from 'vitest'
import { createSheets } from '../../../service/sheets/sheets.ts'
import { formatRange } from '../../../service/tools/format-range.ts'
import { REFRESH_TOKEN } from '../tools/bench-google.ts'
import { useWorkbench } from '../tools/workbench.ts'
import { onBothDatabases } from './databases.ts'
import type { Harness } from './harness.ts'
import { type Called, says } from './scripted.ts'

const { workbench: google } = useWorkbench()

/** Turns of this harness work on a new spreadsheet of the local Google, with the real format_range. */
async function onSheet({ deps }: Harness): Promise<void> {
  const created = await google().api.spreadsheets.create({
    requestBody: { sheets: [{ properties: { sheetId: 100, title: 'Leads' } }] },
  })
  const spreadsheetId = created.data.spreadsheetId!
  await google().api.spreadsheets.values.update({
    spreadsheetId,
    range: 'Leads!A1',
    valueInputOption: 'USER_ENTERED',
    requestBody: { values: [['2026-03-01', '="Since "&A1', '=A1+1']] },
  })
  const real = createSheets(
    {
      clientId: 'test',
      clientSecret: 'test',
      rootUrl: google().emulatorUrl,
      tokenUrl: `${google().emulatorUrl}/token`,
    },
    { grantFor: async () => ({ refreshToken: REFRESH_TOKEN }), markRevoked: async () => {} },
  )
  deps.sheets.open = (_user, _id, options) => real.open('user', spreadsheetId, options)
  deps.tools = [...deps.tools.filter(({ name }) => name !== formatRange.name), formatRange]
}

async function answerTo({ start, idle }: Harness, call: Called): Promise<string> {
  let told = ''
  const { agent } = await start((step, request) => {
    if (step === 0) return says('', [call])
    told = JSON.stringify(request.messages.at(-1))
    return says('Done.')
  })
  await idle(agent.id)
  return told
}

onBothDatabases('formats', harness => {
  test('a new format that changes what a formula elsewhere joins is answered with that formula', async () => {
    await onSheet(harness())
    const told = await answerTo(harness(), {
      name: 'format_range',
      args: { range: 'Leads!A1', pattern: 'mmm yyyy' },
    })
    expect(told).toContain("'Leads'!B1")
    expect(told).toContain('changed with the new format: 1')
  })

  test('a format that changes no value elsewhere is answered without a word of it', async () => {
    await onSheet(harness())
    const told = await answerTo(harness(), { name: 'format_range', args: { range: 'Leads!A1', bold: true } })
    expect(told).toContain('formatted_range')
    expect(told).not.toContain('elsewhere')
  })
})
