import type { sheets_v4 } from '@googleapis/sheets'
import type { CellPosition } from '../dialect/engine.ts'
import type { Workbook } from './workbook.ts'
export function validationOf(
  _workbook: Workbook,
  _position: CellPosition,
): sheets_v4.Schema$DataValidationRule | undefined {
  return undefined
}

import type { Area } from './a1.ts'
import type { Context } from './requests/context.ts'
export function setValidation(
  _context: Context,
  _area: Area,
  _rule: sheets_v4.Schema$DataValidationRule | undefined,
): void {}
