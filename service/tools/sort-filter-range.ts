/** Sorts, filters in place, and filters into a new tab. */
import { sortFilterArgs } from './sort-filter/args.ts'
import { clearFilter, setFilter } from './sort-filter/filter.ts'
import { filterToTab } from './sort-filter/filter-to-tab.ts'
import { sort } from './sort-filter/sort.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields } from './support/target.ts'

const actions = { sort, filter_to_tab: filterToTab, set_filter: setFilter, clear_filter: clearFilter }

export const sortFilterRange = spreadsheetTool({
  name: 'sort_filter_range',
  brief:
    'action sort (range, by [{column, order}]) | filter_to_tab (range, conditions [{column, op, value}], target_tab) | set_filter | clear_filter',
  description:
    'Sorts a table; copies matching rows to a new tab (filter_to_tab, values only); sets or clears a filter. Examples: {"action":"sort","range":"A1:F","by":[{"column":"C","order":"desc"}]}, {"action":"filter_to_tab","range":"A1:F","conditions":[{"column":"Status","op":"=","value":"open"}],"target_tab":"Open"}',
  args: sortFilterArgs,
  fields: ({ range }, context) => rangeFields(range, context),
  run: (args, context) => actions[args.action](args, context),
})
