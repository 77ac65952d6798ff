/** Rows that Google's filters hide, as the server says; the engine's own filters are those of this page's user. */
import type { EngineCommand, PluginInstance } from '../../dialect/engine.ts'
import type { HiddenRows } from '../protocol.ts'
import { engine, type PageModel } from './globals.ts'

const hidden = new Map<string, Set<number>>()

interface FilterPlugin extends PluginInstance {
  isRowFiltered(sheetId: string, row: number): boolean
}
interface PositionPlugin extends PluginInstance {
  isDirty: boolean
}
interface ViewportPlugin extends PluginInstance {
  sheetsWithDirtyViewports: Set<string>
}

export function installFilters(): void {
  const { statefulUIPluginRegistry } = engine().registries
  const filters = statefulUIPluginRegistry.get('evaluation_filter').prototype as FilterPlugin
  const { isRowFiltered } = filters
  filters.isRowFiltered = function (sheetId, row) {
    return hidden.get(sheetId)?.has(row) === true || isRowFiltered.call(this, sheetId, row)
  }
  // Where rows are, and which can be seen, is kept until a command says that it changed.
  afterEvaluation(statefulUIPluginRegistry.get('header_positions').prototype, plugin => {
    ;(plugin as PositionPlugin).isDirty = true
  })
  afterEvaluation(statefulUIPluginRegistry.get('viewport').prototype, plugin => {
    for (const id of plugin.getters.getSheetIds()) (plugin as ViewportPlugin).sheetsWithDirtyViewports.add(id)
  })
}

/** The engine's filters are tables in a style of their own, with white headers; Google's change no looks. */
const ENGINE_STYLE = 'TableStyleLight11'

export function keepLooksUnderFilters(model: PageModel): void {
  const { dispatch } = model
  model.dispatch = (type, payload) => {
    const { config } = (payload ?? {}) as { config?: { hasFilters?: boolean; styleId?: string } }
    const isFilter = type === 'CREATE_TABLE' && config?.hasFilters && config.styleId === ENGINE_STYLE
    return dispatch(type, isFilter ? { ...payload, config: { ...config, styleId: 'None' } } : payload)
  }
}

function afterEvaluation(prototype: PluginInstance, forget: (plugin: PluginInstance) => void): void {
  const { handle } = prototype
  prototype.handle = function (command: EngineCommand) {
    handle.call(this, command)
    if (command.type === 'EVALUATE_CELLS') forget(this)
  }
}

export function hideRows({ dispatch }: PageModel, rows: HiddenRows): void {
  if (hidden.size === 0 && Object.keys(rows).length === 0) return
  hidden.clear()
  for (const [sheetId, runs] of Object.entries(rows)) hidden.set(sheetId, new Set(runs.flatMap(rowsOf)))
  dispatch('EVALUATE_CELLS', { cellIds: [] })
}

const rowsOf = ([first, last]: [number, number]) =>
  Array.from({ length: last - first + 1 }, (_, at) => first + at)
