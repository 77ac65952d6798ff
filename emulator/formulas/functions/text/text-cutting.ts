/** Text functions that cut and join: LEFT, MID, REPLACE, CONCATENATE, JOIN, SPLIT, REPT. */
import { toText } from '../../coerce.ts'
import { readNumber } from '../../read-number.ts'
import type { Define } from '../../signature.ts'
import { BLANK, cellsOf, type Scalar, toMatrix, type Value, wrongValue } from '../../values.ts'
import { must } from '../numbers.ts'

export function notNegative(name: string, index: number, value: number): number {
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

export function byteLength(text: string): number {
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

export function defineCutting(define: Define): void {
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

export function defineJoining(define: Define): void {
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
    if (text === '') throw wrongValue('Function SPLIT parameter 1 value should be non-empty.')
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
