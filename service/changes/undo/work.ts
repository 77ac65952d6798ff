/** What taking back a write works on, cells included, and how its formulas are told for other states of the tabs. */
import type { Slices } from '../../sheets/breathe.ts'
import { isUnmoved, moveFormula, moverBetween } from '../formulas.ts'
import type { LineWork } from './lines.ts'
import type { Translate } from './merge-cell.ts'
import type { Limits } from './state.ts'
import type { CellWriter } from './writer.ts'

export interface CellWork extends LineWork {
  limits: Limits
  /** Of the whole plan: others get their turn in between. */
  slices: Slices
  writer: CellWriter
}

export const placesOf = (ids: readonly number[]): Map<number, number> =>
  new Map(ids.map((id, position) => [id, position]))

/** For all tabs together: a formula may refer to any of them. */
export function translators({ record, present, work }: LineWork): (sheetId: number) => Translate {
  const back = moverBetween(record.before.titles, work)
  const now = moverBetween(record.after.titles, present)
  const backAsIs = isUnmoved(work, record.before.titles)
  const nowAsIs = isUnmoved(present, record.after.titles)
  return sheetId => ({
    before: formula => (backAsIs ? formula : moveFormula(formula, back(sheetId))),
    after: formula => (nowAsIs ? formula : moveFormula(formula, now(sheetId))),
  })
}
