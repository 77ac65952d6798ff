/**
 * A formula as seen from its own cell: relative references become R[-1]C[2], so that a formula filled
 * down reads the same in every row. Used to recognise filled columns and to write them short.
 */
import { columnIndex } from '../a1.ts'
import { type Token, tokenize } from './tokenize.ts'

/** Null where the text is no readable formula. `row` and `column` are zero-based. */
export function toR1C1(formula: string, row: number, column: number): string | null {
  const { text, restore } = withoutBrackets(formula)
  const read = tokenize(text)
  if (!read.ok) return null
  return restore(
    read.tokens
      .map(token => (token.kind === 'reference' ? relative(token, row, column) : token.text))
      .join(''),
  )
}

/** Columns of tables, as in Orders[Total], mean the same in every row: names stand for them meanwhile. */
function withoutBrackets(formula: string): { text: string; restore(text: string): string } {
  const kept: string[] = []
  let text = formula
  for (let depth = 0; depth < 3 && text.includes('['); depth += 1) {
    text = text.replace(/"(?:[^"]|"")*"|'(?:[^']|'')*'!|\[[^[\]]*\]/g, part =>
      part.startsWith('[') ? `_b${kept.push(part) - 1}_` : part,
    )
  }
  const restore = (words: string): string => {
    let restored = words
    for (const [index, part] of [...kept.entries()].reverse()) {
      restored = restored.replace(`_b${index}_`, () => part)
    }
    return restored
  }
  return { text, restore }
}

function relative(token: Token, row: number, column: number): string {
  const mark = token.text.lastIndexOf('!')
  const tab = token.text.slice(0, mark + 1)
  const ends = token.text.slice(mark + 1).split(':')
  return tab + ends.map(end => relativeEnd(end, row, column)).join(':')
}

function relativeEnd(end: string, row: number, column: number): string {
  const match = /^(\$?)([A-Za-z]{1,3})?(\$?)(\d+)?$/.exec(end)
  if (!match) return end
  const [, first, letters, second, digits] = match
  const columnFixed = letters !== undefined && first === '$'
  const rowFixed = digits !== undefined && (letters === undefined ? first === '$' : second === '$')
  const rowPart = digits === undefined ? '' : part('R', Number(digits) - 1, row, rowFixed)
  const columnPart = letters === undefined ? '' : part('C', columnIndex(letters), column, columnFixed)
  return rowPart + columnPart
}

const part = (letter: 'R' | 'C', target: number, own: number, fixed: boolean): string =>
  fixed ? `${letter}${target + 1}` : `${letter}[${target - own}]`
