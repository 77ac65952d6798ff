/** Which cells of some rows are meant. A pattern is tried where it can be cut off. */
import { createContext, Script } from 'node:vm'
import { type CellValue, isFormula } from '../support/cells.ts'
import { Refusal } from '../support/refusal.ts'
import type { SeenRow } from './rows.ts'

export interface Wanted {
  what?: string | undefined
  in?: 'values' | 'formulas' | 'errors' | 'labels' | 'formats' | undefined
  whole_cell?: boolean | undefined
  match_case?: boolean | undefined
  regex?: boolean | undefined
}

export interface Hit {
  row: SeenRow
  column: number
}

export const ERROR = /^#(?:REF!|N\/A|NAME\?|DIV\/0!|VALUE!|NUM!|NULL!|ERROR!|SPILL!)/

/** All that a cell may be found by; a number also as it is without its format. */
function textsOf(wanted: Wanted, shown: string, entered: CellValue): string[] {
  if (wanted.in === 'formulas') return isFormula(entered) ? [entered] : []
  if (wanted.in === 'labels') return isFormula(entered) || typeof entered !== 'string' ? [] : [shown]
  return typeof entered === 'number' ? [shown, String(entered)] : [shown]
}

export function matcher(wanted: Wanted): (rows: readonly SeenRow[]) => Hit[] {
  if (wanted.in === 'errors') return rows => cellsIn(rows).filter(({ shown }) => ERROR.test(shown))
  const test = wanted.regex ? patternTest(wanted) : plainTest(wanted)
  return rows => {
    const cells = cellsIn(rows).flatMap(cell =>
      textsOf(wanted, cell.shown, cell.entered)
        .filter(text => text !== '')
        .map(text => ({ cell, text })),
    )
    const met = test(cells.map(({ text }) => text))
    return [...new Set(cells.flatMap(({ cell }, at) => (met[at] ? [cell] : [])))]
  }
}

const cellsIn = (rows: readonly SeenRow[]) =>
  rows.flatMap(row =>
    row.entered.map((entered, column) => ({ row, column, entered, shown: String(row.shown[column] ?? '') })),
  )

type Test = (texts: string[]) => boolean[]

function plainTest({ what = '', whole_cell: whole, match_case: isExact }: Wanted): Test {
  const plain = (value: string) => (isExact ? value : value.toLowerCase())
  const wanted = plain(what)
  return texts => texts.map(text => (whole ? plain(text) === wanted : plain(text).includes(wanted)))
}

const LONGEST_TEXT = 2_000
const PATTERN_MILLISECONDS = 2_000

/** A pattern can take for ever on an unlucky text. */
function patternTest({ what = '', match_case: isExact }: Wanted): Test {
  const flags = isExact ? 'u' : 'iu'
  try {
    new RegExp(what, flags)
  } catch {
    throw new Refusal(`"${what}" is not a regular expression. Nothing was changed.`)
  }
  const script = new Script('texts.map(text => pattern.test(text))')
  const sandbox = createContext({ pattern: new RegExp(what, flags), texts: [] as string[] })
  let left = PATTERN_MILLISECONDS
  return texts => {
    sandbox.texts = texts.map(text => text.slice(0, LONGEST_TEXT))
    const begun = performance.now()
    try {
      return [...(script.runInContext(sandbox, { timeout: Math.max(1, Math.ceil(left)) }) as boolean[])]
    } catch {
      throw new Refusal(
        'The pattern takes too long on these texts. Nothing was changed. Write a simpler one.',
      )
    } finally {
      left -= performance.now() - begun
    }
  }
}
