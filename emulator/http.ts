/**
 * Reading requests and writing answers with node:http, for the Sheets API, whose faults need the socket.
 * Knows no routes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Generous: Google gives no hard limit and recommends 2 MB. */
export const MAX_BODY_BYTES = 32 * 1024 * 1024

export class BodyTooLarge extends Error {
  constructor() {
    super(`Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`)
  }
}

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of request as AsyncIterable<Buffer>) {
    bytes += chunk.length
    if (bytes > MAX_BODY_BYTES) throw new BodyTooLarge()
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

/** The body's JSON; {} when it is empty, undefined when it is not JSON. */
export async function readJson(request: IncomingMessage): Promise<unknown> {
  const text = await readBody(request)
  if (text === '') return {}
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

export function sendJson(response: ServerResponse, status: number, body: unknown): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'no-store',
  })
  response.end(JSON.stringify(body))
}

export function bearerOf(authorization: string | undefined): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(authorization ?? '')?.[1]
}
