/** All kinds of instructions, in the order of the documentation. */
import { changeNumbers } from './cells/change-numbers.ts'
import { replaceText } from './cells/replace.ts'
import * as texts from './cells/texts.ts'
import { validation } from './cells/validation.ts'
import * as values from './cells/values.ts'
import { fillRange, writeCell } from './cells/write-cells.ts'
import { rowByRow } from './columns/bulk.ts'

import * as columnKinds from './columns/kinds.ts'
import { splitNames } from './columns/split.ts'
import type { Kind } from './kind.ts'
import { highlight } from './looks/highlight.ts'
import * as layouts from './looks/layouts.ts'
import * as looks from './looks/looks.ts'
import { numberFormat, sameFormats } from './looks/number-format.ts'
import * as ask from './questions/ask.ts'
import * as compare from './questions/compare.ts'
import * as explain from './questions/explain.ts'
import { figure } from './questions/figure.ts'
import { help } from './questions/help.ts'
import { top } from './questions/top.ts'
import { addRow } from './rows/add-row.ts'
import { deleteRows, removeDuplicates } from './rows/delete-rows.ts'
import * as rows from './rows/rows.ts'
import { sort } from './rows/sort.ts'
import * as columns from './structure/columns.ts'
import { inserting } from './structure/insert.ts'
import { tabs } from './structure/tabs.ts'
import { group } from './summaries/group.ts'
import * as shapes from './summaries/shapes.ts'

export const kinds: readonly Kind[] = [
  figure,
  group,
  top,
  ask.listing,
  ask.distinct,
  ask.repeated,
  ask.cellsHeld,
  compare.shares,
  compare.changes,
  compare.comparing,
  explain.describing,
  explain.explaining,
  explain.formulaErrors,
  help,
  shapes.chart,
  shapes.pivot,
  shapes.transpose,
  shapes.unpivot,
  sort,
  rows.filterRows,
  rows.clearFilter,
  rows.copyRows,
  addRow,
  deleteRows,
  removeDuplicates,
  columnKinds.formulaColumn,
  columnKinds.lookupColumn,
  columnKinds.overRows,
  columnKinds.dateColumn,
  columnKinds.flagColumn,
  columnKinds.textPart,
  splitNames,
  columnKinds.joinedColumn,
  rowByRow,
  texts.cleanText,
  replaceText,
  texts.textToNumbers,
  values.fillBlanks,
  values.setValue,
  changeNumbers,
  writeCell,
  fillRange,
  validation,
  columns.renaming,
  columns.moving,
  inserting,
  columns.deleting,
  tabs,
  looks.style,
  numberFormat,
  sameFormats,
  layouts.freezing,
  layouts.borders,
  layouts.banding,
  layouts.widths,
  layouts.tidyLook,
  highlight,
]
