/** What sort_filter_range takes. */
import { z } from 'zod'
import { operators } from '../../sheets/conditions.ts'
import { conditionValue } from '../support/conditions.ts'
import { hidden } from '../support/hidden.ts'

const order = z.enum(['asc', 'desc'])
const sortKeys = z.array(z.object({ column: z.string(), order: order.optional() })).min(1)

export const sortFilterArgs = z.object({
  action: z.enum(['sort', 'filter_to_tab', 'set_filter', 'clear_filter']),
  range: z.string().describe('The whole table, with its header, for example A1:F or A:F'),
  by: sortKeys.optional().describe('sort: columns by letter or header'),
  sort: hidden(sortKeys.optional()),
  column: hidden(z.string().optional()),
  order: hidden(order.optional()),
  has_header: z.boolean().optional().describe('Left out = detected'),
  conditions: z
    .array(z.object({ column: z.string(), op: z.enum(operators), value: conditionValue.optional() }))
    .optional()
    .describe('Rows that meet all of them stay'),
  formula: z.string().optional().describe('set_filter: TRUE for rows that stay; for the first data row'),
  target_tab: z.string().optional().describe('filter_to_tab: title of the new tab'),
})
export type SortFilterArgs = z.output<typeof sortFilterArgs>
