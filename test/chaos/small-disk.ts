/**
 * A disk that can be filled up and freed again: a file system in memory, where this account may mount one
 * (root on Linux). Elsewhere there is none, and a full disk is made at the database's edge (edge.ts).
 */
import { spawnSync } from 'node:child_process'
import { closeSync, mkdirSync, openSync, rmSync, writeSync } from 'node:fs'
import { join } from 'node:path'

export interface SmallDisk {
  fill(): void
  free(): void
  unmount(): void
}

const SIZE = '1g'
const PIECE = Buffer.alloc(262_144, 1)

/** At `folder`, which is made; null where none can be had. */
export function mountSmallDisk(folder: string): SmallDisk | null {
  mkdirSync(folder, { recursive: true })
  const mounted = spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${SIZE}`, 'tmpfs', folder])
  if (mounted.status !== 0) return null
  const filler = join(folder, 'filler')
  return {
    fill() {
      const file = openSync(filler, 'w')
      try {
        for (;;) writeSync(file, PIECE)
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
      } finally {
        closeSync(file)
      }
    },
    free: () => rmSync(filler, { force: true }),
    unmount: () => void spawnSync('umount', ['-l', folder]),
  }
}
