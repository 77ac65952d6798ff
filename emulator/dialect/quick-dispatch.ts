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

interface Dispatching {
  handlers: PluginInstance[]
  dispatchToHandlers(handlers: PluginInstance[], command: EngineCommand): void
  checkDispatchAllowedCoreCommand(command: EngineCommand): unknown[]
}

export function installQuickDispatch(engine: Engine): void {
  const model = engine.Model.prototype as unknown as Dispatching & { quickDispatch?: true }
  if (model.quickDispatch) return
  model.quickDispatch = true
  const { dispatchToHandlers, checkDispatchAllowedCoreCommand } = model
  const listenersOf = createIndex(['beforeHandle', 'handle'])
  const judgesOf = createIndex(['allowDispatch'])
  model.dispatchToHandlers = function (handlers, command) {
    const few = FREQUENT.has(command.type) ? listenersOf(handlers, command.type) : handlers
    dispatchToHandlers.call(this, few, command)
  }
  model.checkDispatchAllowedCoreCommand = function (command) {
    if (!FREQUENT.has(command.type)) return checkDispatchAllowedCoreCommand.call(this, command)
    return judgesOf(this.handlers, command.type).map(handler => handler.allowDispatch(command))
  }
}

/** The listeners of each list of plugins; a list grows while a model is being made. */
function createIndex(methods: string[]) {
  const known = new WeakMap<PluginInstance[], { length: number; byType: Map<string, PluginInstance[]> }>()
  return (handlers: PluginInstance[], type: string): PluginInstance[] => {
    let index = known.get(handlers)
    if (index?.length !== handlers.length) {
      index = { length: handlers.length, byType: new Map() }
      known.set(handlers, index)
    }
    let listeners = index.byType.get(type)
    if (listeners === undefined) {
      listeners = handlers.filter(handler => mayCare(handler, methods, type))
      index.byType.set(type, listeners)
    }
    return listeners
  }
}

function mayCare(handler: PluginInstance, methods: string[], type: string): boolean {
  return methodsOf(handler, methods).some(method => {
    const source = method.toString()
    // `handle(e){…}`: what the command is called in there.
    const name = /\(\s*([\w$]+)/.exec(source)?.[1]
    if (name === undefined) return false
    const body = source.slice(source.indexOf('{'))
    if (type === POSITION) return body.includes(type)
    const handsItOn = new RegExp(`[(,]\\s*${name.replaceAll('$', '\\$')}\\s*[,)]`)
    return body.includes(type) || body.includes('default:') || body.includes('.has(') || handsItOn.test(body)
  })
}

/** All a plugin does on a command, its base classes' methods included. */
function methodsOf(handler: PluginInstance, names: string[]): (() => void)[] {
  const methods = []
  for (let at: object | null = handler; at !== null; at = Object.getPrototypeOf(at) as object | null)
    for (const name of names) {
      const method: unknown = Object.getOwnPropertyDescriptor(at, name)?.value
      if (typeof method === 'function') methods.push(method as () => void)
    }
  return methods
}
