/** A planned call in a sentence that a person understands. */
import { expect, test } from 'vitest'
import { describeCall } from '../../../service/models/describe-call.ts'

test.each([
  [
    {
      tool: 'format_range',
      args: { action: 'number_format', range: "'Orders'!G2:G121", kind: 'currency', pattern: '"$"#,##0.00' },
    },
    'Format `Orders!G2:G121` as an amount of money (`"$"#,##0.00`).',
  ],
  [
    {
      tool: 'format_range',
      args: { action: 'text_style', range: 'A1:B1', bold: true, wrap: false, background: 'yellow' },
    },
    'Format `A1:B1`: bold, not wrap, background `yellow`.',
  ],
  [{ tool: 'format_range', args: { range: 'C2:C9', pattern: '0.0%' } }, 'Format `C2:C9` as `0.0%`.'],
  [
    {
      tool: 'copy_paste_range',
      args: { source_range: "'Orders'!F1", target_range: "'My tab'!G1", paste_type: 'format' },
    },
    "Copy the format of `Orders!F1` to `'My tab'!G1`.",
  ],
])('the call %j is told without the words of tools', (call, sentence) => {
  expect(describeCall(call)).toBe(sentence)
})
