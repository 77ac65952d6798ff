/** Google's functions by name. Each file adds one family. */
import { definer, type Library } from '../signature.ts'
import { defineBills } from './accrued.ts'
import { defineAggregates } from './aggregates.ts'
import { defineAlgebra } from './algebra.ts'
import { defineArrays } from './arrays.ts'
import { defineBonds } from './bonds.ts'
import { defineCashFlows } from './cash-flows.ts'
import { defineComplex } from './complex.ts'
import { defineDatabase } from './database.ts'
import { defineDates } from './dates.ts'
import { defineDepreciation } from './depreciation.ts'
import { defineDiscrete } from './discrete.ts'
import { defineDistributions } from './distributions.ts'
import { defineEngineering } from './engineering.ts'
import { defineHypothesisTests } from './hypothesis-tests.ts'
import { defineInfo } from './info.ts'
import { defineLogical } from './logical.ts'
import { defineLookup } from './lookup.ts'
import { defineMath } from './math.ts'
import { definePairs } from './pairs.ts'
import { defineQuery } from './query.ts'
import { defineRanking } from './ranks.ts'
import { defineRegex } from './regex.ts'
import { defineStatistics } from './statistics.ts'
import { defineSubtotal } from './subtotal.ts'
import { defineTestDistributions } from './test-distributions.ts'
import { defineText } from './text.ts'
import { defineTrigonometry } from './trigonometry.ts'
import { defineWeb } from './web.ts'
import { defineWorkdays } from './workdays.ts'

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
