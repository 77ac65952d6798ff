/** Each instruction of the meaning language, by its first word. */
import { kinds } from '../kinds/index.ts'
import { help, helped } from '../kinds/questions/help.ts'
import * as cells from './cells.ts'
import * as looks from './looks.ts'
import * as makes from './makes.ts'
import { meant, type Reads } from './meant.ts'
import { newColumn } from './new-column.ts'
import { change, shift } from './numbers-changed.ts'
import * as structure from './structure.ts'
import { tell } from './telling.ts'
import * as texts from './texts.ts'

export const PHRASES: Record<string, Reads> = {
  tell,
  help: () => meant(help, helped(kinds.flatMap(({ examples }) => examples.slice(0, 1)))),

  table: makes.table,
  chart: makes.chart,
  pivot: makes.pivot,
  transpose: makes.transpose,
  unpivot: makes.unpivot,
  sort: makes.sort,
  filter: makes.filter,
  unfilter: makes.unfilter,
  filterbuttons: makes.filterButtons,
  copyrows: makes.copyRows,
  addrow: makes.addRow,
  dedupe: makes.dedupe,
  deleterows: structure.deleteWhere,
  deleterow: structure.deleteRow,

  column: newColumn,
  set: cells.set,
  write: cells.write,
  clear: cells.clear,
  fill: cells.fill,
  fillblank: cells.fillBlank,
  prepend: cells.extended('before'),
  append: cells.extended('behind'),
  put: cells.put,
  totals: cells.totals,
  dropdown: cells.dropdown,
  checkboxes: cells.checkboxes,
  raise: change('raise'),
  lowerby: change('lowerby'),
  times: change('times'),
  round: change('round'),
  shift,

  trim: texts.changed('trim'),
  upper: texts.changed('upper'),
  lower: texts.changed('lower'),
  title: texts.changed('title'),
  capital: texts.changed('sentence'),
  replace: texts.replace,
  split: texts.split,
  tonumber: texts.toNumber,

  rename: structure.rename,
  move: structure.move,
  insertcolumn: structure.insertColumn,
  newcolumn: structure.newColumn,
  insertrows: structure.insertRows,
  deletecolumn: structure.changeColumns('delete'),
  hidecolumn: structure.changeColumns('hide'),
  showcolumn: structure.changeColumns('show'),
  newtab: structure.newTab,
  renametab: structure.renameTab,
  copytab: structure.copyTab,
  deletetab: structure.changeTab('delete'),
  hidetab: structure.changeTab('hide'),
  showtab: structure.changeTab('show'),

  style: looks.style,
  highlight: looks.highlight,
  format: looks.format,
  samelook: looks.sameLook,
  freeze: looks.freeze,
  unfreeze: looks.unfreeze,
  borders: looks.borders,
  banding: looks.banding,
  fitwidth: looks.fitWidth,
  pretty: looks.pretty,
}
