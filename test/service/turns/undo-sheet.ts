/** A turn on a sheet of the local Google, through the engine, and taking it back. */
import type { Undo } from '../../../contract/index.ts'
import { createUndos, type Undos } from '../../../service/agents/undos.ts'
import { createSheets } from '../../../service/sheets/sheets.ts'
import { REFRESH_TOKEN } from '../tools/bench-google.ts'
import type { Workbench } from '../tools/open-bench.ts'
import type { Harness } from './harness.ts'
import { says, type ToolScript } from './scripted.ts'

export const range = (
  startRowIndex: number,
  endRowIndex: number,
  startColumnIndex: number,
  endColumnIndex: number,
) => ({
  sheetId: 100,
  startRowIndex,
  endRowIndex,
  startColumnIndex,
  endColumnIndex,
})

export interface Sheet {
  id: string
  undos: Undos
  read(range: string): Promise<unknown[][]>
  type(range: string, values: unknown[][]): Promise<void>
}

/** Turns of this harness work on a new spreadsheet of the local Google. */
export async function onSheet(
  google: Workbench,
  { database, deps, engine, changes }: Harness,
): Promise<Sheet> {
  const { api } = google
  const created = await api.spreadsheets.create({
    requestBody: {
      properties: { title: 'Test' },
      sheets: [
        { properties: { sheetId: 100, title: 'Leads', gridProperties: { rowCount: 20, columnCount: 6 } } },
        { properties: { sheetId: 101, title: 'Sums', gridProperties: { rowCount: 5, columnCount: 5 } } },
      ],
    },
  })
  const id = created.data.spreadsheetId!
  const type = async (target: string, values: unknown[][]) => {
    await api.spreadsheets.values.update({
      spreadsheetId: id,
      range: target,
      valueInputOption: 'USER_ENTERED',
      requestBody: { values },
    })
  }
  await type('Leads!A1', [
    ['Name', 'Qty'],
    ['Ann', 1],
    ['Bob', 2],
    ['Cy', 3],
    ['Dee', 4],
  ])
  await type('Sums!A1', [['=SUM(Leads!B2:B5)', '=Leads!B3 + 1']])
  const real = createSheets(
    {
      clientId: 'test',
      clientSecret: 'test',
      rootUrl: google.emulatorUrl,
      tokenUrl: `${google.emulatorUrl}/token`,
    },
    { grantFor: async () => ({ refreshToken: REFRESH_TOKEN }), markRevoked: async () => {} },
  )
  deps.sheets.open = (_user, _id, options) => real.open('user', id, options)
  return {
    id,
    type,
    undos: createUndos({ db: database.db, engine, changes, now: deps.now, newId: deps.newId }),
    async read(target) {
      const answer = await api.spreadsheets.values.get({
        spreadsheetId: id,
        range: target,
        valueRenderOption: 'FORMULA',
      })
      return answer.data.values ?? []
    },
  }
}

export async function turn(
  { start, idle }: Harness,
  tool: ToolScript,
): Promise<{ agentId: string; turnId: string }> {
  const { agent, turnId } = await start(
    step => (step === 0 ? says('', [{ name: 'write', args: {} }]) : says('Done.')),
    { tool },
  )
  await idle(agent.id)
  return { agentId: agent.id, turnId }
}

export async function ended(undos: Undos, userId: string, agentId: string, begun: unknown): Promise<Undo> {
  const { id } = begun as Undo
  await undos.waitForEnd(agentId, id, 30_000, AbortSignal.timeout(30_000))
  return (await undos.get(userId, agentId, id)) as Undo
}
