/** Google's functions by name. Each file adds one family. */
import { definer, type Library } from '../signature.ts'
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
import { defineQuery } from './query.ts'
import { defineRegex } from './regex.ts'
import { defineStatistics } from './statistics.ts'
import { defineText } from './text.ts'
import { defineTrigonometry } from './trigonometry.ts'
import { defineWeb } from './web.ts'

export const LIBRARY: Library = new Map()

const define = definer(LIBRARY)
const FAMILIES = [
  defineAggregates,
  defineAlgebra,
  defineArrays,
  defineBonds,
  defineCashFlows,
  defineDepreciation,
  defineComplex,
  defineDatabase,
  defineDates,
  defineDiscrete,
  defineDistributions,
  defineEngineering,
  defineHypothesisTests,
  defineInfo,
  defineLogical,
  defineLookup,
  defineMath,
  defineQuery,
  defineRegex,
  defineStatistics,
  defineText,
  defineTrigonometry,
  defineWeb,
]
for (const family of FAMILIES) family(define)
