/** How likely a reading is right: what speaks for and against it, weighed. */
import type { Facts } from './facts.ts'
import weights from './likelihood.json' with { type: 'json' }

/** Logistic regression, fitted by scripts/planner-model/likelihood.py to what became of the sentences of strangers. */
interface Weights {
  bias: number
  of: Record<string, number>
}

export const WEIGHTS: Weights = weights

/** From 0 to 1. A fact without a weight says nothing. */
export function likelihoodOf(facts: Facts, { bias, of }: Weights = WEIGHTS): number {
  const sum = Object.entries(facts).reduce((all, [name, value]) => all + (of[name] ?? 0) * value, bias)
  return 1 / (1 + Math.exp(-sum))
}
