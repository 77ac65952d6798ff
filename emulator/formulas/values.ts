/**
 * What a formula works with: scalars with their number format, matrices (lists of columns, as the engine
 * keeps them), references to cells, and lambdas. Errors are scalars whose value is Google's error text.
 */
import type { CellPosition, CellValue, FunctionResult, Zone } from '../dialect/engine.ts'
import { without } from '../dialect/zones.ts'

export interface Scalar extends FunctionResult {
  /** Where HYPERLINK leads to. */
  readonly link?: string
}
export type Matrix = Scalar[][]

/** A name's body with the names in force where it was written. */
export class Lambda {
  readonly parameters: number
  readonly call: (env: Env, args: Value[]) => Value

  constructor(parameters: number, call: (env: Env, args: Value[]) => Value) {
    this.parameters = parameters
    this.call = call
  }
}

export type Value = Scalar | Matrix | Reference | Lambda

/** A range as the engine's readers take it. */
export interface Area {
  readonly sheetId: string
  readonly zone: Zone
}

/** What one evaluation of one formula is given. */
export interface Env {
  readonly areas: readonly Area[]
  readonly numbers: readonly { value: number }[]
  readonly strings: readonly { value: string }[]
  readonly symbols: readonly string[]
  readCell(area: Area): Scalar
  readRange(area: Area): Matrix
  readName(name: string, asRange: boolean): Scalar | Matrix
  /** The engine's context: its functions, its getters, the cell the formula stands in. */
  readonly context: EngineContext
}

export interface EngineContext {
  readonly __originCellPosition?: CellPosition
  readonly __originSheetId: string
  readonly getters: unknown
  updateDependencies?(position: CellPosition): void
  addDependencies?(position: CellPosition, areas: readonly Area[]): void
  readonly [name: string]: unknown
}

/** Cells of a tab. Reading them waits until a value is wanted: ROW(A1) reads nothing. */
export class Reference {
  readonly area: Area
  readonly #env: Env
  #matrix: Matrix | undefined

  constructor(env: Env, area: Area, matrix?: Matrix) {
    this.#env = env
    this.area = area
    this.#matrix = matrix
  }

  get isCell(): boolean {
    const { left, right, top, bottom } = this.area.zone
    return left === right && top === bottom
  }

  get matrix(): Matrix {
    this.#matrix ??= this.#env.readRange(this.area)
    return this.#matrix
  }

  get cell(): Scalar {
    return this.#env.readCell(this.area)
  }

  /** Other cells, read in the same surroundings. */
  at(area: Area): Reference {
    return new Reference(this.#env, area)
  }

  /**
   * The engine does not see these cells in the formula's text: it is told that the result depends on them. On
   * its own cell a formula depends only where it reads it: ROWS(INDIRECT("A1:D5")) may stand within A1:D5.
   */
  followed(): this {
    const { context } = this.#env
    const origin = context.__originCellPosition
    if (origin !== undefined) context.addDependencies?.(origin, areasBeside(this.area, origin))
    return this
  }

  get isValid(): boolean {
    const { left, right, top, bottom } = this.area.zone
    return left >= 0 && top >= 0 && right >= left && bottom >= top
  }
}

/** The area without that cell. */
function areasBeside(area: Area, { sheetId, col, row }: CellPosition): Area[] {
  if (sheetId !== area.sheetId) return [area]
  const cell = { left: col, right: col, top: row, bottom: row }
  return without(area.zone, cell).map(zone => ({ sheetId, zone }))
}

// ---- errors

/** Both a value and what functions throw: an expected outcome with Google's text and message. */
export class Failure {
  readonly value: string
  readonly message: string

  constructor(value: string, message: string) {
    this.value = value
    this.message = message
  }
}

export const notAvailable = (message: string) => new Failure('#N/A', message)
export const wrongValue = (message: string) => new Failure('#VALUE!', message)
export const wrongNumber = (message: string) => new Failure('#NUM!', message)
export const wrongReference = (message: string) => new Failure('#REF!', message)
export const divisionByZero = (name: string) =>
  new Failure('#DIV/0!', `Evaluation of function ${name} caused a divide by zero error.`)
export const unknownName = (message: string) => new Failure('#NAME?', message)

const ERROR_VALUES = new Set<unknown>([
  '#N/A',
  '#VALUE!',
  '#REF!',
  '#REF',
  '#NUM!',
  '#DIV/0!',
  '#NAME?',
  '#NULL!',
  '#ERROR!',
  '#ERROR',
  '#BAD_EXPR',
  '#CYCLE',
  '#SPILL!',
])

export function isError(scalar: Scalar): boolean {
  const { value } = scalar
  return typeof value === 'string' && value.charCodeAt(0) === 35 && ERROR_VALUES.has(value)
}

// ---- making and reading

export const BLANK: Scalar = Object.freeze({ value: null })
export const TRUE: Scalar = Object.freeze({ value: true })
export const FALSE: Scalar = Object.freeze({ value: false })

/** An evaluated scalar with its format only: positions and texts of the engine's cells stay behind. */
export function scalar(value: CellValue, format?: string): Scalar {
  return format === undefined ? { value } : { value, format }
}

export function isScalar(value: Value): value is Scalar {
  return !Array.isArray(value) && !(value instanceof Reference) && !(value instanceof Lambda)
}

export function toMatrix(value: Value): Matrix {
  if (Array.isArray(value)) return value
  if (value instanceof Reference) return value.matrix
  if (value instanceof Lambda) return [[lambdaAsValue()]]
  return [[value]]
}

export function lambdaAsValue(): Failure {
  return notAvailable('A LAMBDA should be called with values, or given to a function that calls it.')
}

/** The one value a scalar context takes: by implicit intersection of a range, else the top left one. */
export function toScalar(value: Value, env: Env): Scalar {
  if (Array.isArray(value)) return value[0]?.[0] ?? BLANK
  if (value instanceof Reference) return intersect(value, env)
  if (value instanceof Lambda) return lambdaAsValue()
  return value
}

/** `A1:A9` beside row 3 stands for A3. */
function intersect(reference: Reference, env: Env): Scalar {
  if (reference.isCell || !reference.isValid) return reference.cell
  const { sheetId, zone } = reference.area
  const origin = env.context.__originCellPosition
  if (origin === undefined) return reference.matrix[0]?.[0] ?? BLANK
  const isColumn = zone.left === zone.right
  const isRow = zone.top === zone.bottom
  const { row, col } = origin
  if (isColumn && row >= zone.top && row <= zone.bottom)
    return env.readCell({ sheetId, zone: { ...zone, top: row, bottom: row } })
  if (isRow && col >= zone.left && col <= zone.right)
    return env.readCell({ sheetId, zone: { ...zone, left: col, right: col } })
  return wrongValue('An array value could not be found.')
}

export function heightOf(matrix: Matrix): number {
  return matrix[0]?.length ?? 0
}

export function fromRows(rows: readonly (readonly Scalar[])[]): Matrix {
  const width = Math.max(0, ...rows.map(row => row.length))
  return Array.from({ length: width }, (_, x) => rows.map(row => row[x] ?? BLANK))
}

export function toRows(matrix: Matrix): Scalar[][] {
  return Array.from({ length: heightOf(matrix) }, (_, y) => matrix.map(column => column[y] ?? BLANK))
}

/** Row by row, as Google goes through cells. */
export function* cellsOf(matrix: Matrix): Generator<Scalar> {
  const height = heightOf(matrix)
  if (matrix.length === 1) {
    yield* matrix[0] ?? []
    return
  }
  for (let y = 0; y < height; y++) for (const column of matrix) yield column[y] ?? BLANK
}
