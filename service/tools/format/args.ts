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

export const formatArgs = z.object({
  range: z.string(),
  action: z.enum(formatActions),
  pattern: z.string().optional().describe('For example $#,##0.00, 0.0%, yyyy-mm-dd'),
  kind: z.enum(['currency', 'percent', 'date', 'number', 'text']).optional(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strikethrough: z.boolean().optional(),
  size: z.int().min(1).max(400).optional().describe('points'),
  color: z.string().optional().describe('text or border colour, #rrggbb or a name'),
  background: z.string().optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  wrap: z.boolean().optional(),
  sides: z
    .enum(['all', 'outer', 'inner', 'top', 'bottom', 'left', 'right'])
    .optional()
    .describe('borders; default all'),
  line: z.enum(['solid', 'medium', 'thick', 'dashed', 'dotted', 'double', 'none']).optional(),
  op: z.enum(operators).optional().describe('conditional, validation'),
  value: conditionValue.optional(),
  formula: z.string().optional().describe('conditional, validation: for the top left cell'),
  list: z.array(z.string()).optional().describe('validation: allowed values'),
  list_range: z.string().optional().describe('validation: allowed values from cells'),
  checkbox: z.boolean().optional(),
  strict: z.boolean().optional().describe('validation: reject other input; default true'),
  pixels: z.int().min(2).max(2000).optional().describe('column_width; left out = fit to contents'),
  merge: z.enum(['all', 'rows', 'columns', 'none']).optional().describe('none unmerges'),
  what: z
    .enum(['format', 'values', 'all', 'validation', 'conditional'])
    .optional()
    .describe('clear; default format'),
  overwrite: z.boolean().optional(),
})
export type FormatArgs = z.output<typeof formatArgs>
