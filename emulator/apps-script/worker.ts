/**
 * One script thread. Each execution gets a fresh context, so nothing that a script keeps in its globals
 * survives to the next, as on Google. Services are asked for over a port while this thread sleeps: that
 * is what makes them look synchronous to the script.
 */
import { createRequire } from 'node:module'
import vm from 'node:vm'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type { BridgeReply, CallHost, RunOutcome, RunReply, RunRequest, ScriptFailure } from './bridge.ts'
import { createGlobals } from './globals/index.ts'
import { openRealm, type Realm } from './globals/realm.ts'
import { resultToJson } from './values.ts'

interface GasLocal {
  require(folder: string, globals: object): vm.Context
}

const gas = createRequire(import.meta.url)('gas-local') as GasLocal
const { port, signal } = workerData as { port: MessagePort; signal: Int32Array }
const main = parentPort
if (!main) throw new Error('This file runs as a worker thread only.')

main.on('message', (request: RunRequest) => {
  const reply: RunReply = { id: request.id, outcome: runInFreshContext(request) }
  main.postMessage(reply)
})

function runInFreshContext(request: RunRequest): RunOutcome {
  const context = vm.createContext({})
  const realm = openRealm(context)
  try {
    Object.assign(
      context,
      createGlobals({ callHost: createBridge(realm), realm, addonDir: request.addonDir }),
    )
    const provided = new Set(Object.keys(context))
    gas.require(request.addonDir, context)
    const value = request.functionName === null ? callableNames(context, provided) : call(context, request)
    return { ok: true, valueJson: resultToJson(value) }
  } catch (error) {
    return { ok: false, failure: describeFailure(error) }
  }
}

function createBridge(realm: Realm): CallHost {
  return (name, ...args) => {
    const before = Atomics.load(signal, 0)
    port.postMessage({ name, args })
    Atomics.wait(signal, 0, before)
    const received = receiveMessageOnPort(port)
    if (!received) throw realm.exception('The local host gave no answer.')
    const reply = received.message as BridgeReply
    if (!reply.ok) throw realm.exception(reply.message)
    return reply.value as never
  }
}

const IDENTIFIER = /^[A-Za-z$_][\w$]*$/

function call(context: vm.Context, { functionName, argumentsJson }: RunRequest): unknown {
  const target: unknown =
    functionName !== null && IDENTIFIER.test(functionName)
      ? vm.runInContext(`typeof ${functionName} === 'function' ? ${functionName} : undefined`, context)
      : undefined
  if (typeof target !== 'function') throw new Error(`Script function not found: ${functionName}`)
  const parse = vm.runInContext('JSON.parse', context) as typeof JSON.parse
  return Reflect.apply(target, undefined, parse(argumentsJson) as unknown[])
}

/** Top-level functions of the script. A name that ends in `_` is private and stays invisible to the page. */
function callableNames(context: vm.Context, provided: Set<string>): string[] {
  return Object.keys(context)
    .filter(name => !provided.has(name) && !name.endsWith('_') && typeof context[name] === 'function')
    .sort()
}

function describeFailure(error: unknown): ScriptFailure {
  const { name, message, stack } = (
    typeof error === 'object' && error !== null ? error : {}
  ) as Partial<Error>
  return { name: name ?? 'Error', message: message ?? String(error), stack: stack ?? '' }
}
