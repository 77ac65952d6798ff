/**
 * One script thread. Each execution gets a fresh context, so nothing that a script keeps in its globals
 * survives to the next, as on Google. Services are asked for over a port while this thread sleeps: that
 * is what makes them look synchronous to the script.
 */
import { createRequire } from 'node:module'
import vm from 'node:vm'
import { type MessagePort, parentPort, receiveMessageOnPort, workerData } from 'node:worker_threads'
import type {
  BridgeCall,
  BridgeReply,
  CallHost,
  RunOutcome,
  RunReply,
  RunRequest,
  ScriptFailure,
} from './bridge.ts'
import { createGlobals } from './globals/index.ts'
import { openRealm, type Realm } from './globals/realm.ts'
import type { ThreadRequest } from './thread-request.ts'
import { resultToJson } from './values.ts'

interface GasLocal {
  require(folder: string, globals: object): vm.Context
}

const gas = createRequire(import.meta.url)('gas-local') as GasLocal
const { signal } = workerData as { signal: Int32Array }
const main = parentPort
if (!main) throw new Error('This file runs as a worker thread only.')

main.on('message', (request: ThreadRequest) => {
  const outcome = runInFreshContext(request)
  // What the script put off by a promise still belongs to this execution.
  setImmediate(() => {
    request.port.close()
    main.postMessage({ id: request.id, outcome } satisfies RunReply)
  })
})
// A promise that nobody waits for fails alone; it must not take the thread along.
process.on('unhandledRejection', () => undefined)

function runInFreshContext(request: ThreadRequest): RunOutcome {
  const context = vm.createContext({})
  const realm = openRealm(context)
  try {
    Object.assign(
      context,
      createGlobals({ callHost: createBridge(request.port, realm), realm, addonDir: request.addonDir }),
    )
    const provided = new Set(Object.keys(context))
    gas.require(request.addonDir, context)
    const value = request.functionName === null ? callableNames(context, provided) : call(context, request)
    return { ok: true, valueJson: resultToJson(value) }
  } catch (error) {
    return { ok: false, failure: describeFailure(error) }
  }
}

/**
 * Asks and sleeps until the answer to this very question is there. A script may give up waiting (it runs
 * out of stack in here, and catches that): the answer that comes then is nobody's and is dropped.
 */
function createBridge(port: MessagePort, realm: Realm): CallHost {
  let lastId = 0
  return (name, ...args) => {
    const id = ++lastId
    port.postMessage({ id, name, args } satisfies BridgeCall)
    for (;;) {
      const before = Atomics.load(signal, 0)
      const received = receiveMessageOnPort(port)
      if (received === undefined) {
        Atomics.wait(signal, 0, before)
        continue
      }
      const reply = received.message as BridgeReply
      if (reply.id !== id) continue
      if (!reply.ok) throw realm.exception(reply.message)
      return reply.value as never
    }
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
