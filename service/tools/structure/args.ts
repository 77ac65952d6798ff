/** What edit_structure takes. */
import { z } from 'zod'
import { MAX_COLUMNS, MAX_ROWS } from '../../sheets/a1.ts'

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
  tab: z.string().optional().describe("Left out = the turn's"),
  new_name: z.string().optional(),
  index: z
    .union([z.int().min(1), z.string()])
    .optional()
    .describe('Row number or column letters'),
  count: z.int().min(1).max(50_000).optional(),
  rows: z.int().min(0).max(MAX_ROWS).optional().describe('freeze, resize, add_tab'),
  columns: z.int().min(0).max(MAX_COLUMNS).optional(),
  range: z.string().optional().describe('name_range; rows or columns to delete, 3:3, 12:17'),
  name: z.string().optional(),
})
export type StructureArgs = z.output<typeof structureArgs>
