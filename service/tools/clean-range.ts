/** Tidies texts: spaces, case, duplicates, replacements, splitting and joining columns. */
import { cleanArgs } from './clean/args.ts'
import { changeTexts } from './clean/change-texts.ts'
import { dedupe } from './clean/dedupe.ts'
import { mergeColumns } from './clean/merge-columns.ts'
import { split } from './clean/split.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields } from './support/target.ts'

export const cleanRange = spreadsheetTool({
  name: 'clean_range',
  brief: 'trim, case, find_replace (regex), dedupe, split, merge_columns',
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
