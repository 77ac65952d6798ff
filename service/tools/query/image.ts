/**
 * The image of a new, empty database: the first child makes it, in seconds, and later ones take it over. Kept
 * in this process, and for the next process where Node keeps its compiled sources: what is found there is
 * trusted as much as code.
 */
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { readFile, rename, writeFile } from 'node:fs/promises'
import { getCompileCacheDir } from 'node:module'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { gunzip, gzip } from 'node:zlib'

const compress = promisify(gzip)
const decompress = promisify(gunzip)

/** Of another engine, or made in another way, an image is another one. */
function nameOf(maker: string): string {
  const engine = join(fileURLToPath(import.meta.resolve('@electric-sql/pglite')), '../../package.json')
  const hash = createHash('sha256')
  for (const file of [engine, maker]) hash.update(readFileSync(file))
  return `database-${hash.digest('hex').slice(0, 32)}.gz`
}

export interface ImageStore {
  /** Null where there is none yet, or none that can be read. */
  load(): Promise<Uint8Array | null>
  keep(fresh: Uint8Array): Promise<void>
}

export function createImageStore(maker: string, folder = getCompileCacheDir()): ImageStore {
  let known: string | undefined
  /** Found out with the first query: most processes have none. */
  const fileIn = (place: string): string => {
    known ??= join(place, nameOf(maker))
    return known
  }
  let kept: Buffer | null = null
  return {
    async load() {
      kept ??= folder === undefined ? null : await readFile(fileIn(folder)).catch(() => null)
      if (kept === null) return null
      return decompress(kept).catch(() => {
        kept = null
        return null
      })
    },
    async keep(fresh) {
      kept = await compress(fresh, { level: 1 })
      if (folder === undefined) return
      const file = fileIn(folder)
      // Whole or not at all: another process may read it now. Where it can't be written, the next one makes it.
      const part = `${file}.${process.pid}`
      await writeFile(part, kept)
        .then(() => rename(part, file))
        .catch(() => {})
    },
  }
}
