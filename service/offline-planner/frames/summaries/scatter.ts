/** Scatter charts: two columns of numbers, one upwards over the other. */
import type { Column } from '../../linking/sheet.ts'
import { call, notDone, type Plan } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import type { Where } from '../../reading/where.ts'
import type { Filled } from '../frame.ts'
import { nameOf, rowsOf, tableRange } from '../support/table.ts'

export function scatter(draft: Draft, where: Where): Filled | null {
  const [x, y] = draft.columns('number').slice(0, 2)
  const rows = rowsOf(draft)
  if (!x || !y || !rows || where.length > 0) return null
  // "minutes vs depth" draws minutes upwards.
  const isVersus = draft.nodes.some(({ text }) => /^(?:vs|versus|against)$/i.test(text))
  draft.take(...draft.free().filter(({ text }) => /^(?:vs|versus|against)$/i.test(text)))
  return isVersus ? scattered(draft, x, y) : scattered(draft, y, x)
}

/** One column upwards over another. */
export function scattered(draft: Draft, up: Column, across: Column): Filled | null {
  const rows = rowsOf(draft)
  if (!rows) return null
  return {
    *plan(): Plan {
      const result = yield* call('insert_chart', {
        type: 'scatter',
        data_range: tableRange(draft.tab, rows),
        x_column: across.column,
        series: [up.column],
        title: `${nameOf(up)} over ${nameOf(across)}`,
      })
      return result.error === undefined
        ? `Drew a scatter chart of **${nameOf(up)}** over **${nameOf(across)}**.`
        : notDone(result)
    },
    says: `Draw a scatter chart of ${nameOf(up)} over ${nameOf(across)}`,
  }
}
