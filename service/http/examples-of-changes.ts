/** Examples of what a turn changed, on the same order sheet as the others. */
import type { ChangesPage, Undo } from '../../contract/index.ts'

const turnId = '7c4c9a52-3f0e-4c7e-9d0a-52f6f0a3b1c8'
const undoId = 'c2f6b7d4-86a1-4a53-9c0e-1f7f4b7d5a21'

export const changesExample: ChangesPage = {
  summary: {
    state: 'complete',
    cells: 121,
    ranges: 1,
    tabs: [{ sheet_id: 0, sheet_name: 'Orders', cells: 121, kinds: ['values'] }],
    new_tabs: 0,
    deleted_tabs: 0,
    structure: 0,
    side_effects: { new_errors: 0, changed_values: 1, checked: true },
    proof: { state: 'unchanged', checked_cells: 605, others: 0, note: null },
    undoable: true,
    undone: 'no',
    undo_id: null,
  },
  changes: [
    {
      change_id: '0a4dd3c9-5e0f-4e34-8a3c-8f9d3f6b2e10',
      tool_call_id: '5f1b7a1e-93a5-4d53-9a55-0f0b9f1f7d02',
      tool: 'write_range',
      kind: 'values',
      sheet_id: 0,
      sheet_name: 'Orders',
      range: 'F1:F121',
      cells: 121,
      description: 'Wrote F1:F121',
      at: '2026-05-04T09:30:00.900Z',
      undo_state: 'none',
      undo_note: null,
    },
  ],
  end_cursor: 'Yzo3YzRjOWE1MjoxMg',
  has_next_page: false,
  total: 1,
}

export const undoExample: Undo = {
  id: undoId,
  turn_id: turnId,
  kind: 'undo',
  status: 'succeeded',
  restored: { cells: 118, changes: 1 },
  kept: [{ sheet_name: 'Orders', range: 'F7:F9', cells: 3, reason: 'Changed since, so it stays.' }],
  kept_total: 3,
  not_possible: [],
  message: 'Took back 1 change (118 cells). 3 cells were changed since and stay.',
  created_at: '2026-05-04T09:41:10.000Z',
  completed_at: '2026-05-04T09:41:11.300Z',
  redoable: true,
}
