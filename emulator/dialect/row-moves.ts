/**
 * Rows inserted into a tab, a row at a time. The engine moves every cell below by itself, four notes in its
 * history each; here the rows move as they are, and the list of places is replaced as a whole.
 */
import type { Engine, PluginInstance } from './engine.ts'

interface Row {
  cells: Record<number, number | undefined>
}

interface Tab {
  id: string
  rows: Row[]
}

interface Place {
  row: number
  col: number
  sheetId: string
}

interface Sheets extends PluginInstance {
  cellPosition: Record<number, Place | undefined>
  moveCellsOnAddition(tab: Tab, start: number, quantity: number, dimension: 'rows' | 'columns'): void
}

export function installRowMoves(engine: Engine): void {
  const registry = engine.registries.corePluginRegistry
  const SheetPlugin = registry.get('sheet')
  const methods = SheetPlugin.prototype as Sheets & { movesRows?: true }
  if (methods.movesRows) return
  methods.movesRows = true
  const { moveCellsOnAddition } = methods
  methods.moveCellsOnAddition = function (tab, start, quantity, dimension) {
    if (dimension === 'columns') return moveCellsOnAddition.call(this, tab, start, quantity, dimension)
    // The engine has made room at the end already.
    const kept = tab.rows.length - quantity
    const added = tab.rows.slice(kept)
    const rows = [...tab.rows.slice(0, start), ...added, ...tab.rows.slice(start, kept)]
    this.history.update('sheets', tab.id, 'rows', rows)
    const places = { ...this.cellPosition }
    for (let row = start + quantity; row < rows.length; row++) {
      const cells = rows[row]?.cells ?? {}
      for (const col in cells) {
        const cellId = cells[col]
        if (cellId !== undefined) places[cellId] = { row, col: Number(col), sheetId: tab.id }
      }
    }
    this.history.update('cellPosition', places)
  }
}
