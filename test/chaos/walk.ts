/** The turn that is cut: it inserts rows, one more at each step, so that no two of its calls are alike. */
export const STEPS = 4
export const ROWS_INSERTED = (STEPS * (STEPS + 1)) / 2
/** The prompt, a call for each step, the last words. */
export const ENTRIES = STEPS + 2
/** A model call a step and one for the last words, each at the harness' price. */
export const COST_NANO_DOLLARS = (STEPS + 1) * 1_000
