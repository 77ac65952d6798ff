/**
 * The real service as a process (or several on one Postgres), a local Google, a scripted model provider
 * and a receiver of webhooks: everything that the contract speaks of.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { demoWorkbookData } from '../../../emulator/demo/workbook.ts'
import { type Emulator, startEmulator } from '../../../emulator/start.ts'
import { freshDatabaseIn, freshPostgres } from '../../support/database.ts'
import { bareEnvironment } from '../../support/environment.ts'
import { type ScriptedProvider, scriptedProvider } from '../../support/providers/index.ts'
import { startWebServer } from '../../support/web-server.ts'
import { makePeople, type People, SECRET } from './accounts.ts'
import { Client } from './client.ts'
import { catalogue, OTHER_MODEL, script } from './script.ts'

export interface Hook {
  headers: Record<string, string | string[] | undefined>
  raw: string
  body: Record<string, unknown>
}

export interface World {
  people: People
  client: Client
  /** One for each process of the service. */
  urls: string[]
  /** Where each of them serves its metrics, if it does. */
  metricsUrls: (string | null)[]
  /** Of the Postgres that it runs on; null on a data folder. */
  databaseUrl: string | null
  emulator: Emulator
  provider: ScriptedProvider
  /** Ana's workbook, Ben's, and Ana's second. */
  books: { ana: string; ben: string; other: string }
  hooks: Hook[]
  hookUrl: string
  /** Where its data is; gone when it is closed. */
  folder: string
  close(): Promise<void>
}

export interface WorldOptions {
  /** Address of a Postgres server; without it the service runs on its own data folder. */
  postgresUrl?: string
  processes?: number
  env?: Record<string, string>
}

const MAIN = join(import.meta.dirname, '..', '..', '..', 'service', 'main.ts')

interface Started {
  url: string
  metricsUrl: string | null
  child: ChildProcess
}

function startProcess(env: Record<string, string>): Promise<Started> {
  const child = spawn(process.execPath, [MAIN], {
    env: { ...bareEnvironment(), PORT: '0', ...env },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  let said = ''
  child.stderr?.on('data', chunk => (said += String(chunk)))
  return new Promise((ready, fail) => {
    child.once('message', message => {
      const told = (message as { ready: Omit<Started, 'child'> }).ready
      ready({ ...told, child })
    })
    child.once('exit', code => fail(new Error(`the service ended with ${code}: ${said}`)))
  })
}

const stopProcess = (child: ChildProcess) =>
  new Promise<void>(done => {
    child.once('exit', () => done())
    // Hanging turns would be drained first; nothing here needs a goodbye.
    child.kill('SIGKILL')
  })

/** Receives webhooks, and stands for a search engine and the pages that it finds. */
async function startReceiver(hooks: Hook[]) {
  const { url, close } = await startWebServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://receiver')
    if (pathname === '/search') {
      const origin = `http://${request.headers.host}`
      const results = [1, 2].map(n => ({
        url: `${origin}/page${n}`,
        title: `Page ${n}`,
        content: searchParams.get('q'),
      }))
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ results }))
      return
    }
    if (pathname.startsWith('/page')) {
      response
        .setHeader('content-type', 'text/html')
        .end('<title>A page</title><p>Rowhand works in sheets.</p>')
      return
    }
    let raw = ''
    for await (const chunk of request) raw += String(chunk)
    hooks.push({ headers: request.headers, raw, body: JSON.parse(raw) as Record<string, unknown> })
    response.writeHead(request.url === '/refuse' ? 500 : 204).end()
  })
  return { url: `${url}/hook`, close }
}

function makeBooks(emulator: Emulator, people: People) {
  const { ana, ben, ...others } = people
  for (const person of [ana, ben, ...Object.values(others)]) {
    if (typeof person !== 'string' && person !== people.dan)
      emulator.grants.ensure(person.refreshToken, person.email)
  }
  const book = (owner: string) => {
    const { id } = emulator.library.create({ owner, data: demoWorkbookData() })
    return id
  }
  const books = { ana: book(ana.email), ben: book(ben.email), other: book(ana.email) }
  // Everyone but Ben works in Ana's first workbook.
  for (const person of Object.values(others)) {
    if (typeof person !== 'string') emulator.library.share(books.ana, person.email, 'writer')
  }
  return books
}

async function prepareDatabase(options: WorldOptions, dataDir: string) {
  const postgres = options.postgresUrl ? await freshPostgres(options.postgresUrl) : null
  const database = postgres ?? (await freshDatabaseIn(dataDir))
  const people = await makePeople(database.db, { agent: OTHER_MODEL })
  if (!postgres) await database.close()
  return {
    people,
    url: postgres?.url ?? null,
    env: { ...(postgres ? { DATABASE_URL: postgres.url } : {}) },
    close: async () => postgres?.close(),
  }
}

export async function startWorld(options: WorldOptions = {}): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-contract-'))
  const dataDir = join(folder, 'data')
  const hooks: Hook[] = []
  const [database, emulator, provider, receiver] = await Promise.all([
    prepareDatabase(options, dataDir),
    startEmulator({ port: 0, dataDir: join(folder, 'google'), page: false }),
    scriptedProvider('openai-chat', script),
    startReceiver(hooks),
  ])
  const books = makeBooks(emulator, database.people)
  const catalogueFile = join(folder, 'catalogue.json')
  writeFileSync(catalogueFile, JSON.stringify(catalogue))
  const env = {
    ROWHAND_DATA_DIR: dataDir,
    ROWHAND_SECRET: SECRET,
    ROWHAND_CATALOGUE: catalogueFile,
    ROWHAND_ALLOW_PRIVATE_ADDRESSES: '1',
    // The local Google is in the test's own process, which has much else to do.
    ROWHAND_GOOGLE_TIMEOUT_SECONDS: '60',
    GOOGLE_ROOT_URL: emulator.url,
    GOOGLE_TOKEN_URL: `${emulator.url}/token`,
    GOOGLE_ISSUER: emulator.url,
    SEARXNG_URL: new URL(receiver.url).origin,
    GOOGLE_CLIENT_ID: 'contract',
    GOOGLE_CLIENT_SECRET: 'contract',
    OPENAI_API_KEY: 'contract',
    OPENAI_BASE_URL: provider.url,
    ...database.env,
    ...options.env,
  }
  const processes: Awaited<ReturnType<typeof startProcess>>[] = []
  for (let i = 0; i < (options.processes ?? 1); i++) processes.push(await startProcess(env))
  return {
    people: database.people,
    client: await Client.connect(processes[0]!.url, database.people.ana.apiKey),
    urls: processes.map(({ url }) => url),
    metricsUrls: processes.map(({ metricsUrl }) => metricsUrl),
    databaseUrl: database.url,
    emulator,
    provider,
    books,
    hooks,
    hookUrl: receiver.url,
    folder,
    async close() {
      await Promise.all(processes.map(({ child }) => stopProcess(child)))
      await Promise.all([database.close(), emulator.close(), provider.close(), receiver.close()])
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

let shared: Promise<World> | undefined

/**
 * One for all files of this worker that need no settings of their own and count nothing but their own: it ends
 * with the worker, whose channel the service listens to.
 */
export function sharedWorld(): Promise<World> {
  shared ??= startWorld({ env: { ROWHAND_RATE_LIMIT_PER_MINUTE: '1000000' } }).then(world => {
    process.once('exit', () => rmSync(world.folder, { recursive: true, force: true }))
    return world
  })
  return shared
}
