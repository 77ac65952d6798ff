/**
 * npm start: the whole product on this machine. Builds the add-on, starts the service and the emulator
 * (a local Google) as two processes, and says where to look. Ctrl-C ends everything.
 */
import { join, resolve } from 'node:path'
import { publishDemoFile } from './local/demo.ts'
import { type ServerName, type Stack, startStack } from './local/stack.ts'
import { watchSources } from './local/watch.ts'

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(process.env.ROWHAND_DATA_DIR || join(root, '.rowhand'))

function portFrom(name: string, fallback: number): number {
  const value = Number(process.env[name] || fallback)
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value
  console.error(`${name} must be a port number from 1 to 65535; it is "${process.env[name]}".`)
  process.exit(1)
}

let stack: Stack | undefined
let ending = false

async function end(code: number): Promise<void> {
  if (ending) return
  ending = true
  await stack?.stop()
  process.exit(code)
}

function serverEnded(name: ServerName): void {
  if (ending) return
  console.error(`The ${name} has ended. Everything is saved: run npm start again.`)
  void end(1)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(0))
// Whoever started this process over a channel is gone.
process.on('disconnect', () => void end(0))

try {
  const ports: [number, number] = [portFrom('PORT', 8787), portFrom('EMULATOR_PORT', 8788)]
  stack = await startStack(dataDir, { ports, onEnded: serverEnded })
} catch (error) {
  if (!ending) console.error((error as Error).message)
  process.exit(1)
}

const page = publishDemoFile(dataDir, stack.account, {
  service: stack.serviceUrl,
  emulator: stack.emulatorUrl,
})
console.log(`
  Rowhand is running.

  Spreadsheet   ${page}
                Extensions ▸ Rowhand ▸ Open sidebar
  Service       ${stack.serviceUrl}   (interface: ${stack.serviceUrl}/docs)
  Demo values   ${join(dataDir, 'demo.json')}
  Logs          ${join(dataDir, 'service.log')}

  Ctrl-C stops it. Everything is kept for the next start.
`)

if (process.argv.includes('--watch')) {
  const running = stack
  const report = (error: unknown) => console.error((error as Error).message)
  watchSources(root, {
    service: () => void running.restart('service').catch(report),
    emulator: () => void running.restart('emulator').catch(report),
    addon: () => void running.rebuildAddon().catch(report),
  })
}
