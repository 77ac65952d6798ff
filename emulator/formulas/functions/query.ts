/** QUERY: Google's query language over a table. */
import { runQuery } from '../../dialect/query.ts'
import type { Define } from '../signature.ts'
import type { Matrix } from '../values.ts'

export function defineQuery(define: Define): void {
  define('QUERY', 'at?n?', (data: Matrix, query = 'select *', headers?: number) =>
    runQuery(data, query, headers),
  )
}
