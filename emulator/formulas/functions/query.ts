/** QUERY: its data are cells of a tab, whose columns it names by letters, or an array's Col1, Col2… */

import { columnLetters } from '../column-letters.ts'
import { runQuery } from '../query/run.ts'
import type { Define } from '../signature.ts'
import { isError, isScalar, Reference, toMatrix, type Value } from '../values.ts'

export function defineQuery(define: Define): void {
  define('QUERY', 'xt?n?', (data: Value, query = 'select *', headers?: number) => {
    if (isScalar(data) && isError(data)) throw data
    const matrix = toMatrix(data)
    if (!(data instanceof Reference)) return runQuery(matrix, query, headers)
    const { left } = data.area.zone
    const letters = matrix.map((_, x) => columnLetters(left + x + 1))
    return runQuery(matrix, query, headers, letters)
  })
}
