/**
 * Where the service's process begins, before its code is loaded. It listens to signals: in a container this is
 * process 1, to which the kernel delivers no signal that it does not listen to, and a stop would last until the
 * container is killed. And what Node made of the sources is kept beside the packages, so the next start loads
 * them in half the time; where that folder cannot be written, as in a container, nothing is added.
 */
import { enableCompileCache } from 'node:module'
import { join } from 'node:path'

let end: (reason: string) => void = () => process.exit(0)
for (const signal of ['SIGTERM', 'SIGINT'] as const) process.on(signal, () => end(signal))
// Whoever started this process is gone.
process.on('disconnect', () => end('disconnect'))

// One that the environment names (NODE_COMPILE_CACHE) is on already and stays.
enableCompileCache(join(import.meta.dirname, '../node_modules/.cache/rowhand/compiled'))
const service = await import('./process.ts')
end = service.end
await service.start()
