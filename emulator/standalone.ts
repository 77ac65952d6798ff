/**
 * `npm run emulator`: the local Google without Rowhand's service, for anybody's Sheets code. Its tokens and
 * its sample spreadsheet are made on the first start and stay the same; where they stand is printed.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Demo } from './parts.ts'
import type { EmulatorOptions } from './start.ts'

const EMAIL = 'you@example.com'
const FILE = 'standalone.json'

export function standaloneOptions(env: NodeJS.ProcessEnv): EmulatorOptions & { demo: Demo } {
  const dataDir = resolve(env.ROWHAND_DATA_DIR ?? join('.rowhand', 'google'))
  mkdirSync(dataDir, { recursive: true })
  const demo = readDemo(join(dataDir, FILE))
  return {
    port: readPort(env.EMULATOR_PORT),
    host: env.HOST ?? '127.0.0.1',
    dataDir,
    demo,
    users: [
      { email: EMAIL, name: 'You' },
      { email: 'colleague@example.com', name: 'Colleague' },
    ],
    ...(env.ROWHAND_ADDON_DIR === undefined ? {} : { addonDir: resolve(env.ROWHAND_ADDON_DIR) }),
  }
}

function readPort(given: string | undefined): number {
  const port = Number(given ?? 8788)
  if (!Number.isInteger(port) || port < 0 || port > 65_535)
    throw new Error(`EMULATOR_PORT must be a port number, not ${JSON.stringify(given)}.`)
  return port
}

function readDemo(file: string): Demo {
  if (!existsSync(file)) {
    const secret = (prefix: string) => `${prefix}${randomBytes(18).toString('base64url')}`
    const demo: Demo = {
      email: EMAIL,
      refresh_token: secret('1//local-'),
      sheets_token: secret('ya29.local-'),
      api_key: '',
      spreadsheet_id: secret('1'),
    }
    writeFileSync(file, JSON.stringify(demo, null, 2), { mode: 0o600 })
  }
  return JSON.parse(readFileSync(file, 'utf8')) as Demo
}

export function welcome(url: string, { demo, dataDir }: EmulatorOptions & { demo: Demo }): string {
  const id = demo.spreadsheet_id
  return [
    `The local Google answers at ${url}`,
    `  a spreadsheet to look at   ${url}/spreadsheets/d/${id}/edit`,
    `  the same over the API      curl -H "Authorization: Bearer ${demo.sheets_token}" \\`,
    `                               ${url}/v4/spreadsheets/${id}/values/Orders!A1:C3`,
    `  tokens                     ${join(dataDir, FILE)}`,
    '  how to point your code here, faults, quotas, what is missing: docs/emulator.md',
    '',
  ].join('\n')
}
