/** Service and emulator side by side on one data folder, as `npm start` and `npm run eval` use them. */
import { mkdirSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { type DemoAccount, demoAccount, emulatorDemo, serviceBootstrap, withdrawDemoFile } from './demo.ts'
import { freePorts } from './ports.ts'
import { type ServerProcess, startServer } from './server-process.ts'

const root = resolve(import.meta.dirname, '../..')

export type ServerName = 'service' | 'emulator'

export interface Stack {
  serviceUrl: string
  emulatorUrl: string
  account: DemoAccount
  rebuildAddon(): Promise<void>
  restart(name: ServerName): Promise<void>
  stop(): Promise<void>
}

export interface StackOptions {
  /** Service and emulator; free ones where absent. */
  ports?: [service: number, emulator: number]
  /** Beside this process's own, for the service alone. */
  serviceEnvironment?: Record<string, string>
  /** Called once when a server ends that nobody stopped, after it had been ready. */
  onEnded?(name: ServerName): void
}

/** Throws an error with one sentence for the user when a server doesn't come up; none is left running. */
export async function startStack(dataDir: string, options: StackOptions = {}): Promise<Stack> {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const [port = 0, emulatorPort = 0] = options.ports ?? (await freePorts(2))
  const serviceUrl = `http://127.0.0.1:${port}`
  const emulatorUrl = `http://127.0.0.1:${emulatorPort}`
  const account = demoAccount(dataDir)
  const addonDir = join(dataDir, 'addon')
  const servers = new Map<ServerName, ServerProcess>()
  let ready = false
  let stopping = false

  const environments: Record<ServerName, Record<string, string>> = {
    service: {
      PORT: String(port),
      ROWHAND_DATA_DIR: dataDir,
      ROWHAND_BOOTSTRAP: JSON.stringify(serviceBootstrap(account)),
      ROWHAND_ALLOW_PRIVATE_ADDRESSES: '1',
      ROWHAND_SECRET: process.env.ROWHAND_SECRET || (process.env.DATABASE_URL ? account.serviceSecret : ''),
      ...googleAt(emulatorUrl),
      ...options.serviceEnvironment,
    },
    emulator: {
      EMULATOR_PORT: String(emulatorPort),
      EMULATOR_WAITS: '1',
      ROWHAND_DATA_DIR: dataDir,
      ROWHAND_ADDON_DIR: addonDir,
      ROWHAND_DEMO: JSON.stringify(emulatorDemo(account)),
    },
  }

  function start(name: ServerName): ServerProcess {
    const script = join(root, name, 'main.ts')
    const server = startServer(name, script, environments[name], join(dataDir, `${name}.log`))
    servers.set(name, server)
    void server.ended.then(() => {
      if (ready && !stopping && servers.get(name) === server) options.onEnded?.(name)
    })
    return server
  }

  async function stop(): Promise<void> {
    stopping = true
    await Promise.all([...servers.values()].map(server => server.stop()))
  }

  const rebuildAddon = () => buildAddonInto(addonDir, serviceUrl)

  try {
    // The service holds the lock on the data folder: nothing else there is touched before it answers. The
    // emulator loads its code meanwhile.
    const emulator = start('emulator')
    await start('service').ready
    await rebuildAddon()
    withdrawDemoFile(dataDir)
    emulator.begin()
    await emulator.ready
    ready = true
  } catch (error) {
    await stop()
    throw error
  }

  async function restart(name: ServerName): Promise<void> {
    const before = servers.get(name)
    servers.delete(name)
    await before?.stop()
    const after = start(name)
    after.begin()
    await after.ready
  }

  return { serviceUrl, emulatorUrl, account, rebuildAddon, restart, stop }
}

/** The environment that makes the service take the emulator for Google. */
const googleAt = (emulatorUrl: string) => ({
  GOOGLE_ROOT_URL: `${emulatorUrl}/`,
  GOOGLE_TOKEN_URL: `${emulatorUrl}/token`,
  GOOGLE_AUTH_URL: `${emulatorUrl}/o/oauth2/v2/auth`,
  GOOGLE_ISSUER: emulatorUrl,
  GOOGLE_CLIENT_ID: 'rowhand-local',
  GOOGLE_CLIENT_SECRET: 'rowhand-local-secret',
})

async function buildAddonInto(outDir: string, serviceUrl: string): Promise<void> {
  const { buildAddon } = await import('../../build.mjs')
  await buildAddon({ outDir, serviceUrl })
}
