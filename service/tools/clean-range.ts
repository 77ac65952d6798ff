/** Tidies texts: spaces, case, duplicates, replacements, splitting and joining columns. */
import { z } from 'zod'
import { changeTexts } from './clean/change-texts.ts'
import { dedupe } from './clean/dedupe.ts'
import { mergeColumns } from './clean/merge-columns.ts'
import { split } from './clean/split.ts'
import { spreadsheetTool } from './support/refusal.ts'
import { rangeFields } from './support/target.ts'

export const cleanArgs = z.object({
  action: z.enum([
    'trim',
    'upper',
    'lower',
    'title',
    'sentence',
    'dedupe',
    'find_replace',
    'split',
    'merge_columns',
  ]),
  range: z.string(),
  has_header: z.boolean().optional().describe('Left out = detected'),
  key_columns: z.array(z.string()).optional().describe('dedupe: must agree; left out = all'),
  find: z.string().optional(),
  replace: z.string().optional(),
  match_case: z.boolean().optional(),
  whole_cell: z.boolean().optional(),
  regex: z.boolean().optional(),
  delimiter: z.string().optional().describe('split, merge_columns'),
  target: z.string().optional().describe('merge_columns: result column; left out = right of the range'),
  overwrite: z.boolean().optional(),
})
export type CleanArgs = z.output<typeof cleanArgs>

export const cleanRange = spreadsheetTool({
  name: 'clean_range',
  description:
    'Cleans texts in place: trim, upper, lower, title, sentence, find_replace; dedupe removes repeated rows; split cuts a column at delimiter into the empty columns right of it; merge_columns joins columns into one. Formulas and numbers stay. Examples: {"action":"trim","range":"B2:B"}, {"action":"dedupe","range":"A1:F","key_columns":["B"]}',
  args: cleanArgs,
  fields: ({ range }, context) => rangeFields(range, context),
  run(args, context) {
    switch (args.action) {
      case 'dedupe':
        return dedupe(args, context)
      case 'split':
        return split(args, context)
      case 'merge_columns':
        return mergeColumns(args, context)
      default:
        return changeTexts(args, context)
    }
  },
})
