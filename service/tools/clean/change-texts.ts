/** Changes texts cell by cell. Formulas and numbers stay, and what is written back is always a text. */

import { readTable } from '../sort-filter/table.ts'
import { type CellValue, isFormula, nameOf } from '../support/cells.ts'
import { asPlain } from '../support/entered.ts'
import { guardProtected } from '../support/guards.ts'
import { readChange, recordChange } from '../support/journal.ts'
import { type Target, targetFields } from '../support/target.ts'
import { toRuns, writeRuns } from '../support/writing.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { CleanArgs } from './args.ts'
import { textChange } from './text-changes.ts'

interface CellChange {
  row: number
  column: number
  from: string
  to: string
}

export async function changeTexts(args: CleanArgs, context: ToolContext): Promise<ToolOutcome> {
  const { whole, body, header, cells } = await readTable(context, args.range, args.has_header)
  if (!body) return answer(whole, [], 0)
  const found = header ? cells.slice(1) : cells
  const earlier = await readChange(context, 0)
  // Replacing twice is not replacing once: a call that runs again starts from what the first run found.
  const before = (earlier?.before as CellValue[][] | null | undefined) ?? found
  const changes = findChanges(args, before)
  if (changes.length === 0) return answer(body, changes, formulasIn(before))
  guardProtected(context, body)
  await recordChange(context, 0, {
    kind: 'values',
    sheetId: body.tab.sheetId,
    range: body.a1,
    before,
    after: { action: args.action, cells: changes.length },
  })
  await writeChanges(context, body, args, before, changes)
  return answer(body, changes, formulasIn(before), textsLikeNumbers(args, before, changes))
}

/** Results that stayed texts: they neither sum nor sort as the numbers that they look like. */
function textsLikeNumbers(args: CleanArgs, before: CellValue[][], changes: CellChange[]): number {
  if (args.as_numbers) return 0
  return changes.filter(
    ({ row, column, to }) => typeof before[row]![column] !== 'number' && typeof asPlain(to) === 'number',
  ).length
}

const formulasIn = (cells: CellValue[][]): number => cells.flat().filter(isFormula).length

function findChanges(args: CleanArgs, cells: CellValue[][]): CellChange[] {
  const texts: { row: number; column: number; text: string }[] = []
  for (const [row, values] of cells.entries()) {
    for (const [column, value] of values.entries()) {
      const isText = typeof value === 'string' && value !== '' && !isFormula(value)
      const isNumber = args.action === 'find_replace' && typeof value === 'number'
      if (isText || isNumber) texts.push({ row, column, text: String(value) })
    }
  }
  const results = textChange(args)(texts.map(({ text }) => text))
  return texts.flatMap(({ row, column, text }, index) => {
    const to = results[index]!
    return to === text ? [] : [{ row, column, from: text, to }]
  })
}

/** RAW: a text stays a text, also one that now starts with =. Numbers that were replaced stay numbers. */
async function writeChanges(
  context: ToolContext,
  body: Target,
  args: CleanArgs,
  before: CellValue[][],
  changes: CellChange[],
): Promise<void> {
  const next: (CellValue | undefined)[][] = before.map(row => row.map(() => undefined))
  for (const { row, column, to } of changes) {
    const isNumber = args.as_numbers === true || typeof before[row]![column] === 'number'
    next[row]![column] = args.action === 'find_replace' && isNumber ? asPlain(to) : to
  }
  await writeRuns(context, toRuns(body, next), 'RAW')
}

function answer(target: Target, changes: CellChange[], formulas: number, likeNumbers = 0): ToolOutcome {
  const examples = changes
    .slice(0, 3)
    .map(({ row, column, from, to }) => ({ cell: nameOf(target, row, column), from, to }))
  const output = {
    range: target.full,
    changed_cells: changes.length,
    ...(examples.length > 0 ? { examples } : {}),
    ...(likeNumbers > 0
      ? {
          note: `${likeNumbers} results are texts that look like numbers; as_numbers: true makes them numbers.`,
        }
      : {}),
    ...(formulas > 0 ? { formulas_left_alone: formulas } : {}),
  }
  return { state: 'succeeded', output, fields: { ...targetFields(target), cells: changes.length } }
}
