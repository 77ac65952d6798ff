/** Sorts, filters in place, and filters into a new tab. */
import { z } from 'zod'
import { clearFilter, setFilter } from './sort-filter/filter.ts'
import { filterToTab } from './sort-filter/filter-to-tab.ts'
import { sort } from './sort-filter/sort.ts'
import { conditionValue, operators } from './support/conditions.ts'
import { spreadsheetTool } from './support/refusal.ts'
import { rangeFields } from './support/target.ts'

export const sortFilterArgs = z.object({
  action: z.enum(['sort', 'filter_to_tab', 'set_filter', 'clear_filter']),
  range: z.string().describe('The whole table, with its header, for example A1:F or A:F'),
  by: z
    .array(z.object({ column: z.string(), order: z.enum(['asc', 'desc']).optional() }))
    .optional()
    .describe('sort: columns by letter or header'),
  has_header: z.boolean().optional().describe('Left out = detected'),
  conditions: z
    .array(z.object({ column: z.string(), op: z.enum(operators), value: conditionValue.optional() }))
    .optional()
    .describe('Rows that meet all of them stay'),
  target_tab: z.string().optional().describe('filter_to_tab: title of the new tab'),
})
export type SortFilterArgs = z.output<typeof sortFilterArgs>

const actions = { sort, filter_to_tab: filterToTab, set_filter: setFilter, clear_filter: clearFilter }

export const sortFilterRange = spreadsheetTool({
  name: 'sort_filter_range',
  description:
    'Sorts a table; copies matching rows to a new tab (filter_to_tab, values only); sets or clears a filter. Examples: {"action":"sort","range":"A1:F","by":[{"column":"C","order":"desc"}]}, {"action":"filter_to_tab","range":"A1:F","conditions":[{"column":"Status","op":"=","value":"open"}],"target_tab":"Open"}',
  args: sortFilterArgs,
  fields: ({ range }, context) => rangeFields(range, context),
  run: (args, context) => actions[args.action](args, context),
})
