/**
 * The nine methods of spreadsheets.values: reads each request, calls cells/values-*.ts, shapes the answer.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { findTable } from '../cells/tables.ts'
import { type ReadOptions, readValues } from '../cells/values-read.ts'
import {
  applyWrite,
  clearArea,
  type PlannedWrite,
  planWrite,
  updateResponse,
  type ValueInputOption,
} from '../cells/values-write.ts'
import { readEnum } from '../google/enums.ts'
import { invalid } from '../google/errors.ts'
import { areasOfFilter } from '../objects/data-filters.ts'
import { checkEditable } from '../objects/protection.ts'
import { parseA1, printA1 } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import type { Call } from './call.ts'

const DIMENSIONS = ['ROWS', 'COLUMNS'] as const
const RENDER = ['FORMATTED_VALUE', 'UNFORMATTED_VALUE', 'FORMULA'] as const
const DATES = ['SERIAL_NUMBER', 'FORMATTED_STRING'] as const

interface ReadRequest {
  majorDimension?: string | null
  valueRenderOption?: string | null
  dateTimeRenderOption?: string | null
}

function readOptions(from: ReadRequest): ReadOptions {
  return {
    majorDimension: readEnum(from.majorDimension, DIMENSIONS, 'ROWS', 'major_dimension'),
    valueRenderOption: readEnum(from.valueRenderOption, RENDER, 'FORMATTED_VALUE', 'value_render_option'),
    dateTimeRenderOption: readEnum(
      from.dateTimeRenderOption,
      DATES,
      'SERIAL_NUMBER',
      'date_time_render_option',
    ),
  }
}

function queryOptions(query: URLSearchParams): ReadOptions {
  return readOptions({
    majorDimension: query.get('majorDimension'),
    valueRenderOption: query.get('valueRenderOption'),
    dateTimeRenderOption: query.get('dateTimeRenderOption'),
  })
}

function inputOption(value: string | null | undefined): ValueInputOption {
  const option = readEnum(
    value,
    ['RAW', 'USER_ENTERED', 'INPUT_VALUE_OPTION_UNSPECIFIED'],
    'INPUT_VALUE_OPTION_UNSPECIFIED',
    'value_input_option',
  )
  if (option === 'INPUT_VALUE_OPTION_UNSPECIFIED')
    throw invalid("'valueInputOption' is required but not specified")
  return option
}

// ---- reading

export function getValues(call: Call): sheets_v4.Schema$ValueRange {
  const workbook = call.workbook('read')
  return readValues(workbook, parseA1(workbook, call.part(2)), queryOptions(call.query))
}

export function batchGet(call: Call): sheets_v4.Schema$BatchGetValuesResponse {
  const workbook = call.workbook('read')
  const options = queryOptions(call.query)
  const ranges = call.query.getAll('ranges').map(range => parseA1(workbook, range))
  return {
    spreadsheetId: workbook.id,
    ...(ranges.length === 0
      ? {}
      : { valueRanges: ranges.map(range => readValues(workbook, range, options)) }),
  }
}

export function batchGetByDataFilter(call: Call): sheets_v4.Schema$BatchGetValuesByDataFilterResponse {
  const workbook = call.workbook('read')
  const body = call.body as sheets_v4.Schema$BatchGetValuesByDataFilterRequest
  const options = readOptions(body)
  const valueRanges = (body.dataFilters ?? []).flatMap(filter =>
    areasOfFilter(workbook, filter, 'dataFilters').map(area => ({
      valueRange: readValues(workbook, area, options),
      dataFilters: [filter],
    })),
  )
  return { spreadsheetId: workbook.id, valueRanges }
}

// ---- writing

function write(call: Call, workbook: Workbook, planned: PlannedWrite[]): void {
  for (const { range, zone } of planned)
    checkEditable(workbook, call.user, call.role, [{ sheetId: range.sheetId, zone }])
  workbook.change(tx => {
    for (const plan of planned) applyWrite(workbook, tx, plan)
  })
}

export function update(call: Call): sheets_v4.Schema$UpdateValuesResponse {
  const workbook = call.workbook('write')
  const option = inputOption(call.query.get('valueInputOption'))
  const plan = planWrite(workbook, call.part(2), call.body as sheets_v4.Schema$ValueRange, option)
  write(call, workbook, [plan])
  return updateResponse(workbook, plan, readBack(call.query))
}

/** The options for includeValuesInResponse; undefined when nothing is to be read back. */
function readBack(query: URLSearchParams): ReadOptions | undefined {
  if (query.get('includeValuesInResponse') !== 'true') return undefined
  return readOptions({
    valueRenderOption: query.get('responseValueRenderOption'),
    dateTimeRenderOption: query.get('responseDateTimeRenderOption'),
  })
}

export function batchUpdateValues(call: Call): sheets_v4.Schema$BatchUpdateValuesResponse {
  const workbook = call.workbook('write')
  const body = call.body as sheets_v4.Schema$BatchUpdateValuesRequest
  const option = inputOption(body.valueInputOption)
  const plans = (body.data ?? []).map(data => planWrite(workbook, data.range ?? '', data, option))
  write(call, workbook, plans)
  return batchResponse(workbook, plans, body)
}

export function batchUpdateByDataFilter(call: Call): sheets_v4.Schema$BatchUpdateValuesByDataFilterResponse {
  const workbook = call.workbook('write')
  const body = call.body as sheets_v4.Schema$BatchUpdateValuesByDataFilterRequest
  const option = inputOption(body.valueInputOption)
  const plans = (body.data ?? []).flatMap(data =>
    areasOfFilter(workbook, data.dataFilter, 'data').map(area => {
      const { majorDimension, values } = data
      const range = { majorDimension: majorDimension ?? null, values: values ?? null }
      return planWrite(workbook, printA1(workbook, area), range, option)
    }),
  )
  write(call, workbook, plans)
  const { totalUpdatedSheets: _sheets, responses, ...totals } = batchResponse(workbook, plans, body)
  return { ...totals, ...(responses === undefined ? {} : { responses }) }
}

function batchResponse(
  workbook: Workbook,
  plans: PlannedWrite[],
  body: sheets_v4.Schema$BatchUpdateValuesRequest,
): sheets_v4.Schema$BatchUpdateValuesResponse {
  const back = body.includeValuesInResponse
    ? readOptions({
        valueRenderOption: body.responseValueRenderOption ?? null,
        dateTimeRenderOption: body.responseDateTimeRenderOption ?? null,
      })
    : undefined
  const responses = plans.map(plan => updateResponse(workbook, plan, back))
  const total = (key: 'updatedRows' | 'updatedColumns' | 'updatedCells') =>
    responses.reduce((sum, it) => sum + (it[key] ?? 0), 0)
  const sheets = new Set(plans.filter((_, i) => responses[i]?.updatedCells).map(it => it.range.sheetId)).size
  return {
    spreadsheetId: workbook.id,
    ...(total('updatedCells') === 0
      ? {}
      : {
          totalUpdatedRows: total('updatedRows'),
          totalUpdatedColumns: total('updatedColumns'),
          totalUpdatedCells: total('updatedCells'),
          totalUpdatedSheets: sheets,
        }),
    responses,
  }
}

export function append(call: Call): sheets_v4.Schema$AppendValuesResponse {
  const workbook = call.workbook('write')
  const option = inputOption(call.query.get('valueInputOption'))
  const insert = readEnum(
    call.query.get('insertDataOption'),
    ['OVERWRITE', 'INSERT_ROWS'],
    'OVERWRITE',
    'insert_data_option',
  )
  const range = parseA1(workbook, call.part(2))
  const table = findTable(workbook, range)
  const body = call.body as sheets_v4.Schema$ValueRange
  const start = table === undefined ? range.zone : { ...table, top: table.bottom + 1 }
  const anchor = { sheetId: range.sheetId, zone: { ...start, right: start.left, bottom: start.top } }
  const plan = planAppend(workbook, anchor, body, option)
  checkEditable(workbook, call.user, call.role, [{ sheetId: range.sheetId, zone: plan.zone }])
  const height = plan.rows.length
  workbook.change(tx => {
    if (
      insert === 'INSERT_ROWS' &&
      height > 0 &&
      anchor.zone.top < workbook.getters.getNumberRows(range.sheetId)
    )
      tx.dispatch('ADD_COLUMNS_ROWS', {
        sheetId: range.sheetId,
        sheetName: workbook.getters.getSheetName(range.sheetId),
        dimension: 'ROW',
        base: Math.max(0, anchor.zone.top - 1),
        quantity: height,
        position: anchor.zone.top === 0 ? 'before' : 'after',
      })
    applyWrite(workbook, tx, plan)
  })
  return {
    spreadsheetId: workbook.id,
    ...(table === undefined
      ? {}
      : { tableRange: printA1(workbook, { sheetId: range.sheetId, zone: table }) }),
    updates: updateResponse(workbook, plan, readBack(call.query)),
  }
}

/** The place may be just past the grid's end, where no A1 range can be parsed. */
function planAppend(
  workbook: Workbook,
  anchor: { sheetId: string; zone: PlannedWrite['zone'] },
  body: sheets_v4.Schema$ValueRange,
  option: ValueInputOption,
): PlannedWrite {
  const { range: _range, ...values } = body
  const plan = planWrite(
    workbook,
    `${printA1(workbook, { sheetId: anchor.sheetId, zone: { top: 0, left: 0, right: 0, bottom: 0 } })}`,
    values,
    option,
  )
  const { top, left } = anchor.zone
  const zone = { top, left, bottom: top + plan.zone.bottom, right: left + plan.zone.right }
  return { ...plan, range: { ...plan.range, zone: anchor.zone }, zone }
}

// ---- clearing

export function clear(call: Call): sheets_v4.Schema$ClearValuesResponse {
  const workbook = call.workbook('write')
  const area = parseA1(workbook, call.part(2))
  checkEditable(workbook, call.user, call.role, [area])
  workbook.change(tx => clearArea(workbook, tx, area))
  return { spreadsheetId: workbook.id, clearedRange: printA1(workbook, area) }
}

export function batchClear(call: Call): sheets_v4.Schema$BatchClearValuesResponse {
  const workbook = call.workbook('write')
  const body = call.body as sheets_v4.Schema$BatchClearValuesRequest
  return clearAll(
    call,
    workbook,
    (body.ranges ?? []).map(range => parseA1(workbook, range)),
  )
}

export function batchClearByDataFilter(call: Call): sheets_v4.Schema$BatchClearValuesByDataFilterResponse {
  const workbook = call.workbook('write')
  const body = call.body as sheets_v4.Schema$BatchClearValuesByDataFilterRequest
  return clearAll(
    call,
    workbook,
    (body.dataFilters ?? []).flatMap(it => areasOfFilter(workbook, it, 'dataFilters')),
  )
}

function clearAll(
  call: Call,
  workbook: Workbook,
  areas: ReturnType<typeof areasOfFilter>,
): sheets_v4.Schema$BatchClearValuesResponse {
  checkEditable(workbook, call.user, call.role, areas)
  workbook.change(tx => {
    for (const area of areas) clearArea(workbook, tx, area)
  })
  return { spreadsheetId: workbook.id, clearedRanges: areas.map(area => printA1(workbook, area)) }
}
