/** All kinds of instructions. A kind is a file that is named here; where two read a clause alike, the order decides. */

import { addRow } from './add-row.ts'
import * as ask from './ask.ts'
import { formulaColumn } from './calculated.ts'
import { changeNumbers } from './change-numbers.ts'
import * as compare from './compare.ts'
import { dateColumn } from './dates.ts'
import { deleteRows, removeDuplicates } from './delete-rows.ts'
import { tellExamples } from './examples.ts'
import * as explain from './explain.ts'
import { figure } from './figure.ts'
import { flagColumn } from './flag.ts'
import type { Frame } from './frame.ts'
import { group } from './group.ts'
import { highlight } from './highlight.ts'
import { insertColumn } from './insert.ts'
import { layouts } from './layouts.ts'
import { lookupColumn } from './looked-up.ts'
import * as looks from './looks.ts'
import { numberFormat, sameFormats } from './number-format.ts'
import { overRows } from './over-rows.ts'
import * as parts from './parts.ts'
import { becomes } from './renamed.ts'
import { replaceText } from './replace.ts'
import * as rows from './rows.ts'
import * as shapes from './shapes.ts'
import { sort } from './sort.ts'
import * as structure from './structure.ts'
import { tabs } from './tabs.ts'
import * as texts from './texts.ts'
import { top } from './top.ts'
import { validation } from './validation.ts'
import * as values from './values.ts'
import { fillRange, writeCell } from './write-cells.ts'

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
