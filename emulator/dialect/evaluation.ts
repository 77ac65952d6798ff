/**
 * When formulas are computed again: what depends on a change, once, when the change is complete. The engine
 * does so by itself, with additions here. EVALUATE_NOW does it in the middle of a batch, for a request that
 * reads what an earlier one has written. A change of structure keeps the values it cannot touch
 * (kept-values.ts). And where a change writes most of the workbook's cells, all is computed afresh:
 * following each written cell's dependents would take longer.
 */
import type { CellPosition, Engine, EngineCommand, Getters, Zone } from './engine.ts'
import {
  type InsertedLines,
  lacksRoom,
  moveValues,
  touchedByInsertion,
  touchedByTabs,
  type ValueMap,
} from './kept-values.ts'

/** The engine's own evaluation, as far as it is looked into here. */
interface Evaluation {
  shouldRebuildDependenciesGraph: boolean
  positionsToUpdate: CellPosition[]
  evaluator: {
    evaluatedCells: { map: ValueMap }
    spreadingRelations: { arrayFormulasToResults: { map: Record<string, Record<number, object>> } }
    blockedArrayFormulas: { isEmpty(): boolean }
    buildDependencyGraph(): void
    evaluateAllCells(): void
    evaluate(ranges: { sheetId: string; zone: Zone }[]): void
    createEmptyPositionSet(): Evaluation['evaluator']['blockedArrayFormulas']
  }
}

const MANY_CELLS = 2_000
/** Changes of structure that keep most values. The engine computes everything again after any of them. */
const KEEPING = new Set(['ADD_COLUMNS_ROWS', 'CREATE_SHEET', 'RENAME_SHEET', 'ADD_MERGE', 'REMOVE_MERGE'])

export function installEvaluation(engine: Engine): void {
  const registry = engine.registries.coreViewsPluginRegistry
  const EvaluationPlugin = registry.get('evaluation')
  if ('isQuick' in EvaluationPlugin) return
  registry.replace(
    'evaluation',
    class extends EvaluationPlugin {
      static isQuick = true
      nextCount = MANY_CELLS
      /** The change of structure that is under way, and how many cells had been written before it. */
      kept: { command: EngineCommand; written: number } | undefined

      get insides(): Evaluation {
        return this as unknown as Evaluation
      }

      override beforeHandle(command: EngineCommand): void {
        const { shouldRebuildDependenciesGraph, positionsToUpdate } = this.insides
        super.beforeHandle(command)
        // Other commands come in the midst of one: new rows take formats along by writing cells.
        if (this.kept !== undefined || shouldRebuildDependenciesGraph) return
        if (!KEEPING.has(command.type) || this.hasArrays() || this.makesRoom(command)) return
        this.kept = { command, written: positionsToUpdate.length }
        this.insides.shouldRebuildDependenciesGraph = false
        // INDIRECT may find a tab that was not there, or none where there was one.
        if (command.type === 'CREATE_SHEET' || command.type === 'RENAME_SHEET')
          positionsToUpdate.push(...touchedByTabs(this.getters))
      }

      override handle(command: EngineCommand): void {
        super.handle(command)
        if (this.kept?.command === command) {
          this.keepValues(command, this.kept.written)
          this.kept = undefined
        }
        if (command.type === 'EVALUATE_NOW') this.finalize()
        else if (command.type === 'UPDATE_CELL') this.noteWrite()
      }

      override finalize(): void {
        computeFilledCells(this.insides.evaluator, this.getters)
        this.nextCount = MANY_CELLS
        this.kept = undefined
        super.finalize()
      }

      /** A result that spills over cells is tied to places in more ways than followed here. */
      hasArrays(): boolean {
        const { spreadingRelations, blockedArrayFormulas } = this.insides.evaluator
        const bySheet = Object.values(spreadingRelations.arrayFormulasToResults.map)
        const hasSpills = bySheet.some(columns =>
          Object.values(columns).some(rows => Object.keys(rows).length > 0),
        )
        return hasSpills || !blockedArrayFormulas.isEmpty()
      }

      makesRoom(command: EngineCommand): boolean {
        if (command.type !== 'ADD_COLUMNS_ROWS') return false
        return lacksRoom(this.insides.evaluator.evaluatedCells.map, insertedBy(command).sheetId)
      }

      keepValues(command: EngineCommand, written: number): void {
        const { evaluator, positionsToUpdate } = this.insides
        if (command.type === 'ADD_COLUMNS_ROWS') {
          const inserted = insertedBy(command)
          moveValues(evaluator.evaluatedCells.map, inserted)
          // Those that the command itself wrote have the new places already.
          for (const position of positionsToUpdate.slice(0, written)) moveAlong(position, inserted)
          evaluator.buildDependencyGraph()
          positionsToUpdate.push(...touchedByInsertion(this.getters, inserted))
        } else {
          evaluator.blockedArrayFormulas = evaluator.createEmptyPositionSet()
          if (command.type === 'CREATE_SHEET') evaluator.buildDependencyGraph()
        }
      }

      noteWrite(): void {
        const written = this.insides.positionsToUpdate.length
        if (this.insides.shouldRebuildDependenciesGraph || written < this.nextCount) return
        this.nextCount = written * 2
        const { getters } = this
        const cells = getters.getSheetIds().reduce((sum, id) => sum + getters.getCells(id).length, 0)
        if (written * 2 > cells) this.insides.shouldRebuildDependenciesGraph = true
      }
    },
  )
}

/**
 * The engine computes every place of the grid, blank or not: a tab of a million rows takes seconds, whatever
 * stands in it. Beyond the last filled row and column there is nothing to compute.
 */
function computeFilledCells(evaluator: Evaluation['evaluator'], getters: Getters): void {
  if (Object.hasOwn(evaluator, 'evaluateAllCells')) return
  const { evaluateAllCells } = evaluator
  evaluator.evaluateAllCells = () => {
    const all = evaluator.evaluate
    evaluator.evaluate = ranges => {
      evaluator.evaluate = all
      evaluator.evaluate(ranges.flatMap(({ sheetId }) => filledZone(sheetId, getters)))
    }
    evaluateAllCells.call(evaluator)
  }
}

function filledZone(sheetId: string, getters: Getters): { sheetId: string; zone: Zone }[] {
  let [bottom, right] = [-1, -1]
  for (const { id } of getters.getCells(sheetId)) {
    const { row, col } = getters.getCellPosition(id)
    if (row > bottom) bottom = row
    if (col > right) right = col
  }
  return bottom < 0 ? [] : [{ sheetId, zone: { top: 0, left: 0, bottom, right } }]
}

function insertedBy(command: EngineCommand): InsertedLines {
  const { sheetId, dimension, base, position, quantity } = command as unknown as {
    sheetId: string
    dimension: 'ROW' | 'COL'
    base: number
    position: 'before' | 'after'
    quantity: number
  }
  return { sheetId, dimension, start: position === 'before' ? base : base + 1, count: quantity }
}

/** A cell written earlier in the same change. */
function moveAlong(position: CellPosition, { sheetId, dimension, start, count }: InsertedLines): void {
  if (position.sheetId !== sheetId) return
  if (dimension === 'ROW' && position.row >= start) position.row += count
  if (dimension === 'COL' && position.col >= start) position.col += count
}
