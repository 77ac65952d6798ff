/**
 * Functions that reach out, or draw. There is no network here: they check what they are given as Google
 * does, and answer what Google answers when nothing can be fetched. SPARKLINE and IMAGE hold no value; the
 * page draws them from the formula.
 */
import { toText } from '../coerce.ts'
import type { Define } from '../signature.ts'
import { keepSparkline } from '../sparklines.ts'
import {
  BLANK,
  cellsOf,
  type Env,
  Failure,
  isError,
  type Matrix,
  notAvailable,
  type Scalar,
  wrongReference,
  wrongValue,
} from '../values.ts'
import { languageOf } from './languages.ts'

export function defineWeb(define: Define): void {
  defineImports(define)
  defineDrawings(define)
  defineServices(define)
}

function defineImports(define: Define): void {
  const fetched = (name: string, spec: string) =>
    define(name, spec, (url: string) => {
      if (!/^https?:\/\/\S+$/i.test(url)) throw notAvailable(`Url is not valid: ${url}`)
      throw notAvailable(`Could not fetch url: ${url}`)
    })
  fetched('IMPORTXML', 'ttt?')
  fetched('IMPORTHTML', 'ttnt?')
  fetched('IMPORTDATA', 'tt?t?')
  fetched('IMPORTFEED', 'tt?b?n?')
  define('IMPORTRANGE', 'tt', () => {
    throw wrongReference('You need to connect these sheets.')
  })
  define('GETPIVOTDATA', 'tx(xx)*', () => {
    throw wrongReference('Function GETPIVOTDATA parameter 2 does not refer to a pivot table.')
  })
}

// ---- drawings

const MODES = 4

function defineDrawings(define: Define): void {
  define('SPARKLINE', 'aa?', function (this: Env, data: Matrix, options?: Matrix) {
    if (options !== undefined && options.length !== 2 && options[0]?.length !== 2 && !isBlank(options))
      throw notAvailable('Sparkline options must be a range of names and values, two wide.')
    for (const cell of cellsOf(data)) if (isError(cell)) throw cell
    keepSparkline(this, data, options)
    return BLANK
  })
  define('IMAGE', 'tn?n?n?', (url: string, mode = 1, height?: number, width?: number) => {
    if (!/^https?:\/\/\S+$/i.test(url))
      throw wrongValue(`Function IMAGE parameter 1 value '${url}' is not a valid URL.`)
    const kind = Math.trunc(mode)
    if (kind < 1 || kind > MODES)
      throw new Failure(
        '#VALUE!',
        `Function IMAGE parameter 2 value is ${kind}. Valid values are between 1 and 4 inclusive.`,
      )
    if (kind === MODES && (height === undefined || width === undefined))
      throw notAvailable('Function IMAGE needs a height and a width in mode 4.')
    return BLANK
  })
}

function isBlank(matrix: Matrix): boolean {
  return matrix.length === 1 && matrix[0]?.length === 1 && matrix[0][0]?.value === null
}

// ---- services

function defineServices(define: Define): void {
  define('DETECTLANGUAGE', 'a', (given: Matrix) => languageOf([...cellsOf(given)].map(toText).join(' ')))
  define('GOOGLETRANSLATE', 'tt?t?', (text: string, from = 'auto', to = 'en') => {
    const source = from === 'auto' || from === '' ? languageOf(text) : from
    if (text.trim() === '' || source === to) return text
    throw notAvailable('Failed to translate: the translation service cannot be reached.')
  })
  define('GOOGLEFINANCE', 'tt?v?v?v?', (ticker: string, _attribute = 'price', ..._dates: Scalar[]) => {
    throw notAvailable(
      `When evaluating GOOGLEFINANCE, the query for the symbol: '${ticker}' returned no data.`,
    )
  })
}
