import { describe, expect, test } from 'vitest'
import { formatBox } from '../../../service/sheets/a1.ts'
import { findTables } from '../../../service/sheets/layout/find-tables.ts'
import { findHeaderRow } from '../../../service/sheets/overview/describe-columns.ts'
import { gridOf, type Layout, layouts, mergesOf } from './layouts.ts'

/** At least this many must be right: a person would argue about some. */
const MOST_WRONG = 2

const headerOf = (layout: Layout) => {
  const row = findHeaderRow(gridOf(layout), mergesOf(layout))
  return row === null ? null : row + 1
}

const tablesOf = (layout: Layout) =>
  findTables(gridOf(layout), mergesOf(layout)).map(({ box, kind, title, totalsRow }) =>
    [
      formatBox(box),
      ...(kind === 'form' ? ['form'] : []),
      ...(title ? ['title'] : []),
      ...(totalsRow === null ? [] : ['totals']),
    ].join(' '),
  )

describe('layouts of tabs', () => {
  test(`headers of ${layouts.length} layouts are found, at most ${MOST_WRONG} of them wrongly`, () => {
    const wrong = layouts
      .filter(layout => headerOf(layout) !== layout.header)
      .map(layout => `${layout.name}: ${headerOf(layout)} and not ${layout.header}`)
    console.log(`headers right: ${layouts.length - wrong.length} of ${layouts.length}`, wrong)
    expect(layouts.length).toBeGreaterThanOrEqual(40)
    expect(wrong.length, wrong.join('; ')).toBeLessThanOrEqual(MOST_WRONG)
  })

  test('tables, titles, forms and totals are told apart, at most two layouts wrongly', () => {
    const known = layouts.filter(layout => layout.tables)
    const wrong = known
      .filter(layout => tablesOf(layout).join() !== layout.tables!.join())
      .map(layout => `${layout.name}: ${tablesOf(layout)} and not ${layout.tables}`)
    console.log(`tables right: ${known.length - wrong.length} of ${known.length}`, wrong)
    expect(wrong.length, wrong.join('; ')).toBeLessThanOrEqual(MOST_WRONG)
  })
})
