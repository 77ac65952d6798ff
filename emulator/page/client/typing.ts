/** What people type is read as over the API where the engine would take it for a text. */

import type { CellPosition } from '../../dialect/engine.ts'
import { groupedPattern, readNamedDate } from '../../dialect/typed-dates.ts'
import type { PageModel } from './globals.ts'

/** From now on, "3 Mar 2026" in a cell of this model is a date, and "1,234" shows as it was typed. */
export function readTyping(model: PageModel): void {
  const { dispatch } = model
  model.dispatch = (type, payload) => {
    const { content, format } = (payload ?? {}) as { content?: unknown; format?: unknown }
    const isTyped = type === 'UPDATE_CELL' && typeof content === 'string' && format === undefined
    if (!isTyped) return dispatch(type, payload)
    const date = readNamedDate(content)
    if (date !== undefined)
      return dispatch(type, { ...payload, content: String(date.value), format: date.pattern })
    const pattern = groupedPattern(content)
    // A cell that has a look already keeps it.
    const isPlain = () => !model.getters.getCell(payload as unknown as CellPosition)?.format
    return dispatch(type, pattern !== undefined && isPlain() ? { ...payload, format: pattern } : payload)
  }
}
