/** Formulas and errors told in words, and what the sheet holds. */
import { describeTab } from '../../answers/describe.ts'
import { errors, explain } from '../../answers/explaining.ts'
import { told } from '../../plan.ts'
import type { Scope } from '../../reading/scope.ts'
import { type Filled, type Kind, problem, type Reading } from '../kind.ts'
import { type Area, placesOf, rangeOfArea } from '../support/places.ts'
import { cellRange, rowsOf } from '../support/table.ts'

export const explaining: Kind = {
  name: 'Explain formulas',
  does: 'Says in plain words which cells a formula uses, what it does step by step, and what it gives. Leaves the sheet as it is.',
  examples: [
    'Explain the formula in Orders!J2, step by step. Leave the sheet as it is.',
    'What does the formula in H2:H20 do?',
  ],
  effect: 'read',
}
export const formulaErrors: Kind = {
  name: 'Formula errors',
  does: 'Lists the cells that show an error, with their formulas and what the errors mean. Changes them only where asked to put IFERROR around them.',
  examples: [
    'Find the formula errors in Orders!H2:J20, say what causes them, and fix them.',
    'Are there any errors?',
  ],
  effect: 'read',
}
export const describing: Kind = {
  name: 'Describe the sheet',
  does: 'Says which tabs and columns there are, with types, samples, formulas and errors.',
  examples: ['Describe the sheet', 'What is in this spreadsheet?', 'Give me an overview'],
  effect: 'read',
}

const MOST_COLUMNS = 3

/** Of the cells that are named; else of the columns of formulas. */
export function formulasExplained(scope: Scope, area: Area | null): Reading {
  const rows = rowsOf(scope)
  const columns = scope.tab.columns.filter(({ formula, formula_pattern }) => formula ?? formula_pattern)
  if (!area && (!rows || columns.length === 0))
    return problem(
      `I see no column of formulas in **${scope.tab.title}**. For a single cell, name it: “Explain the formula in B3”. Nothing was changed.`,
    )
  const ranges = area
    ? [rangeOfArea(area)]
    : columns.slice(0, MOST_COLUMNS).map(({ column }) => cellRange(scope.tab, column, rows!.first))
  return { plan: () => explain(ranges, scope.tab, scope), says: 'Explain the formulas there' }
}

/** `instead` is what a cell shows in place of its error, as in a formula; null where none is to be changed. */
export function errorsTold(scope: Scope, area: Area | null, instead: string | null): Filled | null {
  const range = area ? rangeOfArea(area) : placesOf(scope, 'table', true)?.[0]?.range
  if (range === undefined) return null
  return {
    plan: () => errors(range, instead, area?.tab ?? scope.tab.title, scope),
    says: instead === null ? 'List the errors' : 'List the errors, and put IFERROR around their formulas',
    effect: instead === null ? 'read' : 'change',
  }
}

export const sheetDescribed = (scope: Scope, area: Area | null): Filled => ({
  plan: () => told(describeTab(scope, area?.box ?? {})),
  says: 'Tell what the sheet holds',
})
