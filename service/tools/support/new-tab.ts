/** Titles for new tabs: what was asked for, or refused where it is taken. */
import type { SpreadsheetMeta } from '../../sheets/spreadsheet.ts'
import { Refusal } from './refusal.ts'

const LONGEST_TITLE = 100

/** Google compares titles without regard to case. */
export function guardFreeTitle(meta: SpreadsheetMeta, title: string, exceptSheetId?: number): string {
  const trimmed = title.trim()
  if (trimmed === '' || trimmed.length > LONGEST_TITLE) {
    throw new Refusal(`A tab's title has 1 to ${LONGEST_TITLE} characters. Nothing was changed.`)
  }
  const taken = meta.tabs.find(
    tab => tab.sheetId !== exceptSheetId && tab.title.toLowerCase() === trimmed.toLowerCase(),
  )
  if (taken)
    throw new Refusal(`There is a tab "${taken.title}" already. Nothing was changed. Choose another title.`)
  return trimmed
}
