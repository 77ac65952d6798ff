/** The picture of the whole spreadsheet, for a model that wants to look before it acts. */
import { z } from 'zod'
import { spreadsheetTool } from './support/refusal.ts'

export const getSheetOverview = spreadsheetTool({
  name: 'get_sheet_overview',
  reads: true,
  description:
    'Shows all tabs: used range, header row, columns with types, samples, formulas, errors; merges, protected ranges, named ranges. Call it first when you do not know the sheet, and again after structural changes.',
  args: z.object({}),
  fields: (_args, { turn }) => ({ sheet_name: turn.sheetName }),
  async run(_args, context) {
    const overview = await context.spreadsheet.overview(context.turn.sheetId)
    return { state: 'succeeded', output: overview, fields: { sheet_name: overview.active_tab } }
  },
})
