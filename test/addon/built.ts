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

let shared: Promise<BuiltAddon> | undefined

/** The add-on as a checkout builds it: once for all files of this worker, which only read it. */
export async function buildForTest(): Promise<BuiltAddon> {
  shared ??= buildFor('http://127.0.0.1:8787').then(built => {
    process.once('exit', built.remove)
    return built
  })
  return { ...(await shared), remove: () => {} }
}

/** For that service, built into a folder of its own. */
export async function buildFor(serviceUrl: string): Promise<BuiltAddon> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-addon-'))
  const { exports, sidebarGzipBytes } = await buildAddon({ outDir: folder, serviceUrl })
  return { folder, exports, sidebarGzipBytes, remove: () => rmSync(folder, { recursive: true }) }
}
