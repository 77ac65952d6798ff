/** Cuts an expression into words, numbers, quotations and signs, and walks over them. */

export interface Lexeme {
  text: string
  /** Lower case, for comparing. */
  word: string
  isQuoted: boolean
}

const LEXEME = /"[^"]*"|'[^']*'|[$€£¥]?\d[\d,]*(?:\.\d+)?%?|[\p{L}_#][\p{L}\p{N}_'#]*|[+\-−–*/×÷·&(),%=]/gu

export function lexemes(text: string): Lexeme[] {
  return [...text.matchAll(LEXEME)].map(([match]) => {
    const isQuoted = match.length > 1 && /^["']/.test(match) && match.endsWith(match[0]!)
    return { text: isQuoted ? match.slice(1, -1) : match, word: match.toLowerCase(), isQuoted }
  })
}

export class Walk {
  readonly all: Lexeme[]
  at = 0
  /** Furthest word that could not be read as an operand. */
  stuckAt = -1

  constructor(all: Lexeme[]) {
    this.all = all
  }

  get isAtEnd(): boolean {
    return this.at >= this.all.length
  }

  peek(offset = 0): Lexeme | undefined {
    return this.all[this.at + offset]
  }

  /** Takes the first of `phrases` that stands here; each is words parted by one space. */
  take(...phrases: string[]): boolean {
    for (const phrase of phrases) {
      const words = phrase.split(' ')
      if (words.every((word, index) => !this.peek(index)?.isQuoted && this.peek(index)?.word === word)) {
        this.at += words.length
        return true
      }
    }
    return false
  }

  /** Runs `read`; where it answers null, nothing was taken. */
  attempt<T>(read: () => T | null): T | null {
    const start = this.at
    const result = read()
    if (result === null) this.at = start
    return result
  }
}
