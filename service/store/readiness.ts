/**
 * Whether the service can do its work: the database answers and can write, the data folder has room. What
 * is wrong is one sentence for the operator. Looked at rarely, however often it is asked.
 */
import { rm, statfs, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Queryable } from './db.ts'

export class NotReadyError extends Error {
  constructor(sentence: string) {
    super(sentence)
    this.name = 'NotReadyError'
  }
}

export interface ReadinessParts {
  db: Queryable
  /** Of an embedded database; null where it is elsewhere. */
  dataDir: string | null
  monotonic?: () => number
}

/** Embedded databases write in pieces of 16 MB. */
const LEAST_FREE_BYTES = 32 * 1_048_576
const PROBE_BYTES = 65_536
const LOOK_EVERY_MS = 5_000

const DATABASE_GONE = 'The database does not answer: check that it runs and can be reached.'
const DISK_FULL = 'The disk of the database is full: make room on it.'
const FOLDER_FULL = 'The disk of the data folder is full: make room on it.'
const READ_ONLY = 'The database cannot be written to: check its disk and that it is no read-only copy.'

/** Resolves where all is well; throws NotReadyError where not. */
export function createReadiness(parts: ReadinessParts): () => Promise<void> {
  const { monotonic = () => performance.now() } = parts
  let looked = Number.NEGATIVE_INFINITY
  let found: Promise<NotReadyError | null> = Promise.resolve(null)
  return async () => {
    if (monotonic() - looked > LOOK_EVERY_MS) {
      looked = monotonic()
      found = look(parts)
    }
    const problem = await found
    if (problem) {
      // What is wrong is looked at again by the next one who asks.
      looked = Number.NEGATIVE_INFINITY
      throw problem
    }
  }
}

async function look({ db, dataDir }: ReadinessParts): Promise<NotReadyError | null> {
  if (dataDir !== null && !(await hasRoom(dataDir))) return new NotReadyError(FOLDER_FULL)
  try {
    await db.query(
      `insert into service_facts (name, value) values ('probe', now()::text)
       on conflict (name) do update set value = excluded.value`,
    )
    return null
  } catch (error) {
    return new NotReadyError(sentenceFor((error as { code?: unknown }).code))
  }
}

function sentenceFor(code: unknown): string {
  if (code === '53100') return DISK_FULL
  if (code === '25006' || code === '58030') return READ_ONLY
  return DATABASE_GONE
}

async function hasRoom(dataDir: string): Promise<boolean> {
  const probe = join(dataDir, '.probe')
  try {
    const { bavail, bsize } = await statfs(dataDir)
    if (bavail * bsize < LEAST_FREE_BYTES) return false
    await writeFile(probe, Buffer.alloc(PROBE_BYTES))
    return true
  } catch {
    return false
  } finally {
    await rm(probe, { force: true }).catch(() => {})
  }
}
