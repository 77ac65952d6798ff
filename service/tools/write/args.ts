/** What write_range takes. */
import { z } from 'zod'

const pattern = z.string().max(200).optional()
const formatFrom = z.string().optional()
const values = z.array(z.array(z.union([z.string(), z.number(), z.boolean(), z.null()])))

export const writeArgs = z.object({
  range: z.string().optional().describe('For values the top left cell is enough'),
  values: values.optional().describe('null leaves a cell, "" empties it, =… is a formula'),
  formula: z.string().optional().describe('Of the first cell; filled over the range'),
  blocks: z
    .array(
      z.object({
        range: z.string(),
        values: values.optional(),
        formula: z.string().optional(),
        pattern,
        format_from: formatFrom,
      }),
    )
    .max(100)
    .optional()
    .meta({
      shown: {
        type: 'array',
        items: { type: 'object' },
        description: '[{range, values|formula, pattern, format_from}]',
      },
    }),
  overwrite: z.boolean().optional().describe('Replace filled cells'),
  if_equal: z.boolean().optional().describe('Replace only if the formula gives what stands there'),
  as_values: z.boolean().optional().describe('Keep results, not formulas'),
  pattern,
  format_from: formatFrom.describe('left, above or a range'),
})
export type WriteArgs = z.output<typeof writeArgs>
