/**
 * One process at a time, by a lock in the database. Asks again and again instead of waiting inside a
 * query: an index that is built concurrently waits for every query that runs, this one too. The lock is the
 * session's: `work` is given the client that holds it.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool, PoolClient } from 'pg'

const ASK_EVERY_MS = 50

export async function withAdvisoryLock<T>(
  pool: Pick<Pool, 'connect'>,
  key: number,
  work: (client: PoolClient) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    for (;;) {
      const { rows } = await client.query<{ got: boolean }>('select pg_try_advisory_lock($1) as got', [key])
      if (rows[0]?.got) break
      await sleep(ASK_EVERY_MS)
    }
    try {
      return await work(client)
    } finally {
      await client.query('select pg_advisory_unlock($1)', [key])
    }
  } finally {
    client.release()
  }
}
