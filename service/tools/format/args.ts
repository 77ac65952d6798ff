/** Arguments of format_range: flat, because models fill flat objects best. */
import { z } from 'zod'
import { conditionValue, operators } from '../support/conditions.ts'

export const formatActions = [
  'number_format',
  'text_style',
  'borders',
  'conditional',
  'validation',
  'column_width',
  'merge',
  'clear',
] as const

/** Taken from earlier conversations and the offline planner; tools of their own are advertised instead. */
const hidden = <T extends z.ZodType>(type: T) => type.meta({ hidden: true })

export const formatArgs = z.object({
  range: z.string(),
  action: z.enum(formatActions),
  pattern: z.string().optional().describe('$#,##0.00, 0.0%, yyyy-mm-dd'),
  kind: hidden(z.enum(['currency', 'percent', 'date', 'number', 'text']).optional()),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: hidden(z.boolean().optional()),
  strikethrough: hidden(z.boolean().optional()),
  size: z.int().min(1).max(400).optional(),
  color: z.string().optional().describe('text or border, #rrggbb or name'),
  background: z.string().optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  wrap: z.boolean().optional(),
  sides: z.enum(['all', 'outer', 'inner', 'top', 'bottom', 'left', 'right']).optional().describe('borders'),
  line: hidden(z.enum(['solid', 'medium', 'thick', 'dashed', 'dotted', 'double', 'none']).optional()),
  op: hidden(z.enum(operators).optional()),
  value: hidden(conditionValue.optional()),
  formula: hidden(z.string().optional()),
  list: hidden(z.array(z.string()).optional()),
  list_range: hidden(z.string().optional()),
  checkbox: hidden(z.boolean().optional()),
  strict: hidden(z.boolean().optional()),
  pixels: z.int().min(2).max(2000).optional().describe('width; left out = fit'),
  merge: z.enum(['all', 'rows', 'columns', 'none']).optional(),
  what: z.enum(['format', 'values', 'all', 'validation', 'conditional']).optional().describe('clear'),
  overwrite: hidden(z.boolean().optional()),
})
export type FormatArgs = z.output<typeof formatArgs>
