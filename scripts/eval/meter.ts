/**
 * Stands between the service and a model's server and counts: requests, characters, tokens as the server
 * tells them. Changes nothing that passes through, and waits as long as the server does.
 */
import { createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { request as httpsRequest } from 'node:https'
import type { AddressInfo } from 'node:net'

export interface Usage {
  steps: number
  inputCharacters: number
  inputTokens: number
  outputTokens: number
}

export interface Meter {
  url: string
  /** What was counted since the last call. */
  take(): Usage
  close(): Promise<void>
}

const none = (): Usage => ({ steps: 0, inputCharacters: 0, inputTokens: 0, outputTokens: 0 })

export async function startMeter(baseUrl: string): Promise<Meter> {
  let usage = none()
  const server = createServer((incoming, outgoing) => {
    void pass(baseUrl, incoming, outgoing, counted => {
      usage = {
        steps: usage.steps + counted.steps,
        inputCharacters: usage.inputCharacters + counted.inputCharacters,
        inputTokens: usage.inputTokens + counted.inputTokens,
        outputTokens: usage.outputTokens + counted.outputTokens,
      }
    })
  })
  // A mind that answers by hand takes minutes.
  server.requestTimeout = 0
  server.headersTimeout = 0
  await new Promise<void>(done => server.listen(0, '127.0.0.1', done))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    take() {
      const taken = usage
      usage = none()
      return taken
    },
    close: () =>
      new Promise(done => {
        server.close(() => done())
        server.closeAllConnections()
      }),
  }
}

async function pass(
  baseUrl: string,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  count: (usage: Usage) => void,
): Promise<void> {
  const body = await read(incoming)
  const target = new URL(`${baseUrl.replace(/\/$/, '')}${incoming.url ?? '/'}`)
  const send = target.protocol === 'https:' ? httpsRequest : httpRequest
  const { host: _, connection: __, 'content-length': ___, ...headers } = incoming.headers
  const forward = send(target, { method: incoming.method, headers }, answer => {
    void read(answer).then(text => {
      if (incoming.url?.endsWith('/chat/completions')) count(usageOf(body, text))
      outgoing.writeHead(answer.statusCode ?? 502, {
        'content-type': answer.headers['content-type'] ?? 'application/json',
      })
      outgoing.end(text)
    })
  })
  forward.on('error', () => outgoing.destroy())
  outgoing.on('close', () => forward.destroy())
  forward.end(body)
}

async function read(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const chunk of stream) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks)
}

function usageOf(request: Buffer, answer: Buffer): Usage {
  try {
    const { usage } = JSON.parse(answer.toString()) as {
      usage?: { prompt_tokens?: number; completion_tokens?: number }
    }
    return {
      steps: 1,
      inputCharacters: request.length,
      inputTokens: usage?.prompt_tokens ?? Math.ceil(request.length / 4),
      outputTokens: usage?.completion_tokens ?? 0,
    }
  } catch {
    return { ...none(), steps: 1, inputCharacters: request.length }
  }
}
