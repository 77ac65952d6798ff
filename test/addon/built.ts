/** The add-on, built for tests. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buildAddon } from '../../build.mjs'

export interface BuiltAddon {
  folder: string
  exports: string[]
  sidebarGzipBytes: number
  remove(): void
}

/** The add-on, built into a folder of its own. */
export async function buildForTest(serviceUrl = 'http://127.0.0.1:8787'): Promise<BuiltAddon> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-addon-'))
  const { exports, sidebarGzipBytes } = await buildAddon({ outDir: folder, serviceUrl })
  return { folder, exports, sidebarGzipBytes, remove: () => rmSync(folder, { recursive: true }) }
}
