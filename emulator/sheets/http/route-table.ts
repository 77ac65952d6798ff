/** The methods of Sheets API v4: path, parameters, shapes, and the code that carries each out. */

import type { TypeName } from '../google/schema.ts'
import type { Call } from './call.ts'
import * as spreadsheets from './spreadsheet-routes.ts'
import * as values from './values-routes.ts'

export interface Route {
  method: string
  /** Against the undecoded path after /v4/spreadsheets. Group 1 is the spreadsheet's id. */
  path: RegExp
  kind: 'read' | 'write'
  /** Names of query parameters beyond Google's common ones. */
  query: string[]
  /** The types of the body and of the answer. */
  body?: TypeName
  answer: TypeName
  run(call: Call): object
}

const ID = '/([^/:]+)'
const RENDER = ['majorDimension', 'valueRenderOption', 'dateTimeRenderOption']
const WRITE = [
  'valueInputOption',
  'includeValuesInResponse',
  'responseValueRenderOption',
  'responseDateTimeRenderOption',
]

function route(
  method: string,
  path: string,
  kind: Route['kind'],
  more: Omit<Route, 'method' | 'path' | 'kind'>,
): Route {
  return { method, path: new RegExp(`^${path}$`), kind, ...more }
}

export const ROUTES: Route[] = [
  route('POST', '', 'write', {
    query: [],
    body: 'Spreadsheet',
    answer: 'Spreadsheet',
    run: spreadsheets.create,
  }),
  route('GET', ID, 'read', {
    query: ['ranges', 'includeGridData', 'excludeTablesInBandedRanges'],
    answer: 'Spreadsheet',
    run: spreadsheets.get,
  }),
  route('POST', `${ID}:batchUpdate`, 'write', {
    query: [],
    body: 'BatchUpdateSpreadsheetRequest',
    answer: 'BatchUpdateSpreadsheetResponse',
    run: spreadsheets.batchUpdate,
  }),
  route('POST', `${ID}:getByDataFilter`, 'read', {
    query: [],
    body: 'GetSpreadsheetByDataFilterRequest',
    answer: 'Spreadsheet',
    run: spreadsheets.getByDataFilter,
  }),
  route('POST', `${ID}/sheets/([^/:]+):copyTo`, 'write', {
    query: [],
    body: 'CopySheetToAnotherSpreadsheetRequest',
    answer: 'SheetProperties',
    run: spreadsheets.copyTo,
  }),
  route('GET', `${ID}/developerMetadata/([^/:]+)`, 'read', {
    query: [],
    answer: 'DeveloperMetadata',
    run: spreadsheets.getDeveloperMetadata,
  }),
  route('POST', `${ID}/developerMetadata:search`, 'read', {
    query: [],
    body: 'SearchDeveloperMetadataRequest',
    answer: 'SearchDeveloperMetadataResponse',
    run: spreadsheets.searchDeveloperMetadata,
  }),
  route('GET', `${ID}/values:batchGet`, 'read', {
    query: ['ranges', ...RENDER],
    answer: 'BatchGetValuesResponse',
    run: values.batchGet,
  }),
  route('POST', `${ID}/values:batchGetByDataFilter`, 'read', {
    query: [],
    body: 'BatchGetValuesByDataFilterRequest',
    answer: 'BatchGetValuesByDataFilterResponse',
    run: values.batchGetByDataFilter,
  }),
  route('POST', `${ID}/values:batchUpdate`, 'write', {
    query: [],
    body: 'BatchUpdateValuesRequest',
    answer: 'BatchUpdateValuesResponse',
    run: values.batchUpdateValues,
  }),
  route('POST', `${ID}/values:batchUpdateByDataFilter`, 'write', {
    query: [],
    body: 'BatchUpdateValuesByDataFilterRequest',
    answer: 'BatchUpdateValuesByDataFilterResponse',
    run: values.batchUpdateByDataFilter,
  }),
  route('POST', `${ID}/values:batchClear`, 'write', {
    query: [],
    body: 'BatchClearValuesRequest',
    answer: 'BatchClearValuesResponse',
    run: values.batchClear,
  }),
  route('POST', `${ID}/values:batchClearByDataFilter`, 'write', {
    query: [],
    body: 'BatchClearValuesByDataFilterRequest',
    answer: 'BatchClearValuesByDataFilterResponse',
    run: values.batchClearByDataFilter,
  }),
  route('GET', `${ID}/values/(.+)`, 'read', { query: RENDER, answer: 'ValueRange', run: values.getValues }),
  route('PUT', `${ID}/values/(.+)`, 'write', {
    query: WRITE,
    body: 'ValueRange',
    answer: 'UpdateValuesResponse',
    run: values.update,
  }),
  route('POST', `${ID}/values/(.+):append`, 'write', {
    query: [...WRITE, 'insertDataOption'],
    body: 'ValueRange',
    answer: 'AppendValuesResponse',
    run: values.append,
  }),
  route('POST', `${ID}/values/(.+):clear`, 'write', {
    query: [],
    body: 'ClearValuesRequest',
    answer: 'ClearValuesResponse',
    run: values.clear,
  }),
]
