/** All tools, in the order in which models see them. */
import type { ToolDeclaration } from '../models/types.ts'
import { cleanRange } from './clean-range.ts'
import { copyPasteRange } from './copy-paste-range.ts'
import { editStructure } from './edit-structure.ts'
import { formatRange } from './format-range.ts'
import { getSheetOverview } from './get-sheet-overview.ts'
import { readRange } from './read-range.ts'
import { readSpreadsheetFields } from './read-spreadsheet-fields.ts'
import { sortFilterRange } from './sort-filter-range.ts'
import type { Tool } from './tool.ts'
import { writeRange } from './write-range.ts'

export const tools: readonly Tool[] = [
  getSheetOverview,
  readRange,
  writeRange,
  copyPasteRange,
  formatRange,
  sortFilterRange,
  cleanRange,
  editStructure,
  readSpreadsheetFields,
]

/** A tool as a model sees it. */
export const declaration = ({ name, description, args }: Tool): ToolDeclaration => ({
  name,
  description,
  args,
})
