/**
 * Which values a change of structure leaves as they are. The engine computes every formula again when rows
 * are inserted, a tab is added or cells are merged; nearly all of them would say the same as before. Here
 * values move along with their cells, and only those formulas are computed again that can tell the
 * difference: a range of theirs grew, or they ask for positions, names or tabs.
 */
import type { CellPosition, CompiledFormula, EvaluatedCell, Getters, Range } from './engine.ts'

export interface InsertedLines {
  sheetId: string
  dimension: 'ROW' | 'COL'
  /** The first new line. */
  start: number
  count: number
}

type ByRow = Record<number, EvaluatedCell>
/** The engine's map of values: tab, column, row. */
export type ValueMap = Record<string, Record<number, ByRow> | undefined>

/** Functions whose result is not made of the values of their arguments alone. */
const SENSITIVE =
  /\b(ROWS?|COLUMNS?|ADDRESS|INDIRECT|OFFSET|CELL|SHEETS?|FORMULATEXT|ISFORMULA|SUBTOTAL|AGGREGATE|PIVOT[.\w]*|RAND\w*|NOW|TODAY|QUERY)\s*\(/i

export function moveValues(map: ValueMap, { sheetId, dimension, start, count }: InsertedLines): void {
  const columns = map[sheetId]
  if (columns === undefined) return
  const moved: Record<number, ByRow> = {}
  for (const [column, cells] of Object.entries(columns)) {
    const before = Number(column)
    const col = dimension === 'COL' && before >= start ? before + count : before
    if (dimension === 'COL' && col === before) {
      moved[col] = cells
      continue
    }
    const rows: ByRow = {}
    for (const key in cells) {
      const at = Number(key)
      const row = dimension === 'ROW' && at >= start ? at + count : at
      const cell = cells[at] as EvaluatedCell & { position?: CellPosition; origin?: CellPosition }
      if (row === at && col === before) rows[row] = cell
      else {
        const position = { sheetId, col, row }
        rows[row] = {
          ...cell,
          position,
          ...(cell.origin === cell.position ? { origin: position } : {}),
        } as never
      }
    }
    moved[col] = rows
  }
  map[sheetId] = moved
}

/** Formulas that insertion changes the value of, by their new places. */
export function touchedByInsertion(getters: Getters, inserted: InsertedLines): CellPosition[] {
  return formulasThat(getters, formula => formula.rangeDependencies.some(range => hasGrown(range, inserted)))
}

/** Formulas that may read otherwise after a tab came or changed its name. */
export function touchedByTabs(getters: Getters): CellPosition[] {
  return formulasThat(getters, () => false)
}

function formulasThat(getters: Getters, isTouched: (formula: CompiledFormula) => boolean): CellPosition[] {
  const isSensitive = createSensitivity()
  const touched: CellPosition[] = []
  for (const sheetId of getters.getSheetIds())
    for (const cell of getters.getCells(sheetId)) {
      if (!cell.isFormula) continue
      const formula = cell.compiledFormula
      if (isSensitive(formula) || isTouched(formula)) touched.push(getters.getCellPosition(cell.id))
    }
  return touched
}

function hasGrown({ sheetId, zone }: Range, inserted: InsertedLines): boolean {
  if (sheetId !== inserted.sheetId) return false
  const [first, last] = inserted.dimension === 'ROW' ? [zone.top, zone.bottom] : [zone.left, zone.right]
  return first < last && first <= inserted.start && inserted.start <= last
}

/** Asked once for each pattern of formula: thousands of cells share one. */
function createSensitivity() {
  const known = new Map<string, boolean>()
  return ({ normalizedFormula, symbols, isBadExpression }: CompiledFormula): boolean => {
    if (symbols.length > 0 || isBadExpression) return true
    let sensitive = known.get(normalizedFormula)
    if (sensitive === undefined) {
      sensitive = SENSITIVE.test(normalizedFormula)
      known.set(normalizedFormula, sensitive)
    }
    return sensitive
  }
}
