/**
 * The demo account of `npm start`: made once, kept in the data folder, the same on every later start.
 * Its secrets open nothing but the two servers on this machine.
 */
import { randomBytes, randomUUID } from 'node:crypto'
import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

export interface DemoAccount {
  email: string
  apiKey: string
  webhookSecret: string
  /** Stands for the user's OAuth grant at the emulator. */
  refreshToken: string
  /** Static bearer token for the emulator's Sheets API. */
  sheetsToken: string
  spreadsheetId: string
  /** ROWHAND_SECRET for a start with DATABASE_URL that names none. */
  serviceSecret: string
}

const CREDITS_DOLLARS = 25

export function demoAccount(dataDir: string): DemoAccount {
  const file = join(dataDir, 'demo-account.json')
  if (existsSync(file)) return JSON.parse(readFileSync(file, 'utf8')) as DemoAccount
  const account = newAccount()
  writePrivately(file, account)
  return account
}

function newAccount(): DemoAccount {
  return {
    email: 'sam@example.com',
    apiKey: `sk_rowhand_${alphanumeric(32)}`,
    webhookSecret: `whsec_${alphanumeric(32)}`,
    refreshToken: `1//local-${alphanumeric(40)}`,
    sheetsToken: `ya29.local-${alphanumeric(40)}`,
    spreadsheetId: `1${alphanumeric(43)}`,
    serviceSecret: alphanumeric(43),
  }
}

/** Letters and digits, each equally likely. */
function alphanumeric(length: number): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789'
  const usable = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of randomBytes(length)) {
      if (byte < usable && text.length < length) text += alphabet[byte % alphabet.length]
    }
  }
  return text
}

/** What the service is told to make sure exists (ROWHAND_BOOTSTRAP). */
export const serviceBootstrap = (account: DemoAccount) => ({
  email: account.email,
  space: 'Demo space',
  api_key: account.apiKey,
  webhook_secret: account.webhookSecret,
  google_refresh_token: account.refreshToken,
  credits_dollars: CREDITS_DOLLARS,
})

/** What the emulator is told (ROWHAND_DEMO). */
export const emulatorDemo = (account: DemoAccount) => ({
  email: account.email,
  refresh_token: account.refreshToken,
  sheets_token: account.sheetsToken,
  api_key: account.apiKey,
  spreadsheet_id: account.spreadsheetId,
})

const demoFile = (dataDir: string) => join(dataDir, 'demo.json')

/** demo.json says that everything answers, so it must not outlive the servers it speaks of. */
export function withdrawDemoFile(dataDir: string): void {
  rmSync(demoFile(dataDir), { force: true })
}

export function publishDemoFile(
  dataDir: string,
  account: DemoAccount,
  urls: { service: string; emulator: string },
): string {
  const spreadsheetUrl = `${urls.emulator}/spreadsheets/d/${account.spreadsheetId}/edit`
  writePrivately(demoFile(dataDir), {
    service_url: urls.service,
    api_key: account.apiKey,
    webhook_secret: account.webhookSecret,
    spreadsheet_id: account.spreadsheetId,
    spreadsheet_url: spreadsheetUrl,
    sheets_url: urls.emulator,
    sheets_token: account.sheetsToken,
  })
  return spreadsheetUrl
}

/** Readable by its owner only, and never seen half written. */
function writePrivately(file: string, value: unknown): void {
  const staging = `${file}.${randomUUID()}`
  writeFileSync(staging, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
  renameSync(staging, file)
}
