/**
 * What a DELETE leaves in the files of an embedded database: dead rows in tables, their text in the log.
 * Rewrites the tables and ends the log, so that erased bytes are gone from the data folder. On a Postgres of
 * its own the server's vacuum and the operator's backups decide; docs/marketplace/privacy.md says so.
 */
import type { Database } from '../store/open.ts'

const TABLES_WITH_TEXTS = `
  select format('%I.%I', n.nspname, c.relname) as name
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'dbos')
    and pg_stat_get_dead_tuples(c.oid) > 0`

/** Rewrites one table at a time: others wait at most for the largest. */
export async function scrub({ kind, pool }: Pick<Database, 'kind' | 'pool'>): Promise<void> {
  if (kind !== 'pglite') return
  // What is known of dead rows is told when a backend idles, which this one never does.
  await pool.query('select pg_stat_force_next_flush()')
  const { rows } = await pool.query<{ name: string }>(TABLES_WITH_TEXTS)
  for (const { name } of rows) await pool.query(`vacuum full ${name}`)
  // Samples of the columns' values.
  await pool.query('vacuum full pg_catalog.pg_statistic')
  await pool.query('checkpoint')
  await pool.query('select pg_switch_wal()')
  await pool.query('checkpoint')
}
