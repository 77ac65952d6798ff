/** How likely the learned reader must be, for what. */
import type { Effect } from '../frames/frame.ts'

type Weight = Effect | 'loses'

export interface Sureness {
  /** How likely the learned reader must be to have it done, alone; more than 1 is never. */
  alone: Record<Weight, number>
  /** The same where it takes columns that no word names. */
  guessed: Record<Weight, number>
  /** At least this, where the rules are sure of something else. */
  against: Sure
  /** Less likely than this, it is no reason to doubt what the rules are sure of. */
  doubted: number
  /** The same where it reads that nothing is to be done. */
  nothing: number
  /** From here on it is taken to know what words deny, or what those mean that the rules do not know. */
  trusted: number
  /** What is less likely is not even offered. */
  offered: number
  /** What may be left in doubt and unexplained of a sentence that the rules account for, and what it then takes. */
  clean: { doubt: number; penalty: number; against: Sure; doubted: number; nothing: number }
}

/** How likely a reading must be that only tells, or that changes the sheet. */
interface Sure {
  read: number
  changes: number
}

/**
 * Set by what became of the sentences of ten writers on whom the reader was not trained. How it does with others is
 * told in docs/offline-planner.md.
 */
export const SURENESS: Sureness = {
  alone: { read: 0.5, add: 0.6, change: 0.98, loses: 2 },
  guessed: { read: 0.4, add: 0.95, change: 0.98, loses: 2 },
  against: { read: 0.6, changes: 0.9 },
  doubted: 0.3,
  nothing: 0.5,
  trusted: 0.9,
  offered: 0.05,
  clean: { doubt: 0.45, penalty: 0.6, against: { read: 0.9, changes: 0.98 }, doubted: 0.8, nothing: 0.9 },
}
