/**
 * npm start: the whole product on this machine. Builds the add-on, starts the service and the emulator
 * (a local Google) as two processes, and says where to look. Ctrl-C ends everything.
 */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  demoAccount,
  emulatorDemo,
  publishDemoFile,
  serviceBootstrap,
  withdrawDemoFile,
} from './local/demo.ts'
import { type ServerProcess, startServer } from './local/server-process.ts'
import { watchSources } from './local/watch.ts'

const root = resolve(import.meta.dirname, '..')
const dataDir = resolve(process.env.ROWHAND_DATA_DIR ?? join(root, '.rowhand'))
const port = portFrom('PORT', 8787)
const emulatorPort = portFrom('EMULATOR_PORT', 8788)
const serviceUrl = `http://127.0.0.1:${port}`
const emulatorUrl = `http://127.0.0.1:${emulatorPort}`
const addonDir = join(dataDir, 'addon')

function portFrom(name: string, fallback: number): number {
  const value = Number(process.env[name] ?? fallback)
  if (Number.isInteger(value) && value > 0 && value < 65_536) return value
  console.error(`${name} must be a port number from 1 to 65535; it is "${process.env[name]}".`)
  process.exit(1)
}

async function buildAddon(): Promise<void> {
  const { buildAddon } = await import('../build.mjs')
  await buildAddon({ outDir: addonDir, serviceUrl })
}

const account = prepareDataFolder()

function prepareDataFolder() {
  try {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 })
    const account = demoAccount(dataDir)
    return account
  } catch (error) {
    console.error(`The data folder ${dataDir} cannot be used: ${(error as Error).message}`)
    console.error('Choose another with ROWHAND_DATA_DIR.')
    process.exit(1)
  }
}

const startService = () =>
  startServer('service', join(root, 'service/main.ts'), {
    PORT: String(port),
    ROWHAND_DATA_DIR: dataDir,
    ROWHAND_BOOTSTRAP: JSON.stringify(serviceBootstrap(account)),
    ROWHAND_ALLOW_PRIVATE_ADDRESSES: '1',
    GOOGLE_ROOT_URL: `${emulatorUrl}/`,
    GOOGLE_TOKEN_URL: `${emulatorUrl}/token`,
    GOOGLE_AUTH_URL: `${emulatorUrl}/o/oauth2/v2/auth`,
    GOOGLE_ISSUER: emulatorUrl,
    GOOGLE_CLIENT_ID: 'rowhand-local',
    GOOGLE_CLIENT_SECRET: 'rowhand-local-secret',
  })

const startEmulator = () =>
  startServer('emulator', join(root, 'emulator/main.ts'), {
    EMULATOR_PORT: String(emulatorPort),
    ROWHAND_DATA_DIR: dataDir,
    ROWHAND_ADDON_DIR: addonDir,
    ROWHAND_DEMO: JSON.stringify(emulatorDemo(account)),
  })

const running = new Map<string, ServerProcess>()
let stopping = false
let started = false

function keep(start: () => ServerProcess): ServerProcess {
  const server = start()
  running.set(server.name, server)
  void server.ended.then(() => {
    if (running.get(server.name) !== server || stopping) return
    if (started) console.error(`The ${server.name} has ended. Everything is saved: run npm start again.`)
    void stopAll(1)
  })
  return server
}

async function stopAll(code: number): Promise<void> {
  if (stopping) return
  stopping = true
  await Promise.all([...running.values()].map(server => server.stop()))
  process.exit(code)
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void stopAll(0))

try {
  // The service holds the lock on the data folder: nothing there is touched before it answers.
  const service = keep(startService)
  await Promise.all([service.ready, buildAddon()])
  withdrawDemoFile(dataDir)
  await keep(startEmulator).ready
} catch (error) {
  if (!stopping) console.error((error as Error).message)
  await stopAll(1)
}

started = true
const page = publishDemoFile(dataDir, account, { service: serviceUrl, emulator: emulatorUrl })
console.log(`
  Rowhand is running.

  Spreadsheet   ${page}
                Extensions ▸ Rowhand ▸ Open sidebar
  Service       ${serviceUrl}   (interface: ${serviceUrl}/docs)
  Demo values   ${join(dataDir, 'demo.json')}

  Ctrl-C stops it. Everything is kept for the next start.
`)

if (process.argv.includes('--watch')) {
  watchSources(root, {
    service: () => void restart('service', startService),
    emulator: () => void restart('emulator', startEmulator),
    addon: () => void buildAddon().catch((error: unknown) => console.error(error)),
  })
}

async function restart(name: string, start: () => ServerProcess): Promise<void> {
  const before = running.get(name)
  running.delete(name)
  await before?.stop()
  await keep(start).ready.catch(() => {})
}
