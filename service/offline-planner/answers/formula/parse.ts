/** A formula's text as a tree. Reads what people write every day; null for the rest, such as array literals. */

export type Formula =
  | { kind: 'reference'; text: string }
  | { kind: 'number'; text: string }
  | { kind: 'text'; text: string }
  | { kind: 'name'; text: string }
  | { kind: 'call'; name: string; args: Formula[] }
  | { kind: 'operation'; sign: Sign; left: Formula; right: Formula }
  | { kind: 'minus' | 'percent'; of: Formula }

export type Sign = '=' | '<>' | '<=' | '>=' | '<' | '>' | '&' | '+' | '-' | '*' | '/' | '^'

/** From the weakest to the strongest. */
const LEVELS: readonly (readonly Sign[])[] = [
  ['=', '<>', '<=', '>=', '<', '>'],
  ['&'],
  ['+', '-'],
  ['*', '/'],
  ['^'],
]

const MOST_CHARACTERS = 2_000
const DEEPEST = 40

const CORNER = String.raw`\$?[A-Za-z]{1,3}\$?[1-9]\d*`
export const REFERENCE = String.raw`(?:(?:'(?:[^']|'')+'|[\p{L}_][\p{L}\p{N}_.]*)!)?(?:${CORNER}(?::(?:${CORNER}|\$?[A-Za-z]{1,3}))?|\$?[A-Za-z]{1,3}:\$?[A-Za-z]{1,3}|\$?\d+:\$?\d+)(?![\p{L}\p{N}_(])`
const TOKEN = String.raw`\s*(?:(?<reference>${REFERENCE})|(?<number>\d+(?:DECIMAL\d+)?|\.\d+)|(?<text>"(?:[^"]|"")*")|(?<name>[\p{L}_][\p{L}\p{N}_.]*)|(?<sign><>|<=|>=|[-+*/^&=<>%();,]))\s*`

/** Where arguments are parted by semicolons, the comma is the decimal sign. */
const tokenPattern = (formula: string): RegExp =>
  new RegExp(TOKEN.replace('DECIMAL', /;/.test(formula.replaceAll(/"[^"]*"/g, '')) ? '[.,]' : '[.]'), 'uy')

interface Token {
  kind: 'reference' | 'number' | 'text' | 'name' | 'sign'
  text: string
}

export function parseFormula(formula: string): Formula | null {
  if (!formula.startsWith('=') || formula.length > MOST_CHARACTERS) return null
  const tokens = tokensOf(formula.slice(1))
  if (!tokens) return null
  const reader = new Reader(tokens)
  const tree = reader.level(0, 0)
  return tree && reader.isAtEnd ? tree : null
}

function tokensOf(text: string): Token[] | null {
  const tokens: Token[] = []
  const pattern = tokenPattern(text)
  while (pattern.lastIndex < text.length) {
    const groups = pattern.exec(text)?.groups
    const found = Object.entries(groups ?? {}).find(([, value]) => value !== undefined)
    if (!found) return null
    tokens.push({ kind: found[0] as Token['kind'], text: found[1] })
  }
  return tokens
}

class Reader {
  private at = 0
  private readonly tokens: readonly Token[]

  constructor(tokens: readonly Token[]) {
    this.tokens = tokens
  }

  get isAtEnd(): boolean {
    return this.at === this.tokens.length
  }

  level(level: number, depth: number): Formula | null {
    const signs = LEVELS[level]
    if (!signs) return this.single(depth)
    let left = this.level(level + 1, depth)
    for (let sign = this.take(signs); left && sign; sign = this.take(signs)) {
      const right = this.level(level + 1, depth)
      left = right && { kind: 'operation', sign: sign as Sign, left, right }
    }
    return left
  }

  private single(depth: number): Formula | null {
    if (depth > DEEPEST) return null
    if (this.take(['-'])) {
      const of = this.single(depth + 1)
      return of && { kind: 'minus', of }
    }
    this.take(['+'])
    let formula = this.atom(depth + 1)
    while (formula && this.take(['%'])) formula = { kind: 'percent', of: formula }
    return formula
  }

  private atom(depth: number): Formula | null {
    if (this.take(['('])) {
      const inner = this.level(0, depth)
      return inner && this.take([')']) ? inner : null
    }
    const token = this.tokens[this.at]
    if (!token || token.kind === 'sign') return null
    this.at++
    if (token.kind !== 'name') return { kind: token.kind, text: token.text }
    if (!this.take(['('])) return { kind: 'name', text: token.text }
    const args = this.args(depth)
    return args && { kind: 'call', name: token.text.toUpperCase(), args }
  }

  private args(depth: number): Formula[] | null {
    const args: Formula[] = []
    if (this.take([')'])) return args
    for (;;) {
      // An argument left out: IF(A1,,"x").
      const isLeftOut = [',', ';', ')'].includes(this.tokens[this.at]?.text ?? '')
      const arg: Formula | null = isLeftOut ? { kind: 'text', text: '""' } : this.level(0, depth)
      if (!arg) return null
      args.push(arg)
      if (this.take([')'])) return args
      if (!this.take([',', ';'])) return null
    }
  }

  private take(signs: readonly string[]): string | null {
    const token = this.tokens[this.at]
    if (token?.kind !== 'sign' || !signs.includes(token.text)) return null
    this.at++
    return token.text
  }
}
