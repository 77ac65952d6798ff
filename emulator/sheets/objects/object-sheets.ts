/**
 * Tabs that are one chart and nothing else, Google's sheets of type OBJECT. To the engine such a tab is a grid
 * with a chart on it; an annotation says what it is.
 */
import type { Workbook } from '../workbook/workbook.ts'

export const objectSheetAnnotation = (sheetId: string) => ({
  id: `object-sheet:${sheetId}`,
  kind: 'object-sheet',
  sheetId,
  lasts: 'always' as const,
  ranges: [],
  data: {},
})

export const isObjectSheet = ({ getters }: Workbook, sheetId: string): boolean =>
  getters.getAnnotations('object-sheet', sheetId).length > 0
