/**
 * What the bar of tabs says of the selection, as in Google Sheets: the sum of its numbers, or how many cells
 * are filled where none is a number; nothing of a single cell.
 */
import type { Zone } from '../../dialect/engine.ts'

/** The engine's component, as far as this uses it. */
interface Statistic {
  env: { model: { getters: { getSelectedZones(): Zone[] } } }
  store: { statisticFnResults: Record<string, { value?: unknown } | undefined> }
  /** Empty until the user has chosen another. */
  selectedStatisticFn: string
  getComposedFnName(name: string): string
}

const OWN = 't-value="getSelectedStatistic()"'
const OURS = 't-value="env.quickSum(this)"'

export function withQuickSum(templates: string): string {
  if (!templates.includes(OWN)) throw new Error('The engine shows the sum of a selection otherwise.')
  return templates.replace(OWN, OURS)
}

export function quickSum(component: Statistic): string | undefined {
  const { store, env, selectedStatisticFn: chosen } = component
  const isMany = cellsOf(env.model.getters.getSelectedZones()) > 1
  const isKnown = (name: string) => store.statisticFnResults[name]?.value !== undefined
  const name = [chosen, 'Sum', 'Count'].find(each => isKnown(each))
  return isMany && name !== undefined ? component.getComposedFnName(name) : undefined
}

const cellsOf = (zones: readonly Zone[]): number =>
  zones.reduce((sum, { left, right, top, bottom }) => sum + (right - left + 1) * (bottom - top + 1), 0)
