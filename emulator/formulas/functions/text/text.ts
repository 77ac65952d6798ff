/** Texts: searching and cleaning; what cuts, joins and converts them is beside this. */
import type { Define } from '../../signature.ts'
import { BLANK, type Failure, isError, isScalar, toMatrix, type Value, wrongValue } from '../../values.ts'
import { wildcardSource } from '../criteria.ts'
import { defineNumbersAsText } from './numbers-as-text.ts'
import { defineCodes } from './numerals.ts'
import { byteLength, defineCutting, defineJoining, notNegative } from './text-cutting.ts'

export function defineText(define: Define): void {
  defineCutting(define)
  defineJoining(define)
  defineSearching(define)
  defineCleaning(define)
  defineCodes(define)
  defineNumbersAsText(define)
}

// ---- searching

function startAt(name: string, start: number, length: number): number {
  const from = Math.trunc(start)
  if (from < 1 || from > length + 1)
    throw wrongValue(
      `Function ${name} parameter 3 value is ${from}. It should be between 1 and ${length + 1}.`,
    )
  return from - 1
}

function notFound(name: string, part: string, text: string): Failure {
  return wrongValue(`In ${name} evaluation, cannot find '${part}' within '${text}'.`)
}

function find(name: string, part: string, text: string, start: number): number {
  const at = text.indexOf(part, startAt(name, start, text.length))
  if (at < 0) throw notFound(name, part, text)
  return at
}

function search(name: string, part: string, text: string, start: number): number {
  const from = startAt(name, start, text.length)
  const at = text.slice(from).search(new RegExp(wildcardSource(part), 'is'))
  if (at < 0) throw notFound(name, part, text)
  return from + at
}

function defineSearching(define: Define): void {
  define('FIND', 'ttn?', (part: string, text: string, start = 1) => find('FIND', part, text, start) + 1)
  define(
    'FINDB',
    'ttn?',
    (part: string, text: string, start = 1) =>
      byteLength(text.slice(0, find('FINDB', part, text, start))) + 1,
  )
  define('SEARCH', 'ttn?', (part: string, text: string, start = 1) => search('SEARCH', part, text, start) + 1)
  define(
    'SEARCHB',
    'ttn?',
    (part: string, text: string, start = 1) =>
      byteLength(text.slice(0, search('SEARCHB', part, text, start))) + 1,
  )
  define('EXACT', 'tt', (a: string, b: string) => a === b)
  define('SUBSTITUTE', 'tttn?', (text: string, part: string, by: string, occurrence?: number) => {
    if (part === '') return text
    if (occurrence === undefined) return text.replaceAll(part, by.replaceAll('$', '$$$$'))
    const nth = notNegative('SUBSTITUTE', 4, occurrence)
    if (nth === 0) return text.replaceAll(part, by.replaceAll('$', '$$$$'))
    let at = -1
    for (let i = 0; i < nth; i++) {
      at = text.indexOf(part, at + 1)
      if (at < 0) return text
    }
    return text.slice(0, at) + by + text.slice(at + part.length)
  })
}

// ---- cleaning

const WIDE_KANA =
  'ヲァィゥェォャュョッーアイウエオカキクケコサシスセソタチツテトナニヌネノハヒフヘホマミムメモヤユヨラリルレロワン゛゜'
const FIRST_HALF_KANA = 0xff66

/** Full-width letters and kana as half-width ones; a voiced kana becomes two. */
function halfWidth(text: string): string {
  return [...text]
    .map(letter => {
      const code = letter.charCodeAt(0)
      if (code >= 0xff01 && code <= 0xff5e) return String.fromCharCode(code - 0xfee0)
      if (letter === '\u3000') return ' '
      if (code < 0x3001 || code > 0x30ff) return letter
      const marks: Record<string, string> = { '。': '｡', '「': '｢', '」': '｣', '、': '､', '・': '･' }
      if (marks[letter] !== undefined) return marks[letter]
      return [...letter.normalize('NFD')]
        .map(part => {
          const plain = part === '\u3099' ? '゛' : part === '\u309a' ? '゜' : part
          const index = WIDE_KANA.indexOf(plain)
          return index < 0 ? part : String.fromCharCode(FIRST_HALF_KANA + index)
        })
        .join('')
    })
    .join('')
}

function defineCleaning(define: Define): void {
  define('UPPER', 't', (text: string) => text.toUpperCase())
  define('LOWER', 't', (text: string) => text.toLowerCase())
  define('PROPER', 't', (text: string) =>
    text
      .toLowerCase()
      .replace(
        /(^|[^\p{L}\p{M}])(\p{L})/gu,
        (_, before: string, letter: string) => before + letter.toUpperCase(),
      ),
  )
  define('TRIM', 't', (text: string) => text.trim().replace(/\s+/g, ' '))
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what CLEAN removes.
  define('CLEAN', 't', (text: string) => text.replace(/[\u0000-\u001f]/g, ''))
  define('ASC', 't', halfWidth)
  define('T', 'x', (given: Value) => {
    const cell = isScalar(given) ? given : (toMatrix(given)[0]?.[0] ?? BLANK)
    if (isError(cell)) throw cell
    return typeof cell.value === 'string' ? cell.value : ''
  })
}
