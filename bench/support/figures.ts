/** What a list of measured figures comes to: a busy moment must not decide. */
export const median = (list: readonly number[]): number =>
  list.toSorted((a, b) => a - b)[list.length >> 1] ?? 0

/** The least and the most, in words. */
export const spread = (list: readonly number[], digits: number): string =>
  `${Math.min(...list).toFixed(digits)} to ${Math.max(...list).toFixed(digits)}`

export const withSpread = (list: readonly number[], digits: number): string =>
  `${median(list).toFixed(digits)} (${spread(list, digits)})`
