/** Formulas tried, and expectations checked, without changing a cell of the person's. */
import { z } from 'zod'
import { evaluate, type Tried } from './support/scratch.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { findTab } from './support/target.ts'

const MOST_FORMULAS = 10

const tryArgs = z.object({
  formulas: z.array(z.string()).min(1).max(MOST_FORMULAS),
  tab: z.string().optional().describe("What references without a tab mean; left out = the turn's"),
})

export const tryFormula = spreadsheetTool({
  name: 'try_formula',
  brief: 'formulas [..]; what they would show, nothing is written',
  description:
    'Shows what formulas would give without writing them to the sheet, also what they spill over. Example: {"formulas":["=SUMIFS(C:C,A:A,\\"North\\")","=UNIQUE(A2:A)"]}',
  args: tryArgs,
  fields: (_args, { turn }) => ({ sheet_name: turn.sheetName }),
  async run({ formulas, tab }, context) {
    const { title } = findTab(context, await context.spreadsheet.meta(), tab)
    const tried = await evaluate(context, formulas, title)
    return { state: 'succeeded', output: { results: tried.map(words) }, fields: { sheet_name: title } }
  },
})

const words = ({ formula, shows, error, spills_over }: Tried) => ({
  formula,
  shows: shows.length === 1 && shows[0]!.length === 1 ? shows[0]![0] : shows,
  ...(error === undefined ? {} : { error }),
  ...(spills_over === undefined ? {} : { spills_over }),
})

const checkArgs = z.object({
  expectations: z
    .array(z.object({ what: z.string().max(200), formula: z.string().describe('TRUE where it holds') }))
    .min(1)
    .max(MOST_FORMULAS),
  tab: z.string().optional(),
})

export const check = spreadsheetTool({
  name: 'check',
  brief: 'expectations [{what, formula that is TRUE}]; verifies results before you say done',
  description:
    'Evaluates expectations about the sheet: formulas that must be TRUE. Changes nothing. Example: {"expectations":[{"what":"total of orders equals the summary","formula":"=ABS(SUM(Orders!F2:F)-Summary!C4)<0.005"}]}',
  args: checkArgs,
  fields: (_args, { turn }) => ({ sheet_name: turn.sheetName }),
  async run({ expectations, tab }, context) {
    const { title } = findTab(context, await context.spreadsheet.meta(), tab)
    const tried = await evaluate(
      context,
      expectations.map(({ formula }) => formula),
      title,
    )
    const results = tried.map((one, index) => ({
      what: expectations[index]!.what,
      holds: one.value === true,
      ...(one.value === true ? {} : { shows: one.error ?? one.shows[0]?.[0] ?? '' }),
    }))
    const wrong = results.filter(({ holds }) => !holds).length
    return {
      state: 'succeeded',
      output: { hold: results.length - wrong, do_not_hold: wrong, results },
      fields: { sheet_name: title },
    }
  },
})
