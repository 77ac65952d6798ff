/** The whole product as a person has it: `npm start` on free ports and a folder of its own. */
import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { sheetsClient } from '../../scripts/eval/sheets-client.ts'
import { freePorts } from '../../scripts/local/ports.ts'
import { prepareDataDir } from './database.ts'
import { until } from './until.ts'

const root = resolve(import.meta.dirname, '../..')

/** demo.json, as DESIGN names its fields. */
export interface Demo {
  service_url: string
  api_key: string
  webhook_secret: string
  spreadsheet_id: string
  spreadsheet_url: string
  sheets_url: string
  sheets_token: string
}

export interface LocalProduct {
  demo: Demo
  dataDir: string
  output(): string
  /** Ends the servers and starts them again on the same folder and ports. */
  restart(): Promise<void>
  /** Process ids of the two servers, for crash tests. */
  serverPid(name: 'service' | 'emulator'): number
  stop(): Promise<void>
}

const STARTED_WITHIN_MILLISECONDS = 60_000

/** `isFirst`: on an empty folder, as the first start has it; a folder with a database starts seconds sooner. */
export async function startLocal(
  environment: Record<string, string> = {},
  { isFirst = false } = {},
): Promise<LocalProduct> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-local-'))
  if (!isFirst && !environment.DATABASE_URL) await prepareDataDir(dataDir)
  const [port, emulatorPort] = await freePorts(2)
  const env = {
    ...process.env,
    // The tests' own Postgres is offered by name; the product here uses its embedded database.
    DATABASE_URL: '',
    ...environment,
    ROWHAND_DATA_DIR: dataDir,
    PORT: String(port),
    EMULATOR_PORT: String(emulatorPort),
  }
  let run = await launch(env, dataDir)
  return {
    get demo() {
      return run.demo
    },
    dataDir,
    output: () => run.output(),
    serverPid: name => pidOf(run.child, name),
    restart: async () => {
      await end(run.child)
      run = await launch(env, dataDir)
    },
    stop: async () => {
      await end(run.child)
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

let shared: Promise<LocalProduct> | undefined

/**
 * One for all files of this worker that change nothing of it but a spreadsheet of their own, which `demo` names.
 * It ends with the worker.
 */
export async function sharedLocal(): Promise<LocalProduct> {
  shared ??= startLocal().then(local => {
    process.once('exit', () => rmSync(local.dataDir, { recursive: true, force: true }))
    return local
  })
  const local = await shared
  return { ...local, demo: await withOwnOrders(local.demo), restart: refuse, stop: refuse }
}

/** A spreadsheet whose one tab is a copy of the demo's. */
async function withOwnOrders(demo: Demo): Promise<Demo> {
  const { spreadsheets } = sheetsClient(demo.sheets_url, demo.sheets_token)
  const { data } = await spreadsheets.create({ requestBody: { properties: { title: 'Demo' } } })
  const id = data.spreadsheetId ?? ''
  const from = await spreadsheets.get({ spreadsheetId: demo.spreadsheet_id })
  const orders = from.data.sheets?.find(({ properties }) => properties?.title === 'Orders')?.properties
  const copied = await spreadsheets.sheets.copyTo({
    spreadsheetId: demo.spreadsheet_id,
    sheetId: orders?.sheetId ?? 0,
    requestBody: { destinationSpreadsheetId: id },
  })
  const properties = { sheetId: copied.data.sheetId ?? 0, title: 'Orders' }
  const requests = [
    { deleteSheet: { sheetId: data.sheets?.[0]?.properties?.sheetId ?? 0 } },
    { updateSheetProperties: { properties, fields: 'title' } },
  ]
  await spreadsheets.batchUpdate({ spreadsheetId: id, requestBody: { requests } })
  return { ...demo, spreadsheet_id: id, spreadsheet_url: `${demo.sheets_url}/spreadsheets/d/${id}/edit` }
}

const refuse = () => Promise.reject(new Error('others use this product, too'))

async function launch(env: NodeJS.ProcessEnv, dataDir: string) {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env,
    // It ends with this process, too.
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream?.on('data', chunk => (output += chunk))
  await until(
    () => {
      if (child.exitCode !== null) throw new Error(`npm start ended with ${child.exitCode}:\n${output}`)
      return output.includes('Rowhand is running')
    },
    { within: STARTED_WITHIN_MILLISECONDS, describe: () => `npm start is not up:\n${output}` },
  )
  const demo = JSON.parse(readFileSync(join(dataDir, 'demo.json'), 'utf8')) as Demo
  return { child, demo, output: () => output }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const ended = new Promise(done => child.once('exit', done))
  child.kill('SIGTERM')
  await ended
}

/** Reads the process table, because the servers are grandchildren of the test. */
function pidOf(parent: ChildProcess, name: string): number {
  const children = readFileSync(`/proc/${parent.pid}/task/${parent.pid}/children`, 'utf8').trim().split(' ')
  const found = children.find(pid => {
    const command = `/proc/${pid}/cmdline`
    return existsSync(command) && readFileSync(command, 'utf8').includes(`${name}/main.ts`)
  })
  if (!found) throw new Error(`The ${name} is not running.`)
  return Number(found)
}
