/** Arguments that are taken and not advertised: what a model writes by habit, where a shorter way is told. */
import type { z } from 'zod'

export const hidden = <T extends z.ZodType>(type: T) => type.meta({ hidden: true })
