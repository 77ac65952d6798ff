/**
 * One request to the service. Knows HTTP and the error body; knows neither agents nor properties.
 * Everything that can be expected to go wrong is a value.
 */
import type { RpcError, RpcResult } from '../contract/rpc.ts'
import { fail, failHere, messageOf, succeed } from './result.ts'

export interface ServiceRequest {
  method: 'get' | 'post' | 'delete'
  /** Begins with a slash. */
  path: string
  body?: object
  /** Sent as it is, in place of a body of JSON. */
  file?: { mediaType: string; bytes: number[] }
  headers?: Record<string, string>
}

export interface ServiceAnswer {
  status: number
  /** Parsed JSON; null when the answer has no body, as a 204 and a 304 have none. */
  body: unknown
  /** Names in lower case. */
  headers: Record<string, string>
}

export function callService(apiKey: string, request: ServiceRequest): RpcResult<ServiceAnswer> {
  const sent = send(apiKey, request)
  if (!sent.ok) return sent
  const { status, text, headers } = sent.value
  if (status === 304 || status === 204) return succeed({ status, body: null, headers })
  const body = parseJson(text)
  if (status >= 200 && status < 300) {
    return body === undefined ? unexpected(status, headers) : succeed({ status, body, headers })
  }
  return fail(toError(status, body, headers))
}

/** For a request that the service does once: an answer that is lost is asked for a second time. */
export function callServiceAgain(apiKey: string, request: ServiceRequest): RpcResult<ServiceAnswer> {
  const first = callService(apiKey, request)
  if (first.ok || !isLost(first.error)) return first
  return callService(apiKey, request)
}

const isLost = ({ code, status }: RpcError): boolean =>
  code === 'SERVICE_TIMEOUT' ||
  code === 'SERVICE_UNREACHABLE' ||
  code === 'REQUEST_IN_PROGRESS' ||
  status === 500 ||
  (status >= 502 && !code.startsWith('UPSTREAM_'))

interface RawAnswer {
  status: number
  text: string
  headers: Record<string, string>
}

function send(apiKey: string, { method, path, body, file, headers }: ServiceRequest): RpcResult<RawAnswer> {
  try {
    const response = UrlFetchApp.fetch(SERVICE_URL + path, {
      method,
      headers: { 'X-API-Key': apiKey, Accept: 'application/json', ...headers },
      ...(body ? { contentType: 'application/json', payload: JSON.stringify(body) } : {}),
      ...(file ? { contentType: file.mediaType, payload: file.bytes } : {}),
      muteHttpExceptions: true,
      followRedirects: false,
    })
    return succeed({
      status: response.getResponseCode(),
      text: response.getContentText(),
      headers: lowerCaseNames(response.getHeaders()),
    })
  } catch (error) {
    return failHere(isTimeout(messageOf(error)) ? 'SERVICE_TIMEOUT' : 'SERVICE_UNREACHABLE')
  }
}

/** The service has no such endpoint: it keeps the interface without its additions. */
export const isNotOffered = ({ status, code }: RpcError): boolean =>
  [405, 501].includes(status) || (status === 404 && !/^(AGENT|TURN|UNDO|PERMISSION)_NOT_FOUND$/.test(code))

/** UrlFetchApp throws one kind of error for everything; only its English words tell a timeout. */
const isTimeout = (message: string) => /time[ds]?[ -]?out|deadline/i.test(message)

function lowerCaseNames(headers: object): Record<string, string> {
  const result: Record<string, string> = {}
  for (const [name, value] of Object.entries(headers)) result[name.toLowerCase()] = String(value)
  return result
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function unexpected(status: number, headers: Record<string, string>): RpcResult<never> {
  return fail({
    status,
    code: 'UNEXPECTED_ANSWER',
    message: '',
    requestId: headers['x-request-id'] ?? null,
  })
}

function toError(status: number, body: unknown, headers: Record<string, string>): RpcError {
  const outer = asObject(body)
  const inner = asObject(outer.error)
  const retryAfterSeconds = readRetryAfter(headers)
  return {
    status,
    code: typeof inner.code === 'string' ? inner.code : `HTTP_${status}`,
    message: typeof inner.message === 'string' ? inner.message : '',
    ...(retryAfterSeconds === null ? {} : { retryAfterSeconds }),
    requestId: asText(outer.request_id) ?? headers['x-request-id'] ?? null,
  }
}

/** Seconds, or a date: both are allowed in Retry-After. */
function readRetryAfter(headers: Record<string, string>): number | null {
  const value = headers['retry-after'] ?? headers['x-ratelimit-reset-after']
  if (value === undefined) return null
  const seconds = Number(value)
  if (Number.isFinite(seconds)) return Math.max(0, Math.ceil(seconds))
  const untilMs = Date.parse(value) - Date.now()
  return Number.isFinite(untilMs) ? Math.max(0, Math.ceil(untilMs / 1000)) : null
}

const asObject = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {}

const asText = (value: unknown): string | null => (typeof value === 'string' ? value : null)
