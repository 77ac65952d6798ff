/**
 * Arguments as a tool takes them and no others: a key that nobody reads would be a wish that nobody fulfils,
 * answered as if it had been. `tab` is taken wherever there is a range, for ranges that name none.
 */
import { z } from 'zod'
import { hidden } from './hidden.ts'

const RANGES = ['range', 'ranges', 'blocks', 'cell', 'source', 'source_range']

export function strictArgs<Args extends z.ZodType>(args: Args): Args {
  if (!(args instanceof z.ZodObject)) return args
  const withTab = takesTab(args) ? args.extend({ tab: hidden(z.string().optional()) }) : args
  return strict(withTab) as unknown as Args
}

/** Whether `tab` is not the tool's own word and says what a range without a tab means. */
export const takesTab = (args: z.ZodType): boolean =>
  args instanceof z.ZodObject && !('tab' in args.shape) && RANGES.some(name => name in args.shape)

function strict(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodObject) {
    const shape = Object.fromEntries(
      Object.entries(schema.shape).map(([key, field]) => [key, strict(field as z.ZodType)]),
    )
    // What is open on purpose stays open.
    return schema.clone(
      { ...schema.def, shape, catchall: schema.def.catchall ?? z.never() },
      { parent: true },
    )
  }
  if (schema instanceof z.ZodOptional) {
    const innerType = strict(schema.def.innerType as z.ZodType)
    return innerType === schema.def.innerType
      ? schema
      : schema.clone({ ...schema.def, innerType }, { parent: true })
  }
  if (schema instanceof z.ZodArray) {
    const element = strict(schema.def.element as z.ZodType)
    return element === schema.def.element
      ? schema
      : schema.clone({ ...schema.def, element }, { parent: true })
  }
  return schema
}
