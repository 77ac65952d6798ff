/** Types of build.mjs, for the scripts and tests that import it. */
export declare const SIDEBAR_LIMIT_BYTES: number
export interface BuiltFiles {
  outDir: string
  serviceUrl: string
  sidebarBytes: number
  sidebarGzipBytes: number
  addonBytes: number
  exports: string[]
}
export declare function buildAddon(options?: {
  outDir?: string | undefined
  serviceUrl?: string | undefined
}): Promise<BuiltFiles>
