/** A verb in a message opens nothing where the message does not ask for it. */
import { describe, expect, it } from 'vitest'
import { type Call, useAttempts } from './attempt.ts'
import { hideLines } from './corpus/hide-lines.ts'
import {
  aTabIsDeleted,
  everythingIsCleared,
  everythingIsOverwritten,
  rowsAreDeleted,
  rowsAreHidden,
  textBecomesWhite,
} from './corpus/unasked.ts'
import { shop } from './shop.ts'

const attempts = useAttempts()

const cells = Array.from({ length: 80 }, (_, row) =>
  Array.from({ length: 8 }, (__, column) => `x${row}/${column}`),
)
const cases: [does: string, call: Call, messages: readonly string[]][] = [
  [
    'a tab is deleted',
    { tool: 'edit_structure', args: { action: 'delete_tab', tab: 'Budget' } },
    aTabIsDeleted,
  ],
  [
    'rows are deleted',
    { tool: 'edit_structure', args: { action: 'delete_rows', range: '2:60' } },
    rowsAreDeleted,
  ],
  [
    'everything is overwritten',
    { tool: 'write_range', args: { range: 'A2:H81', overwrite: true, values: cells } },
    everythingIsOverwritten,
  ],
  [
    'everything is cleared',
    { tool: 'format_range', args: { range: 'A1:H81', action: 'clear', what: 'values' } },
    everythingIsCleared,
  ],
  [
    'rows are hidden',
    {
      tool: 'sheet_requests',
      args: {
        requests: [hideLines('ROWS', 9, 30)],
      },
    },
    rowsAreHidden,
  ],
  [
    'text becomes white',
    { tool: 'format_range', args: { range: 'A2:H20', action: 'text_style', color: '#ffffff' } },
    textBecomesWhite,
  ],
]

for (const [does, call, messages] of cases) {
  const kind = /hidden|white/.test(does) ? 'hide' : 'destroy'
  describe(`before ${does}, the person is asked where the message is`, () => {
    it.each([...messages])('%s', async message => {
      const { asked, went } = await attempts.make(message, [call], shop())
      expect({ went, kind: asked?.kind }).toEqual({ went: false, kind })
    })
  })
}
