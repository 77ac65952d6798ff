/** A place among the words of a query: looks at the next, takes it, says what is wrong there. */
import { QueryFault } from './language.ts'
import type { Token } from './tokens.ts'

export class Cursor {
  readonly #tokens: readonly Token[]
  #at = 0

  constructor(tokens: readonly Token[]) {
    this.#tokens = tokens
  }

  get token(): Token {
    return this.#tokens[this.#at] as Token
  }

  /** From the next one on. */
  get rest(): readonly Token[] {
    return this.#tokens.slice(this.#at)
  }

  next(): Token {
    const token = this.token
    if (token.kind === 'end') throw this.fault()
    this.#at++
    return token
  }

  /** To say that something is wrong with the one that was taken. */
  back(): void {
    this.#at--
  }

  isSign(sign: string): boolean {
    return this.token.kind === 'sign' && this.token.text === sign
  }

  list<T>(item: () => T): T[] {
    const items = [item()]
    while (this.takeSign(',')) items.push(item())
    return items
  }

  text(): string {
    if (this.token.kind !== 'text') throw this.fault()
    return this.next().text
  }

  count(): number {
    if (this.token.kind !== 'number') throw this.fault()
    return Math.trunc(Number(this.next().text))
  }

  takeWord(word: string): boolean {
    const isThere = this.token.kind === 'word' && this.token.text.toLowerCase() === word
    if (isThere) this.#at++
    return isThere
  }

  expectWord(word: string): void {
    if (!this.takeWord(word)) throw this.fault()
  }

  takeSign(sign: string): boolean {
    const isThere = this.token.kind === 'sign' && this.token.text === sign
    if (isThere) this.#at++
    return isThere
  }

  expectSign(sign: string): void {
    if (!this.takeSign(sign)) throw this.fault()
  }

  fault(): QueryFault {
    const { kind, text, at } = this.token
    const found = kind === 'end' ? '<EOF>' : kind === 'word' ? ` <ID> "${text} "` : ` "${text}" "${text} "`
    return new QueryFault(`PARSE_ERROR: Encountered "${found}" at line 1, column ${at + 1}.`)
  }
}
