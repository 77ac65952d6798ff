/** Cuts a text into tokens, in one pass over its characters. Knows no language and no sheet. */

export type TokenKind = 'word' | 'number' | 'quoted' | 'sign' | 'reference'

export interface Token {
  kind: TokenKind
  /** As written; of a quoted token what stands inside. */
  text: string
  /** Lower case without accents. */
  norm: string
  start: number
  end: number
  /** Letters after a number, for example "30m" or "19%". */
  unit?: string
  value?: number
}

/** Scripts that put no spaces between words: each character is a token of its own. */
export const isUnspaced = (char: string): boolean =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー々]/u.test(char)
const isWord = (char: string): boolean => /[\p{L}\p{N}_]/u.test(char)
const isDigit = (char: string): boolean => char >= '0' && char <= '9'

const QUOTES: Record<string, string> = {
  '"': '"',
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '『': '』',
  '`': '`',
}
const REFERENCE =
  /^\$?[A-Za-z]{1,3}\$?[1-9]\d{0,6}(?::\$?[A-Za-z]{1,3}\$?[1-9]?\d{0,6})?$|^\$?[A-Z]{1,3}:\$?[A-Z]{1,3}$/
const MOST_QUOTED = 300

// biome-ignore lint/suspicious/noControlCharactersInRegex: the range of ASCII
export const isPlain = (text: string): boolean => /^[\x00-\x7f]*$/.test(text)

export function normal(text: string): string {
  // Plain letters need no taking apart, which is most of what there is.
  if (isPlain(text)) return text.toLowerCase()
  return text
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ß', 'ss')
    .replaceAll('’', "'")
}

/** At most `most` tokens: whoever reads no more need not wait for the rest. */
export function tokenize(written: string, most = Number.POSITIVE_INFINITY): Token[] {
  const text = narrowed(written)
  const tokens: Token[] = []
  for (let at = 0; at < text.length && tokens.length < most; ) {
    const token = tokenAt(text, at)
    if (token) tokens.push(token)
    at = token?.end ?? at + 1
  }
  return tokens
}

/** With plain digits for those as wide as Japanese characters; as long as it was. */
export const narrowed = (text: string): string =>
  text.replaceAll(/[０-９％]/g, wide => String.fromCharCode(wide.charCodeAt(0) - 0xfee0))

function tokenAt(text: string, at: number): Token | null {
  const char = text[at]!
  if (/\s/.test(char)) return null
  const quoted = quotedAt(text, at)
  if (quoted) return quoted
  if (isDigit(char)) return numberAt(text, at)
  if (isUnspaced(char)) return make('word', text, at, at + 1)
  if (/[€£¥]/.test(char) && isDigit(text[at + 1] ?? '')) return moneyAt(text, at)
  if (isWord(char) || char === '$') return wordAt(text, at)
  const pair = text.slice(at, at + 2)
  const length = ['<=', '>=', '!=', '<>', '->', '==', '=>'].includes(pair)
    ? 2
    : (text.codePointAt(at) ?? 0) > 0xffff
      ? 2
      : 1
  return make('sign', text, at, at + length)
}

const make = (kind: TokenKind, text: string, start: number, end: number): Token => {
  const part = kind === 'sign' ? text.slice(start, end).replace(/^[→⇒➔➜⟶]$/u, '->') : text.slice(start, end)
  return { kind, text: part, norm: normal(part), start, end }
}

function quotedAt(text: string, at: number): Token | null {
  const char = text[at]!
  const isApostrophe = (char === "'" || char === '‘') && !isWord(text[at - 1] ?? ' ')
  const closers = isApostrophe ? "'’" : QUOTES[char]
  if (closers === undefined) return null
  for (let end = at + 1; end < Math.min(text.length, at + MOST_QUOTED); end++) {
    if (text[end] === '\n') return null
    if (!closers.includes(text[end]!)) continue
    // 'My tab'!A2:A20 is one range.
    if (isApostrophe && text[end + 1] === '!') return referenceFrom(text, at, end + 2)
    if (isApostrophe && isWord(text[end + 1] ?? ' ')) continue
    const inside = char === '«' ? text.slice(at + 1, end).trim() : text.slice(at + 1, end)
    return { kind: 'quoted', text: inside, norm: normal(inside), start: at, end: end + 1 }
  }
  return null
}

function referenceFrom(text: string, start: number, at: number): Token | null {
  let end = at
  while (end < text.length && /[A-Za-z0-9$:]/.test(text[end]!)) end++
  while (end > at && text[end - 1] === ':') end--
  return REFERENCE.test(text.slice(at, end)) ? make('reference', text, start, end) : null
}

function wordAt(text: string, at: number): Token {
  let end = at
  while (end < text.length && isWord(text[end]!) && !isUnspaced(text[end]!)) end++
  while (end < text.length && /['’.\-&@+]/.test(text[end]!) && isInside(text, end)) {
    end++
    while (end < text.length && isWord(text[end]!) && !isUnspaced(text[end]!)) end++
  }
  if (text[at] === '$' && end === at) return moneyAt(text, at)
  if (text[end] === '!' && /[A-Za-z$]/.test(text[end + 1] ?? '')) {
    const reference = referenceFrom(text, at, end + 1)
    if (reference) return reference
  }
  const wide = referenceEnd(text, at)
  if (wide > 0 && wide >= end) return make('reference', text, at, wide)
  return make('word', text, at, end)
}

/** "$" alone, or the sign of the number after it. */
const moneyAt = (text: string, at: number): Token => {
  if (!isDigit(text[at + 1] ?? '')) return make('sign', text, at, at + 1)
  const number = numberAt(text, at + 1)
  return { ...number, start: at, unit: text[at]! }
}

/** Joins "e-mail", "kickpush.net", "a@b" and "Baker's"; a full stop at a word's end is none of it. */
const isInside = (text: string, at: number): boolean =>
  isWord(text[at + 1] ?? ' ') && !isUnspaced(text[at + 1]!) && !(text[at] === '+' || text[at] === '&')

function referenceEnd(text: string, at: number): number {
  let end = at
  while (end < text.length && /[A-Za-z0-9$:]/.test(text[end]!)) end++
  while (end > at && text[end - 1] === ':') end--
  return REFERENCE.test(text.slice(at, end)) ? end : 0
}

/** "1 200" is one, "12 345" too; a longer row of digits begins none. */
const NUMBER = /[1-9]\d{0,2}(?: \d{3})+(?:[.,]\d{1,2})?(?![\d.\-/:])|\d+(?:[.,\u00a0']\d+)*/y

function numberAt(text: string, at: number): Token {
  const dated = dateAt(text, at)
  if (dated) return dated
  NUMBER.lastIndex = at
  let end = at + NUMBER.exec(text)![0].length
  const digits = text.slice(at, end)
  const base = { kind: 'number' as const, text: digits, norm: digits, start: at }
  // "3rd", "1020b" and "415-555": names and ordinals, not amounts.
  if (
    /[-.@_]/.test(text[end] ?? '') &&
    isWord(text[end + 1] ?? ' ') &&
    !/^-\d+(?![\w-])/.test(text.slice(end, end + 12))
  )
    return wordAt(text, at)
  let unit = ''
  if (text[end] === '%' || text[end] === '€' || text[end] === '£') unit = text[end++]!
  else if (text[end] === ' ' && text[end + 1] === '%' && !isWord(text[end + 2] ?? ' ')) {
    end += 2
    unit = '%'
  } else if (text[end] === '+') unit = text[end++]!
  else while (end < text.length && /\p{L}/u.test(text[end]!) && !isUnspaced(text[end]!)) unit += text[end++]!
  // "15万" is 150,000.
  const many = unit === '' ? MYRIADS[text[end] ?? ''] : undefined
  if (many !== undefined) return { ...base, end: end + 1, value: numberOf(digits) * many }
  if (unit.length > 8 || (unit !== '' && isDigit(text[end] ?? ''))) return wordAt(text, at)
  return {
    ...base,
    end,
    value: numberOf(digits) * (unit === 'k' ? 1000 : 1),
    ...(unit === '' ? {} : { unit: unit.toLowerCase() }),
  }
}

const MYRIADS: Record<string, number> = { 千: 1e3, 万: 1e4, 億: 1e8 }

const DATE = /\d{4}-\d{1,2}-\d{1,2}(?!\d)|\d{1,2}[./]\d{1,2}[./]\d{2,4}(?!\d)/y

function dateAt(text: string, at: number): Token | null {
  DATE.lastIndex = at
  const found = DATE.exec(text)
  return found ? make('word', text, at, at + found[0].length) : null
}

/** A comma before three digits parts thousands; any other comma parts decimals. */
export function numberOf(digits: string): number {
  const plain = digits.replaceAll(/[ \u00a0']/g, '')
  if (/^\d{1,3}(?:,\d{3})+(?:\.\d+)?$/.test(plain)) return Number(plain.replaceAll(',', ''))
  if (/^\d{1,3}(?:\.\d{3})+(?:,\d+)?$/.test(plain) && (plain.includes(',') || plain.split('.').length > 2))
    return Number(plain.replaceAll('.', '').replace(',', '.'))
  return Number(/^\d+,\d+$/.test(plain) ? plain.replace(',', '.') : plain.replaceAll(',', ''))
}
