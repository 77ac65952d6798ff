/** What a reading would do to the sheet. */
import type { Effect } from '../kinds/kind.ts'
import type { Reading } from '../learned/reader.ts'
import { deedOf, effectOf } from '../meaning/meant.ts'

export type Weight = Effect | 'takes'

/** Rows, columns, tabs or what cells hold are gone then. */
export const takesAway = ({ instructions }: Reading): boolean =>
  instructions.some(each => deedOf(each)?.takes === true)

/** Of several instructions the one that weighs the most. */
export function weightOf(reading: Reading): Weight {
  const effects = reading.instructions.map(effectOf)
  if (takesAway(reading)) return 'takes'
  return effects.includes('change') ? 'change' : effects.includes('add') ? 'add' : 'read'
}
