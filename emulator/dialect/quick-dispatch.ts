/**
 * Shows a command that comes by the ten thousand only to those plugins that may care. The engine asks every
 * plugin about every command; writing one cell is two commands and sixty plugins. Who cares is read from
 * the plugins' own code, carefully: only a plugin that compares the command's type with other literals and
 * does nothing else with the command is passed over.
 */
import type { Engine, EngineCommand, PluginInstance } from './engine.ts'

/** The engine's own note of where a cell is now: no list of commands has it, so who cares names it. */
const POSITION = 'UPDATE_CELL_POSITION'
const FREQUENT = new Set(['UPDATE_CELL', POSITION])

type Method = 'beforeHandle' | 'handle' | 'allowDispatch'

interface Dispatching {
  handlers: PluginInstance[]
  dispatchToHandlers(handlers: PluginInstance[], command: EngineCommand): void
  checkDispatchAllowed(command: EngineCommand): unknown
  trigger(event: string, payload: unknown): void
}

export function installQuickDispatch(engine: Engine): void {
  const model = engine.Model.prototype as unknown as Dispatching & { quickDispatch?: true }
  if (model.quickDispatch) return
  model.quickDispatch = true
  const { dispatchToHandlers, checkDispatchAllowed } = model
  const preparing = createIndex('beforeHandle')
  const handling = createIndex('handle')
  const judging = createIndex('allowDispatch')
  const allowed = Object.freeze({ reasons: [], isSuccessful: true, isCancelledBecause: () => false })
  model.dispatchToHandlers = function (handlers, command) {
    if (!FREQUENT.has(command.type)) return dispatchToHandlers.call(this, handlers, command)
    for (const handler of preparing(handlers, command.type)) handler.beforeHandle(command)
    for (const handler of handling(handlers, command.type)) handler.handle(command)
    this.trigger('command-dispatched', command)
  }
  model.checkDispatchAllowed = function (command) {
    if (!FREQUENT.has(command.type)) return checkDispatchAllowed.call(this, command)
    for (const handler of judging(this.handlers, command.type))
      if (!isSuccess(handler.allowDispatch(command))) return checkDispatchAllowed.call(this, command)
    return allowed
  }
}

function isSuccess(answer: unknown): boolean {
  return answer === 'Success' || (Array.isArray(answer) && answer.every(isSuccess))
}

/** The listeners of each list of plugins; a list grows while a model is being made. */
function createIndex(method: Method) {
  const known = new WeakMap<PluginInstance[], { length: number; byType: Map<string, PluginInstance[]> }>()
  return (handlers: PluginInstance[], type: string): PluginInstance[] => {
    let index = known.get(handlers)
    if (index?.length !== handlers.length) {
      index = { length: handlers.length, byType: new Map() }
      known.set(handlers, index)
    }
    let listeners = index.byType.get(type)
    if (listeners === undefined) {
      listeners = handlers.filter(handler => mayCare(handler, method, type))
      index.byType.set(type, listeners)
    }
    return listeners
  }
}

function mayCare(handler: PluginInstance, method: Method, type: string): boolean {
  return bodiesOf(handler, method).some(({ name, body }) => {
    if (name === undefined) return false
    if (type === POSITION) return body.includes(type)
    const handsItOn = new RegExp(`[(,]\\s*${name.replaceAll('$', '\\$')}\\s*[,)]`)
    return body.includes(type) || body.includes('default:') || body.includes('.has(') || handsItOn.test(body)
  })
}

/** All a plugin does on a command, its base classes' methods included, and what the command is called there. */
function bodiesOf(handler: PluginInstance, method: Method): { name: string | undefined; body: string }[] {
  const found = []
  for (let at: object | null = handler; at !== null; at = Object.getPrototypeOf(at) as object | null) {
    const own: unknown = Object.getOwnPropertyDescriptor(at, method)?.value
    if (typeof own !== 'function') continue
    // `handle(e){…}`
    const source = String(own)
    found.push({ name: /\(\s*([\w$]+)/.exec(source)?.[1], body: source.slice(source.indexOf('{')) })
  }
  return found
}
