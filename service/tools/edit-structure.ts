/** Tabs, rows, columns, frozen panes, names. */
import { type StructureArgs, structureArgs } from './structure/args.ts'
import { freeze, nameRange, resize } from './structure/grid.ts'
import { deleteLines, insertLines } from './structure/lines.ts'
import { addTab, deleteTab, duplicateTab, renameTab, showTab } from './structure/tabs.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields } from './support/target.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

type Action = (args: StructureArgs, context: ToolContext) => Promise<ToolOutcome>

const actions: Record<StructureArgs['action'], Action> = {
  add_tab: addTab,
  rename_tab: renameTab,
  delete_tab: deleteTab,
  duplicate_tab: duplicateTab,
  hide_tab: (args, context) => showTab(args, context, false),
  show_tab: (args, context) => showTab(args, context, true),
  insert_rows: (args, context) => insertLines(args, context, 'ROWS'),
  insert_columns: (args, context) => insertLines(args, context, 'COLUMNS'),
  delete_rows: (args, context) => deleteLines(args, context, 'ROWS'),
  delete_columns: (args, context) => deleteLines(args, context, 'COLUMNS'),
  freeze,
  name_range: nameRange,
  resize,
}

export const editStructure = spreadsheetTool({
  name: 'edit_structure',
  brief:
    'action add_tab (new_name), rename_tab (tab, new_name), delete_tab, insert_rows | insert_columns (tab, index 3 | C = before it, count), delete_rows (range 3:3, 12:17), freeze (tab, rows, columns), name_range (range, name)',
  description:
    'Tabs, rows, columns, frozen panes, named ranges, size of the grid, on the tab named by tab. Inserts before index: a row number, column letters (1 = A). Writes beyond the grid grow it by themselves. Examples: {"action":"insert_columns","tab":"Plan","index":"C","count":2}, {"action":"delete_rows","range":"Plan!3:3, 12:17"}, {"action":"freeze","tab":"Plan","rows":1,"columns":2}',
  args: structureArgs,
  fields: ({ tab, range }, context) => ({
    ...(range === undefined ? {} : rangeFields(range, context)),
    ...(tab === undefined && range !== undefined ? {} : { sheet_name: tab ?? context.turn.sheetName }),
  }),
  run: (args, context) => actions[args.action](args, context),
})
