/**
 * What a SPARKLINE is to draw. The formula's value is blank; its numbers and options are kept beside the
 * cell it stands in, for whoever draws the grid. Each model has its own.
 */
import type { CellPosition } from '../dialect/engine.ts'
import type { Env, Matrix } from './values.ts'

export type Datum = number | string | boolean | null

export interface Sparkline {
  /** One row of values, or two: of a line, the first is where each point is from left to right. */
  series: Datum[][]
  options: ReadonlyMap<string, string | number | boolean>
}

const kept = new WeakMap<object, Map<string, Sparkline>>()

const keyOf = ({ sheetId, row, col }: CellPosition) => `${sheetId}/${row}/${col}`

export function keepSparkline({ context }: Env, data: Matrix, options: Matrix | undefined): void {
  const position = context.__originCellPosition
  if (position === undefined) return
  const getters = modelsOwn(context.getters as object)
  const sparklines = kept.get(getters) ?? new Map<string, Sparkline>()
  kept.set(getters, sparklines)
  sparklines.set(keyOf(position), { series: readSeries(data), options: readOptions(options ?? []) })
}

/** Formulas may be given getters made from the model's; whoever draws has the model's. */
function modelsOwn(getters: object): object {
  const source = Object.getPrototypeOf(getters) as object | null
  return source === null || source === Object.prototype ? getters : modelsOwn(source)
}

/** Only for a cell that holds a SPARKLINE now. */
export function sparklineAt(getters: object, position: CellPosition): Sparkline | undefined {
  return kept.get(getters)?.get(keyOf(position))
}

function readSeries(data: Matrix): Datum[][] {
  const columns = data.map(column => Array.from(column, cell => (cell?.value ?? null) as Datum))
  const height = columns[0]?.length ?? 0
  // Two wide and longer than that: the two series stand side by side.
  if (columns.length <= 2 && height > columns.length) return columns
  return Array.from({ length: height }, (_, row) => columns.map(column => column[row] ?? null))
}

/** Two wide: names and values below each other; else two high. */
function readOptions(options: Matrix): Map<string, string | number | boolean> {
  const pairs =
    options.length === 2
      ? (options[0] ?? []).map((name, i) => [name, options[1]?.[i]] as const)
      : options.map(column => [column[0], column[1]] as const)
  const read = new Map<string, string | number | boolean>()
  for (const [name, option] of pairs) {
    const value = option?.value
    if (typeof name?.value === 'string' && value !== null && value !== undefined)
      read.set(name.value.trim().toLowerCase(), value as string | number | boolean)
  }
  return read
}
