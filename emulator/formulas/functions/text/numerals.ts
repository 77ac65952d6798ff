/** Letters by their codes, and Roman numerals. */
import type { Define } from '../../signature.ts'
import { wrongNumber, wrongValue } from '../../values.ts'

export function defineCodes(define: Define): void {
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
