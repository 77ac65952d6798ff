/** What `npm start` says when it can't, and that a kill in the middle of a turn loses nothing. */
import { spawn } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { freePorts } from '../../scripts/local/ports.ts'
import { apiClient, toolCalls } from '../support/client.ts'
import { prepareDataDir } from '../support/database.ts'
import { type LocalProduct, startLocal } from '../support/local.ts'
import { scriptedProvider } from '../support/providers/index.ts'
import { until } from '../support/until.ts'

const root = resolve(import.meta.dirname, '../..')
const cleanUps: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const cleanUp of cleanUps.splice(0).reverse()) await cleanUp()
})

async function startedLocal(environment: Record<string, string> = {}): Promise<LocalProduct> {
  const local = await startLocal(environment)
  cleanUps.push(() => local.stop())
  return local
}

/** Runs `npm start`'s script to its end. */
function runStart(environment: Record<string, string>): Promise<{ code: number | null; output: string }> {
  const child = spawn(process.execPath, ['scripts/start.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: '', ...environment },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', chunk => (output += chunk))
  return new Promise(done => child.once('close', code => done({ code, output })))
}

test('a taken port ends the start with one sentence that names it', async () => {
  const [emulatorPort = 0] = await freePorts(1)
  const blocker = createServer()
  await new Promise<void>(listening => blocker.listen(0, '127.0.0.1', listening))
  cleanUps.push(() => new Promise(closed => blocker.close(closed)))
  const { port } = blocker.address() as { port: number }
  const folder = mkdtempSync(join(tmpdir(), 'rowhand-taken-'))
  cleanUps.push(() => rm(folder, { recursive: true, force: true }))
  await prepareDataDir(folder)
  const { code, output } = await runStart({
    ROWHAND_DATA_DIR: folder,
    PORT: String(port),
    EMULATOR_PORT: String(emulatorPort),
  })
  expect(code).toBe(1)
  expect(output).toContain(String(port))
  expect(output).not.toMatch(/\n\s+at /)
})

test('a data folder in use ends the start with one sentence and leaves the first one running', async () => {
  const local = await startedLocal()
  const addon = () => readFileSync(join(local.dataDir, 'addon/addon.js'), 'utf8')
  const before = addon()
  const [port = 0, emulatorPort = 0] = await freePorts(2)
  const { code, output } = await runStart({
    ROWHAND_DATA_DIR: local.dataDir,
    PORT: String(port),
    EMULATOR_PORT: String(emulatorPort),
  })
  expect(code).toBe(1)
  expect(output).toContain('in use')
  expect(addon() === before, 'the add-on of the first one is as it was').toBe(true)
  const verified = await apiClient(local.demo).call('GET', '/v1/auth/verify')
  expect(verified.status).toBe(200)
})

test('a turn cut by kill -9 is finished after the next start, with each entry once', async () => {
  const steps = 6
  // By what it has been told, not by the number of requests: the one cut by the kill is asked again.
  const model = await scriptedProvider('openai-chat', ({ toolResults }) =>
    toolResults.length < steps
      ? {
          delayMs: 150,
          calls: [{ name: 'read_range', args: { ranges: [`Orders!A${toolResults.length + 1}`] } }],
        }
      : { text: 'Read six cells.' },
  )
  cleanUps.push(() => model.close())
  const local = await startedLocal({
    OPENAI_COMPATIBLE_BASE_URL: model.url,
    OPENAI_COMPATIBLE_MODELS: 'scripted',
  })
  const api = apiClient(local.demo)
  const models = await api.call<{ models: { agent_models: { id: string }[] } }>(
    'GET',
    '/v1/sheets/agents/configuration',
  )
  const agentModel = models.body.models.agent_models.find(option => option.id.includes('scripted'))?.id
  const started = await api.start({
    prompt: 'Read six cells',
    spreadsheet_id: local.demo.spreadsheet_id,
    agent_model: agentModel,
  })
  await until(async () => toolCalls((await api.getAgent(started.id)).messages).length >= 2)
  process.kill(local.serverPid('service'), 'SIGKILL')
  await local.restart()

  const agent = await apiClient(local.demo).untilIdle(started.id)
  expect(agent.error_message).toBeNull()
  const { messages, total } = await apiClient(local.demo).messages(started.id)
  expect(total).toBe(messages.length)
  expect(messages.filter(entry => entry.type === 'user_message')).toHaveLength(1)
  expect(toolCalls(messages).map(call => [call.range, call.status])).toEqual(
    Array.from({ length: steps }, (_, index) => [`A${index + 1}`, 'succeeded']),
  )
  expect(messages.at(-1)).toMatchObject({ type: 'assistant_message', content: 'Read six cells.' })
})
