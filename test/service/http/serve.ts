/** The HTTP layer on a real socket, with its ports scripted: no database, no Google, no turns. */
import { randomUUID } from 'node:crypto'
import { connect } from 'node:net'
import type { Budget, Passage } from '../../../service/accounts/gate.ts'
import type { Agents, AgentView } from '../../../service/agents/agents.ts'
import { createHttpApp, type HttpDeps } from '../../../service/http/app.ts'
import { agentExample, configurationExample, verifyExample } from '../../../service/http/examples.ts'
import { serveHttp } from '../../../service/http/server.ts'
import type { Facts, Log } from '../../../service/log.ts'

export const KEY = `sk_rowhand_${'k'.repeat(32)}`
export const budget: Budget = { limit: 500, remaining: 42, resetAtSeconds: 1_000, resetAfterSeconds: 7 }
const unused = () => Promise.reject(new Error('not part of this test'))

export const viewOf = (version: number, changes: object = {}, active = false): AgentView => ({
  state: 'ok',
  id: agentExample.id,
  json: Buffer.from(JSON.stringify({ ...agentExample, ...changes })),
  version,
  active,
})

export interface Logged {
  event: string
  facts: Facts | undefined
}

export async function serve(
  changes: Partial<Omit<HttpDeps, 'agents'>> & { agents?: Partial<Agents> } = {},
  options: { headersWithinMs?: number } = {},
) {
  const logged: Logged[] = []
  const note = (event: string, facts?: Facts) => logged.push({ event, facts })
  const log: Log = { info: note, warn: note, error: note }
  const app = createHttpApp({
    gate: {
      pass: async (apiKey): Promise<Passage> =>
        apiKey === KEY
          ? { state: 'passed', caller: { keyId: 'key', userId: 'user', spaceId: 'space' }, budget }
          : { state: 'unknown' },
    },
    log,
    db: { query: unused, transaction: unused },
    newId: randomUUID,
    maxBodyBytes: 4_096,
    checkResponses: true,
    undos: { changes: unused, undo: unused, redo: unused, get: unused, waitForEnd: unused },
    sheets: { open: unused },
    publicUrl: 'http://127.0.0.1:8787',
    version: '1.2.3',
    configuration: async () => configurationExample,
    describeKey: async () => verifyExample,
    checkHealth: async () => {},
    whyNotWebhookUrl: () => null,
    ...changes,
    agents: {
      start: async () => viewOf(1),
      get: async () => viewOf(1),
      messages: unused,
      stop: async () => viewOf(1),
      erase: unused,
      attachments: unused,
      permissions: unused,
      decide: unused,
      waitForChange: unused,
      ...changes.agents,
    },
  })
  const server = await serveHttp(app, { host: '127.0.0.1', port: 0, newId: randomUUID, ...options })
  return {
    ...server,
    logged,
    call: (path: string, init: RequestInit = {}) =>
      fetch(`${server.url}${path}`, {
        redirect: 'manual',
        ...init,
        headers: { 'x-api-key': KEY, ...(init.headers as Record<string, string>) },
      }),
    /** Bytes as they are, for what no client would send. Answers everything until the end. */
    raw: (text: string) =>
      new Promise<string>((done, fail) => {
        let answer = ''
        const socket = connect(server.port, '127.0.0.1', () => socket.write(text))
        socket.setTimeout(5_000, () => fail(new Error(`no end after: ${answer.slice(0, 200)}`)))
        socket.on('data', chunk => (answer += String(chunk)))
        socket.on('error', fail)
        socket.on('close', () => done(answer))
      }),
  }
}
export type Served = Awaited<ReturnType<typeof serve>>
