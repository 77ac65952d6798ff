/**
 * A client made of the OpenAPI document alone. Every answer is held against the document; whatever it
 * doesn't allow fails the test that asked.
 */
import type { Agent, AgentMessagesPage, ErrorBody } from '../../../contract/index.ts'
import { until } from '../../support/until.ts'
import { Document, type Json, type Operation } from './document.ts'

export interface Ask {
  key?: string | null
  params?: Record<string, string>
  query?: Record<string, string>
  headers?: Record<string, string>
  /** Sent as JSON. */
  body?: unknown
  /** Sent as it is. */
  raw?: BodyInit
  baseUrl?: string
}

export interface Answer<T = Json> {
  status: number
  headers: Headers
  body: T
}

const BUDGET = ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']

export class Client {
  readonly baseUrl: string
  readonly document: Document
  readonly #key: string

  constructor(baseUrl: string, document: Document, key: string) {
    this.baseUrl = baseUrl
    this.document = document
    this.#key = key
  }

  static async connect(baseUrl: string, key: string): Promise<Client> {
    return new Client(baseUrl, await Document.fetch(baseUrl), key)
  }

  async call<T = Json>(operationId: string, ask: Ask = {}): Promise<Answer<T>> {
    const operation = this.document.operation(operationId)
    const key = ask.key === undefined ? this.#key : ask.key
    const response = await fetch(`${ask.baseUrl ?? this.baseUrl}${addressOf(operation, ask)}`, {
      method: operation.method,
      headers: {
        ...(key === null ? {} : { 'x-api-key': key }),
        ...(ask.body === undefined ? {} : { 'content-type': 'application/json' }),
        ...ask.headers,
      },
      ...(ask.body === undefined ? {} : { body: JSON.stringify(ask.body) }),
      ...(ask.raw === undefined ? {} : { body: ask.raw }),
    })
    const text = await response.text()
    const body = (text === '' ? null : JSON.parse(text)) as T
    this.#judge(operation, response, body)
    return { status: response.status, headers: response.headers, body }
  }

  #judge(operation: Operation, response: Response, body: unknown): void {
    const { status, headers } = response
    const where = `${operation.operationId} ${status}`
    const fail = (what: string): never => {
      throw new Error(`${where}: ${what}\n${JSON.stringify(body)?.slice(0, 800)}`)
    }
    const documented = operation.responses[status]
    if (!documented) throw new Error(`${where} is not in the document: ${JSON.stringify(body)}`)
    const requestId = headers.get('x-request-id')
    if (!requestId) fail('no X-Request-Id')
    if (operation.security.length > 0 && status !== 401) {
      for (const name of BUDGET) if (!/^\d+$/.test(headers.get(name) ?? '')) fail(`no ${name}`)
    }
    if (!documented.content) {
      if (body !== null) fail('a body where the document has none')
      return
    }
    if (headers.get('content-type') !== 'application/json') fail('not application/json')
    const { schema, examples } = documented.content['application/json']
    const problem = this.document.problem(schema.$ref, body)
    if (problem) fail(problem)
    if (status < 400) return
    const error = body as ErrorBody
    if (error.request_id !== requestId) fail('request_id is not that of the header')
    if (!(error.error.code in (examples ?? {}))) fail(`the document doesn't list ${error.error.code} here`)
  }

  async start(body: Json, ask: Ask = {}): Promise<Agent> {
    const answer = await this.call<Agent>('startAgent', { ...ask, body })
    if (answer.status !== 201) throw new Error(`start: ${answer.status} ${JSON.stringify(answer.body)}`)
    return answer.body
  }

  async get(id: string, ask: Ask = {}): Promise<Agent> {
    return (await this.call<Agent>('getAgent', { ...ask, params: { id } })).body
  }

  async stop(id: string, ask: Ask = {}): Promise<Agent> {
    return (await this.call<Agent>('stopAgent', { ...ask, params: { id } })).body
  }

  async messages(id: string, query: Record<string, string> = {}, ask: Ask = {}): Promise<AgentMessagesPage> {
    return (await this.call<AgentMessagesPage>('getAgentMessages', { ...ask, params: { id }, query })).body
  }

  /** Waits as a careful client does: held requests, not a tight loop. */
  async untilIdle(id: string, ask: Ask = {}): Promise<Agent> {
    return until(
      async () => {
        const agent = await this.get(id, { ...ask, headers: { prefer: 'wait=5' } })
        return agent.status === 'idle' ? agent : undefined
      },
      { within: 50_000, describe: () => `agent ${id} is not idle` },
    )
  }

  /** Starts and waits for the end. */
  async run(body: Json, ask: Ask = {}): Promise<Agent> {
    return this.untilIdle((await this.start(body, ask)).id, ask)
  }
}

function addressOf(operation: Operation, { params = {}, query = {} }: Ask): string {
  const values: Record<string, string> = { platform: 'sheets', ...params }
  const path = operation.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name]
    if (value === undefined) throw new Error(`${operation.operationId} needs ${name}`)
    return encodeURIComponent(value)
  })
  const text = new URLSearchParams(query).toString()
  return text ? `${path}?${text}` : path
}

/** The error of an answer that has to be one. */
export function errorOf(answer: Answer<unknown>): { status: number; code: string; message: string } {
  const { error } = answer.body as Partial<ErrorBody>
  if (!error) throw new Error(`${answer.status} is no error: ${JSON.stringify(answer.body)}`)
  return { status: answer.status, ...error }
}
