/** One server of bench/get-agent.ts: `service <database>` as it runs, or `bare <target>` on node:http. */
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createGate } from '../../service/accounts/gate.ts'
import { createKey } from '../../service/accounts/keys.ts'
import { createSealing } from '../../service/accounts/sealing.ts'
import { createSpace, ensureUser } from '../../service/accounts/spaces.ts'
import type { Agents } from '../../service/agents/agents.ts'
import { createReader } from '../../service/agents/read.ts'
import { createHttpApp } from '../../service/http/app.ts'
import { serveHttp } from '../../service/http/server.ts'
import { silentLog } from '../../service/log.ts'
import type { Sheets } from '../../service/sheets/spreadsheet.ts'
import type { Db } from '../../service/store/db.ts'
import { openDatabase } from '../../service/store/open.ts'
import type { Target } from './load.ts'

const AGENTS = 64
const unused = () => Promise.reject(new Error('not part of this measurement'))

async function seed(db: Db): Promise<{ apiKey: string; agentIds: string[] }> {
  const userId = await ensureUser(db, { id: randomUUID(), email: 'bench@example.com' })
  const spaceId = randomUUID()
  await createSpace(db, { id: spaceId, name: 'Bench', ownerId: userId })
  const keyId = randomUUID()
  const sealing = createSealing('a secret for a measurement only, no more')
  const { apiKey } = await createKey(db, sealing, { id: keyId, userId, spaceId, name: 'bench' })
  const agentIds = Array.from({ length: AGENTS }, () => randomUUID())
  for (const agentId of agentIds) await seedAgent(db, { agentId, keyId, userId, spaceId })
  return { apiKey, agentIds }
}

async function seedAgent(
  db: Db,
  owner: { agentId: string; keyId: string; userId: string; spaceId: string },
): Promise<void> {
  const { agentId, keyId, userId, spaceId } = owner
  const turnId = randomUUID()
  await db.query(
    `insert into agents (id, user_id, space_id, key_id, spreadsheet_id, number_of_turns) values ($1, $2, $3, $4, $5, 1)`,
    [agentId, userId, spaceId, keyId, '1AbCdEfGhIjKlMnOpQrStUvWxYz0123456789abcdefg'],
  )
  const model = 'managed:agent:offline/planner'
  await db.query(
    `insert into turns (id, agent_id, key_id, user_id, space_id, number, status, prompt, sheet_id, sheet_name,
       agent_model, bulk_model, bulk_search_model, ended_at)
     values ($1, $2, $3, $4, $5, 1, 'succeeded', 'p', 0, 'Orders', $6, $6, $6, now())`,
    [turnId, agentId, keyId, userId, spaceId, model],
  )
  const at = new Date().toISOString()
  for (let position = 1; position <= 10; position++) {
    const id = randomUUID()
    const body =
      position % 2 === 1
        ? {
            type: 'assistant_message',
            turn_id: turnId,
            message_id: id,
            created_at: at,
            content: 'x'.repeat(190),
          }
        : {
            type: 'tool_call',
            turn_id: turnId,
            tool_call_id: id,
            tool: 'write_range',
            status: 'succeeded',
            created_at: at,
            completed_at: at,
            range: 'F1:F121',
            sheet_name: 'Orders',
            cells: 121,
          }
    await db.query(
      'insert into entries (agent_id, position, id, turn_id, type, status, body) values ($1, $2, $3, $4, $5, $6, $7)',
      [
        agentId,
        position,
        id,
        turnId,
        body.type,
        body.type === 'tool_call' ? 'succeeded' : null,
        JSON.stringify(body),
      ],
    )
  }
}

async function runService(kind: string): Promise<Target> {
  const dataDir = mkdtempSync(join(tmpdir(), 'rowhand-bench-'))
  const databaseUrl = kind === 'postgres' ? process.env.BENCH_DATABASE_URL : undefined
  const database = await openDatabase({ databaseUrl, dataDir })
  const { apiKey, agentIds } = await seed(database.db)
  const reader = createReader(database.db)
  const agents: Agents = {
    start: unused,
    messages: unused,
    stop: unused,
    attachments: unused,
    permissions: unused,
    decide: unused,
    erase: unused,
    waitForChange: unused,
    get: (userId, agentId, options, look) =>
      reader.read(userId, agentId, options?.includeIntermediateToolFailures ?? true, look),
    lookAt: reader.lookAt,
  }
  const app = createHttpApp({
    agents,
    undos: { changes: unused, undo: unused, redo: unused, get: unused, waitForEnd: unused },
    sheets: { open: unused } satisfies Sheets,
    // Far above what one core answers, so that every request is counted and none rejected.
    gate: createGate({
      db: database.db,
      requestsPerMinute: 1_000_000_000,
      replicas: kind === 'postgres',
      now: () => new Date(),
    }),
    log: silentLog,
    db: database.db,
    newId: randomUUID,
    maxBodyBytes: 1_000_000,
    checkResponses: false,
    publicUrl: 'http://127.0.0.1',
    version: '0.0.0',
    configuration: unused,
    describeKey: unused,
    checkHealth: unused,
    whyNotWebhookUrl: () => null,
  })
  const server = await serveHttp(app, { host: '127.0.0.1', port: 0, newId: randomUUID })
  process.once('disconnect', () => {
    void server
      .close(0)
      .then(() => database.close())
      .then(() => rmSync(dataDir, { recursive: true, force: true }))
      .then(() => process.exit(0))
  })
  const headers = { 'x-api-key': apiKey }
  const paths = agentIds.map(id => `/v1/sheets/agents/${id}`)
  const answer = await fetch(`${server.url}${paths[0]}`, { headers })
  const body = await answer.text()
  return {
    port: server.port,
    paths,
    headers,
    bodyBytes: Buffer.byteLength(body),
    answer: { headers: Object.fromEntries(answer.headers), body },
  }
}

/** The same headers and body, from memory. */
function runBare(target: Target): Promise<Target> {
  const { connection: _, 'keep-alive': __, date: ___, ...headers } = target.answer!.headers
  const body = Buffer.from(target.answer!.body)
  const server = createServer((_request, response) => {
    response.writeHead(200, headers)
    response.end(body)
  })
  process.once('disconnect', () => process.exit(0))
  return new Promise(done => {
    server.listen(0, '127.0.0.1', () => done({ ...target, port: (server.address() as AddressInfo).port }))
  })
}

const [mode, argument] = process.argv.slice(2) as [string, string]
const target = mode === 'service' ? await runService(argument) : await runBare(JSON.parse(argument) as Target)
process.on('message', () => {
  const { user, system } = process.cpuUsage()
  process.send?.(user + system)
})
process.send?.(target)
