/**
 * What a value becomes when it is entered as a user would type it: formulas are checked, and texts that
 * Google would take for a formula are kept as texts.
 */
import { Slices } from '../../sheets/breathe.ts'
import { checkFormula, manyChecked } from '../../sheets/formula/check.ts'
import type { ToolContext } from '../tool.ts'
import type { CellValue } from './cells.ts'
import { Refusal } from './refusal.ts'

export async function guardFormula(context: ToolContext, formula: string, where?: string): Promise<void> {
  const { locale } = await context.spreadsheet.meta()
  const problem = checkFormula(formula, { prompt: context.turn.prompt, locale })
  if (problem === null) return
  throw new Refusal(`${where ? `${where}: ` : ''}${problem} Nothing was changed.`)
}

/** Checks every formula among values that are to be entered; whether there is one. */
export async function guardFormulas(
  context: ToolContext,
  values: CellValue[][],
  nameOf: (row: number, column: number) => string,
): Promise<boolean> {
  const { locale } = await context.spreadsheet.meta()
  const problemOf = manyChecked(checkFormula, { prompt: context.turn.prompt, locale })
  const slices = new Slices()
  let any = false
  for (const [row, cells] of values.entries()) {
    for (const [column, value] of cells.entries()) {
      const formula = asFormula(value)
      if (formula === null) continue
      any = true
      const problem = problemOf(formula)
      if (problem !== null) throw new Refusal(`${nameOf(row, column)}: ${problem} Nothing was changed.`)
      if (slices.isDue()) await slices.giveWay()
    }
    if (slices.isDue()) await slices.giveWay()
  }
  return any
}

/** Spaces before it, and the wide = of East Asian keyboards, do not hide a formula. */
function asFormula(value: CellValue): string | null {
  const match = typeof value === 'string' ? /^\s*[=\uff1d](.+)$/su.exec(value) : null
  return match ? `=${match[1]}` : null
}

const NUMBER = /^[+-]?(?:\d+(?:[.,]\d+)*|[.,]\d+)(?:[eE][+-]?\d+)?\s*%?$|^[+-]?[$€£¥]\s?[\d.,]+$/

/** Google reads + and - at the start as a formula; only = makes one here. The apostrophe keeps a text. */
export function asEntered(value: CellValue): CellValue {
  if (typeof value !== 'string' || !/^\s*[-+@\uff0b\uff0d\uff20]/.test(value)) return value
  return NUMBER.test(value.trim()) ? value : `'${value}`
}

const TYPED = /^(-?[$€£¥]?)(\d+(?:,\d{3})*)(?:\.(\d+))?(%?)$/

/**
 * Percentages and amounts as they are typed, with as many decimals in a column as the longest has: Google takes
 * the format of each cell from its own text, and 6% above 10.5% would look like two kinds of number.
 */
export function alikeDecimals(values: CellValue[][]): CellValue[][] {
  const most = new Map<string, number>()
  const read = (value: CellValue) => {
    const match = typeof value === 'string' ? TYPED.exec(value.trim()) : null
    const kind = match ? `${match[1]!.replace('-', '')}${match[4]!}` : ''
    return match && kind !== '' ? { match, kind, decimals: match[3] ?? '' } : null
  }
  const keyOf = (column: number, kind: string) => `${column} ${kind}`
  for (const row of values) {
    for (const [column, value] of row.entries()) {
      const typed = read(value)
      if (!typed) continue
      const key = keyOf(column, typed.kind)
      most.set(key, Math.max(most.get(key) ?? 0, typed.decimals.length))
    }
  }
  if (most.size === 0) return values
  return values.map(row =>
    row.map((value, column) => {
      const typed = read(value)
      const wanted = typed ? most.get(keyOf(column, typed.kind))! : 0
      if (!typed || typed.decimals.length === wanted) return value
      const [, sign, whole, , percent] = typed.match
      return `${sign}${whole}.${typed.decimals.padEnd(wanted, '0')}${percent}`
    }),
  )
}

/** For results that nobody vetted: numbers as numbers, everything else as the text it is. Written RAW. */
export function asPlain(text: string): CellValue {
  const trimmed = text.trim()
  return /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/.test(trimmed) ? Number(trimmed) : text
}
