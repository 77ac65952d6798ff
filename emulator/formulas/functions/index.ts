/** Google's functions by name. Each file adds one family. */
import { definer, type Library } from '../signature.ts'
import { defineAggregates } from './aggregates.ts'
import { defineAlgebra } from './algebra.ts'
import { defineArrays } from './arrays.ts'
import { defineComplex } from './complex.ts'
import { defineDatabase } from './database.ts'
import { defineDates } from './dates/dates.ts'
import { defineWorkdays } from './dates/workdays.ts'
import { defineEngineering } from './engineering.ts'
import { defineBills } from './finance/accrued.ts'
import { defineBonds } from './finance/bonds.ts'
import { defineCashFlows } from './finance/cash-flows.ts'
import { defineDepreciation } from './finance/depreciation.ts'
import { defineInfo } from './info.ts'
import { defineLogical } from './logical.ts'
import { defineLookup } from './lookup.ts'
import { defineMath } from './math.ts'
import { defineQuery } from './query.ts'
import { defineDiscrete } from './statistics/discrete.ts'
import { defineDistributions } from './statistics/distributions.ts'
import { defineHypothesisTests } from './statistics/hypothesis-tests.ts'
import { definePairs } from './statistics/pairs.ts'
import { defineRanking } from './statistics/ranks.ts'
import { defineStatistics } from './statistics/statistics.ts'
import { defineTestDistributions } from './statistics/test-distributions.ts'
import { defineSubtotal } from './subtotal.ts'
import { defineRegex } from './text/regex.ts'
import { defineText } from './text/text.ts'
import { defineTrigonometry } from './trigonometry.ts'
import { defineWeb } from './web.ts'

export const LIBRARY: Library = new Map()

/** Under which a function stands in Insert ▸ Function. */
const CATEGORIES = new Map<string, string>()

export const categoryOf = (name: string): string | undefined => CATEGORIES.get(name)

const define = definer(LIBRARY)
const FAMILIES: [category: string, family: (define: ReturnType<typeof definer>) => void][] = [
  ['Statistical', defineAggregates],
  ['Math', defineSubtotal],
  ['Array', defineAlgebra],
  ['Array', defineArrays],
  ['Financial', defineBonds],
  ['Financial', defineBills],
  ['Financial', defineCashFlows],
  ['Financial', defineDepreciation],
  ['Engineering', defineComplex],
  ['Database', defineDatabase],
  ['Date', defineDates],
  ['Date', defineWorkdays],
  ['Statistical', defineDiscrete],
  ['Statistical', defineDistributions],
  ['Statistical', defineTestDistributions],
  ['Engineering', defineEngineering],
  ['Statistical', defineHypothesisTests],
  ['Info', defineInfo],
  ['Logical', defineLogical],
  ['Lookup', defineLookup],
  ['Math', defineMath],
  ['Google', defineQuery],
  ['Text', defineRegex],
  ['Statistical', defineStatistics],
  ['Statistical', defineRanking],
  ['Statistical', definePairs],
  ['Text', defineText],
  ['Math', defineTrigonometry],
  ['Web', defineWeb],
]
for (const [category, family] of FAMILIES) {
  family(define)
  for (const name of LIBRARY.keys()) if (!CATEGORIES.has(name)) CATEGORIES.set(name, category)
}
