/**
 * Changes texts cell by cell. Formulas and numbers stay, and what is written back is a text, unless numbers or
 * dates are asked for. Results that only look like numbers or dates are told: they neither sum nor sort as such.
 */
import { readTable } from '../sort-filter/table.ts'
import { type CellValue, isFormula, nameOf } from '../support/cells.ts'
import { asPlain } from '../support/entered.ts'
import { guardProtected } from '../support/guards.ts'
import { readChange, recordChange } from '../support/journal.ts'
import { type Target, targetFields } from '../support/target.ts'
import { toRuns, writeRuns } from '../support/writing.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { CleanArgs } from './args.ts'
import type { CellChange } from './cell-change.ts'
import { formatDates } from './date-formats.ts'
import { textChange } from './text-changes.ts'
import { looksTyped, typedText } from './typed.ts'

export async function changeTexts(given: CleanArgs, context: ToolContext): Promise<ToolOutcome> {
  const { action } = given
  const args = action === 'as_dates' || action === 'as_numbers' ? { ...given, [action]: true } : given
  const { whole, body, header, cells } = await readTable(context, args.range, args.has_header)
  if (!body) return answer(whole, [], 0)
  const found = header ? cells.slice(1) : cells
  const earlier = await readChange(context, 0)
  // Replacing twice is not replacing once: a call that runs again starts from what the first run found.
  const before = (earlier?.before as CellValue[][] | null | undefined) ?? found
  const { locale } = await context.spreadsheet.meta()
  const changes = findChanges(args, before, locale)
  if (changes.length === 0) return answer(body, changes, formulasIn(before))
  guardProtected(context, body)
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: body.tab.sheetId,
    range: body.a1,
    before,
    after: { action: args.action, cells: changes.length },
  })
  const next: (CellValue | undefined)[][] = before.map(row => row.map(() => undefined))
  for (const { row, column, value } of changes) next[row]![column] = value
  // RAW: a text stays a text, also one that now starts with =.
  await writeRuns(context, toRuns(body, next), 'RAW')
  const formats = await formatDates(context, body, changes)
  return answer(body, changes, formulasIn(before), formats)
}

const formulasIn = (cells: CellValue[][]): number => cells.flat().filter(isFormula).length

function findChanges(args: CleanArgs, cells: CellValue[][], locale: string): CellChange[] {
  const texts: { row: number; column: number; text: string; isNumber: boolean }[] = []
  for (const [row, values] of cells.entries()) {
    for (const [column, value] of values.entries()) {
      const isText = typeof value === 'string' && value !== '' && !isFormula(value)
      const isNumber = args.action === 'find_replace' && typeof value === 'number'
      if (isText || isNumber) texts.push({ row, column, text: String(value), isNumber })
    }
  }
  const results = textChange(args)(texts.map(({ text }) => text))
  return texts.flatMap(({ row, column, text, isNumber }, index): CellChange[] => {
    const to = results[index]!
    const cell = { row, column, from: text, to }
    // Numbers that were replaced stay numbers.
    if (isNumber) return to === text ? [] : [{ ...cell, value: asPlain(to), became: null, looksLike: null }]
    const typed = typedText(to, args, locale)
    if (typed) return [{ ...cell, value: typed.value, became: typed.is, looksLike: null }]
    return to === text ? [] : [{ ...cell, value: to, became: null, looksLike: looksTyped(to, locale) }]
  })
}

const EXAMPLES = 3

function answer(
  target: Target,
  changes: CellChange[],
  formulas: number,
  formats: string[] = [],
): ToolOutcome {
  const examples = changes
    .slice(0, EXAMPLES)
    .map(({ row, column, from, to }) => ({ cell: nameOf(target, row, column), from, to }))
  const numbers = changes.filter(({ became }) => became === 'number').length
  const dates = changes.filter(({ became }) => became === 'date' || became === 'time').length
  const notes = lookingLike(changes)
  const output = {
    range: target.full,
    changed_cells: changes.length,
    ...(examples.length > 0 ? { examples } : {}),
    ...(numbers > 0 ? { became_numbers: numbers } : {}),
    ...(dates > 0 ? { became_dates: dates, date_formats: formats } : {}),
    ...(notes.length > 0 ? { note: notes.join(' ') } : {}),
    ...(formulas > 0 ? { formulas_left_alone: formulas } : {}),
  }
  return { state: 'succeeded', output, fields: { ...targetFields(target), cells: changes.length } }
}

function lookingLike(changes: CellChange[]): string[] {
  const numbers = changes.filter(({ looksLike }) => looksLike === 'number').length
  const dates = changes.filter(({ looksLike }) => looksLike === 'date' || looksLike === 'time').length
  return [
    ...(numbers > 0
      ? [`${numbers} results are texts that look like numbers; as_numbers: true makes them numbers.`]
      : []),
    ...(dates > 0
      ? [`${dates} results are texts that look like dates; as_dates: true makes them dates.`]
      : []),
  ]
}
