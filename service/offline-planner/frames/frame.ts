/** A kind of instruction: what calls for it, what it takes from a clause, and the plan that this becomes. */

import type { Plan } from '../plan.ts'
import type { Draft } from '../reading/draft.ts'

/** What it does to the sheet, which says how sure a reading must be. */
export type Effect = 'read' | 'add' | 'change'

export interface Filled {
  plan: () => Plan
  /** For a choice between readings: what would be done. */
  says?: string
  /** The same in words, for readings that are not sure enough to change the sheet. */
  told?: () => Plan
  /** How much surer (or less sure) than the words alone. */
  bonus?: number
  effect?: Effect
  /** The header of a column that it makes, by which later instructions may call it. */
  creates?: string
  /** Rows, columns or tabs are gone then. */
  takes?: boolean
}

export type Reading = Filled | { problem: string; bonus?: number }

export interface Frame {
  name: string
  /** One line for the documentation. */
  does: string
  /** Each of them is tested on the documentation's sample sheet. */
  examples: readonly string[]
  effect: Effect
  /** Sets of concepts that call for it: any set, of it all. "a|b" is either. No set at all: always tried. */
  cues: readonly string[]
  /** Concepts that it explains where they occur. */
  uses?: string
  prior?: number
  /** What it takes away is not seen afterwards: less may be in doubt. */
  loses?: boolean
  /** The meaning language has no words for it: the learned reader can't read it. */
  isForRulesAlone?: boolean
  /** Of kinds that everyday words call for: how much of a doubt it is to read it at all. */
  doubt?: number
  /** Null where the words are none of this kind after all. `text` is what the person wrote. */
  read(draft: Draft, text: string): Reading | null
}

export const problem = (message: string, bonus = 0): Reading => ({ problem: message, bonus })
