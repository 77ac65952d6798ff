/** A local Google for one test file, spoken to by Google's own client. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { auth, sheets, type sheets_v4 } from '@googleapis/sheets'
import { afterAll, beforeAll } from 'vitest'
import { checkBody } from '../../../emulator/sheets/google/schema.ts'
import { type Emulator, type EmulatorOptions, startEmulator } from '../../../emulator/start.ts'

export const OWNER = 'demo@example.com'
export const COLLEAGUE = 'colleague@example.com'

export interface Google {
  emulator: Emulator
  dataDir: string
  /** Google's client in this user's name. */
  as(email: string): sheets_v4.Sheets
  close(): Promise<void>
}

export async function startGoogle(options: Partial<EmulatorOptions> = {}): Promise<Google> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), 'rowhand-google-'))
  const emulator = await startEmulator({ port: 0, page: false, ...options, dataDir })
  return {
    emulator,
    dataDir,
    as: email => clientWith(emulator.url, emulator.tokenFor(email)),
    async close() {
      await emulator.close()
      if (options.dataDir === undefined) rmSync(dataDir, { recursive: true, force: true })
    },
  }
}

/** The local Google of a test file: started before its first test, ended after its last. */
export function useGoogle(): Google {
  let started: Google | undefined
  beforeAll(async () => {
    started = await startGoogle()
  })
  afterAll(() => started?.close())
  const google = (): Google => {
    if (!started) throw new Error('the local Google starts before the first test')
    return started
  }
  return {
    get emulator() {
      return google().emulator
    },
    get dataDir() {
      return google().dataDir
    },
    as: email => google().as(email),
    close: () => google().close(),
  }
}

export function clientWith(url: string, accessToken: string): sheets_v4.Sheets {
  const oauth = new auth.OAuth2()
  oauth.setCredentials({ access_token: accessToken })
  return sheets({ version: 'v4', rootUrl: `${url}/`, auth: oauth, retry: false })
}

/** One new spreadsheet and the calls tests make on it. */
export class Sheet {
  readonly client: sheets_v4.Sheets
  readonly id: string

  private constructor(client: sheets_v4.Sheets, id: string) {
    this.client = client
    this.id = id
  }

  /** Tabs by title; gids 0, 1, 2, … in order. Values are entered as typed. */
  static async create(google: Google, tabs: Record<string, unknown[][]> = { Sheet1: [] }): Promise<Sheet> {
    const client = google.as(OWNER)
    const { data } = await client.spreadsheets.create({
      requestBody: {
        properties: { title: 'Test' },
        sheets: Object.keys(tabs).map((title, sheetId) => ({ properties: { title, sheetId } })),
      },
    })
    const sheet = new Sheet(client, data.spreadsheetId ?? '')
    for (const [title, values] of Object.entries(tabs))
      if (values.length > 0) await sheet.write(`'${title}'!A1`, values)
    return sheet
  }

  on(client: sheets_v4.Sheets): Sheet {
    return new Sheet(client, this.id)
  }

  async write(range: string, values: unknown[][], valueInputOption = 'USER_ENTERED') {
    const { data } = await this.client.spreadsheets.values.update({
      spreadsheetId: this.id,
      range,
      valueInputOption,
      requestBody: { values },
    })
    return data
  }

  async read(range: string, valueRenderOption = 'FORMATTED_VALUE'): Promise<unknown[][]> {
    const { data } = await this.client.spreadsheets.values.get({
      spreadsheetId: this.id,
      range,
      valueRenderOption,
    })
    return data.values ?? []
  }

  formulas(range: string): Promise<unknown[][]> {
    return this.read(range, 'FORMULA')
  }

  async batch(...requests: sheets_v4.Schema$Request[]): Promise<sheets_v4.Schema$Response[]> {
    const { data } = await this.client.spreadsheets.batchUpdate({
      spreadsheetId: this.id,
      requestBody: { requests },
    })
    checkBody(data, 'BatchUpdateSpreadsheetResponse')
    return data.replies ?? []
  }

  async get(fields?: string, ranges?: string[]): Promise<sheets_v4.Schema$Spreadsheet> {
    const { data } = await this.client.spreadsheets.get({
      spreadsheetId: this.id,
      ...(fields === undefined ? {} : { fields }),
      ...(ranges === undefined ? {} : { ranges }),
    })
    // Whatever is answered has the shape that Google's client declares.
    checkBody(data, 'Spreadsheet')
    return data
  }

  async titles(): Promise<unknown[] | undefined> {
    return (await this.get('sheets.properties.title')).sheets?.map(it => it.properties?.title)
  }

  /** One cell with the fields that a mask below `values` names. */
  async cell(range: string, fields: string): Promise<sheets_v4.Schema$CellData> {
    const { sheets: found } = await this.get(`sheets.data.rowData.values(${fields})`, [range])
    return found?.[0]?.data?.[0]?.rowData?.[0]?.values?.[0] ?? {}
  }
}

/** A GridRange of the tab with this gid, from half-open rows and columns. */
export function grid(
  sheetId: number,
  rows: [number, number],
  columns: [number, number],
): sheets_v4.Schema$GridRange {
  return {
    sheetId,
    startRowIndex: rows[0],
    endRowIndex: rows[1],
    startColumnIndex: columns[0],
    endColumnIndex: columns[1],
  }
}

/** What Google says when a call fails: "400 Unable to parse range: X". */
export async function refusal(call: Promise<unknown>): Promise<string> {
  try {
    await call
  } catch (error) {
    const { status, response } = error as {
      status?: number
      response?: { data?: { error?: { message?: string } } }
    }
    return `${status} ${response?.data?.error?.message ?? String(error)}`
  }
  throw new Error('The call was not refused.')
}
