/** Tabs, rows, columns, frozen panes, names. */
import { z } from 'zod'
import { MAX_COLUMNS, MAX_ROWS } from '../sheets/a1.ts'
import { freeze, nameRange, resize } from './structure/grid.ts'
import { deleteLines, insertLines } from './structure/lines.ts'
import { addTab, deleteTab, duplicateTab, renameTab, showTab } from './structure/tabs.ts'
import { spreadsheetTool } from './support/refusal.ts'
import { rangeFields } from './support/target.ts'
import type { ToolContext, ToolOutcome } from './tool.ts'

export const structureArgs = z.object({
  action: z.enum([
    'add_tab',
    'rename_tab',
    'delete_tab',
    'duplicate_tab',
    'hide_tab',
    'show_tab',
    'insert_rows',
    'insert_columns',
    'delete_rows',
    'delete_columns',
    'freeze',
    'name_range',
    'resize',
  ]),
  tab: z.string().optional().describe("Title; left out = the turn's tab"),
  new_name: z.string().optional(),
  index: z
    .union([z.int().min(1), z.string()])
    .optional()
    .describe('Row number or column letters: insert before it, delete from it; add_tab: position'),
  count: z.int().min(1).max(50_000).optional().describe('Default 1'),
  rows: z.int().min(0).max(MAX_ROWS).optional().describe('freeze, resize'),
  columns: z.int().min(0).max(MAX_COLUMNS).optional(),
  range: z.string().optional().describe('name_range; or the rows or columns to delete, for example 5:8'),
  name: z.string().optional().describe('name_range'),
})
export type StructureArgs = z.output<typeof structureArgs>

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
  description:
    'Changes tabs, rows and columns, frozen panes, named ranges, the size of the grid. Examples: {"action":"insert_columns","index":"C","count":2}, {"action":"freeze","rows":1}, {"action":"rename_tab","tab":"Sheet1","new_name":"Leads"}',
  args: structureArgs,
  fields: ({ tab, range }, context) => ({
    ...(range === undefined ? {} : rangeFields(range, context)),
    ...(tab === undefined && range !== undefined ? {} : { sheet_name: tab ?? context.turn.sheetName }),
  }),
  run: (args, context) => actions[args.action](args, context),
})
