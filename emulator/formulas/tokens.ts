/**
 * A formula's tokens as Google reads them, made from the engine's: ranges are one token, `LOG10(` is a
 * function and no cell, doubled quotes belong to their text, `#N/A` is an error. Knows the text only.
 */
export interface Token {
  type: string
  value: string
}

const SHEET = /^(?:'(?:[^']|'')*'|[^'!:\s]+)!/
const CELL = /^\$?[A-Z]{1,3}\$?\d{1,7}$/i
const COLUMN = /^\$?[A-Z]{1,3}$/i
const ROW = /^\$?\d{1,7}$/
const ERROR_LITERAL = /^#(?:N\/A|VALUE!|REF!|DIV\/0!|NUM!|NAME\?|NULL!|ERROR!)/i
const REFERENCE_TYPES = new Set(['REFERENCE', 'SYMBOL', 'NUMBER'])

export function isReferenceToken({ type }: Token): boolean {
  return type === 'REFERENCE' || type === 'INVALID_REFERENCE'
}

export function readTokens(formula: string, tokenize: (formula: string) => Token[]): Token[] {
  const tokens = joinTexts(joinErrors(tokenize(formula)))
  const names = declaredNames(tokens)
  const result: Token[] = []
  for (let i = 0; i < tokens.length; ) {
    const range = matchRange(tokens, i, names)
    const token = tokens[i] as Token
    if (range !== undefined) {
      result.push({ type: 'REFERENCE', value: range.text })
      i = range.end
      continue
    }
    i++
    if (token.type === 'REFERENCE' && nextSolid(tokens, i)?.type === 'LEFT_PAREN')
      result.push({ type: 'SYMBOL', value: token.value })
    else if (token.type === 'INVALID_REFERENCE') result.push({ type: token.type, value: '#REF!' })
    else result.push({ ...token })
  }
  return result
}

function nextSolid(tokens: readonly Token[], from: number): Token | undefined {
  return tokens[skipSpaces(tokens, from)]
}

function skipSpaces(tokens: readonly Token[], from: number): number {
  let at = from
  while (tokens[at]?.type === 'SPACE') at++
  return at
}

/**
 * Names that LET or LAMBDA binds, as they are written: in `A2:r` such a name is no column. In capitals it is
 * one all the same, as `A2:A` is a range also where a name is `a`.
 */
function declaredNames(tokens: readonly Token[]): ReadonlySet<string> {
  if (!tokens.some(({ type, value }) => type === 'SYMBOL' && /^(?:LET|LAMBDA)$/i.test(value)))
    return new Set()
  const solid = tokens.filter(({ type }) => type !== 'SPACE')
  const names = solid.filter(
    ({ type }, i) =>
      (type === 'SYMBOL' || type === 'REFERENCE') &&
      solid[i + 1]?.type === 'ARG_SEPARATOR' &&
      ['LEFT_PAREN', 'ARG_SEPARATOR'].includes(solid[i - 1]?.type ?? ''),
  )
  return new Set(names.map(({ value }) => value).filter(name => name !== name.toUpperCase()))
}

function matchRange(
  tokens: readonly Token[],
  from: number,
  names: ReadonlySet<string>,
): { text: string; end: number } | undefined {
  const first = tokens[from]
  const colon = skipSpaces(tokens, from + 1)
  const last = skipSpaces(tokens, colon + 1)
  const second = tokens[last]
  if (first === undefined || second === undefined || tokens[colon]?.value !== ':') return undefined
  if (!REFERENCE_TYPES.has(first.type) || !REFERENCE_TYPES.has(second.type)) return undefined
  if (names.has(second.value) && !CELL.test(second.value)) return undefined
  if (nextSolid(tokens, last + 1)?.type === 'LEFT_PAREN') return undefined
  const start = first.value.replace(SHEET, '')
  if (!isRange(start, second.value)) return undefined
  return { text: `${first.value}:${second.value}`, end: last + 1 }
}

function isRange(start: string, end: string): boolean {
  if (CELL.test(start)) return CELL.test(end) || COLUMN.test(end) || ROW.test(end)
  if (COLUMN.test(start)) return COLUMN.test(end) || CELL.test(end)
  return ROW.test(start) && (ROW.test(end) || CELL.test(end))
}

/** The engine ends a text at its first quote: "say ""hi""" comes as three. */
function joinTexts(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  for (const token of tokens) {
    const before = result.at(-1)
    if (token.type === 'STRING' && before?.type === 'STRING') before.value += token.value
    else result.push({ ...token })
  }
  return result
}

function joinErrors(tokens: readonly Token[]): Token[] {
  const result: Token[] = []
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i] as Token
    const isInvalid = token.type === 'INVALID_REFERENCE'
    if (token.value !== '#' && !isInvalid) {
      result.push(token)
      continue
    }
    const text = tokens
      .slice(i, i + 5)
      .map(({ value }) => value)
      .join('')
    const literal = ERROR_LITERAL.exec(text)?.[0]
    if (literal === undefined) {
      result.push(token)
      continue
    }
    let length = 0
    while (length < literal.length) length += tokens[i++]?.value.length ?? literal.length
    i--
    result.push({ type: literal.toUpperCase() === '#REF!' ? 'INVALID_REFERENCE' : 'ERROR', value: literal })
  }
  return result
}

export function textOf(token: Token): string {
  return token.value.slice(1, -1).replaceAll('""', '"')
}

export function quote(text: string): string {
  return `"${text.replaceAll('"', '""')}"`
}
