/** Tidies texts: spaces, case, duplicates, replacements, splitting and joining columns. */
import { type CleanArgs, cleanActions, cleanArgs } from './clean/args.ts'
import { changeTexts } from './clean/change-texts.ts'
import { dedupe } from './clean/dedupe.ts'
import { mergeColumns } from './clean/merge-columns.ts'
import { split } from './clean/split.ts'
import { Refusal } from './support/refusal.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields } from './support/target.ts'

/** What is to be found says what is meant. */
function actionOf(args: CleanArgs): NonNullable<CleanArgs['action']> {
  const { action, find, find_replace: pairs } = args
  if (action !== undefined) return action
  if (find !== undefined || pairs !== undefined) return 'find_replace'
  if (args.as_dates) return 'as_dates'
  if (args.as_numbers) return 'as_numbers'
  throw new Refusal(`Say what to do with action: ${cleanActions.join(', ')}. Nothing was changed.`)
}

export const cleanRange = spreadsheetTool({
  name: 'clean_range',
  brief:
    'range, action trim | upper | lower | title | find_replace (find, replace, regex), as_numbers, as_dates | dedupe (key_columns) | split (delimiter) | merge_columns',
  description:
    'Cleans texts in place: trim, upper, lower, title, sentence, find_replace; dedupe removes repeated rows; split cuts a column at delimiter into the empty columns right of it; merge_columns joins columns into one. Formulas and numbers stay. as_numbers and as_dates stand alone or go with another action on texts. Examples: {"action":"find_replace","range":"B2:B","find":" pcs","replace":"","as_numbers":true}, {"action":"dedupe","range":"A1:F","key_columns":["B"]}',
  args: cleanArgs,
  fields: ({ range }, context) => rangeFields(range, context),
  run(input, context) {
    const args = { ...input, action: actionOf(input) }
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
