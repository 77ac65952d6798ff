/**
 * DataFilter: a range by A1 notation, by GridRange, or by the developer metadata that marks it.
 */
import type { sheets_v4 } from '@googleapis/sheets'
import { invalid } from '../google/errors.ts'
import { type Area, areaOf, parseA1 } from '../workbook/a1.ts'
import type { Workbook } from '../workbook/workbook.ts'
import { areasOfLookup } from './metadata.ts'

export function areasOfFilter(
  workbook: Workbook,
  filter: sheets_v4.Schema$DataFilter | null | undefined,
  path: string,
): Area[] {
  if (filter?.a1Range) return [parseA1(workbook, filter.a1Range)]
  if (filter?.gridRange) return [areaOf(workbook, filter.gridRange, path)]
  if (filter?.developerMetadataLookup) return areasOfLookup(workbook, filter.developerMetadataLookup)
  throw invalid(`Invalid ${path}: a data filter must have one of a1Range, gridRange, developerMetadataLookup`)
}
