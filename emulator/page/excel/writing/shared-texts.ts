/** The texts of an Excel file, each once, with the looks of their pieces. */
import type { sheets_v4 } from '@googleapis/sheets'
import { element, MAIN, textElement } from './markup.ts'
import { pieceXml } from './style-book.ts'

type Run = sheets_v4.Schema$TextFormatRun

export class SharedTexts {
  readonly #all: string[] = []
  readonly #numbers = new Map<string, number>()

  numberOf(text: string, runs: readonly Run[] | undefined): number {
    const item = runs === undefined ? textElement('t', text) : richXml(text, runs)
    const known = this.#numbers.get(item)
    if (known !== undefined) return known
    this.#numbers.set(item, this.#all.length)
    return this.#all.push(`<si>${item}</si>`) - 1
  }

  toXml(): string {
    return element('sst', { xmlns: MAIN, uniqueCount: this.#all.length }, this.#all.join(''))
  }
}

function richXml(text: string, runs: readonly Run[]): string {
  const starts = runs.map(({ startIndex }) => startIndex ?? 0)
  const before = (starts[0] ?? 0) > 0 ? [{ from: 0, to: starts[0] ?? 0, format: {} }] : []
  const pieces = runs.map(({ format }, i) => ({
    from: starts[i] ?? 0,
    to: starts[i + 1] ?? text.length,
    format: format ?? {},
  }))
  return [...before, ...pieces]
    .filter(({ from, to }) => to > from && from < text.length)
    .map(({ from, to, format }) => {
      const look = Object.keys(format).length === 0 ? '' : pieceXml(format)
      return `<r>${look}${textElement('t', text.slice(from, to))}</r>`
    })
    .join('')
}
