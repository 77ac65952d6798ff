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
  /\b(ROWS?|COLUMNS?|ADDRESS|INDIRECT|OFFSET|CELL|SHEETS?|FORMULATEXT|ISFORMULA|SUBTOTAL|AGGREGATE|PIVOT[.\w]*|GETPIVOTDATA|SPARKLINE|RAND\w*|NOW|TODAY|QUERY)\s*\(/i
/** `A1:INDEX(…)`: a range that is computed. */
const COMPUTED_RANGE = ':'
/** Sums a range that its third argument only begins, and its first gives the size of. */
const STRETCHING = /\b(?:SUMIF|AVERAGEIF)\(/i
/** What stands for references and literals in a pattern, what calls a function, and what is no name. */
const NAMELESS = /\|[RCNS]\||[\w.\u0080-\uffff]+\s*\(|\b(?:TRUE|FALSE)\b/gi
const NAME = /[a-z_\u0080-\uffff]/i

/** Whether a result found no room on its tab: with more rows or columns it may. */
export function lacksRoom(map: ValueMap, sheetId: string): boolean {
  for (const cells of Object.values(map[sheetId] ?? {}))
    for (const row in cells) if (cells[row]?.value === '#SPILL!') return true
  return false
}

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
  return formulasThat(getters, (formula, sheetId) =>
    formula.rangeDependencies.some(
      range => hasGrown(range, inserted) || liesElsewhere(range, sheetId, inserted),
    ),
  )
}

/** Formulas that may read otherwise after a tab came or changed its name. */
export function touchedByTabs(getters: Getters): CellPosition[] {
  return formulasThat(getters, () => false)
}

function formulasThat(
  getters: Getters,
  isTouched: (formula: CompiledFormula, sheetId: string) => boolean,
): CellPosition[] {
  const isSensitive = createSensitivity()
  const touched: CellPosition[] = []
  for (const sheetId of getters.getSheetIds())
    for (const cell of getters.getCells(sheetId)) {
      if (!cell.isFormula) continue
      const formula = cell.compiledFormula
      if (isSensitive(formula) || isTouched(formula, sheetId)) touched.push(getters.getCellPosition(cell.id))
    }
  return touched
}

function hasGrown({ sheetId, zone }: Range, inserted: InsertedLines): boolean {
  if (sheetId !== inserted.sheetId) return false
  const [first, last] = inserted.dimension === 'ROW' ? [zone.top, zone.bottom] : [zone.left, zone.right]
  return first < last && first <= inserted.start && inserted.start <= last
}

/**
 * A range on another tab, of which a formula may mean the cell in its own row or column: one of the two has
 * moved and the other has not.
 */
function liesElsewhere({ sheetId, zone }: Range, home: string, inserted: InsertedLines): boolean {
  if (sheetId === home || (sheetId !== inserted.sheetId && home !== inserted.sheetId)) return false
  return zone.left < zone.right || zone.top < zone.bottom
}

const differsFrom = (first: Range | undefined) => {
  const sizeOf = ({ zone }: Range) => `${zone.bottom - zone.top},${zone.right - zone.left}`
  const size = first === undefined ? '' : sizeOf(first)
  return (range: Range) => sizeOf(range) !== size
}

/** Asked once for each pattern of formula: thousands of cells share one. */
function createSensitivity() {
  const known = new Map<string, boolean>()
  return ({ normalizedFormula, isBadExpression, rangeDependencies }: CompiledFormula): boolean => {
    if (isBadExpression) return true
    if (STRETCHING.test(normalizedFormula) && rangeDependencies.some(differsFrom(rangeDependencies[0])))
      return true
    let sensitive = known.get(normalizedFormula)
    if (sensitive === undefined) {
      // A named range is no dependency of the formula's own.
      sensitive =
        SENSITIVE.test(normalizedFormula) ||
        normalizedFormula.includes(COMPUTED_RANGE) ||
        NAME.test(normalizedFormula.replace(NAMELESS, ''))
      known.set(normalizedFormula, sensitive)
    }
    return sensitive
  }
}
