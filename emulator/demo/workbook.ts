/** The demo workbook, built the same every time. */
import type { WorkbookData } from '../dialect/engine.ts'
import { emptyWorkbookData } from '../sheets/create.ts'

export function demoWorkbookData(): WorkbookData {
  return emptyWorkbookData('Rowhand demo', 'Orders', 0)
}
