/** Tabs that a call makes: a title that is free, an id of the call's own, a note of the change. */
import type { SpreadsheetMeta } from '../../sheets/spreadsheet.ts'
import type { ToolContext } from '../tool.ts'
import { recordChange } from './journal.ts'
import { ownId } from './own-id.ts'
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

export interface OwnTab {
  sheetId: number
  title: string
  /** A run of this call before a crash has made it. */
  isThere: boolean
}

export async function ownTab(context: ToolContext, wanted: string): Promise<OwnTab> {
  const meta = await context.spreadsheet.meta()
  const sheetId = ownId(context, 'tab')
  const title = guardFreeTitle(meta, wanted, sheetId)
  return { sheetId, title, isThere: meta.tabs.some(tab => tab.sheetId === sheetId) }
}

export const recordOwnTab = (context: ToolContext, { sheetId, title }: OwnTab): Promise<unknown> =>
  recordChange(context, 0, {
    kind: 'structure',
    sheetId,
    range: null,
    before: null,
    after: { added_tab: title },
  })
