/** A workbook in memory, typed into and read cell by cell: the formula language without server or store. */
import { createRequire } from 'node:module'
import type { CellPosition, CellValue, Engine, Model, Zone } from '../../../emulator/dialect/engine.ts'
import { googleError } from '../../../emulator/dialect/errors.ts'
import { installDialect } from '../../../emulator/dialect/index.ts'

let engine: Engine | undefined

export function loadEngine(): Engine {
  if (engine === undefined) {
    engine = createRequire(import.meta.url)('@odoo/o-spreadsheet') as Engine
    // The engine reports how long it takes.
    console.debug = () => {}
    installDialect(engine)
  }
  return engine
}

export class Grid {
  readonly engine = loadEngine()
  readonly model: Model
  readonly sheetId: string

  constructor(rows: (string | number | boolean)[][] = [], data: object = {}) {
    this.model = new this.engine.Model(data)
    this.sheetId = this.model.getters.getSheetIds()[0] ?? ''
    for (const [row, values] of rows.entries())
      for (const [col, value] of values.entries()) this.type(this.#xc(col, row), value)
  }

  #xc(col: number, row: number): string {
    return loadEngine().helpers.toXC(col, row)
  }

  at(xc: string): CellPosition {
    const { left, top } = loadEngine().helpers.toZone(xc)
    return { sheetId: this.sheetId, col: left, row: top }
  }

  type(xc: string, value: string | number | boolean, format?: string): this {
    const content = typeof value === 'string' ? value : String(value).toUpperCase()
    this.model.dispatch('UPDATE_CELL', {
      ...this.at(xc),
      content,
      ...(format === undefined ? {} : { format }),
    })
    return this
  }

  read(position: CellPosition): CellValue {
    const cell = this.model.getters.getEvaluatedCell(position)
    return googleError(cell)?.text ?? cell.value
  }

  value(xc: string): CellValue {
    return this.read(this.at(xc))
  }

  message(xc: string): string {
    return googleError(this.model.getters.getEvaluatedCell(this.at(xc)))?.message ?? ''
  }

  format(xc: string): string | undefined {
    return this.model.getters.getEvaluatedCell(this.at(xc)).format
  }

  formula(xc: string): string {
    const cell = this.model.getters.getCell(this.at(xc))
    return cell?.isFormula ? cell.compiledFormula.toFormulaString(this.model.getters) : ''
  }

  /** What the formula in `xc` gives: rows of all it spills over. */
  rows(xc: string): CellValue[][] {
    const at = this.at(xc)
    const zone: Zone = this.model.getters.getSpreadZone(at) ?? {
      left: at.col,
      right: at.col,
      top: at.row,
      bottom: at.row,
    }
    const rows: CellValue[][] = []
    for (let row = zone.top; row <= zone.bottom; row++) {
      const values: CellValue[] = []
      for (let col = zone.left; col <= zone.right; col++) values.push(this.read({ ...at, col, row }))
      rows.push(values)
    }
    return rows
  }

  /** What a formula gives by itself, without a cell to stand in: columns of values, or one. */
  evaluate(formula: string): CellValue | CellValue[][] {
    const got = this.model.getters.evaluateFormula(this.sheetId, formula)
    return Array.isArray(got) && got.length === 1 && got[0]?.length === 1 ? (got[0][0] ?? null) : got
  }

  /** Types a formula into `home`, reads it, and clears it again. */
  compute(formula: string, home = 'M20'): CellValue | CellValue[][] {
    this.type(home, formula)
    const rows = this.rows(home)
    this.type(home, '')
    return rows.length === 1 && rows[0]?.length === 1 ? (rows[0][0] ?? null) : rows
  }
}
