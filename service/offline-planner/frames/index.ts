/** All kinds of instructions. A kind is a file that is named here; where two read a clause alike, the order decides. */
import * as ask from './ask.ts'
import { figure } from './figure.ts'
import type { Frame } from './frame.ts'
import { group } from './group.ts'
import * as calculated from "./calculated.ts"
import { flagColumn } from "./flag.ts"
import * as texts from "./texts.ts"
import * as values from "./values.ts"
import * as looks from "./looks.ts"
import * as structure from "./structure.ts"
import * as rows from './rows.ts'
import { sort } from './sort.ts'

export const frames: readonly Frame[] = [calculated.formulaColumn, calculated.lookupColumn, calculated.overRows, calculated.dateColumn, calculated.textPart, calculated.splitNames, calculated.joined, flagColumn, texts.cleanText, texts.replaceText, texts.textToNumbers, values.fillBlanks, values.changeNumbers, values.setValue, values.writeCell, values.addRow, structure.renameColumn, structure.moveColumn, structure.insertColumn, structure.deleteColumn, structure.tabs, looks.style, looks.numberFormat, ...looks.layouts, looks.highlight, looks.validation, figure, group, ask.top, ask.listing, ask.distinct, ask.repeated, sort, rows.filterRows, rows.copyRows, rows.deleteRows, rows.removeDuplicates, rows.clearFilter]
