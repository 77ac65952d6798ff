/** Rules that colour cells by what they hold. */
import { z } from 'zod'
import { formatRange } from './format-range.ts'
import { conditionValue, operators } from './support/conditions.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields } from './support/target.ts'

const args = z.object({
  range: z.string(),
  op: z.enum(operators).optional(),
  value: conditionValue.optional(),
  formula: z.string().optional().describe('In place of op and value; for the top left cell'),
  background: z.string().optional(),
  color: z.string().optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
})

export const conditionalFormat = spreadsheetTool({
  name: 'conditional_format',
  brief:
    '{range, op:=|>|contains|empty…, value | formula, background?, color?, bold?} colours cells by a rule',
  description:
    'Adds a rule that formats cells by what they hold. Example: {"range":"D2:D","op":">","value":100,"background":"light green"}',
  args,
  fields: ({ range }, context) => rangeFields(range, context),
  run: (input, context) => formatRange.run({ ...input, action: 'conditional' }, context),
})
