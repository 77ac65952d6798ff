/** Tables that are too long to be read to their end: nothing that goes by their cells is done. */
import { dataOf, type Scope } from '../../reading/scope.ts'
import { problem, type Reading } from '../kind.ts'

/** Null where all rows are known. */
export const partOfTable = (scope: Scope): Reading | null =>
  (dataOf(scope)?.isWhole ?? true)
    ? null
    : problem(
        'The table is too long to be read to its end here, so only a part of it would be changed. Nothing was changed.',
      )
