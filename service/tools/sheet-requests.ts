/** The last resort: Google's own requests, of the kinds that no other tool makes and that stay in the sheet. */
import type { sheets_v4 } from '@googleapis/sheets'
import { z } from 'zod'
import { fromGridRange } from '../sheets/grid-range.ts'
import { guardProtected } from './support/guards.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { targetOf } from './support/target.ts'
import type { ToolContext } from './tool.ts'

/** None that writes contents from elsewhere, connects data sources, or deletes what undo could not bring back. */
export const ALLOWED = [
  'addBanding',
  'updateBanding',
  'deleteBanding',
  'addFilterView',
  'updateFilterView',
  'deleteFilterView',
  'addSlicer',
  'updateSlicerSpec',
  'addTable',
  'updateTable',
  'deleteTable',
  'addDimensionGroup',
  'deleteDimensionGroup',
  'updateDimensionGroup',
  'updateDimensionProperties',
  'updateSheetProperties',
  'updateSpreadsheetProperties',
  'updateEmbeddedObjectPosition',
  'updateEmbeddedObjectBorder',
  'updateChartSpec',
  'updateBorders',
  'mergeCells',
  'unmergeCells',
  'moveDimension',
  'autoResizeDimensions',
  'autoFill',
  'trimWhitespace',
  'randomizeRange',
  'sortRange',
  'repeatCell',
  'setDataValidation',
  'addConditionalFormatRule',
  'updateConditionalFormatRule',
  'deleteConditionalFormatRule',
  'addNamedRange',
  'updateNamedRange',
  'deleteNamedRange',
] as const

const MOST_CHARACTERS = 200_000

const args = z.object({
  requests: z.array(z.record(z.string(), z.unknown())).min(1).max(200),
})

export const sheetRequests = spreadsheetTool({
  name: 'sheet_requests',
  brief: 'last resort: batchUpdate requests',
  description: `Sends Google Sheets batchUpdate requests for what no other tool does, all or nothing. Take sheetId from the context (gid). Allowed: ${ALLOWED.join(', ')}. Example: {"requests":[{"updateSheetProperties":{"properties":{"sheetId":0,"gridProperties":{"hideGridlines":true}},"fields":"gridProperties.hideGridlines"}}]}`,
  args,
  fields: () => ({}),
  async run({ requests }, context) {
    for (const request of requests) await guardRequest(context, request)
    if (JSON.stringify(requests).length > MOST_CHARACTERS)
      throw new Refusal('These requests are too long; send fewer at once. Nothing was changed.')
    const answer = await context.spreadsheet.batchUpdate(requests as sheets_v4.Schema$Request[])
    const replies = (answer.replies ?? []).filter(reply => Object.keys(reply).length > 0)
    return {
      state: 'succeeded',
      output: { done: requests.map(kindOf), ...(replies.length > 0 ? { replies } : {}) },
    }
  },
})

const kindOf = (request: Record<string, unknown>): string => Object.keys(request)[0] ?? ''

async function guardRequest(context: ToolContext, request: Record<string, unknown>): Promise<void> {
  const kinds = Object.keys(request)
  const kind = kinds[0] ?? ''
  if (kinds.length !== 1 || !ALLOWED.includes(kind as (typeof ALLOWED)[number])) {
    throw new Refusal(
      `"${kinds.join(', ')}" is not one of the requests that may be sent this way. Nothing was changed. Allowed: ${ALLOWED.join(', ')}.`,
    )
  }
  guardSpelling(request)
  if (kind === 'repeatCell' && !LOOKS.test(String((request[kind] as { fields?: unknown })?.fields ?? '*')))
    throw new Refusal(
      'repeatCell may set userEnteredFormat, dataValidation and note: values and formulas are written with write_range. Nothing was changed.',
    )
  await walk(context, request)
}

const PART = String.raw`(?:userEnteredFormat|dataValidation|note)(?:\.[A-Za-z.]+|\([A-Za-z.,() ]*\))?`
/** Each part of a mask is a look, a rule or a note; parentheses hold parts of the one before them. */
const LOOKS = new RegExp(String.raw`^\s*${PART}(?:\s*,\s*${PART})*\s*$`)

/** Google reads user_entered_value as userEnteredValue: what guards a request knows one spelling. */
function guardSpelling(value: unknown): void {
  if (value === null || typeof value !== 'object') return
  for (const [key, item] of Object.entries(value)) {
    if (key.includes('_') || (key === 'fields' && String(item).includes('_')))
      throw new Refusal(
        `Write names of fields as Google's reference does: ${key} has a _ in it. Nothing was changed.`,
      )
    guardSpelling(item)
  }
}

const OF_RANGES = new Set(['sheetId', 'startRowIndex', 'endRowIndex', 'startColumnIndex', 'endColumnIndex'])

/** A range without a start, or of a tab's id alone, is one too: it reaches over all rows or the whole tab. */
const isRange = (value: object, key: string): value is sheets_v4.Schema$GridRange =>
  'sheetId' in value && key !== 'properties' && Object.keys(value).every(name => OF_RANGES.has(name))

/** Every range in it must not be protected. */
async function walk(context: ToolContext, value: unknown, key = ''): Promise<void> {
  if (value === null || typeof value !== 'object') return
  if (!Array.isArray(value) && isRange(value, key)) {
    const { sheetId, box } = fromGridRange(value)
    const { tabs } = await context.spreadsheet.meta()
    const tab = tabs.find(candidate => candidate.sheetId === sheetId)
    if (!tab) throw new Refusal(`There is no tab with the id ${sheetId}. Nothing was changed.`)
    guardProtected(context, await targetOf(context, tab, box))
  }
  for (const [name, item] of Object.entries(value))
    await walk(context, item, Array.isArray(value) ? key : name)
}
