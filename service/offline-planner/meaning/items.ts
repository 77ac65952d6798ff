/** What a person means, as a row of items: words of a small formal language, and what they are said of. */
import type { TabOverview } from '../../sheets/overview/overview.ts'
import type { Column } from '../linking/sheet.ts'

/** The words of docs/meaning-language.md; `text` and `amount` stand as they were written. */
export type Item =
  | { kind: 'word'; word: string }
  | { kind: 'column'; column: Column }
  | { kind: 'tab'; tab: TabOverview }
  | { kind: 'text'; text: string }
  | { kind: 'amount'; text: string }

/** What kind of thing they say. */
export const firstWordOf = ([first]: readonly Item[]): string | null =>
  first?.kind === 'word' ? first.word : null

/** Reads items one after the other; what does not fit is null, and is never skipped. */
export class Items {
  readonly #items: readonly Item[]
  #at = 0

  constructor(items: readonly Item[]) {
    this.#items = items
  }

  get isDone(): boolean {
    return this.#at >= this.#items.length
  }

  get next(): Item | undefined {
    return this.#items[this.#at]
  }

  get after(): Item | undefined {
    return this.#items[this.#at + 1]
  }

  isWord(...words: string[]): boolean {
    const { next } = this
    return next?.kind === 'word' && words.includes(next.word)
  }

  /** Takes the next item where it is one of these words. */
  word(...words: string[]): string | null {
    const { next } = this
    if (next?.kind !== 'word' || (words.length > 0 && !words.includes(next.word))) return null
    this.#at++
    return next.word
  }

  column(): Column | null {
    return this.#take('column')?.column ?? null
  }

  tab(): TabOverview | null {
    return this.#take('tab')?.tab ?? null
  }

  text(): string | null {
    return this.#take('text')?.text ?? null
  }

  /** With the sign that stands before it. */
  amount(): string | null {
    const isNegative = this.isWord('-') && this.after?.kind === 'amount' && this.word('-') !== null
    const text = this.#take('amount')?.text ?? null
    return text !== null && isNegative ? `-${text}` : text
  }

  /** A text or an amount. */
  literal(): string | null {
    return this.text() ?? this.amount()
  }

  /** Texts or amounts with commas between them. */
  literals(): string[] {
    const found: string[] = []
    for (let each = this.literal(); each !== null; each = this.word(',') ? this.literal() : null)
      found.push(each)
    return found
  }

  /** Columns with commas between them, each once. */
  columns(): Column[] {
    const found = new Set<Column>()
    for (let column = this.column(); column; column = this.word(',') ? this.column() : null) found.add(column)
    return [...found]
  }

  #take<Kind extends Item['kind']>(kind: Kind): Extract<Item, { kind: Kind }> | null {
    const { next } = this
    if (next?.kind !== kind) return null
    this.#at++
    return next as Extract<Item, { kind: Kind }>
  }
}
