/**
 * Google's answers, parsed where they arrive: a 200 with something else in it (nothing, a page of HTML,
 * another type) is no answer. Only what our code relies on is looked at, not every field.
 */
import type { sheets_v4 } from '@googleapis/sheets'

/** A status that says yes and a body that is none. */
export class UnusableAnswer extends Error {
  constructor(what: string) {
    super(`Google answered something that is no ${what}`)
    this.name = 'UnusableAnswer'
  }
}

type Fields = Record<string, unknown>

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isListOf = (value: unknown, length: number): value is unknown[] =>
  Array.isArray(value) && value.length === length && value.every(isObject)

function fieldsOf(data: unknown, what: string): Fields {
  if (!isObject(data)) throw new UnusableAnswer(what)
  return data
}

/** `fields` is the mask that was asked for: what it names at the top is there in every answer. */
export function spreadsheetOf(data: unknown, fields: string): sheets_v4.Schema$Spreadsheet {
  const answer = fieldsOf(data, 'spreadsheet')
  const { sheets, properties } = answer
  const isWrong =
    (sheets !== undefined && !(Array.isArray(sheets) && sheets.every(isSheet))) ||
    (properties !== undefined && !isObject(properties)) ||
    // A spreadsheet has a tab, always.
    (/^sheets\b|,sheets\b/.test(fields) && sheets === undefined) ||
    (/^properties\b|,properties\b/.test(fields) && properties === undefined)
  if (isWrong) throw new UnusableAnswer('spreadsheet')
  return answer as sheets_v4.Schema$Spreadsheet
}

const LISTS = ['data', 'merges', 'charts', 'protectedRanges', 'conditionalFormats'] as const

function isSheet(value: unknown): boolean {
  if (!isObject(value)) return false
  const { properties } = value
  if (properties !== undefined && !isObject(properties)) return false
  return LISTS.every(list => value[list] === undefined || Array.isArray(value[list]))
}

export function valueRangesOf(data: unknown, asked: number): sheets_v4.Schema$ValueRange[] {
  const { valueRanges } = fieldsOf(data, 'list of values')
  if (!isListOf(valueRanges, asked) || !valueRanges.every(hasRows)) {
    throw new UnusableAnswer('list of values')
  }
  return valueRanges as sheets_v4.Schema$ValueRange[]
}

const hasRows = (range: unknown): boolean => {
  const { values } = range as Fields
  return values === undefined || (Array.isArray(values) && values.every(row => Array.isArray(row)))
}

/** One reply a request, however little it says. */
export function repliesOf(
  data: unknown,
  spreadsheetId: string,
  requests: number,
): sheets_v4.Schema$BatchUpdateSpreadsheetResponse {
  return confirmationOf(data, spreadsheetId, 'replies', requests)
}

export function writtenOf(
  data: unknown,
  spreadsheetId: string,
  ranges: number,
): sheets_v4.Schema$BatchUpdateValuesResponse {
  return confirmationOf(data, spreadsheetId, 'responses', ranges)
}

/** It is about this spreadsheet and has as many items as were asked for. */
function confirmationOf(data: unknown, spreadsheetId: string, list: string, items: number): Fields {
  const answer = fieldsOf(data, 'confirmation')
  if (answer.spreadsheetId === spreadsheetId && isListOf(answer[list], items)) return answer
  throw new UnusableAnswer('confirmation')
}

export function copiedTabOf(data: unknown): { sheetId: number; title: string } {
  const { sheetId, title } = fieldsOf(data, 'copied tab')
  if (!Number.isInteger(sheetId) || typeof title !== 'string') throw new UnusableAnswer('copied tab')
  return { sheetId: sheetId as number, title }
}
