/** What clean_range takes. */
import { z } from 'zod'
import { hidden } from '../support/hidden.ts'

export const cleanActions = [
  'trim',
  'upper',
  'lower',
  'title',
  'sentence',
  'dedupe',
  'find_replace',
  'as_numbers',
  'as_dates',
  'split',
  'merge_columns',
] as const

export const cleanArgs = z.object({
  action: z.enum(cleanActions).optional(),
  range: z.string(),
  has_header: z.boolean().optional().describe('Left out = detected'),
  key_columns: z.array(z.string()).optional().describe('dedupe: must agree; left out = all'),
  find: z.string().optional(),
  replace: z.string().optional(),
  find_replace: hidden(
    z
      .array(z.object({ find: z.string(), replace: z.string() }))
      .min(1)
      .optional(),
  ),
  as_numbers: z
    .boolean()
    .optional()
    .describe('Texts that are numbers, or dates like 2021-01-18, become such'),
  as_dates: z.boolean().optional().describe('Texts that are dates in any common way become dates'),
  match_case: z.boolean().optional(),
  whole_cell: z.boolean().optional(),
  regex: z.boolean().optional(),
  delimiter: z.string().optional().describe('split, merge_columns'),
  target: z.string().optional().describe('merge_columns: result column; left out = right of the range'),
  overwrite: z.boolean().optional(),
})
export type CleanArgs = z.output<typeof cleanArgs>
