/** A turn that is over, looked at and made again elsewhere by the command that a person would use. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { createClient, latestTurn } from '../../clients/typescript/src/index.ts'
import { SECRET } from '../contract/support/accounts.ts'
import { startWorld, type World } from '../contract/support/world.ts'
import { bareEnvironment } from '../support/environment.ts'

const SCRIPT = join(import.meta.dirname, '../../scripts/replay.ts')

let world: World
beforeAll(async () => {
  world = await startWorld({ postgresUrl: inject('postgresUrl') })
})
afterAll(() => world?.close())

function replay(...argv: string[]): Promise<{ code: number | null; out: string; errors: string }> {
  const env = {
    ...bareEnvironment(),
    ROWHAND_SECRET: SECRET,
    DATABASE_URL: world.databaseUrl ?? '',
    GOOGLE_ROOT_URL: world.emulator.url,
    GOOGLE_TOKEN_URL: `${world.emulator.url}/token`,
    GOOGLE_CLIENT_ID: 'contract',
    GOOGLE_CLIENT_SECRET: 'contract',
  }
  const child = spawn(process.execPath, [SCRIPT, ...argv], { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let out = ''
  let errors = ''
  child.stdout.on('data', chunk => (out += String(chunk)))
  child.stderr.on('data', chunk => (errors += String(chunk)))
  return new Promise(done => child.once('close', code => done({ code, out, errors })))
}

it('a replay shows each stored step and makes its calls again on another spreadsheet', async () => {
  const client = createClient({ baseUrl: world.urls[0]!, apiKey: world.people.ana.apiKey })
  const agent = await client.ask({ prompt: 'write', spreadsheet_id: world.books.ana })
  const { code, out, errors } = await replay(latestTurn(agent), '--on', world.books.other)
  expect([code, errors]).toEqual([0, ''])
  expect(out).toContain('prompt: write')
  expect(out).toMatch(/calls write_range \{"range":"Orders!J1:K1"/)
  expect(out).toMatch(/again: step 0 write_range → succeeded/)
})

it('a replay of an unknown turn says so', async () => {
  const { code, errors } = await replay('3b1f7a52-0c1d-4f6c-8f0a-6b8d3e9c2a10')
  expect([code, errors]).toEqual([1, 'There is no such turn here.\n'])
})
