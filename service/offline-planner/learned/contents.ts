/** What the learned reader is told of a column's cells: what kind of thing they are, and some of their words. */
import { isBlank } from '../linking/cells.ts'
import { type Column, isDate, isNumeric, ownRows, type SheetIndex } from '../linking/sheet.ts'
import { partsOf } from './parts.ts'

export interface Contents {
  /** Names of what is known of the cells. */
  marks: string[]
  /** Of the first texts that differ, in lower case. */
  words: string[]
}

/** A long column says in its first rows what it is. */
const MOST_ROWS = 50
const MOST_TEXTS = 8
const MOST_WORDS = 12

export function contentsOf(column: Column, index: SheetIndex): Contents {
  const data = index.data.get(column.tab.title)
  const rows = ownRows(data)
  const cells = rows.slice(0, MOST_ROWS).map(row => row[column.index])
  const filled = cells.filter(cell => !isBlank(cell))
  const distinct = [...new Set(filled.map(cell => String(cell).trim().toLowerCase()))]
  const marks = [
    ...emptiness(filled.length, cells.length),
    ...repetition(column, distinct.length, filled.length),
  ]
  if (isNumeric(column)) return { marks: [...marks, ...sizeOf(filled)], words: [] }
  if (isDate(column)) return { marks, words: [] }
  const texts = distinct.slice(0, MOST_TEXTS)
  return {
    marks: [...marks, ...shapeOf(filled.slice(0, MOST_TEXTS).map(String))],
    words: texts.flatMap(partsOf).filter(isWord).slice(0, MOST_WORDS),
  }
}

function emptiness(filled: number, all: number): string[] {
  if (filled === all || filled === 0) return []
  return filled < all * 0.5 ? ['some empty', 'most empty'] : ['some empty']
}

function repetition(column: Column, distinct: number, filled: number): string[] {
  if (filled <= 3) return []
  // Hardly any value occurs twice.
  if (!isDate(column) && distinct >= filled * 0.9) return ['tells rows apart']
  return distinct <= filled * 0.6 ? ['few values'] : []
}

/** Of numbers: how many digits the largest has, and whether they have decimals. */
function sizeOf(filled: readonly unknown[]): string[] {
  const numbers = filled.filter(cell => typeof cell === 'number')
  if (numbers.length === 0) return []
  const largest = Math.max(0, ...numbers.map(Math.abs))
  const digits = largest < 1 ? 0 : Math.min(5, Math.floor(Math.log10(largest)) + 1)
  return [`digits:${digits}`, ...(numbers.some(each => !Number.isInteger(each)) ? ['decimals'] : [])]
}

const SHAPES: [string, RegExp][] = [
  ['mails', /^\S+@\S+$/],
  ['codes', /^(?=.*\d)[^\s@]+$/],
  ['two capitals', /^\p{Lu}\S*\s\p{Lu}\S*$/u],
  ['long', /\S\s+\S+\s+\S+\s+\S/],
]

const shapeOf = (texts: readonly string[]): string[] =>
  SHAPES.filter(([, shape]) => texts.filter(text => shape.test(text)).length * 2 > texts.length).map(
    ([mark]) => mark,
  )

const isWord = (part: string): boolean => /^\p{L}{2,}$/u.test(part)
