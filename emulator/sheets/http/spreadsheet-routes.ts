/**
 * The methods of spreadsheets, spreadsheets.sheets and spreadsheets.developerMetadata: reads each request
 * and shapes the answer.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { copySheetTo } from '../answers/copy-sheet.ts'
import { buildSpreadsheet } from '../answers/spreadsheet.ts'
import { invalid } from '../google/errors.ts'
import { type Mask, parseMask, selects } from '../google/fields.ts'
import { areasOfFilter } from '../objects/data-filters.ts'
import { getMetadata, searchMetadata } from '../objects/metadata.ts'
import { runBatch } from '../requests/index.ts'
import { parseA1 } from '../workbook/a1.ts'
import type { Call } from './call.ts'
import { openFor } from './call.ts'
import { createWorkbook } from './create.ts'

export function create(call: Call): sheets_v4.Schema$Spreadsheet {
  const workbook = createWorkbook(call.deps.library, call.user, call.body as sheets_v4.Schema$Spreadsheet)
  return buildSpreadsheet(workbook, {
    areas: undefined,
    includeGridData: false,
    mask: undefined,
    url: call.deps.url(),
  })
}

function maskOf(call: Call): Mask | undefined {
  const fields = call.query.get('fields')
  return fields ? parseMask(fields, 'Spreadsheet') : undefined
}

const answerMask = (call: Call): Mask | undefined => {
  const fields = call.query.get('fields')
  return fields ? parseMask(fields, 'BatchUpdateSpreadsheetResponse') : undefined
}

/** "includeGridData is ignored if a field mask was set": the mask says whether there is data. */
function wantsGridData(mask: Mask | undefined, flag: boolean): boolean {
  return mask === undefined ? flag : selects(mask, 'sheets', 'data')
}

export function get(call: Call): sheets_v4.Schema$Spreadsheet {
  const workbook = call.workbook('read')
  const mask = maskOf(call)
  const ranges = call.query.getAll('ranges')
  return buildSpreadsheet(workbook, {
    areas: ranges.length === 0 ? undefined : ranges.map(range => parseA1(workbook, range)),
    includeGridData: wantsGridData(mask, call.flag('includeGridData')),
    mask,
    url: call.deps.url(),
  })
}

export function getByDataFilter(call: Call): sheets_v4.Schema$Spreadsheet {
  const workbook = call.workbook('read')
  const body = call.body as sheets_v4.Schema$GetSpreadsheetByDataFilterRequest
  const mask = maskOf(call)
  const filters = body.dataFilters ?? []
  return buildSpreadsheet(workbook, {
    areas:
      filters.length === 0 ? undefined : filters.flatMap(it => areasOfFilter(workbook, it, 'dataFilters')),
    includeGridData: wantsGridData(mask, body.includeGridData ?? false),
    mask,
    url: call.deps.url(),
  })
}

export function batchUpdate(call: Call): sheets_v4.Schema$BatchUpdateSpreadsheetResponse {
  const workbook = call.workbook('write')
  const body = call.body as sheets_v4.Schema$BatchUpdateSpreadsheetRequest
  const owner = call.deps.library.access(workbook.id)?.owner ?? call.user
  const replies = runBatch(workbook, body.requests ?? [], { user: call.user, role: call.role, owner })
  const ranges = body.responseRanges ?? []
  return {
    spreadsheetId: workbook.id,
    replies,
    ...(body.includeSpreadsheetInResponse
      ? {
          updatedSpreadsheet: buildSpreadsheet(workbook, {
            areas: ranges.length === 0 ? undefined : ranges.map(range => parseA1(workbook, range)),
            includeGridData: body.responseIncludeGridData ?? false,
            // The mask is one of the whole answer: only what it lets through is put together.
            mask: answerMask(call)?.updatedSpreadsheet,
            url: call.deps.url(),
          }),
        }
      : {}),
  }
}

export function copyTo(call: Call): sheets_v4.Schema$SheetProperties {
  const source = call.workbook('read')
  const body = call.body as sheets_v4.Schema$CopySheetToAnotherSpreadsheetRequest
  if (!body.destinationSpreadsheetId) throw invalid('destination_spreadsheet_id is required')
  const target = openFor(call.deps, body.destinationSpreadsheetId, call.user, 'write')
  return copySheetTo(source, Number(call.part(2)), target)
}

export function getDeveloperMetadata(call: Call): sheets_v4.Schema$DeveloperMetadata {
  return getMetadata(call.workbook('read'), Number(call.part(2)))
}

export function searchDeveloperMetadata(call: Call): sheets_v4.Schema$SearchDeveloperMetadataResponse {
  const workbook = call.workbook('read')
  const body = call.body as sheets_v4.Schema$SearchDeveloperMetadataRequest
  const matched = searchMetadata(workbook, body.dataFilters ?? [])
  return matched.length === 0 ? {} : { matchedDeveloperMetadata: matched }
}
