/** What spreadsheet, sheets and ranges need to make one another. It knows none of them. */
import type { Area, CallHost, SheetInfo } from '../bridge.ts'
import type { Realm } from './realm.ts'

/** What sheets and ranges need to make one another. */
export interface Workbench {
  callHost: CallHost
  realm: Realm
  sheet(info: SheetInfo): SheetFace
  sheetInfo(sheetId: number): SheetInfo
  range(sheetId: number, area: Area): object
  /** The cells behind a Range object that a script passes back. */
  unwrap(range: unknown): { sheetId: number; area: Area }
}

export interface SheetFace {
  getRange(first: string | number, column?: number, rows?: number, columns?: number): object
  activate(): object
}
