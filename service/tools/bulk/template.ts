/** Prompt templates: `{{A}}` or `{{Company}}` stands for the row's cell in that column. */
import { columnIndex, columnLetters } from '../../sheets/a1.ts'
import { Refusal } from '../support/refusal.ts'

export interface Template {
  /** Texts and zero-based columns in turn. */
  parts: (string | number)[]
  /** Each column once, ascending. */
  columns: number[]
  /** As the interface shows it: columns as letters. */
  text: string
}

const REFERENCE = /\{\{([^{}]+)\}\}/g

/** `headers` are the texts of the header row, from column A. */
export function parseTemplate(text: string, headers: readonly string[]): Template {
  const parts: (string | number)[] = []
  let at = 0
  for (const match of text.matchAll(REFERENCE)) {
    parts.push(text.slice(at, match.index), findReference(match[1]!.trim(), headers))
    at = match.index + match[0].length
  }
  parts.push(text.slice(at))
  const columns = [...new Set(parts.filter(part => typeof part === 'number'))].sort((a, b) => a - b)
  if (columns.length === 0) {
    throw new Refusal(
      'The template names no column: write {{A}} (or {{Header}}) where the cell of each row belongs. Nothing was changed.',
    )
  }
  const shown = parts.map(part => (typeof part === 'number' ? `{{${columnLetters(part)}}}` : part)).join('')
  return { parts, columns, text: shown }
}

/** A header's text wins over letters: a column headed "ID" is meant by {{ID}}. */
function findReference(name: string, headers: readonly string[]): number {
  const wanted = name.toLowerCase()
  const named = wanted === '' ? -1 : headers.findIndex(header => header.trim().toLowerCase() === wanted)
  if (named !== -1) return named
  const index = columnIndex(name)
  if (index !== -1) return index
  const known = headers.filter(header => header !== '').slice(0, 20)
  throw new Refusal(
    `The template names {{${name}}}, which is no column. Nothing was changed. Headers: ${known.join(', ')}.`,
  )
}

/** `cells` holds the texts of the template's columns by column. */
export const renderTemplate = (template: Template, cells: ReadonlyMap<number, string>): string =>
  template.parts.map(part => (typeof part === 'number' ? (cells.get(part) ?? '') : part)).join('')
