/** A generated job on a local Google, worked on by hand in place of an agent, and judged by its own checks. */

import type { sheets_v4 } from '@googleapis/sheets'
import { afterAll, beforeAll, vi } from 'vitest'
import { jobs } from '../../scripts/eval/jobs/index.ts'
import type { PreparedJob } from '../../scripts/eval/jobs/job.ts'
import { readResult } from '../../scripts/eval/jobs/result.ts'
import { failures, prepare } from '../../scripts/eval/jobs/run.ts'
import { upload } from '../../scripts/eval/sheets-client.ts'
import { cellKey, type Scalar } from '../../scripts/eval/workbook.ts'
import { type Google, OWNER, startGoogle } from '../emulator/sheets/fixture.ts'

export interface Desk {
  /** What stands on a generated tab: its values, formulas as texts; empty cells are null. */
  given(title: string): Scalar[][]
  /** Writes as a person types, from A1 of a tab that is made if it is not there. */
  write(range: string, values: unknown[][]): Promise<void>
  request(...requests: sheets_v4.Schema$Request[]): Promise<void>
  sheetId(title: string): number
}

export type Work = (desk: Desk) => Promise<void>

/** The local Google of a test file; `judge` answers what does not hold after the work. */
export function useDesk() {
  // Thousands of rows twice: patient on a busy machine.
  vi.setConfig({ testTimeout: 300_000 })
  let google: Google | undefined
  beforeAll(async () => {
    google = await startGoogle()
  })
  afterAll(() => google?.close())

  async function judge(id: string, work: Work, seed = 1): Promise<string[]> {
    const job = jobs.find(each => each.id === id)
    if (!job || !google) throw new Error(`no job ${id}`)
    const client = google.as(OWNER)
    const prepared = prepare(job, seed)
    const spreadsheetId = await upload(client, job.title, prepared.tabs)
    const before = await readResult(client, spreadsheetId)
    await work(deskOn(client, spreadsheetId, prepared))
    return failures(client, spreadsheetId, before, prepared)
  }
  return { judge }
}

function deskOn(client: sheets_v4.Sheets, spreadsheetId: string, { tabs }: PreparedJob): Desk {
  const ids = new Map(tabs.map(({ title }, index) => [title, index + 1]))
  const request = async (...requests: sheets_v4.Schema$Request[]) => {
    await client.spreadsheets.batchUpdate({ spreadsheetId, requestBody: { requests } })
  }
  const sheetId = (title: string) => ids.get(title) ?? -1
  return {
    given(title) {
      const found = tabs.find(tab => tab.title === title)
      if (!found) throw new Error(`no tab ${title}`)
      return Array.from({ length: found.rows }, (_, row) =>
        Array.from({ length: found.columns }, (_, column) => {
          const cell = found.cells.get(cellKey(row, column))
          return cell?.formula ?? cell?.value ?? null
        }),
      )
    },
    async write(range, values) {
      const title = range.split('!')[0]!.replaceAll("'", '')
      if (!ids.has(title)) {
        ids.set(title, ids.size + 1)
        const gridProperties = { rowCount: 2_000, columnCount: 80 }
        await request({ addSheet: { properties: { title, sheetId: ids.size, gridProperties } } })
      }
      await client.spreadsheets.values.update({
        spreadsheetId,
        range,
        valueInputOption: 'USER_ENTERED',
        requestBody: { values },
      })
    },
    request,
    sheetId,
  }
}

/** A column chart over the rows and columns of a tab; ends excluded. */
export const columnChart = (sheetId: number, rows: [number, number], column: number) => ({
  addChart: {
    chart: {
      spec: {
        basicChart: {
          chartType: 'COLUMN',
          domains: [{ domain: { sourceRange: { sources: [box(sheetId, rows, column)] } } }],
          series: [{ series: { sourceRange: { sources: [box(sheetId, rows, column + 1)] } } }],
        },
      },
      position: { overlayPosition: { anchorCell: { sheetId, rowIndex: 30, columnIndex: 1 } } },
    },
  },
})

const box = (sheetId: number, [startRowIndex, endRowIndex]: [number, number], column: number) => ({
  sheetId,
  startRowIndex,
  endRowIndex,
  startColumnIndex: column,
  endColumnIndex: column + 1,
})

/** Cells of a tab coloured where a formula holds. */
export const colourRule = (sheetId: number, range: sheets_v4.Schema$GridRange, formula: string) => ({
  addConditionalFormatRule: {
    index: 0,
    rule: {
      ranges: [{ sheetId, ...range }],
      booleanRule: {
        condition: { type: 'CUSTOM_FORMULA', values: [{ userEnteredValue: formula }] },
        format: { backgroundColor: { red: 0.2, green: 0.6, blue: 0.4 } },
      },
    },
  },
})

/** What failed, without what was found. */
export const headline = (failed: string) =>
  failed.startsWith('with ') ? 'with an input changed' : failed.split(':')[0]
