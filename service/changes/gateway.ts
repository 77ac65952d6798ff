/**
 * The one way by which writes reach a spreadsheet. Whoever holds the wrapped Spreadsheet writes as before;
 * around each write stand, in this order: the permission, the record of what is about to change, the fence
 * (is this execution still the one that may write), the write itself, and the record of what it left.
 * Knows no tool: one that does not exist yet is guarded and recorded by itself.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import type { Look, Spreadsheet } from '../sheets/spreadsheet.ts'
import { type Footprint, footprintOfRequests, footprintOfValues, namesTable } from './footprint/footprint.ts'
import type { TablePlaces } from './footprint/layout.ts'
import type { Request } from './footprint/touch.ts'

export interface ValuesWrite {
  data: { range: string; values: unknown[][] }[]
  input: 'USER_ENTERED' | 'RAW'
}

/** What is about to be written, and what that may change. */
export type Write = { kind: 'requests'; requests: Request[] } | ({ kind: 'values' } & ValuesWrite)

export interface Effect {
  write: Write
  footprint: Footprint
  /** For looking at what is there; it writes past this gateway, so it is only for reading. */
  spreadsheet: Pick<Spreadsheet, 'get' | 'values' | 'meta' | 'tabs'>
}

export type Answer =
  | sheets_v4.Schema$BatchUpdateSpreadsheetResponse
  | sheets_v4.Schema$BatchUpdateValuesResponse

/** Keeps what a write changes. Made for one call. */
export interface Recorder {
  /**
   * Makes the write by `send`, with what is about to change written down before and what became of it
   * after. A write that an earlier run of the same call has made is not made again.
   */
  record(effect: Effect, send: (look?: Look) => Promise<Answer>): Promise<Answer>
}

export interface GatewayParts {
  /** Resolves where the effect may be; throws a refusal where not. */
  permit(effect: Effect): Promise<void>
  /** Throws where this execution may not write any more. Asked right before each write. */
  fence(): Promise<void>
  recorder: Recorder | null
}

/** Where Google's tables are; asked only where a request names one. */
async function tablesFor(
  spreadsheet: Pick<Spreadsheet, 'get'>,
  requests: readonly Request[],
): Promise<TablePlaces> {
  if (!requests.some(namesTable)) return new Map()
  const { sheets = [] } = await spreadsheet.get({
    fields: 'sheets(properties(sheetId),tables(tableId,range))',
  })
  return placesOfTables(sheets)
}

export const placesOfTables = (sheets: readonly sheets_v4.Schema$Sheet[]): TablePlaces =>
  new Map(
    sheets.flatMap(({ properties, tables }) =>
      (tables ?? []).map(({ tableId, range }): [string, sheets_v4.Schema$GridRange] => [
        tableId ?? '',
        { ...range, sheetId: properties?.sheetId ?? 0 },
      ]),
    ),
  )

/** The spreadsheet with the gateway around its writes; reads go straight through. */
export function throughGateway(spreadsheet: Spreadsheet, parts: GatewayParts): Spreadsheet {
  async function make(write: Write, send: (look?: Look) => Promise<Answer>): Promise<Answer> {
    const tabs = await spreadsheet.tabs()
    const footprint =
      write.kind === 'requests'
        ? footprintOfRequests(write.requests, tabs, await tablesFor(spreadsheet, write.requests))
        : footprintOfValues(write.data, tabs)
    const effect: Effect = { write, footprint, spreadsheet }
    await parts.permit(effect)
    const fenced = async (look?: Look) => {
      await parts.fence()
      return send(look)
    }
    return parts.recorder ? parts.recorder.record(effect, fenced) : fenced()
  }

  return {
    id: spreadsheet.id,
    calls: spreadsheet.calls,
    tabs: () => spreadsheet.tabs(),
    meta: () => spreadsheet.meta(),
    refresh: () => spreadsheet.refresh(),
    cancelWith: signal => spreadsheet.cancelWith?.(signal),
    overview: activeSheetId => spreadsheet.overview(activeSheetId),
    get: (params, how) => spreadsheet.get(params, how),
    values: (ranges, render, dates) => spreadsheet.values(ranges, render, dates),
    batchUpdate: requests =>
      make({ kind: 'requests', requests }, look =>
        spreadsheet.batchUpdate(requests, undefined, look),
      ) as Promise<sheets_v4.Schema$BatchUpdateSpreadsheetResponse>,
    writeValues: (data, input = 'USER_ENTERED') =>
      make({ kind: 'values', data, input }, () =>
        spreadsheet.writeValues(data, input),
      ) as Promise<sheets_v4.Schema$BatchUpdateValuesResponse>,
    copyTabTo: (sheetId, destination) => spreadsheet.copyTabTo(sheetId, destination),
  }
}
