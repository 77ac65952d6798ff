/** All tools, in the order in which models see them. */
import type { ToolDeclaration } from '../models/types.ts'
import { createBulkPrompt } from './bulk-prompt.ts'
import { createBulkSearch } from './bulk-search.ts'
import { editChart } from './charts/edit-chart.ts'
import { insertChart } from './charts/insert-chart.ts'
import { cleanRange } from './clean-range.ts'
import { conditionalFormat } from './conditional-format.ts'
import { copyPasteRange } from './copy-paste-range.ts'
import { dataValidation } from './data-validation.ts'
import { editStructure } from './edit-structure.ts'
import { find, trace } from './find.ts'
import { formatRange } from './format-range.ts'
import { getSheetOverview } from './get-sheet-overview.ts'
import { createUseTool } from './more-tools.ts'
import { protectRange, setNotes } from './notes-protection.ts'
import { editPivotTable } from './pivots/edit-pivot-table.ts'
import { insertPivotTable } from './pivots/insert-pivot-table.ts'
import { queryData } from './query-data.ts'
import { readAttachment } from './read-attachment.ts'
import { readRange } from './read-range.ts'
import { readSpreadsheetFields } from './read-spreadsheet-fields.ts'
import { fillSeries, unpivot } from './reshape.ts'
import { rowsColumns } from './rows-columns.ts'
import { sheetRequests } from './sheet-requests.ts'
import { createSkill, loadSkill } from './skills.ts'
import { sortFilterRange } from './sort-filter-range.ts'
import { styleTable } from './style-table.ts'
import type { Tool } from './tool.ts'
import { check, tryFormula } from './try-formula.ts'
import { viewRange } from './view-range.ts'
import { webSearch } from './web-search.ts'
import { writeRange } from './write-range.ts'

export { createWebSearch } from '../search/web-search.ts'
export { listSkills } from './skills.ts'

export interface ToolSettings {
  /** Rows of bulk_prompt under way at once; 100 unless told otherwise. */
  bulkConcurrency?: number
  /** The same for bulk_search; 20 unless told otherwise. */
  bulkSearchConcurrency?: number
}

export const createTools = ({
  bulkConcurrency,
  bulkSearchConcurrency,
}: ToolSettings = {}): readonly Tool[] => {
  const all: Tool[] = [
    readRange,
    writeRange,
    formatRange,
    editStructure,
    tryFormula,
    check,
    viewRange,
    find,
    trace,
    queryData,
    sortFilterRange,
    styleTable,
    conditionalFormat,
    dataValidation,
    copyPasteRange,
    rowsColumns,
    unpivot,
    fillSeries,
    cleanRange,
    insertChart,
    editChart,
    insertPivotTable,
    editPivotTable,
    getSheetOverview,
    setNotes,
    protectRange,
    readSpreadsheetFields,
    createBulkPrompt(bulkConcurrency === undefined ? {} : { concurrency: bulkConcurrency }),
    createBulkSearch(bulkSearchConcurrency === undefined ? {} : { concurrency: bulkSearchConcurrency }),
    readAttachment,
    webSearch,
    loadSkill,
    createSkill,
    sheetRequests,
  ]
  return [...all, createUseTool(all)]
}

export const tools = createTools()

/** A tool as a model sees it. */
export const declaration = ({ name, description, args }: Tool): ToolDeclaration => ({
  name,
  description,
  args,
})
