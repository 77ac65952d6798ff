/** `npm run emulator` as a process of its own: what it prints is all that somebody's own code needs. */
import { type ChildProcess, spawn } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { clientWith } from './sheets/fixture.ts'

const MAIN = join(import.meta.dirname, '../../emulator/alone.ts')
let folder: string
const running: ChildProcess[] = []

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'rowhand-alone-'))
})
afterAll(() => {
  for (const child of running) child.kill('SIGKILL')
  rmSync(folder, { recursive: true, force: true })
})

async function start(): Promise<{ url: string; token: string; id: string; stop(): Promise<void> }> {
  const env = { ...process.env, ROWHAND_DATA_DIR: folder, EMULATOR_PORT: '0' }
  const child = spawn(process.execPath, [MAIN], { env, stdio: ['ignore', 'pipe', 'inherit'] })
  running.push(child)
  const printed = await new Promise<string>((resolve, reject) => {
    let text = ''
    child.stdout.on('data', chunk => {
      text += String(chunk)
      if (text.includes('docs/emulator.md')) resolve(text)
    })
    child.once('exit', code => reject(new Error(`It ended with ${code}: ${text}`)))
  })
  const found = (pattern: RegExp) => pattern.exec(printed)?.[1] ?? ''
  return {
    url: found(/answers at (\S+)/),
    token: found(/Bearer ([^"]+)"/),
    id: found(/spreadsheets\/d\/([\w-]+)\/edit/),
    stop: () =>
      new Promise(resolve => {
        child.once('exit', () => resolve())
        child.kill('SIGINT')
      }),
  }
}

it('the local Google alone answers own code, keeps what it wrote, and the same token', {
  timeout: 120_000,
}, async () => {
  const first = await start()
  const api = clientWith(first.url, first.token).spreadsheets
  const range = 'Orders!Z1'
  const requestBody = { values: [['mine']] }
  await api.values.update({ spreadsheetId: first.id, range, valueInputOption: 'RAW', requestBody })
  await first.stop()
  expect(statSync(join(folder, 'standalone.json')).mode & 0o077).toBe(0)
  expect(readFileSync(join(folder, 'standalone.json'), 'utf8')).toContain(first.token)

  const second = await start()
  expect(second.token).toBe(first.token)
  const again = clientWith(second.url, second.token).spreadsheets
  expect((await again.values.get({ spreadsheetId: second.id, range })).data.values).toEqual([['mine']])
  await second.stop()
})
