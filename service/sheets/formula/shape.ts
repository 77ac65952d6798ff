/**
 * What is the same in all formulas of one R1C1 pattern: the text with each plain cell reference replaced.
 * Whether a formula may be written depends on nothing else, so one of each shape is parsed. Texts and names
 * of tabs stay as they are: what they say is looked at.
 */

/** Strings and quoted tabs first, so that nothing inside of them is taken for a cell. */
const CELL_OR_TEXT =
  /"(?:[^"]|"")*"|'(?:[^']|'')*'|(?<![\p{L}\p{N}_.$\\])\$?[A-Za-z]{1,3}\$?[1-9]\d{0,7}(?![\p{L}\p{N}_.(!\\])/gu

export function shapeOf(formula: string): string {
  return formula.replace(CELL_OR_TEXT, found => {
    const first = found.charCodeAt(0)
    return first === 0x22 || first === 0x27 ? found : 'A1'
  })
}
