/**
 * The emulator as a process: reads the environment once, starts, says so to whoever started it, and ends
 * cleanly when told to or when its starter is gone.
 */
import { once } from 'node:events'
import { flushCompileCache } from 'node:module'
import { resolve } from 'node:path'
import type { Demo } from './parts.ts'
import { endOn } from './process-end.ts'
import { type EmulatorOptions, startEmulator } from './start.ts'

/** Its starter is gone, or it is told to. */
const ENDS = ['disconnect', 'SIGTERM', 'SIGINT']

function readOptions(env: NodeJS.ProcessEnv): EmulatorOptions {
  const port = Number(env.EMULATOR_PORT ?? 8788)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`EMULATOR_PORT must be a port number, not ${JSON.stringify(env.EMULATOR_PORT)}.`)
  const demo = env.ROWHAND_DEMO === undefined ? undefined : readDemo(env.ROWHAND_DEMO)
  return {
    port,
    host: env.HOST ?? '127.0.0.1',
    dataDir: resolve(env.ROWHAND_DATA_DIR ?? '.rowhand'),
    ...(env.ROWHAND_ADDON_DIR === undefined ? {} : { addonDir: resolve(env.ROWHAND_ADDON_DIR) }),
    ...(demo === undefined ? {} : { demo }),
  }
}

function readDemo(json: string): Demo {
  const fields = ['email', 'refresh_token', 'sheets_token', 'api_key', 'spreadsheet_id'] as const
  const demo = JSON.parse(json) as Record<string, unknown>
  const missing = fields.filter(field => typeof demo[field] !== 'string')
  if (missing.length > 0) throw new Error(`ROWHAND_DEMO lacks ${missing.join(', ')}.`)
  return demo as unknown as Demo
}

/** Problems the user can solve, in one sentence. */
function explain(error: unknown, port: number): string {
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Port ${port} is taken: stop what runs there, or set EMULATOR_PORT to another port.`
  return error instanceof Error ? error.message : String(error)
}

async function main(): Promise<void> {
  let port = 0
  try {
    const options = readOptions(process.env)
    port = options.port
    if (process.env.EMULATOR_WAITS) await untilTold()
    const emulator = await startEmulator(options)
    endOn(ENDS, emulator)
    if (process.send) process.send({ ready: { url: emulator.url } })
    else process.stdout.write(`The local Google answers at ${emulator.url}\n`)
    // A process that is killed would not leave it to the next one.
    flushCompileCache()
  } catch (error) {
    process.stderr.write(`${explain(error, port)}\n`)
    process.exit(1)
  }
}

/** Its code is loaded; what is in the data folder is somebody else's until then. */
async function untilTold(): Promise<void> {
  const gone = () => process.exit(0)
  for (const event of ENDS) process.once(event, gone)
  await once(process, 'message')
  for (const event of ENDS) process.off(event, gone)
}

await main()
