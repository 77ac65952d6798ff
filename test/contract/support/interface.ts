/** The tables of the interface document, row by row, under names that tests can carry. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'

export interface Row {
  /** "Agent · status": the heading it stands under and its first cell, as plain words. */
  name: string
  cells: Record<string, string>
}

const FILE = join(import.meta.dirname, '..', '..', '..', 'spec', 'interface.md')

const cellsOf = (line: string) =>
  line
    .replace(/^\||\|$/g, '')
    .split('|')
    .map(cell => cell.replaceAll('`', '').trim())

/** Headings lose their numbers and what stands in brackets: "### 2. Get agent" is "Get agent". */
const headingOf = (line: string) =>
  line
    .replace(/^#+ /, '')
    .replace(/^\d+\. /, '')
    .trim()

export function readRows(markdown = readFileSync(FILE, 'utf8')): Row[] {
  const rows: Row[] = []
  const seen = new Map<string, number>()
  let heading = ''
  let columns: string[] | null = null
  for (const line of markdown.split('\n')) {
    if (line.startsWith('#')) heading = headingOf(line)
    // Two resources share a heading, and the third table of entries stands under a bold name.
    const bold = /^\*\*(\w+)\*\*/.exec(line)?.[1]
    if (bold) heading = bold
    if (!line.startsWith('|')) columns = null
    else if (columns === null) columns = cellsOf(line)
    else if (!/^\|[-| ]+\|$/.test(line)) {
      const cells = Object.fromEntries(columns.map((column, i) => [column, cellsOf(line)[i] ?? '']))
      const base = nameOf(heading, columns, cells)
      const count = (seen.get(base) ?? 0) + 1
      seen.set(base, count)
      rows.push({ name: count === 1 ? base : `${base} (${count})`, cells })
    }
  }
  return rows
}

function nameOf(heading: string, columns: string[], cells: Record<string, string>): string {
  const key = columns[0] === '#' || columns[0] === 'From' ? [columns[1]!, columns[2]!] : [columns[0]!]
  const text = key
    .map(column => cells[column])
    .join(' ')
    .trim()
  return `${heading} · ${text.length > 60 ? `${text.slice(0, 60).trimEnd()}…` : text}`
}
