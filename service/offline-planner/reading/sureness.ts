/** How likely a reader must be right, for what. */
import type { Effect } from '../frames/frame.ts'

export interface Sureness {
  /** To have it done; more than 1 is never. What takes something away, the learned reader never does alone. */
  needed: Record<Effect | 'takes', number>
  /** Likelier by so much are the rules where they account for a sentence word by word, for so they are documented. */
  lead: number
  /** A learned reading that is less likely is not even offered. */
  offered: number
}

/**
 * Chosen so that of a hundred sentences about three are done wrongly. How it is with others is told in
 * docs/offline-planner.md.
 */
export const SURENESS: Sureness = {
  needed: { read: 0.4, add: 0.8, change: 0.8, takes: 2 },
  lead: 0.3,
  offered: 0.05,
}
