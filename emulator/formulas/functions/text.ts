/** Texts: cutting, joining, searching, cleaning, and numbers written as text. */
import { toText } from '../coerce.ts'
import { readNumber } from '../read-number.ts'
import type { Define, Output } from '../signature.ts'
import {
  BLANK,
  cellsOf,
  type Failure,
  isError,
  isScalar,
  type Scalar,
  toMatrix,
  type Value,
  wrongNumber,
  wrongValue,
} from '../values.ts'
import { wildcardSource } from './criteria.ts'
import { must } from './numbers.ts'
import { formatText } from './text-format.ts'

export function defineText(define: Define): void {
  defineCutting(define)
  defineJoining(define)
  defineSearching(define)
  defineCleaning(define)
  defineCodes(define)
  defineNumbersAsText(define)
}

function notNegative(name: string, index: number, value: number): number {
  const whole = Math.trunc(value)
  if (whole < 0)
    throw wrongValue(
      `Function ${name} parameter ${index} value is ${whole}. It should be greater than or equal to 0.`,
    )
  return whole
}

// ---- cutting

/** Google counts a wide character as two bytes. */
function bytesOf(letter: string): number {
  const code = letter.codePointAt(0) ?? 0
  return code < 0x80 || (code >= 0xff61 && code <= 0xff9f) || (code < 0x1100 && code < 0x300) ? 1 : 2
}

function byteLength(text: string): number {
  let bytes = 0
  for (const letter of text) bytes += bytesOf(letter)
  return bytes
}

/** From byte `start` (0-based), at most `count` bytes; half letters are left out. */
function byteSlice(text: string, start: number, count: number): string {
  let at = 0
  let result = ''
  for (const letter of text) {
    const size = bytesOf(letter)
    if (at >= start && at + size <= start + count) result += letter
    at += size
  }
  return result
}

function defineCutting(define: Define): void {
  define('LEN', 't', (text: string) => text.length)
  define('LENB', 't', byteLength)
  define('LEFT', 'tn?', (text: string, count = 1) => text.slice(0, notNegative('LEFT', 2, count)))
  define('LEFTB', 'tn?', (text: string, count = 1) => byteSlice(text, 0, notNegative('LEFTB', 2, count)))
  define('RIGHT', 'tn?', (text: string, count = 1) => {
    const length = notNegative('RIGHT', 2, count)
    return length === 0 ? '' : text.slice(-length)
  })
  define('RIGHTB', 'tn?', (text: string, count = 1) => {
    const length = notNegative('RIGHTB', 2, count)
    return byteSlice(text, Math.max(0, byteLength(text) - length), length)
  })
  define('MID', 'tnn', (text: string, start: number, count: number) => {
    must('MID', 2, Math.trunc(start), 'greater than or equal to', 1)
    const from = Math.trunc(start) - 1
    return text.slice(from, from + notNegative('MID', 3, count))
  })
  define('MIDB', 'tnn', (text: string, start: number, count: number) => {
    must('MIDB', 2, Math.trunc(start), 'greater than or equal to', 1)
    return byteSlice(text, Math.trunc(start) - 1, notNegative('MIDB', 3, count))
  })
  define('REPLACE', 'tnnt', (text: string, position: number, length: number, by: string) => {
    const from = Math.max(0, notNegative('REPLACE', 2, position) - 1)
    return text.slice(0, from) + by + text.slice(from + notNegative('REPLACE', 3, length))
  })
  define('REPLACEB', 'tnnt', (text: string, position: number, length: number, by: string) => {
    const from = Math.max(0, notNegative('REPLACEB', 2, position) - 1)
    const end = from + notNegative('REPLACEB', 3, length)
    return byteSlice(text, 0, from) + by + byteSlice(text, end, Number.POSITIVE_INFINITY)
  })
}

// ---- joining

const MAX_TEXT = 50_000

function checked(text: string, name: string): string {
  if (text.length > MAX_TEXT)
    throw wrongValue(`Text result of ${name} is longer than the limit of ${MAX_TEXT} characters.`)
  return text
}

function allTexts(args: readonly Value[]): string[] {
  return args.flatMap(arg => [...cellsOf(toMatrix(arg))].map(toText))
}

function defineJoining(define: Define): void {
  define('CONCATENATE', 'x+', (...args: Value[]) => checked(allTexts(args).join(''), 'CONCATENATE'))
  define('JOIN', 'tx+', (delimiter: string, ...args: Value[]) =>
    checked(allTexts(args).join(delimiter), 'JOIN'),
  )
  define('TEXTJOIN', 'xbx+', (delimiter: Value, skipsEmpty: boolean, ...args: Value[]) => {
    const delimiters = allTexts([delimiter])
    const texts = allTexts(args).filter(text => !skipsEmpty || text !== '')
    let result = texts[0] ?? ''
    for (let i = 1; i < texts.length; i++)
      result += (delimiters[(i - 1) % delimiters.length] ?? '') + texts[i]
    return checked(result, 'TEXTJOIN')
  })
  define('REPT', 'tn', (text: string, count: number) => {
    const times = notNegative('REPT', 2, count)
    if (text.length * times > 32_000)
      throw wrongValue('Text result of REPT is longer than the limit of 32000 characters.')
    return text.repeat(times)
  })
  define('SPLIT', 'ttb?b?', (text: string, delimiter: string, isEach = true, dropsEmpty = true) => {
    if (delimiter === '') throw wrongValue('Function SPLIT parameter 2 value should be non-empty.')
    const parts = isEach
      ? text.split(new RegExp(`[${delimiter.replace(/[\]\\^-]/g, '\\$&')}]`, 'u'))
      : text.split(delimiter)
    const kept = dropsEmpty ? parts.filter(part => part !== '') : parts
    return kept.length === 0 ? '' : kept.map(part => [asTyped(part)])
  })
}

/** What SPLIT cuts out is read as if typed. */
function asTyped(text: string): Scalar {
  const number = readNumber(text)
  if (number !== undefined) return { value: number }
  if (/^(true|false)$/i.test(text)) return { value: /^true$/i.test(text) }
  return text === '' ? BLANK : { value: text }
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

// ---- codes

function defineCodes(define: Define): void {
  define('CHAR', 'n', (code: number) => {
    const whole = Math.trunc(code)
    if (whole < 1 || whole > 0x10ffff)
      throw wrongNumber(`Function CHAR parameter 1 value ${whole} is out of range.`)
    return String.fromCodePoint(whole)
  })
  define('UNICHAR', 'n', (code: number) => {
    const whole = Math.trunc(code)
    if (whole < 1 || whole > 0x10ffff)
      throw wrongValue(`Function UNICHAR parameter 1 value ${whole} is out of range.`)
    return String.fromCodePoint(whole)
  })
  for (const name of ['CODE', 'UNICODE'])
    define(name, 't', (text: string) => {
      const code = text.codePointAt(0)
      if (code === undefined) throw wrongValue(`Function ${name} parameter 1 value should be non-empty.`)
      return code
    })
  define('ARABIC', 't', (text: string) => arabic(text))
  define('ROMAN', 'nn?', (x: number, form = 0) => {
    const whole = Math.trunc(x)
    if (whole < 1 || whole > 3999)
      throw wrongValue(
        `Function ROMAN parameter 1 value is ${whole}. Valid values are between 1 and 3999 inclusive.`,
      )
    if (form < 0 || form > 4)
      throw wrongValue(
        `Function ROMAN parameter 2 value is ${form}. Valid values are between 0 and 4 inclusive.`,
      )
    return roman(whole, Math.trunc(form))
  })
}

const NUMERALS: [string, number][] = [
  ['M', 1000],
  ['D', 500],
  ['C', 100],
  ['L', 50],
  ['X', 10],
  ['V', 5],
  ['I', 1],
]

function arabic(text: string): number {
  const upper = text.trim().toUpperCase()
  const digits = upper.replace(/^-/, '')
  if (!/^M*(?:C[MD]|D?C*)(?:X[CL]|L?X*)(?:I[XV]|V?I*)$/.test(digits))
    throw wrongValue(`Function ARABIC parameter 1 value '${text}' is not a Roman numeral.`)
  const values = [...digits].map(digit => NUMERALS.find(([letter]) => letter === digit)?.[1] ?? 0)
  const total = values.reduce(
    (sum, value, i) => (value < (values[i + 1] ?? 0) ? sum - value : sum + value),
    0,
  )
  return upper.startsWith('-') ? -total : total
}

/** What may stand for a value, from which form on: each form subtracts over one more step. */
const PAIRS: [value: number, numeral: string, form: number][] = [
  [1000, 'M', 0],
  [999, 'IM', 4],
  [995, 'VM', 3],
  [990, 'XM', 2],
  [950, 'LM', 1],
  [900, 'CM', 0],
  [500, 'D', 0],
  [499, 'ID', 4],
  [495, 'VD', 3],
  [490, 'XD', 2],
  [450, 'LD', 1],
  [400, 'CD', 0],
  [100, 'C', 0],
  [99, 'IC', 2],
  [95, 'VC', 1],
  [90, 'XC', 0],
  [50, 'L', 0],
  [49, 'IL', 2],
  [45, 'VL', 1],
  [40, 'XL', 0],
  [10, 'X', 0],
  [9, 'IX', 0],
  [5, 'V', 0],
  [4, 'IV', 0],
  [1, 'I', 0],
]

function roman(x: number, form: number): string {
  let rest = x
  let text = ''
  for (const [value, numeral, least] of PAIRS)
    while (least <= form && rest >= value) {
      text += numeral
      rest -= value
    }
  return text
}

// ---- numbers as text

function grouped(digits: string): string {
  return digits.replace(/\B(?=(\d{3})+(?!\d))/g, ',')
}

export function fixed(value: number, places: number, isGrouped: boolean): string {
  const digits = Math.trunc(places)
  const scale = 10 ** -digits
  const rounded =
    digits < 0 ? Math.round(Math.abs(value) / scale) * scale : roundHalfUp(Math.abs(value), digits)
  const [whole = '0', decimals] = typeof rounded === 'string' ? rounded.split('.') : [String(rounded)]
  const text = (isGrouped ? grouped(whole) : whole) + (decimals === undefined ? '' : `.${decimals}`)
  return value < 0 && /[1-9]/.test(text) ? `-${text}` : text
}

function roundHalfUp(value: number, digits: number): string {
  return Number(`${Math.round(Number(`${value}e${digits}`))}e-${digits}`).toFixed(digits)
}

function defineNumbersAsText(define: Define): void {
  define('FIXED', 'nn?b?', (value: number, places = 2, isPlain = false) => fixed(value, places, !isPlain))
  define('DOLLAR', 'nn?', (value: number, places = 2) => {
    const text = fixed(Math.abs(value), places, true)
    return value < 0 && /[1-9]/.test(text) ? `-$${text}` : `$${text}`
  })
  define('TEXT', 'vt', (given: Scalar, format: string) => formatText(given, format))
  define('VALUE', 'v', (given: Scalar): Output => {
    if (typeof given.value === 'number') return given.value
    if (given.value === null) return 0
    const number = typeof given.value === 'string' ? readNumber(given.value) : undefined
    if (number === undefined)
      throw wrongValue(`VALUE parameter '${toText(given)}' cannot be parsed to number.`)
    return number
  })
  define('NUMBERVALUE', 'tt?t?', (text: string, decimal = '.', group = ',') => {
    const plain = text.replaceAll(/\s/g, '').replaceAll(group, '').replace(decimal, '.')
    const percents = /%*$/.exec(plain)?.[0].length ?? 0
    const number = plain === '' ? 0 : Number(plain.slice(0, plain.length - percents))
    if (Number.isNaN(number)) throw wrongValue(`NUMBERVALUE parameter '${text}' cannot be parsed to number.`)
    return number / 100 ** percents
  })
  define('TO_TEXT', 'v', (given: Scalar) => toText(given))
}
