/**
 * What a formula joins to texts with &: `">="&B4` and `"Report of "&B4`. A date is joined as its cell shows it,
 * so such a formula means another thing once the cell's number format is another. Reads text only.
 */
import { closingAt, type Token, tokenize } from './tokenize.ts'

export interface Joined {
  /** ">=" and the like: what is joined is compared with numbers and dates. */
  isCriterion: boolean
  /** What is joined, as it stands in the formula. */
  text: string
  /** Where it stands: characters from the start of the formula. */
  start: number
  end: number
  /** It is a reference and nothing else. */
  isReference: boolean
}

const COMPARISON = /^"(?:[<>]=?|<>|=)"$/
const ARITHMETIC = /^[-+*/^%:]$/

export function joinedIn(formula: string, decimalComma = false): Joined[] {
  const read = tokenize(formula, decimalComma)
  if (!read.ok) return []
  const { tokens } = read
  return tokens.flatMap((token, at) => {
    if (token.kind !== 'operator' || token.text !== '&') return []
    const isCriterion = COMPARISON.test(tokens[at - 1]?.text ?? '')
    const after = operandAfter(tokens, at, isCriterion)
    const before = operandBefore(tokens, at)
    return [...(before ? [before] : []), ...(after ? [after] : [])]
  })
}

/** The first operand behind it: a reference, or a call with all of its parentheses. */
function operandAfter(tokens: Token[], at: number, isCriterion: boolean): Joined | null {
  const first = tokens[at + 1]
  if (first?.kind === 'reference') {
    const isReference = !ARITHMETIC.test(tokens[at + 2]?.text ?? '')
    return { ...placeOf(first, first), isCriterion, isReference }
  }
  if (first?.kind !== 'name' || tokens[at + 2]?.kind !== 'open') return null
  const last = tokens[closingAt(tokens, at + 2)]
  return last ? { ...placeOf(first, last, tokens), isCriterion, isReference: false } : null
}

/** Before it only what is a reference alone is of interest. */
function operandBefore(tokens: Token[], at: number): Joined | null {
  const token = tokens[at - 1]
  const isAlone = token?.kind === 'reference' && !/^[-+*/^%:&]$/.test(tokens[at - 2]?.text ?? '')
  return isAlone ? { ...placeOf(token, token), isCriterion: false, isReference: true } : null
}

function placeOf(
  first: Token,
  last: Token,
  tokens: Token[] = [first],
): Pick<Joined, 'text' | 'start' | 'end'> {
  const between = tokens.slice(tokens.indexOf(first), tokens.indexOf(last) + 1)
  return {
    text: between.map(({ text }) => text).join(''),
    start: first.at,
    end: last.at + last.text.length,
  }
}

/** Functions that give a day; N() of what gives a text would be 0. */
const GIVES_DAY = /^(?:DATE|DATEVALUE|EDATE|EOMONTH|TODAY|NOW|WORKDAY|WORKDAY\.INTL|MAX|MIN|MAXIFS|MINIFS)\(/i
const TEXT_OF = /^TEXT\s*\(([\s\S]*)[,;]\s*("(?:[^"]|"")*")\s*\)$/i

/** Of `TEXT(A1,"mmm yyyy")`, what is made a text and how. */
export function textOf(call: string): { of: string; pattern: string } | null {
  const [, of, pattern] = TEXT_OF.exec(call) ?? []
  return of && pattern ? { of: of.trim(), pattern: pattern.slice(1, -1) } : null
}

/** Of many cells N() gives the first alone; these give one day whatever they read. */
const GIVES_ONE = /^(?:MAX|MIN|MAXIFS|MINIFS)\(/i
const MANY_CELLS = /\$?[A-Z]{1,3}\$?\d*\s*:\s*\$?[A-Z]{1,3}\$?\d*/i

/**
 * Each cell, or day, that is joined to a comparison, within N(), and cells of a range within VALUE(): the day as a
 * number is right either way.
 */
export function withNumbers(formula: string, decimalComma = false): string {
  let result = ''
  let from = 0
  for (const { isCriterion, text, start, end } of joinedIn(formula, decimalComma)) {
    if (!isCriterion || start < from) continue
    const written = formula.slice(start, end)
    const day = textOf(written)?.of ?? (text.includes('(') && !GIVES_DAY.test(text) ? null : written)
    if (day === null) continue
    const keeps = MANY_CELLS.test(day) && !GIVES_ONE.test(day) ? 'VALUE' : 'N'
    result += `${formula.slice(from, start)}${keeps}(${day})`
    from = end
  }
  return result + formula.slice(from)
}
