/**
 * The database as the rest of the service sees it: parametrised SQL on one pool, embedded (PGlite) or
 * Postgres. int8 and numeric arrive as strings, as node-postgres delivers them; nano-dollars are read
 * with BigInt or Number at the edge of each repository.
 */

/** SQL that runs so often that each connection parses and plans it once, under this name. */
export interface Statement {
  name: string
  text: string
}

/** They run with each poll and write nothing. */
export const readingStatements: ReadonlySet<string> = new Set(['find_keys', 'changed_agents'])

export interface Queryable {
  query<Row = Record<string, unknown>>(
    text: string | Statement,
    params?: readonly unknown[],
  ): Promise<{ rows: Row[]; rowCount: number }>
  /**
   * Rises with every statement but readingStatements, where all of them pass through this process: the same
   * number before and after means that nothing was written in between. Undefined on a shared database.
   */
  generation?: () => number
}

export interface Db extends Queryable {
  /**
   * Runs `work` between BEGIN and COMMIT; a throw rolls back and is passed on. Inside, use only `tx`:
   * on the embedded database the outer pool waits for the transaction to end.
   */
  transaction<T>(work: (tx: Queryable) => Promise<T>): Promise<T>
}
