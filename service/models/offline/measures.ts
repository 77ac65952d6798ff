/** Totals, averages and their like: the words for them, the spreadsheet's functions, and their values. */

export type Measure = 'total' | 'average' | 'minimum' | 'maximum' | 'count' | 'median'

/** The spreadsheet's function of each measure. */
export const functionOf: Record<Measure, string> = {
  total: 'SUM',
  average: 'AVERAGE',
  minimum: 'MIN',
  maximum: 'MAX',
  count: 'COUNTA',
  median: 'MEDIAN',
}

const WORDS: [Measure, RegExp][] = [
  ['total', /^(?:(?:grand |overall |combined )?total|sum|add up|total up|sum up|tot up)$/i],
  ['average', /^(?:average|mean|avg)$/i],
  ['minimum', /^(?:minimum|min|lowest|smallest|least|cheapest|earliest|oldest)$/i],
  ['maximum', /^(?:maximum|max|highest|largest|biggest|greatest|most expensive|latest|newest|top)$/i],
  ['count', /^(?:count|number|how many|amount)$/i],
  ['median', /^median$/i],
]
export const MEASURE_WORDS =
  'grand total|overall total|combined total|total up|total|sum up|sum|add up|average|mean|avg|minimum|min|lowest|smallest|least|cheapest|maximum|max|highest|largest|biggest|greatest|most expensive|earliest|oldest|latest|newest|count|number|how many|median'

export const measureOf = (word: string): Measure | null =>
  WORDS.find(([, pattern]) => pattern.test(word.trim()))?.[0] ?? null

export function calculate(measure: Measure, numbers: number[]): number {
  const sum = () => numbers.reduce((total, number) => total + number, 0)
  switch (measure) {
    case 'total':
      return sum()
    case 'average':
      return sum() / numbers.length
    case 'minimum':
      return numbers.reduce((least, number) => Math.min(least, number))
    case 'maximum':
      return numbers.reduce((most, number) => Math.max(most, number))
    case 'count':
      return numbers.length
    case 'median': {
      const sorted = numbers.toSorted((a, b) => a - b)
      const middle = sorted.length >> 1
      return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2
    }
  }
}
