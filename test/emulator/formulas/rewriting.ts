/** Formulas, and an independent rewriting of their text: it knows nothing of the product’s way. */

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    yield state / 2 ** 32
  }
}

const LETTERS = 'ABCDEFGHIJ'

export function makeFormulas(count: number): string[] {
  const random = numbers(7)
  const below = (limit: number) => Math.floor((random.next().value as number) * limit)
  const cell = () => {
    const [column, row] = [LETTERS[5 + below(5)], 20 + below(20)]
    return `${below(2) ? '$' : ''}${column}${below(2) ? '$' : ''}${row}`
  }
  const kinds = [
    () => `=${cell()}+1`,
    () => `=SUM(${cell()}:${cell()})`,
    () => `=IF(${cell()}>0,"A1:B2",${cell()})`,
    () => `=SUM(G:G)+COUNT($H:I)`,
    () => `=LET(A1x,${cell()},A1x&"$A$1")`,
    () => `=COUNTIF(${cell()}:${cell()},">"&${cell()})`,
    () => `=SUM(25:$26)`,
  ]
  return Array.from({ length: count }, () => (kinds[below(kinds.length)] as () => string)())
}

/** `text` with its references moved: written anew, knowing nothing of the product's way. */
export function rewritten(text: string, columns: number, rows: number): string {
  const reference = /"[^"]*"|(?<![\w.$])(\$?)([A-J])?(\$?)(\d+)?(?::(\$?)([A-J])?(\$?)(\d+)?)?(?![\w.(])/g
  return text.replace(reference, (whole, ...parts: (string | undefined)[]) => {
    const [fixedA, columnA, fixedB, rowA, fixedC, columnC, fixedD, rowC] = parts
    const isRange = whole.includes(':')
    const isOne = columnA !== undefined && rowA !== undefined
    if (whole.startsWith('"') || whole === '' || (!isOne && !isRange)) return whole
    const start = end(fixedA, columnA, fixedB, rowA, columns, rows)
    if (!isRange) return start.text
    const stop = end(fixedC, columnC, fixedD, rowC, columns, rows)
    return ordered(start, stop)
  })
}

interface End {
  text: string
  column: number
  row: number
  isColumnFixed: boolean
  isRowFixed: boolean
}

function end(
  first = '',
  column: string | undefined,
  second = '',
  row: string | undefined,
  columns: number,
  rows: number,
): End {
  const isColumnFixed = column !== undefined && first === '$'
  const isRowFixed = column === undefined ? first === '$' || second === '$' : second === '$'
  const x = column === undefined ? Number.NaN : LETTERS.indexOf(column) + (isColumnFixed ? 0 : columns)
  const y = row === undefined ? Number.NaN : Number(row) + (isRowFixed ? 0 : rows)
  return { text: show(x, isColumnFixed, y, isRowFixed), column: x, row: y, isColumnFixed, isRowFixed }
}

function show(column: number, isColumnFixed: boolean, row: number, isRowFixed: boolean): string {
  const letters = Number.isNaN(column) ? '' : `${isColumnFixed ? '$' : ''}${LETTERS_AND_MORE[column]}`
  return letters + (Number.isNaN(row) ? '' : `${isRowFixed ? '$' : ''}${row}`)
}

export const LETTERS_AND_MORE = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** A range is written from its upper left corner to its lower right one. */
function ordered(a: End, b: End): string {
  const [left, right] = a.column > b.column ? [b, a] : [a, b]
  const [top, bottom] = a.row > b.row ? [b, a] : [a, b]
  const start = show(left.column, left.isColumnFixed, top.row, top.isRowFixed)
  return `${start}:${show(right.column, right.isColumnFixed, bottom.row, bottom.isRowFixed)}`
}
