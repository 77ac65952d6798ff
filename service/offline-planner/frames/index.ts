/** All kinds of instructions. A kind is a file that is named here; where two read a clause alike, the order decides. */

import { changeNumbers } from './cells/change-numbers.ts'
import { replaceText } from './cells/replace.ts'
import * as texts from './cells/texts.ts'
import { validation } from './cells/validation.ts'
import * as values from './cells/values.ts'
import { fillRange, writeCell } from './cells/write-cells.ts'
import { formulaColumn } from './columns/calculated.ts'
import { dateColumn } from './columns/dates.ts'
import { flagColumn } from './columns/flag.ts'
import { lookupColumn } from './columns/looked-up.ts'
import { overRows } from './columns/over-rows.ts'
import * as parts from './columns/parts.ts'
import { tellExamples } from './examples.ts'
import type { Frame } from './frame.ts'
import { highlight } from './looks/highlight.ts'
import { layouts } from './looks/layouts.ts'
import * as looks from './looks/looks.ts'
import { numberFormat, sameFormats } from './looks/number-format.ts'
import * as ask from './questions/ask.ts'
import * as compare from './questions/compare.ts'
import * as explain from './questions/explain.ts'
import { figure } from './questions/figure.ts'
import { top } from './questions/top.ts'
import { addRow } from './rows/add-row.ts'
import { deleteRows, removeDuplicates } from './rows/delete-rows.ts'
import * as rows from './rows/rows.ts'
import { sort } from './rows/sort.ts'
import { insertColumn } from './structure/insert.ts'
import { becomes } from './structure/renamed.ts'
import * as structure from './structure/structure.ts'
import { tabs } from './structure/tabs.ts'
import { group } from './summaries/group.ts'
import * as shapes from './summaries/shapes.ts'

export const frames: readonly Frame[] = [
  compare.compareTabs,
  compare.shareTold,
  compare.changeTold,
  shapes.chart,
  shapes.pivot,
  shapes.transpose,
  shapes.unpivot,
  explain.explain,
  explain.formulaErrors,
  explain.describe,
  explain.smallTalk,
  explain.needsModel,
  explain.sentiment,
  formulaColumn,
  lookupColumn,
  overRows,
  dateColumn,
  parts.textPart,
  parts.splitNames,
  parts.joined,
  flagColumn,
  texts.cleanText,
  replaceText,
  texts.textToNumbers,
  values.fillBlanks,
  changeNumbers,
  values.setValue,
  writeCell,
  fillRange,
  addRow,
  structure.renameColumn,
  becomes,
  structure.moveColumn,
  insertColumn,
  structure.deleteColumn,
  tabs,
  looks.style,
  numberFormat,
  sameFormats,
  ...layouts,
  highlight,
  validation,
  figure,
  group,
  top,
  ask.cellsTold,
  ask.listing,
  ask.distinct,
  ask.repeated,
  sort,
  rows.filterRows,
  rows.copyRows,
  deleteRows,
  removeDuplicates,
  rows.clearFilter,
]

tellExamples(frames.flatMap(({ examples }) => examples.slice(0, 1)))
