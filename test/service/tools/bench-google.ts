/** The local Google of a bench: here, or in a process of its own. */
import { fork } from 'node:child_process'
import { join } from 'node:path'
import { startEmulator } from '../../../emulator/start.ts'
import { layGoogleKey } from '../../support/google-key.ts'

const EMAIL = 'demo@example.com'
export const REFRESH_TOKEN = 'refresh-token-of-the-tests'

export interface Google {
  url: string
  token: string
  close(): Promise<void>
}

export async function emulatorHere(dataDir: string): Promise<Google> {
  layGoogleKey(dataDir)
  const emulator = await startEmulator({ port: 0, dataDir, page: false })
  emulator.grants.ensure(REFRESH_TOKEN, EMAIL)
  return { url: emulator.url, token: emulator.tokenFor(EMAIL), close: () => emulator.close() }
}

/** It takes no time from what is measured. */
export async function emulatorProcess(dataDir: string): Promise<Google> {
  const demo = {
    email: EMAIL,
    refresh_token: REFRESH_TOKEN,
    sheets_token: 'sheets-token',
    api_key: '',
    spreadsheet_id: 'demo',
  }
  const child = fork(join(import.meta.dirname, '../../../emulator/main.ts'), {
    env: {
      ...process.env,
      EMULATOR_PORT: '0',
      HOST: '127.0.0.1',
      ROWHAND_DATA_DIR: dataDir,
      ROWHAND_DEMO: JSON.stringify(demo),
    },
    execArgv: [],
  })
  const exited = new Promise<void>(resolve => child.once('exit', () => resolve()))
  const url = await new Promise<string>((resolve, reject) => {
    child.once('message', message => resolve((message as { ready: { url: string } }).ready.url))
    child.once('exit', () => reject(new Error('the emulator ended before it answered')))
  })
  return {
    url,
    token: demo.sheets_token,
    async close() {
      child.kill('SIGTERM')
      await exited
    },
  }
}
