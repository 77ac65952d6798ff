/** Formulas elsewhere that would break: they name a tab, or cells in what is about to go. */
import { type Box, cellName, holds, holdsBox, parseRange } from '../../sheets/a1.ts'
import { tokenize } from '../../sheets/formula/tokenize.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import type { Workbook } from './workbook.ts'

export interface Dependants {
  count: number
  /** Names of some of them, with their tab. */
  examples: string[]
  /** False where the workbook is too large to look through. */
  isComplete: boolean
}

const MOST_EXAMPLES = 5
const MOST_CELLS = 1_000_000

type Test = (formula: string, tab: Tab, row: number, column: number) => boolean

async function find(book: Workbook, test: Test): Promise<Dependants> {
  const found: Dependants = { count: 0, examples: [], isComplete: true }
  let seen = 0
  for (const tab of book.tabs) {
    const area = book.area(tab.sheetId, {})
    seen += tab.rows * tab.columns
    const cells = area && seen <= MOST_CELLS ? await book.cells(area) : null
    if (area && cells === null) found.isComplete = false
    for (const [row, values] of (cells ?? []).entries()) {
      for (const [column, value] of values.entries()) {
        if (typeof value !== 'string' || !value.startsWith('=') || !test(value, tab, row, column)) continue
        found.count += 1
        if (found.examples.length < MOST_EXAMPLES)
          found.examples.push(`${tab.title}!${cellName(row, column)}`)
      }
    }
  }
  return found
}

export function formulasNaming(gone: Tab, book: Workbook): Promise<Dependants> {
  const names = new Set(
    book.meta.namedRanges
      .filter(({ sheetId }) => sheetId === gone.sheetId)
      .map(({ name }) => name.toLowerCase()),
  )
  const title = gone.title.toLowerCase()
  return find(book, (formula, tab) => {
    if (tab.sheetId === gone.sheetId) return false
    const lower = formula.toLowerCase()
    if (!lower.includes(title) && names.size === 0) return false
    // A reference that only shrinks does not break.
    return referencesOf(formula).some(
      ({ tab: of, name }) => of === title || (name !== null && names.has(name)),
    )
  })
}

export function formulasInto(goneTab: Tab, box: Box, book: Workbook): Promise<Dependants> {
  const title = goneTab.title.toLowerCase()
  return find(book, (formula, tab, row, column) => {
    const isOwn = tab.sheetId === goneTab.sheetId
    if (isOwn && holds(box, row, column)) {
      return false
    }
    return referencesOf(formula).some(
      ({ tab: of, box: to }) => (of === null ? isOwn : of === title) && to !== null && holdsBox(box, to),
    )
  })
}

interface Reference {
  /** Lower case; null is the formula's own tab. */
  tab: string | null
  box: Box | null
  /** A named range, lower case. */
  name: string | null
}

export function referencesOf(formula: string): Reference[] {
  const read = tokenize(formula)
  if (!read.ok) return []
  return read.tokens.flatMap(({ kind, text }): Reference[] => {
    if (kind === 'name') return [{ tab: null, box: null, name: text.toLowerCase() }]
    if (kind !== 'reference') return []
    const parsed = parseRange(text.replaceAll('$', ''))
    return parsed ? [{ tab: parsed.tab?.toLowerCase() ?? null, box: parsed.box, name: null }] : []
  })
}
