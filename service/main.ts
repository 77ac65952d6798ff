/**
 * Where the service's process begins: what Node made of the sources is kept beside the packages, and the next
 * start loads them in half the time. Where that folder cannot be written, as in a container, nothing is added.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

// One that the environment names (NODE_COMPILE_CACHE) is on already and stays.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/rowhand/compiled'))
await import('./process.ts')
