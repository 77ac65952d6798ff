/** Pixels of a row and a column that nobody has sized: in the engine, and as Google tells and takes them. */

export type Dimension = 'ROW' | 'COL'

const USUAL = { ROW: { engine: 23, google: 21 }, COL: { engine: 96, google: 100 } }

export const googleSize = (dimension: Dimension, pixels: number): number =>
  pixels === USUAL[dimension].engine ? USUAL[dimension].google : Math.round(pixels)

/** Set to what was read, a line looks as it did. */
export const engineSize = (dimension: Dimension, pixels: number): number =>
  pixels === USUAL[dimension].google ? USUAL[dimension].engine : pixels
