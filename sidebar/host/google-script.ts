/**
 * google.script.run as a Host. It tells failures apart only by their English words, so this file is the one
 * place that reads them.
 */
import type { AddonErrorCode, RpcError } from '../../contract/rpc.ts'
import type { Clock, Host } from './host.ts'

/** What Google's page offers: handlers are set first, the chain ends with the function's name. */
export interface ScriptRun {
  withSuccessHandler(handler: (value: unknown) => void): ScriptRun
  withFailureHandler(handler: (error: unknown) => void): ScriptRun
  [functionName: string]: unknown
}

/** The bridge sometimes never calls back; an execution that waits for the service ends well before this. */
const CALL_TIMEOUT_MS = 100_000

export function createGoogleHost(run: ScriptRun, clock: Clock): Host {
  return new Proxy({} as Host, {
    get: (_, name) =>
      typeof name === 'string' ? (...args: unknown[]) => call(run, clock, name, args) : undefined,
  })
}

function call(run: ScriptRun, clock: Clock, name: string, args: unknown[]): Promise<unknown> {
  return new Promise(resolve => {
    const giveUp = clock.after(CALL_TIMEOUT_MS, () => resolve(failure('BRIDGE_TIMEOUT')))
    const settle = (value: unknown) => {
      giveUp()
      resolve(value)
    }
    const chain = run
      .withSuccessHandler(value => settle(isResult(value) ? value : failure('BRIDGE_FAILED')))
      .withFailureHandler(error => settle(readBridgeError(error)))
    const target = chain[name]
    if (typeof target === 'function') Reflect.apply(target, chain, args)
    else settle(failure('BRIDGE_FAILED', `${name} is not a function of this add-on.`))
  })
}

const isResult = (value: unknown): boolean => typeof value === 'object' && value !== null && 'ok' in value

export function readBridgeError(error: unknown): { ok: false; error: RpcError } {
  const message = error instanceof Error ? error.message : String(error)
  if (/PERMISSION_DENIED|authori[sz]ation is required|not have permission to call/i.test(message)) {
    return failure('MULTIPLE_ACCOUNTS', message)
  }
  if (/HTTP 401|session|sign in|signed out/i.test(message)) return failure('SESSION_EXPIRED', message)
  if (/HTTP 0\b|connection failure|network/i.test(message)) return failure('BRIDGE_OFFLINE', message)
  return failure('BRIDGE_FAILED', message)
}

const failure = (code: AddonErrorCode, message = ''): { ok: false; error: RpcError } => ({
  ok: false,
  error: { status: 0, code, message, requestId: null },
})
