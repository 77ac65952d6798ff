/** Numbers as text and back: FIXED, DOLLAR, TEXT, VALUE, NUMBERVALUE. */
import { toText } from '../../coerce.ts'
import { readNumber } from '../../read-number.ts'
import type { Define, Output } from '../../signature.ts'
import { type Scalar, wrongValue } from '../../values.ts'
import { formatText } from './text-format.ts'

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

export function defineNumbersAsText(define: Define): void {
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
