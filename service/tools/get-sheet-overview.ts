/** The picture of the whole spreadsheet, for a model that wants to look before it acts. */
import { z } from 'zod'
import { withoutCells } from '../sheets/overview/overview.ts'
import { shortenOverview } from '../sheets/overview/shorten-overview.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'

/** About 7,000 tokens. */
const MOST_CHARACTERS = 24_000

export const getSheetOverview = spreadsheetTool({
  name: 'get_sheet_overview',
  brief: 'columns of tabs that the context left out',
  reads: true,
  description:
    'Shows all tabs: used range, header row, columns with types, samples, formulas, errors; merges, protected and named ranges. Call it first when you do not know the sheet, and again after structural changes.',
  args: z.object({ tabs: z.array(z.string()).max(10).optional().describe('Tabs to show in full') }),
  fields: (_args, { turn }) => ({ sheet_name: turn.sheetName }),
  async run({ tabs }, context) {
    const overview = withoutCells(await context.spreadsheet.overview(context.turn.sheetId))
    const wanted = new Set(tabs ?? [overview.active_tab])
    return {
      state: 'succeeded',
      output: shortenOverview(overview, MOST_CHARACTERS, tab => wanted.has(tab.title)),
      fields: { sheet_name: overview.active_tab },
    }
  },
})
