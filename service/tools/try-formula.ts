/** Formulas tried, and expectations checked, without changing a cell of the person's. */
import { z } from 'zod'
import { usesDecimalComma } from '../sheets/formula/check.ts'
import { type Sides, sidesOf } from '../sheets/formula/sides.ts'
import type { CellValue } from './support/cells.ts'
import { evaluate, type Tried } from './support/scratch.ts'
import { spreadsheetTool } from './support/spreadsheet-tool.ts'
import { findTab } from './support/target.ts'
import { cutText } from './support/text.ts'

const MOST_FORMULAS = 10
const MOST_ROWS = 100
/** Comparisons whose sides are shown. */
const MOST_SIDES = 20
const LONGEST_PART = 80
/** 1 January 2100. */
const LAST_DAY = 73_051

const tryArgs = z.object({
  formulas: z.array(z.string()).min(1).max(100).describe('At most 10 at once'),
  rows: z.int().min(1).max(MOST_ROWS).optional().describe('Of a spill to show; default 10'),
  tab: z.string().optional().describe("What references without a tab mean; left out = the turn's"),
})

export const tryFormula = spreadsheetTool({
  name: 'try_formula',
  brief: 'formulas [10 at most], tab, rows; what they would show',
  description:
    'Shows what formulas would give without writing them to the sheet, also what they spill over. Example: {"formulas":["=SUMIFS(C:C,A:A,\\"North\\")","=UNIQUE(A2:A)"]}',
  args: tryArgs,
  looks: () => true,
  fields: (_args, { turn }) => ({ sheet_name: turn.sheetName }),
  async run({ formulas, tab, rows }, context) {
    const { title } = findTab(context, await context.spreadsheet.meta(), tab)
    const tried = await evaluate(context, formulas.slice(0, MOST_FORMULAS), title, rows)
    return {
      state: 'succeeded',
      output: { results: tried.map(words), ...leftOut(formulas.length) },
      fields: { sheet_name: title },
    }
  },
})

const leftOut = (asked: number) =>
  asked > MOST_FORMULAS
    ? {
        not_tried: `${MOST_FORMULAS + 1} to ${asked}: ${MOST_FORMULAS} at once at most. Call again with them.`,
      }
    : {}

/** The formulas are known to who asked: their number is enough. */
const words = ({ shows, error, spills_over }: Tried, index: number) => ({
  formula: index + 1,
  shows: shows.length === 1 && shows[0]!.length === 1 ? shows[0]![0] : shows,
  ...(error === undefined ? {} : { error }),
  ...(spills_over === undefined ? {} : { spills_over }),
})

const checkArgs = z.object({
  expectations: z
    .array(z.object({ what: z.string().max(200), formula: z.string().describe('TRUE where it holds') }))
    .min(1)
    .max(100)
    .describe('At most 10 at once'),
  tab: z.string().optional(),
})

export const check = spreadsheetTool({
  name: 'check',
  brief: 'expectations [{what, formula that is TRUE}], 10 at most; before you say done',
  description:
    'Evaluates expectations about the sheet: formulas that must be TRUE. Changes nothing. Example: {"expectations":[{"what":"total of orders equals the summary","formula":"=ABS(SUM(Orders!F2:F)-Summary!C4)<0.005"}]}',
  args: checkArgs,
  looks: () => true,
  fields: (_args, { turn }) => ({ sheet_name: turn.sheetName }),
  async run({ expectations, tab }, context) {
    const meta = await context.spreadsheet.meta()
    const { title } = findTab(context, meta, tab)
    const asked = expectations.slice(0, MOST_FORMULAS)
    const sides = asked.map(({ formula }) => sidesOf(withSign(formula), usesDecimalComma(meta.locale)))
    const both = sides.flat().slice(0, MOST_SIDES)
    const tried = await evaluate(
      context,
      [
        ...asked.map(({ formula }) => formula),
        ...both.flatMap(({ left, right }) => (right === null ? [left] : [left, right])),
      ],
      title,
    )
    let next = asked.length
    const results = asked.map(({ what }, index) => {
      const one = tried[index]!
      const parts = sides[index]!.filter(side => both.includes(side))
      const compared = parts.map(side => ({
        ...(parts.length > 1 ? { of: cutText(partWords(side), LONGEST_PART) } : {}),
        ...(side.right === null
          ? { gives: shownOf(tried[next++]!) }
          : sidesWords(tried[next++]!, tried[next++]!)),
      }))
      const holds = one.value === true
      return {
        what,
        holds,
        ...(compared.length === 1 ? compared[0] : compared.length > 1 ? { compared } : {}),
        ...(holds ? {} : { shows: shownOf(one) }),
      }
    })
    const wrong = results.filter(({ holds }) => !holds).length
    return {
      state: 'succeeded',
      output: { hold: results.length - wrong, do_not_hold: wrong, results, ...leftOut(expectations.length) },
      fields: { sheet_name: title },
    }
  },
})

const withSign = (formula: string): string => (formula.startsWith('=') ? formula : `=${formula}`)

const partWords = ({ left, right }: Sides): string => (right === null ? left : `${left} : ${right}`)

function shownOf({ formula, error, shows, value, spills_over: spill }: Tried): string {
  const [[shown = ''] = []] = shows
  const told = isNoDay(formula, value, shown) ? String(value) : shown
  return error ?? `${told}${spill ? ` (the first of ${spill})` : ''}`
}

/** A sum of dates takes their format: nobody means the year 9172. */
const isNoDay = (formula: string, value: CellValue, shown: string): boolean =>
  typeof value === 'number' &&
  value > LAST_DAY &&
  /[(+*]/.test(formula) &&
  /^\d{1,5}[-/.]\d{1,2}[-/.]\d{1,4}\b/.test(shown)

/** What is held against what, and by how much they differ: also where they may, so that 0 = 0 is seen. */
function sidesWords(left: Tried, right: Tried) {
  const difference = differenceOf(left.value, right.value)
  return {
    left: shownOf(left),
    right: shownOf(right),
    ...(difference === null || left.error || right.error ? {} : { difference }),
  }
}

function differenceOf(left: CellValue, right: CellValue): number | string | null {
  if (typeof left === 'number' && typeof right === 'number')
    return left === right ? null : Number((left - right).toPrecision(12))
  if (typeof left !== typeof right) return `a ${kindOf(left)} and a ${kindOf(right)}`
  return null
}

const kindOf = (value: CellValue): string => (typeof value === 'string' ? 'text' : typeof value)
