/** Which of the workbook's own names a sentence says: tabs, columns, rows, ranges. */
import { type Box, columnIndex, columnLetters, parseRange } from '../../sheets/a1.ts'
import { languages, says } from './patterns.ts'

const flat = (text: string): string => text.normalize('NFKC').toLowerCase()
const SPACED = /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}]/u
/** Japanese goes on without a space where a Latin name ends. */
const LETTER = String.raw`[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{N}_]`
const literal = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

const patterns = new Map<string, RegExp>()

function patternOf(name: string): RegExp {
  const known = patterns.get(name)
  if (known) return known
  const words = literal(flat(name).trim()).replaceAll(/\s+/g, String.raw`\s+`)
  const made = SPACED.test(flat(name))
    ? new RegExp(`(?<!${LETTER})${words}(?:s|n|en|'s)?(?!${LETTER})`, 'gu')
    : new RegExp(words, 'gu')
  if (patterns.size > 2_000) patterns.clear()
  patterns.set(name, made)
  return made
}

export interface Named {
  name: string
  at: number
}

/** Names said in full, the longest first, so that "Orders 2025" is not "Orders" as well. */
export function namesIn(text: string, names: readonly string[]): Named[] {
  let rest = flat(text)
  const found: Named[] = []
  for (const name of [...names].sort((a, b) => b.length - a.length)) {
    if (name.trim() === '') continue
    rest = rest.replace(patternOf(name), (match, ...more) => {
      const at = more.find((part): part is number => typeof part === 'number') ?? 0
      found.push({ name, at })
      return '\uE001'.repeat(match.length)
    })
  }
  return found
}

const PARTS = /[\p{L}]{3,}|\p{N}{2,}/gu
/** Too common in titles to say which tab is meant. */
const COMMON = new Set(
  'tab tabs sheet sheets table list data the and for copy new old blatt tabelle liste daten und der die das feuille onglet liste les des hoja pestaña tabla lista datos los las'.split(
    ' ',
  ),
)

/** Said by a part of its name, where no other name has that part: "the budget tab" for "Budget 2026". */
export function partlyIn(text: string, names: readonly string[]): string[] {
  const said = new Set((flat(text).match(PARTS) ?? []).flatMap(word => [word, word.replace(/s$/, '')]))
  const parts = (name: string) =>
    [...new Set(flat(name).match(PARTS) ?? [])].filter(part => !COMMON.has(part))
  return names.filter(name =>
    parts(name).some(
      part =>
        (said.has(part) || said.has(part.replace(/s$/, ''))) &&
        names.filter(other => parts(other).includes(part)).length === 1,
    ),
  )
}

/** A tab named behind "from" or "with" is read, not changed. */
export function isSource(text: string, at: number): boolean {
  const front = flat(text).slice(0, at)
  return languages().some(({ spaced, word }) =>
    spaced
      ? new RegExp(`${word.source.source}(?:\\s+[\\p{L}'"“„«]+){0,3}\\s*["“„«']?\\s*$`, 'iu').test(front)
      : false,
  )
}

const COLUMN_LETTERS =
  /(?<![\p{L}])(?:columns?|cols?|spalten?|colonnes?|columnas?)\s+((?:\$?[A-Z]{1,3}(?![\p{L}])(?:\s*(?:,|and|und|et|y|&|to|bis|à|a|-|–|:|through|or|oder|ou|o)\s*)?)+)/giu
const LETTERS_COLUMN = /(?<![A-Za-z])([A-Z]{1,2})\s*列|列\s*([A-Z]{1,2})(?![A-Za-z])/gu
const LETTER_RANGE = /(?<![A-Za-z0-9:!$])\$?([A-Z]{1,2}):\$?([A-Z]{1,2})(?![A-Za-z0-9])/g
const LETTER_WORD = /(?<![\p{L}\p{N}'’&/])([B-HJ-Z]|[A-Z]{2}(?=\s*(?:$|[.,;:!?])))(?![\p{L}\p{N}'’&/.])/gu

/** Letters that a sentence uses for columns, zero-based. */
export function lettersIn(text: string): Set<number> {
  const found = new Set<number>()
  const span = (from: string, to: string) => {
    for (let index = columnIndex(from); index <= columnIndex(to); index += 1) found.add(index)
  }
  for (const [, list = ''] of text.matchAll(COLUMN_LETTERS)) {
    const letters = list.match(/[A-Z]{1,3}(?![\p{L}])/gu) ?? []
    for (const [index, letter] of letters.entries()) {
      const isRange = /(?:to|bis|à|-|–|:|through)\s*$/i.test(list.slice(0, list.indexOf(letter)))
      span(index > 0 && isRange ? letters[index - 1]! : letter, letter)
    }
  }
  for (const [, a, b] of text.matchAll(LETTERS_COLUMN)) span((a ?? b)!, (a ?? b)!)
  for (const [, a = 'A', b = 'A'] of text.matchAll(LETTER_RANGE)) span(a, b)
  for (const [, letter = 'A'] of text.matchAll(LETTER_WORD))
    if (letter.length === 1) found.add(columnIndex(letter))
  return found
}

const A1 = /(?<![\p{L}\p{N}])\$?[A-Z]{1,3}\$?\d{1,7}(?::\$?[A-Z]{1,3}\$?\d{0,7})?(?![\p{L}\p{N}])/gu

/** Ranges written as A1, with whatever tab. */
export function rangesIn(text: string): Box[] {
  return (text.match(A1) ?? []).flatMap(found => {
    const parsed = parseRange(found.replaceAll('$', ''))
    return parsed ? [parsed.box] : []
  })
}

const ROWS =
  /(?:rows?|lines?|zeilen?|lignes?|filas?|líneas?)\s+((?:\d+(?:\s*(?:,|and|und|et|y|&|to|bis|à|a|-|–|:|through)\s*)*)+)|((?:\d+\s*(?:,|、|と|から|〜|～|-|:)*\s*)+)行/giu

/** Rows that are named by their numbers, zero-based; null where none is. */
export function rowsNamed(text: string): Set<number> | null {
  const rows = new Set<number>()
  let any = false
  for (const [, a, b] of text.matchAll(ROWS)) {
    const list = (a ?? b)!
    const numbers = [...list.matchAll(/\d+/g)]
    any = true
    for (const [index, number] of numbers.entries()) {
      const value = Number(number[0])
      const previous = numbers[index - 1]
      const between = previous ? list.slice(previous.index + previous[0].length, number.index) : ''
      const isRange = /to|bis|à|^\s*a\s*$|-|–|:|through|から|〜|～/i.test(between)
      const from = isRange && previous ? Number(previous[0]) : value
      for (let row = from; row <= value && rows.size < MOST_ROWS_NAMED; row += 1) rows.add(row - 1)
    }
  }
  return any ? rows : null
}

const MOST_ROWS_NAMED = 100_000

/** Columns whose headers a sentence says in full. */
export function headersNamed(text: string, headers: readonly string[]): Set<number> {
  const said = headers.map(joinedUp)
  const names = [text, joinedUp(text)].flatMap(words =>
    namesIn(
      words,
      said.filter(header => header.trim().length > 1),
    ).map(({ name }) => name),
  )
  return new Set(said.flatMap((header, index) => (names.includes(header) ? [index] : [])))
}

/** "e-mail" is "email". */
const joinedUp = (text: string): string => text.replaceAll(/(?<=\p{L})[-‐‑](?=\p{L})/gu, '')

/** "phones and mails", where one column is named in full: headers of which a sentence says the end, where no other one has that end: "mail" of "E-mail" and "Email". */
export function endsOf(text: string, headers: readonly string[]): number[] {
  const said = (flat(text).match(/\p{L}{4,}/gu) ?? []).map(word => word.replace(/s$/, ''))
  return said.flatMap(word => {
    const having = headers.flatMap((header, index) => {
      const name = flat(header).trim()
      return name.endsWith(word) || (name.length > 3 && word.endsWith(name)) ? [index] : []
    })
    return having.length === 1 ? having : []
  })
}

export const isAboutAll = (text: string): boolean => says(text, 'everything')
export const letterOf = columnLetters
