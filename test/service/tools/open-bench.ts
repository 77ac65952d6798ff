/**
 * A spreadsheet on the emulator, opened through Google's client, with a database and a turn around it:
 * everything a tool needs, and the means to assert what it changed and what it left alone.
 */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth, sheets as googleSheets, type sheets_v4 } from '@googleapis/sheets'
import type { ToolCallFields } from '../../../contract/index.ts'
import { throughGateway } from '../../../service/changes/gateway.ts'
import { createRecorder } from '../../../service/changes/recorder.ts'
import type { Models } from '../../../service/models/types.ts'
import { createPermit, PermissionNeeded } from '../../../service/permissions/permit.ts'
import type { WebSearch } from '../../../service/search/types.ts'
import { createSheets } from '../../../service/sheets/sheets.ts'
import type { Spreadsheet } from '../../../service/sheets/spreadsheet.ts'
import type { Database } from '../../../service/store/open.ts'
import type { Tool, ToolContext, ToolOutcome } from '../../../service/tools/tool.ts'
import { makeAgentTurn } from '../../support/agent-turn.ts'
import { freshDatabase } from '../../support/database.ts'
import { emulatorHere, emulatorProcess, REFRESH_TOKEN } from './bench-google.ts'
import { type Snapshot, takeSnapshot } from './snapshot.ts'

export type Cell = string | number | boolean | null

export interface Workbench {
  emulatorUrl: string
  database: Database
  /** As the user's own client; nothing of the service is involved. */
  api: sheets_v4.Sheets
  close(): Promise<void>
}

/** In a process of its own the emulator takes no time from what is measured. */
export async function openWorkbench({
  emulator = 'here',
  database: given,
}: {
  emulator?: 'here' | 'process'
  database?: Database
} = {}): Promise<Workbench> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-tools-'))
  const google = emulator === 'here' ? await emulatorHere(dataDir) : await emulatorProcess(dataDir)
  const database = given ?? (await freshDatabase())
  const client = new auth.OAuth2()
  client.setCredentials({ access_token: google.token })
  const api = googleSheets({ version: 'v4', auth: client, rootUrl: google.url, retry: false })
  return {
    emulatorUrl: google.url,
    database,
    api,
    async close() {
      await google.close()
      await database.close()
      rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** A tab as a test writes it; formulas as texts with =. */
export interface TabSetup {
  title: string
  sheetId?: number
  rows?: Cell[][]
  /** Grid; larger than the rows unless told otherwise. */
  size?: [rows: number, columns: number]
  frozenRows?: number
}

export interface Bench {
  id: string
  spreadsheet: Spreadsheet
  context: ToolContext
  progress: ToolCallFields[]
  charges: { key: string; model: string; costNanoDollars: bigint }[]
  run(tool: Tool, args: unknown, changes?: Partial<ToolContext>): Promise<ToolOutcome>
  /** Values as the user sees them. */
  shown(range: string): Promise<string[][]>
  formulas(range: string): Promise<Cell[][]>
  batch(...requests: sheets_v4.Schema$Request[]): Promise<void>
  snapshot(): Promise<Snapshot>
}

export interface BenchOptions {
  /** Of the agent's model; they do unless told otherwise. */
  takesPictures?: boolean
  tabs: TabSetup[]
  prompt?: string
  /** Whether writes are asked about; unless told otherwise, where there is a prompt to ask by. */
  asks?: boolean
  models?: Partial<Models>
  search?: WebSearch
  /** Title of the turn's tab; the first one unless told otherwise. */
  activeTab?: string
  locale?: string
}

export async function openBench(workbench: Workbench, options: BenchOptions): Promise<Bench> {
  const id = await createSpreadsheet(workbench.api, options)
  const sheets = createSheets(
    {
      clientId: 'test',
      clientSecret: 'test',
      rootUrl: workbench.emulatorUrl,
      tokenUrl: `${workbench.emulatorUrl}/token`,
    },
    { grantFor: async () => ({ refreshToken: REFRESH_TOKEN }), markRevoked: async () => {} },
  )
  const spreadsheet = await sheets.open('user', id)
  const tabs = await spreadsheet.tabs()
  const active = tabs.find(tab => tab.title === options.activeTab) ?? tabs[0]!
  const progress: ToolCallFields[] = []
  const charges: Bench['charges'] = []
  const context: ToolContext = {
    spreadsheet,
    turn: {
      ...(await makeAgentTurn(workbench.database.db, id, options.prompt)),
      prompt: options.prompt ?? '',
      sheetId: active.sheetId,
      sheetName: active.title,
      takesPictures: options.takesPictures ?? true,
      bulkModel: 'managed:bulk:test/model',
      bulkSearchModel: 'managed:search:test/model',
    },
    toolCallId: randomUUID(),
    signal: new AbortController().signal,
    progress: fields => progress.push(fields),
    // Without a prompt nobody has asked for anything, and everything may be done.
    permit: async () => {},
    charge: async charge => {
      if (!charges.some(known => known.key === charge.key)) charges.push(charge)
      return 'ok'
    },
    models: (options.models ?? {}) as Models,
    search: options.search ?? null,
    db: workbench.database.db,
    now: () => new Date(),
    newId: randomUUID,
  }
  const read = async (range: string, valueRenderOption: string) => {
    const answer = await workbench.api.spreadsheets.values.get({
      spreadsheetId: id,
      range,
      valueRenderOption,
    })
    return answer.data.values ?? []
  }
  return {
    id,
    spreadsheet,
    context,
    progress,
    charges,
    run(tool, args, changes = {}) {
      // Each call begins like a step of a turn.
      spreadsheet.refresh()
      const call: ToolContext = { ...context, toolCallId: randomUUID(), ...changes }
      return asTurn(tool, args, call, options.asks ?? options.prompt !== undefined)
    },
    shown: range => read(range, 'FORMATTED_VALUE'),
    formulas: range => read(range, 'FORMULA'),
    async batch(...requests) {
      await workbench.api.spreadsheets.batchUpdate({ spreadsheetId: id, requestBody: { requests } })
    },
    snapshot: () => takeSnapshot(workbench.api, id),
  }
}

/**
 * As a turn gives it to a tool: every write is recorded, and asked about where the message does not ask for
 * it. Without a prompt nobody has said anything, and everything may be done.
 */
async function asTurn(
  tool: Tool,
  args: unknown,
  call: ToolContext,
  isGuarded: boolean,
): Promise<ToolOutcome> {
  const { spreadsheet, turn, toolCallId, db, now, newId } = call
  const permit = createPermit({
    db,
    turn: { ...turn, spreadsheetId: spreadsheet.id, mode: 'act', words: turn.prompt },
    call: { id: toolCallId, tool: tool.name, args },
  })
  const guarded = throughGateway(spreadsheet, {
    permit: async effect => (isGuarded ? permit.write(effect.write, effect.spreadsheet) : undefined),
    fence: async () => {},
    recorder: createRecorder({
      db: db as Database['db'],
      spreadsheet,
      owner: { agentId: turn.agentId, turnId: turn.id, undoId: null, callId: toolCallId, tool: tool.name },
      now,
      newId,
    }),
  })
  const other = isGuarded ? permit.other : call.permit
  try {
    return await tool.run(args, { ...call, spreadsheet: guarded, permit: other })
  } catch (error) {
    if (error instanceof PermissionNeeded) return { state: 'failed', message: error.message }
    throw error
  }
}

async function createSpreadsheet(api: sheets_v4.Sheets, { tabs, locale }: BenchOptions): Promise<string> {
  const created = await api.spreadsheets.create({
    requestBody: {
      properties: { title: 'Test', ...(locale ? { locale } : {}) },
      sheets: tabs.map(({ title, rows = [], size, frozenRows, sheetId }, index) => ({
        properties: {
          title,
          sheetId: sheetId ?? 100 + index,
          gridProperties: {
            rowCount: size?.[0] ?? Math.max(50, rows.length + 10),
            columnCount: size?.[1] ?? Math.max(12, ...rows.map(row => row.length + 3)),
            ...(frozenRows ? { frozenRowCount: frozenRows } : {}),
          },
        },
      })),
    },
  })
  const spreadsheetId = created.data.spreadsheetId!
  const data = tabs
    .filter(tab => (tab.rows ?? []).length > 0)
    .map(tab => ({ range: `'${tab.title.replaceAll("'", "''")}'!A1`, values: tab.rows! }))
  if (data.length > 0) {
    await api.spreadsheets.values.batchUpdate({
      spreadsheetId,
      requestBody: { valueInputOption: 'USER_ENTERED', data },
    })
  }
  return spreadsheetId
}
