/** What an instruction of the meaning language comes to. */
import type { Effect, Filled, Kind, Reading } from '../kinds/kind.ts'
import type { Where } from '../reading/where.ts'
import type { Ground } from './ground.ts'
import type { Items } from './items.ts'

/** One instruction, as it would be carried out. */
export interface Meant {
  /** Whose work it is. */
  kind: Kind
  reading: Reading
  /** Which rows it is about. */
  where?: Where
}

/** Reads what follows the first word of an instruction; null where that is no instruction, or can't be done here. */
export type Reads = (items: Items, ground: Ground) => Meant | null

export const meant = (kind: Kind, reading: Reading | null, where?: Where): Meant | null =>
  reading && { kind, reading, ...(where ? { where } : {}) }

/** What would be done; null where it is told why it can't be. */
export const deedOf = ({ reading }: Meant): Filled | null => ('plan' in reading ? reading : null)

export const effectOf = ({ kind, reading }: Meant): Effect =>
  'plan' in reading ? (reading.effect ?? kind.effect) : 'read'
