/**
 * Stands between the service and the local Google and fails on demand: before a call is passed on, or after
 * it was carried out. What Google can answer, it can be made to answer here.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export type Phase = 'token' | 'look' | 'read' | 'batch' | 'values'
export type Failure =
  | number
  | 'drop'
  | 'hang'
  | 'empty'
  | 'html'
  | 'null'
  | 'types'
  /** Of the token endpoint: the grant is gone, the service is not known, the token is over at once. */
  | 'invalid_grant'
  | 'invalid_client'
  | 'short'

export interface Fault {
  phase: Phase
  failure: Failure
  /** The call is carried out before it fails. */
  after: boolean
  times: number
}

const BODIES: Partial<Record<Failure, string>> = {
  empty: '',
  invalid_grant: '{"error":"invalid_grant","error_description":"Token has been expired or revoked."}',
  invalid_client: '{"error":"invalid_client"}',
  short: '{"access_token":"over-at-once","expires_in":0,"token_type":"Bearer"}',
  html: '<!doctype html><title>Sign in</title>',
  null: 'null',
  types: '{"spreadsheetId":7,"sheets":"x","replies":{},"responses":1,"valueRanges":true,"access_token":[]}',
}

const STATUSES: Partial<Record<Failure, number>> = { invalid_grant: 400, invalid_client: 401 }

export function phaseOf(method: string, path: string): Phase {
  if (path.startsWith('/token')) return 'token'
  if (path.includes('values:batchUpdate')) return 'values'
  if (method === 'POST') return 'batch'
  return path.includes('/values') ? 'read' : 'look'
}

export interface FaultyGoogle {
  url: string
  fail(fault: Fault): void
  /** Refuses the token of the next call, so that another is asked for. */
  refuseToken(): void
  clear(): void
  /** How often a fault struck since `clear`. */
  struck(): number
  close(): void
}

export async function startFaultyGoogle(googleUrl: string, slowWritesMs = 0): Promise<FaultyGoogle> {
  let faults: Fault[] = []
  let struck = 0
  let isTokenRefused = false

  function take(phase: Phase): Fault | undefined {
    const fault = faults.find(it => it.phase === phase && it.times > 0)
    if (fault) {
      fault.times -= 1
      struck += 1
    }
    return fault
  }

  async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const chunks: Buffer[] = []
    for await (const chunk of request) chunks.push(chunk as Buffer)
    const path = request.url ?? '/'
    const phase = phaseOf(request.method ?? 'GET', path)
    if (isTokenRefused && phase !== 'token') {
      isTokenRefused = false
      return strike(401, response)
    }
    const fault = take(phase)
    if (!fault || fault.after) {
      const answer = await fetch(`${googleUrl}${path}`, {
        method: request.method ?? 'GET',
        headers: {
          authorization: request.headers.authorization ?? '',
          'content-type': request.headers['content-type'] ?? 'application/json',
        },
        ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      })
      const body = Buffer.from(await answer.arrayBuffer())
      if (slowWritesMs > 0 && (phase === 'batch' || phase === 'values'))
        await new Promise(done => setTimeout(done, slowWritesMs))
      if (!fault) {
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(body)
        return
      }
    }
    strike(fault.failure, response)
  }

  function strike(failure: Failure, response: ServerResponse): void {
    if (failure === 'hang') return
    if (failure === 'drop') return void response.destroy()
    if (typeof failure === 'number') {
      const error = { code: failure, message: 'a fault', status: 'X' }
      response.writeHead(failure, { 'content-type': 'application/json' }).end(JSON.stringify({ error }))
      return
    }
    response.writeHead(STATUSES[failure] ?? 200, { 'content-type': 'application/json' }).end(BODIES[failure])
  }

  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    fail: fault => faults.push({ ...fault }),
    refuseToken() {
      isTokenRefused = true
    },
    clear() {
      faults = []
      struck = 0
      isTokenRefused = false
    },
    struck: () => struck,
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
