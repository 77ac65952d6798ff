/** Columns, rows and tabs themselves: renamed, moved, inserted, deleted. */
import type { Items } from './items.ts'
import { type Reads, type Told, told } from './told.ts'

export function rename(items: Items): Told | null {
  const column = items.column()
  const name = column && items.literal()
  return name ? told('Rename columns', 'rename the column', { column: column! }, 'to', { text: name }) : null
}

export const renameTab: Reads = items => {
  const tab = items.tab()
  const name = tab && items.literal()
  return name ? told('Tabs', 'rename the tab', { tab: tab! }, 'to', { text: name }) : null
}

export function move(items: Items): Told | null {
  const column = items.column()
  if (!column) return null
  const place = items.word('before', 'after', 'first', 'last')
  if (place === 'first' || place === 'last')
    return told(
      'Move a column',
      'move the column',
      { column },
      place === 'first' ? 'to the front' : 'to the end',
    )
  const other = place && items.column()
  return other ? told('Move a column', 'move the column', { column }, place!, { column: other }) : null
}

export function insertColumn(items: Items): Told | null {
  const name = items.literal()
  const place = items.word('before', 'after')
  const column = place && items.column()
  return column
    ? told(
        'Insert columns and rows',
        'insert a column',
        name === null ? [] : ['called', { text: name }],
        place!,
        { column },
      )
    : null
}

export function insertRows(items: Items): Told | null {
  const count = items.amount() ?? items.word('1')
  const place = items.word('above', 'below')
  const row = place && items.amount()
  return count !== null && row
    ? told('Insert columns and rows', 'insert', { amount: count }, `rows ${place} row`, { amount: row })
    : null
}

export const newColumn: Reads = items => {
  const name = items.literal()
  return name === null ? null : told('Insert columns and rows', 'add a column called', { text: name })
}

export const tabs =
  (verb: string, isNamed = false): Reads =>
  items => {
    const tab = items.tab()
    const name = tab && isNamed ? items.literal() : null
    return tab && told('Tabs', `${verb} the tab`, { tab }, name === null ? [] : ['as', { text: name }])
  }

export const newTab: Reads = items => {
  const name = items.literal()
  return name === null ? null : told('Tabs', 'add a new tab called', { text: name })
}

export function deleteRow(items: Items): Told | null {
  const first = items.amount()
  const last = first !== null && items.word('to') ? items.amount() : null
  if (first === null) return null
  return told(
    'Delete rows',
    last === null ? 'delete row' : 'delete rows',
    { amount: first },
    last === null ? [] : ['to', { amount: last }],
  )
}
