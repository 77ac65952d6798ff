/** How likely a reading must be right, for what. */
import type { Weight } from './effects.ts'

interface Sureness {
  /** To have it done; more than 1 is never. */
  needed: Record<Weight, number>
  /** So sure the network itself must be of what takes something away, whatever else speaks for it. */
  taking: number
  /** So sure the network must be that nothing is asked, to offer nothing at all. */
  nothing: number
  /** Another reading that is this share as likely is asked about, whatever speaks for the first. */
  close: number
  /** A reading that the network finds less likely is not even offered. */
  offered: number
}

/** Chosen by what became of the sentences of strangers: docs/offline-planner.md tells it. */
export const SURENESS: Sureness = {
  needed: { read: 0.4, add: 0.77, change: 0.75, takes: 0.85 },
  taking: 0.5,
  nothing: 0.9,
  close: 0.75,
  offered: 0.05,
}
