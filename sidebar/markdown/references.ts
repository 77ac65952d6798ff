/**
 * References to cells in prose: `Orders!A1:B9`, `'My tab'!C2`, `B2:D40`, `H7`. Decides by their form alone,
 * and by the names of tabs that are known: what is as likely a quarter or a paper size stays a word.
 */

export interface Reference {
  /** As it was written. */
  text: string
  /** The tab that was written before it; null where none was. */
  tab: string | null
  /** A1 without its tab. */
  range: string
}
export type Piece = string | Reference

/** Where a word that looks like a cell is one. */
export interface Setting {
  tabs: readonly string[]
  /** In a table or a list of codes, a single cell without its tab is more often a value. */
  isTable?: boolean
}

const CELL = '\\$?[A-Z]{1,3}\\$?[1-9]\\d{0,6}'
const COLUMN = '\\$?[A-Z]{1,3}'
const ROW = '\\$?[1-9]\\d{0,6}'
const ANY = `(?:${CELL}(?::(?:${CELL}|${COLUMN}))?|${COLUMN}:${COLUMN}|${ROW}:${ROW})`
/** In quotes with two for one, or a word of any script. */
const TAB = "(?:'((?:[^'\\n]|''){1,120})'|([\\p{L}\\p{N}_.]{1,120}))"
/** Not in the middle of a Latin word or a number; other scripts write without spaces. */
const BEFORE = "(?<![\\p{Script=Latin}\\p{N}_$!'’.:/@#-])"
const AFTER = '(?![\\p{Script=Latin}\\p{N}_(]|[:.-][\\p{Script=Latin}\\p{N}])'

const BARE = `${CELL}(?::(?:${CELL}|${COLUMN}))?|${COLUMN}:${COLUMN}`
const PATTERN = new RegExp(`(?:${TAB}!(${ANY})|${BEFORE}(${BARE}))${AFTER}`, 'gu')
const WHOLE = new RegExp(`^(?:${TAB}!)?(${ANY})$`, 'u')

/** Quarters, halves, years, music, gas. */
const WORDS = /^(?:Q[1-4]|H[12]|FY\d+|MP[34]|CO2|UTF\d+|SHA\d+|ISO\d+|GPT\d*)$/

export function findReferences(text: string, setting: Setting): Piece[] {
  const pieces: Piece[] = []
  let end = 0
  for (const found of text.matchAll(PATTERN)) {
    const reference = readReference(found, setting)
    if (!reference) continue
    const start = found.index + found[0].length - reference.text.length
    if (start > end) pieces.push(text.slice(end, start))
    pieces.push(reference)
    end = found.index + found[0].length
  }
  if (end < text.length) pieces.push(text.slice(end))
  return joinName(pieces, setting.tabs)
}

/** What stands in code is a reference only as a whole. */
export function readWhole(text: string): Reference | null {
  const found = WHOLE.exec(text)
  if (!found) return null
  const range = found[3] ?? ''
  // One number pair is a time or a ratio as well.
  if (found[1] === undefined && found[2] === undefined && /^\d/.test(range)) return null
  return { text, tab: found[1]?.replaceAll("''", "'") ?? found[2] ?? null, range }
}

function readReference(found: RegExpMatchArray, { tabs, isTable = false }: Setting): Reference | null {
  const [whole, quoted, plain, withTab, bare] = found
  if (withTab !== undefined) {
    if (quoted !== undefined) return { text: whole, tab: quoted.replaceAll("''", "'"), range: withTab }
    const word = plain ?? ''
    // Without spaces between words, the tab is the end of what stands before.
    const known = tabs.filter(tab => word.endsWith(tab)).toSorted((one, other) => other.length - one.length)
    const tab = known[0] ?? word
    return { text: `${tab}!${withTab}`, tab, range: withTab }
  }
  const range = bare ?? ''
  const isSingle = !range.includes(':')
  if (isSingle && (isTable || WORDS.test(range) || !/^\$?[A-Z]{1,2}\$?\d{1,5}$/.test(range))) return null
  return { text: range, tab: null, range }
}

/** `Q1 Sales!A1`, written without the quotes that its name needs: the known name takes its words back. */
function joinName(pieces: Piece[], tabs: readonly string[]): Piece[] {
  return pieces.flatMap((piece, index) => {
    const next = pieces[index + 1]
    if (typeof piece === 'string' && typeof next === 'object' && next.tab !== null) {
      const lost = lostWords(piece, next.tab, tabs)
      return lost === '' ? [piece] : piece.slice(0, -lost.length) || []
    }
    const before = pieces[index - 1]
    if (typeof piece === 'string' || piece.tab === null || typeof before !== 'string') return [piece]
    const lost = lostWords(before, piece.tab, tabs)
    return [{ ...piece, text: lost + piece.text, tab: lost + piece.tab }]
  })
}

function lostWords(before: string, tab: string, tabs: readonly string[]): string {
  const known = tabs.filter(name => name.endsWith(` ${tab}`) || name.endsWith(`-${tab}`))
  const found = known.map(name => name.slice(0, -tab.length)).find(words => before.endsWith(words))
  return found ?? ''
}
