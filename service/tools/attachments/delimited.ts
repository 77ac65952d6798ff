/** CSV and its relatives: quotes, any line end, the delimiter found out where it is not given. */
import type { CellValue } from '../support/cells.ts'

const DELIMITERS = [',', ';', '\t', '|']

export function parseDelimited(text: string, given: string | null): CellValue[][] {
  const delimiter = given ?? likeliest(text)
  const rows: string[][] = []
  let row: string[] = []
  let cell = ''
  let isQuoted = false
  for (let at = 0; at < text.length; at += 1) {
    const sign = text[at]!
    if (isQuoted) {
      if (sign !== '"') cell += sign
      else if (text[at + 1] === '"') {
        cell += '"'
        at += 1
      } else isQuoted = false
    } else if (sign === '"' && cell === '') isQuoted = true
    else if (sign === delimiter) {
      row.push(cell)
      cell = ''
    } else if (sign === '\n' || sign === '\r') {
      if (sign === '\r' && text[at + 1] === '\n') at += 1
      rows.push([...row, cell])
      row = []
      cell = ''
    } else cell += sign
  }
  if (cell !== '' || row.length > 0) rows.push([...row, cell])
  return rows.filter(cells => cells.some(value => value !== '')).map(cells => cells.map(readValue))
}

/** By the first lines, outside of quotes. */
function likeliest(text: string): string {
  const lines = text
    .slice(0, 20_000)
    .replaceAll(/"(?:[^"]|"")*"/g, '')
    .split(/\r\n|\r|\n/)
    .slice(0, 10)
  const score = (delimiter: string) => {
    const counts = lines.filter(line => line !== '').map(line => line.split(delimiter).length - 1)
    return Math.min(...counts) > 0 ? Math.min(...counts) : Math.max(0, ...counts) / 100
  }
  return DELIMITERS.reduce((best, delimiter) => (score(delimiter) > score(best) ? delimiter : best), ',')
}

/** Plain numbers are numbers; codes with leading zeros and everything else stay texts. */
const readValue = (text: string): CellValue =>
  /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,12})?$/.test(text) ? Number(text) : text
