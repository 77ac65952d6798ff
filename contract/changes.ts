/** What a turn changed in the spreadsheet, and taking it back: additions to the interface. */
import { z } from 'zod'
import { dateTime, named, uuid } from './schema.ts'

export const changeKinds = [
  'values',
  'format',
  'note',
  'validation',
  'conditional_format',
  'merge',
  'size',
  'filter',
  'named_range',
  'protected_range',
  'chart',
  'pivot',
  'banding',
  'table',
  'rows',
  'columns',
  'tab',
  'sort',
  'other',
] as const
export const changeKind = z.enum(changeKinds)
export type ChangeKind = z.infer<typeof changeKind>

const cellContent = z.strictObject({
  formula: z.string().nullable().describe('The formula, where the cell held one.'),
  shown: z.string().nullable().describe('What the cell showed; null where it was empty.'),
})
export type CellContent = z.infer<typeof cellContent>

/** Most samples of one change. */
export const MAX_CHANGE_SAMPLES = 100

export const change = named(
  'Change',
  z.strictObject({
    change_id: uuid,
    tool_call_id: uuid,
    tool: z.string(),
    kind: changeKind,
    sheet_id: z.int().nullable(),
    sheet_name: z.string().nullable(),
    range: z.string().nullable().describe('A1 without the tab; null where the change is not one of cells.'),
    cells: z.int().min(0),
    description: z.string().describe('In plain words, for example "Deleted rows 5 to 8".'),
    at: dateTime,
    undo_state: z.enum(['none', 'undone', 'partly', 'not_possible']),
    undo_note: z.string().nullable(),
    samples: z
      .array(z.strictObject({ cell: z.string(), before: cellContent, after: cellContent }))
      .max(MAX_CHANGE_SAMPLES)
      .optional()
      .describe('With cells=true.'),
    samples_truncated: z.boolean().optional().describe('With cells=true: there are more cells than samples.'),
  }),
)
export type Change = z.infer<typeof change>

export const changesSummary = named(
  'ChangesSummary',
  z.strictObject({
    state: z
      .enum(['none', 'recording', 'complete', 'expired'])
      .describe('recording: the turn still runs, or what it left is being looked at.'),
    cells: z.int().min(0),
    ranges: z.int().min(0),
    tabs: z.array(
      z.strictObject({
        sheet_id: z.int(),
        sheet_name: z.string(),
        cells: z.int().min(0),
        kinds: z.array(changeKind),
      }),
    ),
    new_tabs: z.int().min(0),
    deleted_tabs: z.int().min(0),
    structure: z.int().min(0).describe('Changes of rows, columns and tabs.'),
    side_effects: z.strictObject({
      new_errors: z.int().min(0).describe('Formulas elsewhere that became errors.'),
      changed_values: z.int().min(0).describe('Formulas elsewhere whose value is another one now.'),
      checked: z.boolean(),
    }),
    proof: z.strictObject({
      state: z.enum(['unchanged', 'changed_elsewhere', 'not_checked']),
      checked_cells: z.int().min(0).describe('Filled cells outside of the ranges that were compared.'),
      others: z.int().min(0).describe('Cells that differ there; no call of the turn wrote to them.'),
      note: z.string().nullable(),
    }),
    undoable: z.boolean(),
    undone: z.enum(['no', 'partly', 'yes']),
    undo_id: uuid.nullable().describe('The latest undo or redo of this turn.'),
  }),
)
export type ChangesSummary = z.infer<typeof changesSummary>

export const changesPage = named(
  'ChangesPage',
  z.strictObject({
    summary: changesSummary,
    changes: z.array(change),
    end_cursor: z.string().nullable(),
    has_next_page: z.boolean(),
    total: z.int().min(0),
  }),
  { description: 'What a turn changed, oldest first.' },
)
export type ChangesPage = z.infer<typeof changesPage>

export const undoRequest = named(
  'UndoRequest',
  z.strictObject({
    tool_call_ids: z
      .array(uuid)
      .min(1)
      .max(1_000)
      .optional()
      .describe('Only these calls. Default: the whole turn.'),
    ranges: z
      .array(z.string().min(1).max(300))
      .min(1)
      .max(100)
      .optional()
      .describe("Only cells in these ranges, in A1 with the tab, for example 'Orders'!B2:D40."),
  }),
)
export type UndoRequest = z.infer<typeof undoRequest>

/** Most ranges that an undo lists as kept. */
export const MAX_KEPT_RANGES = 100

export const undo = named(
  'Undo',
  z.strictObject({
    id: uuid,
    turn_id: uuid,
    kind: z.enum(['undo', 'redo']),
    status: z.enum(['running', 'succeeded', 'failed']),
    restored: z.strictObject({ cells: z.int().min(0), changes: z.int().min(0) }),
    kept: z
      .array(
        z.strictObject({
          sheet_name: z.string(),
          range: z.string(),
          cells: z.int().min(0),
          reason: z.string(),
        }),
      )
      .max(MAX_KEPT_RANGES)
      .describe('What was changed since and therefore stays.'),
    kept_total: z.int().min(0).describe('All cells that stay.'),
    not_possible: z.array(z.strictObject({ description: z.string(), reason: z.string() })),
    message: z.string().describe('One plain sentence.'),
    created_at: dateTime,
    completed_at: dateTime.nullable(),
    redoable: z.boolean(),
  }),
)
export type Undo = z.infer<typeof undo>
