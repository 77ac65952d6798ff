/** All kinds of instructions. A kind is a file that is named here; where two read a clause alike, the order decides. */
import * as ask from './ask.ts'
import { formulaColumn } from './calculated.ts'
import * as compare from './compare.ts'
import { dateColumn } from './dates.ts'
import { tellExamples } from './examples.ts'
import * as explain from './explain.ts'
import { figure } from './figure.ts'
import { flagColumn } from './flag.ts'
import type { Frame } from './frame.ts'
import { group } from './group.ts'
import { lookupColumn } from './looked-up.ts'
import * as looks from './looks.ts'
import { overRows } from './over-rows.ts'
import * as parts from './parts.ts'
import { becomes } from './renamed.ts'
import * as rows from './rows.ts'
import * as shapes from './shapes.ts'
import { sort } from './sort.ts'
import * as structure from './structure.ts'
import * as texts from './texts.ts'
import { top } from './top.ts'
import * as values from './values.ts'

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
  texts.replaceText,
  texts.textToNumbers,
  values.fillBlanks,
  values.changeNumbers,
  values.setValue,
  values.writeCell,
  values.fillRange,
  values.addRow,
  structure.renameColumn,
  becomes,
  structure.moveColumn,
  structure.insertColumn,
  structure.deleteColumn,
  structure.tabs,
  looks.style,
  looks.numberFormat,
  looks.sameFormats,
  ...looks.layouts,
  looks.highlight,
  looks.validation,
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
  rows.deleteRows,
  rows.removeDuplicates,
  rows.clearFilter,
]

tellExamples(frames.flatMap(({ examples }) => examples.slice(0, 1)))
