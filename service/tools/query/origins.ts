/**
 * What the cells held whose values stand in a column of texts: where texts and numbers are mixed, the database
 * knows texts only, and what is written back must be numbers and dates again. Knows nothing of tables.
 */
import type { CellValue } from '../support/cells.ts'

/** Beyond it nothing is told apart any more. */
const MOST_KEPT = 500_000

const NUMBER = /^-?(?:0|[1-9]\d{0,14})(?:\.\d{1,10})?$/
const DAY = /^\d{4}-\d\d-\d\d/

/** A text that a number would be written as: no zeros in front, none behind. */
const isPlainNumber = (text: string): boolean => NUMBER.test(text) && String(Number(text)) === text

export class Origins {
  readonly #numbers = new Set<string>()
  readonly #days = new Map<string, number>()
  /** Texts in cells that look like a number or a day and are neither. */
  readonly #texts = new Set<string>()

  get #isFull(): boolean {
    return this.#numbers.size + this.#days.size + this.#texts.size > MOST_KEPT
  }

  /** A cell of a column of texts. */
  seen(value: CellValue): void {
    if (this.#isFull) return
    if (typeof value === 'number') this.#numbers.add(String(value))
    else if (typeof value === 'string' && /^[-\d]/.test(value) && (isPlainNumber(value) || DAY.test(value)))
      if (!this.#days.has(value)) this.#texts.add(value)
  }

  seenDay(iso: string, serial: number): void {
    if (!this.#isFull) this.#days.set(iso, serial)
  }

  /**
   * A column of texts as it is to be written. What looks like a number is one where the column holds numbers of
   * such cells, or nothing but numbers; not where a cell held it as a text.
   */
  restored(texts: readonly CellValue[]): { value: CellValue; isDay: boolean }[] {
    const isPlain = (text: CellValue): text is string =>
      typeof text === 'string' && isPlainNumber(text) && !this.#texts.has(text)
    const filled = texts.filter(text => text !== null && text !== '')
    const holdsNumbers =
      filled.length > 0 &&
      !this.#isFull &&
      (filled.every(isPlain) || filled.some(text => isPlain(text) && this.#numbers.has(text)))
    return texts.map(text => {
      const day = typeof text === 'string' && !this.#texts.has(text) ? this.#days.get(text) : undefined
      if (day !== undefined) return { value: day, isDay: true }
      return { value: holdsNumbers && isPlain(text) ? Number(text) : text, isDay: false }
    })
  }
}
