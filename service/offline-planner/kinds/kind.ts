/** A kind of instruction: what the documentation says of it, and what comes of an instruction of that kind. */
import type { Plan } from '../plan.ts'

/** What it does to the sheet, which says how sure a reading must be. */
export type Effect = 'read' | 'add' | 'change'

export interface Kind {
  name: string
  /** One line for the documentation. */
  does: string
  /** Each of them is tested on the documentation's sample sheet. */
  examples: readonly string[]
  /** Where what comes of it says nothing else. */
  effect: Effect
}

export interface Filled {
  plan: () => Plan
  /** What would be done, in words. */
  says: string
  effect?: Effect
  /** What the rows would show: readings in other words that show the same are one. */
  shows?: string
  /** Headers of columns that it makes, by which later instructions may call them. */
  creates?: readonly string[]
  /** A header or the title of a tab that is another one then. */
  renames?: { column: string; to: string } | { tab: string; to: string }
  /** Rows, columns or tabs are gone then. */
  takes?: boolean
}

/** Why it can't be done is said where it can't. */
export type Reading = Filled | { problem: string }

export const problem = (message: string): Reading => ({ problem: message })
