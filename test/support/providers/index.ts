/**
 * A language model provider on loopback that answers from a script. The script is written once in
 * neutral form; the server speaks it in the wire format of `kind`, faults included. It doesn't stream:
 * the service doesn't ask for streams.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { ModelsConfig } from '../../../service/models/config.ts'
import { anthropic } from './anthropic.ts'
import { gemini } from './gemini.ts'
import type { NeutralRequest, Reply, Script, WireFormat, WireKind } from './neutral.ts'
import { openaiChat } from './openai-chat.ts'
import { openaiResponses } from './openai-responses.ts'

export {
  type Fault,
  type NeutralRequest,
  type Reply,
  type Script,
  type ScriptedCall,
  type WireKind,
  wireKinds,
} from './neutral.ts'

export interface ScriptedProvider {
  /** Base URL for the service's configuration, with the version path that the format has. */
  url: string
  kind: WireKind
  /** Everything that was asked, in order. */
  requests: NeutralRequest[]
  /** Requests that are being answered right now, and the most there were at once. */
  load: { now: number; peak: number }
  close(): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const formats: Record<WireKind, { format: WireFormat; path: string }> = {
  'openai-chat': { format: openaiChat, path: '/v1' },
  'openai-responses': { format: openaiResponses, path: '/v1' },
  anthropic: { format: anthropic, path: '/v1' },
  gemini: { format: gemini, path: '/v1beta' },
}

export async function scriptedProvider(kind: WireKind, script: Script): Promise<ScriptedProvider> {
  const { format, path } = formats[kind]
  const requests: NeutralRequest[] = []
  const load = { now: 0, peak: 0 }
  const replyTo = typeof script === 'function' ? script : (_: NeutralRequest, index: number) => script[index]

  const server = createServer((incoming, response) => {
    load.now++
    load.peak = Math.max(load.peak, load.now)
    response.on('close', () => load.now--)
    answer(incoming, response).catch((error: unknown) => {
      response.writeHead(500).end(String(error))
    })
  })

  async function answer(incoming: IncomingMessage, response: ServerResponse): Promise<void> {
    const body = JSON.parse(await readText(incoming)) as Record<string, unknown>
    const url = incoming.url ?? '/'
    const headers = incoming.headers as Record<string, string>
    const request = { kind, path: url, headers, body, ...format.readRequest(url, body) }
    const index = requests.push(request) - 1
    const reply = replyTo(request, index)
    if (!reply)
      return send(
        response,
        400,
        format.renderError(400, 'script_is_over', `No answer ${index + 1} in the script`),
      )
    if (reply.delayMs) await sleep(reply.delayMs)
    await reply.once
    await sendReply(response, reply, request, `${kind}-${index}`)
  }

  async function sendReply(
    response: ServerResponse,
    reply: Reply,
    request: NeutralRequest,
    id: string,
  ): Promise<void> {
    const model = typeof request.body.model === 'string' ? request.body.model : 'scripted'
    const { fault } = reply
    const normal = () => send(response, 200, format.renderReply(reply, id, model))
    if (fault === undefined) return normal()
    if (typeof fault === 'object') {
      const headers =
        fault.retryAfterSeconds === undefined ? {} : { 'retry-after': String(fault.retryAfterSeconds) }
      const error = format.renderError(
        fault.status,
        fault.code ?? 'scripted_error',
        fault.message ?? 'Scripted',
      )
      return send(response, fault.status, error, headers)
    }
    switch (fault) {
      case 'malformed_json':
        response.writeHead(200, { 'content-type': 'application/json' }).end('{"id": "half of an ans')
        return
      case 'wrong_shape':
        return send(response, 200, { hello: 'world' })
      case 'refusal':
        return send(response, 200, format.renderRefusal(id, model))
      case 'empty':
        return send(response, 200, format.renderReply({ usage: reply.usage ?? null, text: '' }, id, model))
      case 'context_overflow': {
        const { status, code, message } = format.contextOverflow
        return send(response, status, format.renderError(status, code, message))
      }
      case 'reset':
        response.socket?.resetAndDestroy()
        return
      case 'reset_midway':
        response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' })
        response.write('{"id":', () => response.socket?.resetAndDestroy())
        return
      case 'hang':
        return
      case 'endless':
        return endless(response)
      case 'no_response_format':
        return request.wantsJson
          ? send(response, 400, format.renderError(400, 'unsupported', 'response_format is not supported'))
          : normal()
    }
  }

  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () =>
    new Promise<void>(resolve => {
      server.close(() => resolve())
      server.closeAllConnections()
    })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`,
    kind,
    requests,
    load,
    close,
    [Symbol.asyncDispose]: close,
  }
}

/** Until the client hangs up. */
function endless(response: ServerResponse): void {
  const piece = Buffer.alloc(1_048_576, ' ')
  response.writeHead(200, { 'content-type': 'application/json' })
  const more = () => {
    while (!response.destroyed) if (!response.write(piece)) return void response.once('drain', more)
  }
  more()
}

/** The service's configuration that reaches `provider`, and the id of a model of each category on it. */
export function configFor(provider: Pick<ScriptedProvider, 'kind' | 'url'>): {
  config: ModelsConfig
  modelId(category: 'agent' | 'bulk' | 'search'): string
} {
  const access = { apiKey: 'scripted-key', baseUrl: provider.url }
  const id = (name: string) => (category: string) => `managed:${category}:${name}`
  switch (provider.kind) {
    case 'openai-chat':
      return {
        config: { compatible: { ...access, models: ['scripted'] } },
        modelId: id('compatible/scripted'),
      }
    case 'openai-responses':
      return {
        config: { openai: access },
        modelId: category => id(`openai/${category === 'agent' ? 'gpt-6.1-sol' : 'gpt-6-luna'}`)(category),
      }
    case 'anthropic':
      return {
        config: { anthropic: access },
        modelId: category =>
          id(`anthropic/${category === 'agent' ? 'claude-sonnet-5-5' : 'claude-haiku-5-5'}`)(category),
      }
    case 'gemini':
      return {
        config: { google: access },
        modelId: category =>
          id(
            `google/${{ agent: 'gemini-4-carbon', bulk: 'gemini-3.5-flash-lite', search: 'gemini-3.8-flash' }[category]}`,
          )(category),
      }
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

async function readText(stream: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of stream as AsyncIterable<Buffer>) chunks.push(chunk)
  return Buffer.concat(chunks).toString('utf8')
}
