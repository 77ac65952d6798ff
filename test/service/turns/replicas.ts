/** Starts processes of `replica.ts`. */
import { join } from 'node:path'
import { type AskedProcess, startAsked } from '../../support/asked-process.ts'
import type { ReplicaCommand } from './replica.ts'

export type Replica = AskedProcess<ReplicaCommand>

export const startReplica = (options: { dataDir?: string; databaseUrl?: string }): Promise<Replica> =>
  startAsked(join(import.meta.dirname, 'replica.ts'), [options.dataDir ?? '', options.databaseUrl ?? ''])
