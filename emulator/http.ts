/**
 * Reading requests and writing answers with node:http, for all parts of the emulator. Knows no routes.
 */
import type { IncomingMessage, ServerResponse } from 'node:http'

/** Generous: Google gives no hard limit and recommends 2 MB. */
const MAX_BODY_BYTES = 32 * 1024 * 1024

export class BodyTooLarge extends Error {
  constructor() {
    super(`Request payload size exceeds the limit: ${MAX_BODY_BYTES} bytes.`)
  }
}

export async function readBody(request: IncomingMessage): Promise<string> {
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

export async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  return new URLSearchParams(await readBody(request))
}

export function sendJson(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, {
    'content-type': 'application/json; charset=UTF-8',
    'cache-control': 'no-store',
    ...headers,
  })
  response.end(JSON.stringify(body))
}

export function sendHtml(response: ServerResponse, status: number, html: string): void {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' })
  response.end(html)
}

export function redirect(response: ServerResponse, location: string): void {
  response.writeHead(302, { location, 'cache-control': 'no-store' })
  response.end()
}

export function bearerOf(request: IncomingMessage): string | undefined {
  return /^Bearer\s+(\S+)$/i.exec(request.headers.authorization ?? '')?.[1]
}
