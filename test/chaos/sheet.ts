/** The sheets that turns of a chaos run work on, made and looked at past the service. */
import type { Emulator } from '../../emulator/start.ts'

export const EMAIL = 'chaos@example.com'
export const BEFORE = ['a', 'b', 'c']
/** Each case has a grant of its own, so that each asks for a token of its own. */
export const grantOf = (spreadsheetId: string) => `refresh-${spreadsheetId}`

export async function makeSheet(emulator: Emulator): Promise<string> {
  const answer = await asUser(emulator, 'POST', '/v4/spreadsheets', {
    properties: { title: 'Chaos' },
    sheets: [{ properties: { sheetId: 1, title: 'T', gridProperties: { rowCount: 40, columnCount: 8 } } }],
  })
  const { spreadsheetId } = answer as { spreadsheetId: string }
  await asUser(emulator, 'PUT', `/v4/spreadsheets/${spreadsheetId}/values/T!A1?valueInputOption=RAW`, {
    values: BEFORE.map(value => [value]),
  })
  emulator.grants.ensure(grantOf(spreadsheetId), EMAIL)
  return spreadsheetId
}

export async function columnA(emulator: Emulator, spreadsheetId: string): Promise<string[]> {
  const answer = await asUser(emulator, 'GET', `/v4/spreadsheets/${spreadsheetId}/values/T!A1:A200`)
  return ((answer as { values?: string[][] }).values ?? []).map(row => row[0] ?? '')
}

export const same = (cells: readonly string[], expected: readonly string[]) =>
  cells.length === expected.length && cells.every((cell, at) => cell === expected[at])

async function asUser(emulator: Emulator, method: string, path: string, body?: object): Promise<unknown> {
  const answer = await fetch(`${emulator.url}${path}`, {
    method,
    headers: { authorization: `Bearer ${emulator.tokenFor(EMAIL)}`, 'content-type': 'application/json' },
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`)
  return answer.json()
}
