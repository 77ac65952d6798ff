/** Each instruction of the meaning language by its first word, and the kind that carries it out. */
import {
  dropdown,
  extended,
  fillBlank,
  format,
  freeze,
  highlight,
  put,
  replace,
  set,
  split,
  write,
} from './cells.ts'
import { change, style } from './changes.ts'
import { addRow, chart, copyRows, filter, sort, table, totals } from './makes.ts'
import {
  deleteRow,
  insertColumn,
  insertRows,
  move,
  newColumn,
  newTab,
  rename,
  renameTab,
  tabs,
} from './structure.ts'
import { tell } from './telling.ts'
import { columnsTold, figures, groups, named, over, type Reads, said, told, where } from './told.ts'

/** The first word of an instruction, and how the rest is told. */
export const PHRASES: Record<string, Reads> = {
  tell,
  table,
  chart,
  put,
  sort,
  set,
  write,
  replace,
  split,
  rename,
  move,
  style,
  format,
  freeze,
  highlight,
  dropdown,
  help: said('Help and undo', 'help'),
  pivot: (items, ground) => {
    const asked = figures(items, ground)
    const by = asked && groups(items)
    const which = by && where(items, ground)
    return which && told('Pivot tables', 'pivot table of', asked!, by!, which)
  },
  transpose: said('Turn on its side', 'transpose the table into a new tab'),
  unpivot: items => {
    const columns = items.columns()
    const by = items.word('by') ? items.columns() : []
    return columns.length > 0
      ? told('A long list', 'unpivot', columnsTold(columns), by.length > 0 ? ['by', ...columnsTold(by)] : [])
      : null
  },
  totals,
  filter,
  unfilter: said('Filter buttons', 'clear the filter'),
  filterbuttons: said('Filter buttons', 'add filter buttons'),
  copyrows: copyRows,
  deleterows: (items, ground) => {
    if (items.word('blank')) return told('Delete rows', 'delete the empty rows')
    const which = where(items, ground)
    return which && which.length > 0 ? told('Delete rows', 'delete the rows', which) : null
  },
  deleterow: deleteRow,
  dedupe: items => {
    const columns = items.columns()
    return told(
      'Remove duplicates',
      'remove the duplicate rows',
      columns.length > 0 ? ['by', ...columnsTold(columns)] : [],
    )
  },
  trim: over('Trim and change case', 'trim spaces in'),
  upper: over('Trim and change case', 'make', 'uppercase'),
  lower: over('Trim and change case', 'make', 'lowercase'),
  title: over('Trim and change case', 'make', 'title case'),
  capital: over('Trim and change case', 'make', 'sentence case'),
  prepend: extended('before'),
  append: extended('behind'),
  fillblank: fillBlank,
  tonumber: named('Texts to numbers', 'turn into numbers the texts in'),
  raise: change('raise'),
  lowerby: change('lowerby'),
  times: change('times'),
  round: change('round'),
  shift: change('shift'),
  clear: items => {
    const range = items.amount()
    return range === null ? null : told('Write into cells', 'clear the values of', { amount: range })
  },
  addrow: addRow,
  renametab: renameTab,
  insertcolumn: insertColumn,
  newcolumn: newColumn,
  insertrows: insertRows,
  deletecolumn: named('Delete or hide columns', 'delete the column'),
  hidecolumn: named('Delete or hide columns', 'hide the column'),
  showcolumn: named('Delete or hide columns', 'unhide the column'),
  newtab: newTab,
  copytab: tabs('duplicate', true),
  deletetab: tabs('delete'),
  hidetab: tabs('hide'),
  showtab: tabs('show'),
  samelook: said('Consistent formats', 'make the formats consistent'),
  unfreeze: said('Freeze', 'unfreeze'),
  borders: said('Borders', 'add borders to the table'),
  banding: said('Banding', 'shade every other row'),
  fitwidth: items => {
    const columns = items.columns()
    return told(
      'Column widths',
      'fit the width of',
      columns.length > 0 ? columnsTold(columns) : 'all columns',
    )
  },
  pretty: said('A tidy look', 'make the table pretty'),
  checkboxes: items => {
    const column = items.column()
    return column && told('Lists to choose from and checkboxes', 'turn', { column }, 'into checkboxes')
  },
}
