/** Arguments of format_range: flat, because models fill flat objects best. What is set says what is done. */
import { z } from 'zod'
import { operators } from '../../sheets/conditions.ts'
import { conditionValue } from '../support/conditions.ts'
import { hidden } from '../support/hidden.ts'

export const formatActions = [
  'number_format',
  'text_style',
  'borders',
  'banding',
  'conditional',
  'validation',
  'column_width',
  'row_height',
  'merge',
  'clear',
] as const
export type FormatAction = (typeof formatActions)[number]

const sides = ['all', 'outer', 'inner', 'top', 'bottom', 'left', 'right'] as const
const clearable = ['format', 'values', 'all', 'validation', 'conditional', 'note'] as const

const one = {
  range: z.string().describe('A1:F1, A9:F9'),
  action: hidden(z.enum(formatActions).optional()),
  pattern: z.string().optional().describe('$#,##0.00, 0.0%, yyyy-mm-dd'),
  kind: hidden(z.enum(['currency', 'percent', 'date', 'number', 'text']).optional()),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: hidden(z.boolean().optional()),
  strikethrough: hidden(z.boolean().optional()),
  size: z.int().min(1).max(400).optional(),
  font: hidden(z.string().max(100).optional()),
  color: z.string().optional().describe('#rrggbb or name'),
  background: z.string().optional(),
  align: z.enum(['left', 'center', 'right']).optional(),
  valign: hidden(z.enum(['top', 'middle', 'bottom']).optional()),
  rotate: hidden(z.int().min(-90).max(90).optional()),
  wrap: z.boolean().optional(),
  borders: z.enum([...sides, 'none']).optional(),
  sides: hidden(z.enum(sides).optional()),
  line: hidden(z.enum(['solid', 'medium', 'thick', 'dashed', 'dotted', 'double', 'none']).optional()),
  border_color: hidden(z.string().optional()),
  op: hidden(z.enum(operators).optional()),
  value: hidden(conditionValue.optional()),
  formula: hidden(z.string().optional()),
  list: hidden(z.array(z.string()).optional()),
  list_range: hidden(z.string().optional()),
  checkbox: hidden(z.boolean().optional()),
  strict: hidden(z.boolean().optional()),
  width: z
    .union([z.int().min(2).max(2000), z.literal('fit')])
    .optional()
    .meta({ shown: { description: 'pixels or fit' } }),
  height: z.int().min(2).max(2000).optional(),
  pixels: hidden(z.int().min(2).max(2000).optional()),
  merge: z.enum(['all', 'rows', 'columns', 'none']).optional(),
  clear: z.enum(clearable).optional(),
  what: hidden(z.enum(clearable).optional()),
  overwrite: hidden(z.boolean().optional()),
}

const single = z.object(one)
export type FormatArgs = z.output<typeof single>

export const formatArgs = z.object({
  ...one,
  more: z
    .array(single)
    .max(100)
    .optional()
    .meta({ shown: { type: 'array', items: { type: 'object' }, description: 'others with fields as here' } }),
})

/** What the fields that are set come to, in the order in which it is done. */
export function actionsOf(args: FormatArgs): FormatAction[] {
  if (args.action) return [args.action]
  const has = (...values: unknown[]) => values.some(value => value !== undefined)
  const isRule = has(args.op, args.formula)
  const isList = has(args.list, args.list_range, args.checkbox)
  const text = [args.bold, args.italic, args.underline, args.strikethrough, args.size, args.font, args.color]
  const cell = [args.background, args.align, args.valign, args.wrap, args.rotate]
  const actions: [FormatAction, boolean][] = [
    ['clear', has(args.clear, args.what)],
    ['merge', has(args.merge)],
    ['number_format', has(args.pattern, args.kind)],
    ['conditional', isRule && !isList],
    ['validation', isList],
    ['text_style', !isRule && has(...text, ...cell)],
    ['borders', has(args.borders, args.sides, args.line, args.border_color)],
    ['column_width', has(args.width, args.pixels)],
    ['row_height', has(args.height)],
  ]
  return actions.flatMap(([action, isMeant]) => (isMeant ? [action] : []))
}
