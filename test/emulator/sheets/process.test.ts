import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { clientWith } from './fixture.ts'

const MAIN = new URL('../../../emulator/main.ts', import.meta.url).pathname
const DEMO = {
  email: 'demo@example.com',
  refresh_token: 'refresh',
  sheets_token: 'static-token',
  api_key: 'sk_rowhand_x',
  spreadsheet_id: 'demo-spreadsheet',
}

let dataDir: string
let child: ChildProcess | undefined
beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'rowhand-emulator-'))
})
afterEach(() => {
  if (child?.exitCode === null && child.signalCode === null) child.kill('SIGKILL')
  rmSync(dataDir, { recursive: true, force: true })
})

function start(env: Record<string, string> = {}): ChildProcess {
  child = fork(MAIN, {
    env: {
      ...process.env,
      EMULATOR_PORT: '0',
      ROWHAND_DATA_DIR: dataDir,
      ROWHAND_DEMO: JSON.stringify(DEMO),
      ...env,
    },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  })
  return child
}

async function readyUrl(started: ChildProcess): Promise<string> {
  const [message] = (await once(started, 'message')) as [{ ready: { url: string } }]
  return message.ready.url
}

describe('the emulator’s process', () => {
  it('says when it answers, seeds the demo once, and keeps changes over a kill', async () => {
    const first = start()
    const sheets = clientWith(await readyUrl(first), DEMO.sheets_token)
    const { data } = await sheets.spreadsheets.get({
      spreadsheetId: DEMO.spreadsheet_id,
      fields: 'sheets.properties.title',
    })
    expect(data.sheets?.map(it => it.properties?.title)).toEqual(['Orders', 'Leads', 'Budget', 'Feedback'])
    await sheets.spreadsheets.values.update({
      spreadsheetId: DEMO.spreadsheet_id,
      range: 'Orders!G1',
      valueInputOption: 'RAW',
      requestBody: { values: [['Revenue']] },
    })
    first.kill('SIGKILL')
    await once(first, 'exit')
    const again = clientWith(await readyUrl(start()), DEMO.sheets_token)
    const { data: read } = await again.spreadsheets.values.get({
      spreadsheetId: DEMO.spreadsheet_id,
      range: 'Orders!F1:G2',
    })
    expect(read.values).toEqual([['Price', 'Revenue'], ['$34.90']])
  })

  it('ends cleanly on SIGTERM and when its starter is gone', async () => {
    const first = start()
    await readyUrl(first)
    first.kill('SIGTERM')
    expect(await once(first, 'exit')).toEqual([0, null])
    const second = start()
    await readyUrl(second)
    second.disconnect()
    expect(await once(second, 'exit')).toEqual([0, null])
  })

  it('says in one sentence what is in its way: a taken port, a folder in use', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await once(other, 'listening')
    const { port } = other.address() as AddressInfo
    const taken = await lastWords(start({ EMULATOR_PORT: String(port) }))
    other.close()
    expect(taken).toEqual([
      1,
      `Port ${port} is taken: stop what runs there, or set EMULATOR_PORT to another port.\n`,
    ])
    const first = start()
    await readyUrl(first)
    const second = await lastWords(start())
    expect(second[0]).toBe(1)
    expect(second[1]).toBe(
      `The data folder ${dataDir} is in use by another emulator (process ${first.pid}): stop it, or set ROWHAND_DATA_DIR to another folder.\n`,
    )
    first.kill('SIGKILL')
    await once(first, 'exit')
  })
})

async function lastWords(started: ChildProcess): Promise<[code: number, said: string]> {
  let said = ''
  started.stderr?.on('data', (chunk: Buffer) => {
    said += chunk.toString()
  })
  const [code] = (await once(started, 'close')) as [number]
  return [code, said]
}
