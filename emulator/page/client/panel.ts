/**
 * `google.script` inside a panel of the add-on. Runs before the panel's own scripts, in the panel's own
 * sandbox, and speaks with its page by messages only. It refuses to know the server.
 */

/** Put around this script by the server: the functions that the page may call. */
declare const __scriptFunctions: string[]

interface Handlers {
  success?: (value: unknown, userObject: unknown) => void
  failure?: (error: Error, userObject: unknown) => void
  userObject?: unknown
}
type Runner = Record<string, (...args: never[]) => unknown>

interface QueuedCall {
  callId: number
  functionName: string
  argumentsJson: string
}

/** Google runs about ten calls of a page at once; more wait. */
const MAX_CALLS_AT_ONCE = 10

const waiting = new Map<number, Handlers>()
const queue: QueuedCall[] = []
let underWay = 0
let nextCallId = 1

const tellPage = (message: object) => parent.postMessage({ panel: message }, '*')

function createRunner(handlers: Handlers): Runner {
  const runner: Runner = {
    withSuccessHandler: (success: NonNullable<Handlers['success']>) => createRunner({ ...handlers, success }),
    withFailureHandler: (failure: NonNullable<Handlers['failure']>) => createRunner({ ...handlers, failure }),
    withUserObject: (userObject: unknown) => createRunner({ ...handlers, userObject }),
  }
  for (const functionName of __scriptFunctions) {
    runner[functionName] = (...args: unknown[]) => call(functionName, args, handlers)
  }
  return runner
}

function call(functionName: string, args: unknown[], handlers: Handlers): void {
  const values = args.length === 1 && args[0] instanceof HTMLFormElement ? [readForm(args[0])] : args
  checkLegal(values, [])
  const callId = nextCallId++
  waiting.set(callId, handlers)
  queue.push({ callId, functionName, argumentsJson: JSON.stringify(values) })
  sendNext()
}

function sendNext(): void {
  while (underWay < MAX_CALLS_AT_ONCE) {
    const next = queue.shift()
    if (!next) return
    underWay++
    tellPage({ type: 'run', ...next })
  }
}

function readForm(form: HTMLFormElement): Record<string, unknown> {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value)]))
}

/** Only JSON may travel. Google refuses the rest at once, in these words. */
function checkLegal(value: unknown, path: string[]): void {
  const illegal = () => {
    throw new TypeError(`Failed due to illegal value in property: ${path.at(-1) ?? '0'}`)
  }
  if (typeof value === 'function' || typeof value === 'symbol' || typeof value === 'bigint') illegal()
  if (typeof value !== 'object' || value === null) return
  if (value instanceof Date || value instanceof Node || path.length > 100) illegal()
  for (const [key, child] of Object.entries(value)) checkLegal(child, [...path, key])
}

type Outcome =
  | { ok: true; valueJson: string }
  | { ok: false; failure: { name: string; message: string; stack: string } }

addEventListener('message', event => {
  if (event.source !== parent) return
  const reply = (event.data as { result?: { callId: number; outcome: Outcome } }).result
  const handlers = reply && waiting.get(reply.callId)
  if (!reply || !handlers) return
  waiting.delete(reply.callId)
  underWay--
  sendNext()
  finish(reply.outcome, handlers)
})

function finish(outcome: Outcome, { success, failure, userObject }: Handlers): void {
  if (outcome.ok) {
    success?.(JSON.parse(outcome.valueJson), userObject)
    return
  }
  const error = new Error(outcome.failure.message)
  error.name = outcome.failure.name
  if (failure) failure(error, userObject)
  // On Google an unhandled failure shows up in the browser's console, too.
  else console.error('Uncaught', error.name, error.message)
}

function notHere(name: string): object {
  return new Proxy(
    {},
    {
      get(_target, key) {
        throw new Error(`google.script.${name}.${String(key)} is not in the local host.`)
      },
    },
  )
}

Object.defineProperty(globalThis, 'google', {
  value: {
    script: {
      run: createRunner({}),
      host: {
        origin: location.ancestorOrigins?.[0] ?? '',
        close: () => tellPage({ type: 'close' }),
        editor: { focus: () => tellPage({ type: 'focusEditor' }) },
        setWidth: (width: number) => tellPage({ type: 'resize', width }),
        setHeight: (height: number) => tellPage({ type: 'resize', height }),
      },
      url: notHere('url'),
      history: notHere('history'),
    },
  },
})
