/**
 * A formula of Google Sheets as an Excel file holds it: later functions with their prefixes, arrays without
 * ARRAYFORMULA, and what only Google can compute as Google writes it, with the value it had.
 */
import { closing, isCell, type Piece, piecesOf, textOf } from '../formula-text.ts'
import { excelSorts } from '../sort-calls.ts'

export interface ExcelFormula {
  text: string
  /** Its result is computed as an array. */
  isArray: boolean
}

const LATER = new Set(
  `ACOT ACOTH ARABIC BASE BETA.DIST BETA.INV BINOM.DIST BINOM.DIST.RANGE BINOM.INV BITAND BITLSHIFT BITOR BITRSHIFT
  BITXOR BYCOL BYROW CEILING.MATH CHISQ.DIST CHISQ.DIST.RT CHISQ.INV CHISQ.INV.RT CHISQ.TEST CHOOSECOLS CHOOSEROWS
  COMBINA CONFIDENCE.NORM CONFIDENCE.T COT COTH COVARIANCE.P COVARIANCE.S CSC CSCH DAYS DECIMAL ERF.PRECISE
  ERFC.PRECISE EXPON.DIST F.DIST F.DIST.RT F.INV F.INV.RT F.TEST FILTER FLOOR.MATH FORECAST.LINEAR FORMULATEXT GAMMA
  GAMMA.DIST GAMMA.INV GAMMALN.PRECISE GAUSS HSTACK HYPGEOM.DIST IFNA IFS IMCOSH IMCOT IMCSC IMCSCH IMSEC IMSECH
  IMSINH IMTAN ISFORMULA ISOWEEKNUM LAMBDA LET LOGNORM.DIST LOGNORM.INV MAKEARRAY MAP MAXIFS MINIFS MODE.MULT
  MODE.SNGL MUNIT NEGBINOM.DIST NORM.DIST NORM.INV NORM.S.DIST NORM.S.INV NUMBERVALUE PDURATION PERCENTILE.EXC
  PERCENTILE.INC PERCENTRANK.EXC PERCENTRANK.INC PERMUTATIONA PHI POISSON.DIST QUARTILE.EXC QUARTILE.INC RANDARRAY
  RANK.AVG RANK.EQ REDUCE RRI SCAN SEC SECH SEQUENCE SHEET SHEETS SKEW.P STDEV.P STDEV.S SWITCH T.DIST T.DIST.2T
  T.DIST.RT T.INV T.INV.2T T.TEST TEXTJOIN TOCOL TOROW UNICHAR UNICODE UNIQUE VAR.P VAR.S VSTACK WEIBULL.DIST
  WRAPCOLS WRAPROWS XLOOKUP XMATCH XOR Z.TEST ENCODEURL TEXTBEFORE TEXTAFTER TEXTSPLIT EXPAND TAKE DROP SORTBY
  ARRAYTOTEXT VALUETOTEXT GROUPBY PIVOTBY`.split(/\s+/),
)
const IN_LATER_SHEETS = new Set(['FILTER', 'SORT'])

/** Not in Excel, or another function there by the same name. */
const ONLY_GOOGLES = new Set(
  `ADD ARRAY_CONSTRAIN AVERAGE.WEIGHTED CONVERT_CURRENCY COUNTUNIQUE COUNTUNIQUEIFS DETECTLANGUAGE DIVIDE EPOCHTODATE EQ
  FLATTEN GOOGLEFINANCE GOOGLETRANSLATE GT GTE IMAGE IMPORTDATA IMPORTFEED IMPORTHTML IMPORTRANGE IMPORTXML ISBETWEEN
  ISDATE ISEMAIL ISURL JOIN LT LTE MARGINOFERROR MINUS MULTIPLY NE POW QUERY REGEXEXTRACT REGEXMATCH REGEXREPLACE
  SORTN SPARKLINE SPLIT TO_DATE TO_DOLLARS TO_PERCENT TO_PURE_NUMBER TO_TEXT UMINUS UNARY_PERCENT UPLUS`.split(
    /\s+/,
  ),
)

/** `formula` with its sign; `value` as it would stand in a formula. */
export function excelFormula(formula: string, value: string, names: ReadonlySet<string>): ExcelFormula {
  const sorts = excelSorts(piecesOf(formula.slice(1).trim()))
  const pieces = sorts === undefined ? [] : piecesOf(textOf(sorts))
  if (sorts === undefined || isOnlyGoogles(pieces))
    return { text: forGoogleOnly(formula.slice(1), value), isArray: false }
  const isArray = pieces.some(isArrayCall)
  const plain = withoutArrayCalls(pieces)
  const isBinding = plain.some(({ kind, value: word }) => kind === 'word' && /^(?:LET|LAMBDA)$/i.test(word))
  const written = plain.map((piece, at) => {
    if (piece.kind !== 'word') return piece
    const next = plain[at + 1]?.value
    if (next === '(') return { ...piece, value: prefixed(piece.value) }
    if (isBinding && isBound(piece.value, next, plain[at - 1]?.value, names))
      return { ...piece, value: `_xlpm.${piece.value}` }
    return { ...piece, value: withEnd(piece.value, plain[at - 1]?.value, plain[at - 2]?.value) }
  })
  return { text: textOf(written), isArray }
}

/** Google's own way: it reads the formula out of this again, Excel shows the value. */
export function forGoogleOnly(formula: string, value: string): string {
  return `IFERROR(__xludf.DUMMYFUNCTION("${formula.replaceAll('"', '""')}"),${value})`
}

function isOnlyGoogles(pieces: readonly Piece[]): boolean {
  return pieces.some(({ kind, value }, at) => {
    if (value === '{') return hasReference(pieces, at)
    if (kind !== 'word' || pieces[at + 1]?.value !== '(') return false
    const name = value.toUpperCase()
    if (name === 'FILTER') return argumentsOf(pieces, at + 1) > 2
    return ONLY_GOOGLES.has(name)
  })
}

/** Excel's braces hold values only. */
function hasReference(pieces: readonly Piece[], open: number): boolean {
  const close = pieces.findIndex(({ value }, at) => at > open && value === '}')
  return pieces
    .slice(open, close < 0 ? undefined : close)
    .some(
      ({ kind, value }) =>
        kind === 'title' ||
        (kind === 'word' && /[A-Z_]/i.test(value) && !/^(?:TRUE|FALSE|[\d.]+E\d+)$/i.test(value)),
    )
}

function argumentsOf(pieces: readonly Piece[], open: number): number {
  let depth = 0
  let count = 1
  for (const { value } of pieces.slice(open)) {
    if (value === '(' || value === '{') depth++
    else if (value === ')' || value === '}') depth--
    else if (value === ',' && depth === 1) count++
    if (depth === 0) break
  }
  return count
}

const isArrayCall = ({ kind, value }: Piece) => kind === 'word' && /^ARRAYFORMULA$/i.test(value)

/** The parentheses stay where something stands around them. */
function withoutArrayCalls(pieces: readonly Piece[]): Piece[] {
  const [first] = pieces
  const isWhole =
    first !== undefined &&
    isArrayCall(first) &&
    pieces[1]?.value === '(' &&
    closing(pieces, 1) === pieces.length - 1
  const inner = isWhole ? pieces.slice(2, -1) : pieces
  return inner.filter(piece => !isArrayCall(piece))
}

function prefixed(name: string): string {
  const upper = name.toUpperCase()
  if (IN_LATER_SHEETS.has(upper)) return `_xlfn._xlws.${upper}`
  return LATER.has(upper) ? `_xlfn.${upper}` : name
}

function isBound(
  word: string,
  next: string | undefined,
  before: string | undefined,
  names: ReadonlySet<string>,
): boolean {
  return (
    /^[\p{L}_]/u.test(word) &&
    !isCell(word) &&
    !/^(?:TRUE|FALSE)$/i.test(word) &&
    next !== '!' &&
    next !== ':' &&
    before !== ':' &&
    !names.has(word.toLowerCase())
  )
}

/** `A2:A` ends with the sheet, which Excel's has to say. */
function withEnd(word: string, before: string | undefined, start: string | undefined): string {
  if (before !== ':' || start === undefined || !isCell(start)) return word
  if (/^\$?[A-Z]{1,3}$/i.test(word)) return `${word}1048576`
  return /^\$?\d+$/.test(word) ? `XFD${word}` : word
}
