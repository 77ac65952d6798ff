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
    'add_tab, rename_tab (new_name), delete_tab, insert_rows, insert_columns (index, count), delete_rows (range), freeze (rows), name_range',
  description:
    'Tabs, rows, columns, frozen panes, named ranges, size of the grid. Inserts before index. Example: {"action":"insert_columns","index":"C","count":2}',
  args: structureArgs,
  fields: ({ tab, range }, context) => ({
    ...(range === undefined ? {} : rangeFields(range, context)),
    ...(tab === undefined && range !== undefined ? {} : { sheet_name: tab ?? context.turn.sheetName }),
  }),
  run: (args, context) => actions[args.action](args, context),
})
