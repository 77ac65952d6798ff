/** What cells accept: lists, checkboxes, conditions. */
import { z } from 'zod'
import { operators } from '../sheets/conditions.ts'
import { formatRange } from './format-range.ts'
import { conditionValue } from './support/conditions.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { rangeFields } from './support/target.ts'

const args = z.object({
  range: z.string(),
  list: z.array(z.string()).optional().describe('Allowed values'),
  list_range: z.string().optional().describe('Allowed values from cells'),
  checkbox: z.boolean().optional(),
  op: z.enum(operators).optional(),
  value: conditionValue.optional(),
  formula: z.string().optional().describe('For the top left cell'),
  strict: z.boolean().optional().describe('Reject other input; default true'),
})

export const dataValidation = spreadsheetTool({
  name: 'data_validation',
  brief: 'range, list | list_range | checkbox | op, value',
  description:
    'Sets what cells accept: a dropdown, a checkbox, a condition. Existing values stay. Example: {"range":"D2:D","list":["open","done"]}',
  args,
  fields: ({ range }, context) => rangeFields(range, context),
  run: (input, context) => formatRange.run({ ...input, action: 'validation' }, context),
})
