/** What people type is read as over the API where the engine would take it for a text. */
import { readNamedDate } from '../../dialect/typed-dates.ts'
import type { PageModel } from './globals.ts'

/** From now on, "3 Mar 2026" in a cell of this model is a date. */
export function readTyping(model: PageModel): void {
  const { dispatch } = model
  model.dispatch = (type, payload) => {
    const { content, format } = (payload ?? {}) as { content?: unknown; format?: unknown }
    const isTyped = type === 'UPDATE_CELL' && typeof content === 'string' && format === undefined
    const date = isTyped ? readNamedDate(content) : undefined
    if (date === undefined) return dispatch(type, payload)
    return dispatch(type, { ...payload, content: String(date.value), format: date.pattern })
  }
}
