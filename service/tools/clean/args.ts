/** What clean_range takes. */
import { z } from 'zod'

export const cleanArgs = z.object({
  action: z.enum([
    'trim',
    'upper',
    'lower',
    'title',
    'sentence',
    'dedupe',
    'find_replace',
    'split',
    'merge_columns',
  ]),
  range: z.string(),
  has_header: z.boolean().optional().describe('Left out = detected'),
  key_columns: z.array(z.string()).optional().describe('dedupe: must agree; left out = all'),
  find: z.string().optional(),
  replace: z.string().optional(),
  match_case: z.boolean().optional(),
  whole_cell: z.boolean().optional(),
  regex: z.boolean().optional(),
  delimiter: z.string().optional().describe('split, merge_columns'),
  target: z.string().optional().describe('merge_columns: result column; left out = right of the range'),
  overwrite: z.boolean().optional(),
})
export type CleanArgs = z.output<typeof cleanArgs>
