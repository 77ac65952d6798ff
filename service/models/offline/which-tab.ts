/** Which tab a clause is about: one that it names, the one of "it", the one of the clause before, or the turn's. */
import type { SpreadsheetOverview, TabOverview } from '../../sheets/overview.ts'
import { findColumn, findTab } from './columns.ts'
import type { Memory, Reading, Scope } from './instruction.ts'
import { readClause } from './kinds/index.ts'
import { takePlace } from './place.ts'
import { plainClause } from './text.ts'

interface Seen {
  overview: SpreadsheetOverview
  memory: Memory
  overwrite: boolean
  /** Tab of the clause before in the same prompt. */
  sheetId: number | undefined
}

export interface Read {
  reading: Reading | null
  tab: TabOverview
}

/** The clause on the first of its tabs on which it can be done. */
export function readOn(clause: string, seen: Seen): Read {
  const text = withoutOverwrite(clause)
  const [nearest] = tabsFor(text, seen)
  const place = takePlace(text, { overview: seen.overview, tab: nearest! })
  const named = place ? null : takeTab(text, seen.overview)
  const candidates = named
    ? [named.tab]
    : place
      ? ['tab' in place ? place.tab : nearest!]
      : tabsFor(text, seen)
  const reads = candidates.map(tab => ({ tab, reading: readClause(named?.rest ?? text, scopeOf(tab, seen)) }))
  const bare = place || named ? null : readByName(text, nearest!, seen)
  return (
    (bare?.isObject && isDoable(bare) ? bare : undefined) ??
    reads.find(isDoable) ??
    (bare && (bare.reading || bare.tab.omitted_columns) ? bare : undefined) ??
    reads.find(({ reading }) => reading) ??
    reads[0]!
  )
}

const isDoable = ({ reading }: Read): boolean => reading?.state === 'understood'

interface ByName extends Read {
  /** The name is what the instruction is done to, and can mean nothing else. */
  isObject: boolean
}

/** "Sort leads by company": a tab by its bare name, unless the tab at hand has a column of that name. */
function readByName(text: string, nearest: TabOverview, seen: Seen): ByName | null {
  const bare = takeBareTab(text, seen.overview)
  if (!bare || bare.tab === nearest) return null
  if (findColumn(scopeOf(nearest, seen), bare.tab.title)) return null
  const reads = bare.texts.map(said => readClause(said, scopeOf(bare.tab, seen)))
  const reading = reads.find(read => read?.state === 'understood') ?? reads.findLast(read => read) ?? null
  return { reading, tab: bare.tab, isObject: bare.isObject }
}

const scopeOf = (tab: TabOverview, { overview, memory, overwrite }: Seen): Scope => ({
  overview,
  tab,
  overwrite,
  memory,
})

const PRONOUN = /\b(?:it|them|there|that tab|the new tab|that sheet|the new sheet)\b/i

function tabsFor(text: string, { overview, memory, sheetId }: Seen): TabOverview[] {
  const byTitle = (title: string | undefined) => overview.tabs.find(tab => tab.title === title)
  const before = overview.tabs.find(tab => tab.sheet_id === sheetId)
  const active = byTitle(overview.active_tab) ?? overview.tabs[0] ?? EMPTY_TAB
  const ofIt = PRONOUN.test(text) ? byTitle(memory.tab) : undefined
  return [...new Set([ofIt, before, active].filter(tab => tab !== undefined))]
}

const OVERWRITE =
  /[\s,]*\b(?:and |but )?(?:please )?(?:overwrite|write over)(?: (?:it|them|what is there|what's there|the cells|existing (?:values|cells|data)|everything))?\s*$/i

/** "Yes, overwrite it" is an instruction of its own: what was refused before is to be done. */
function withoutOverwrite(clause: string): string {
  const stripped = plainClause(clause.replace(OVERWRITE, ''))
  return /^(?:yes|yep|ok|sure|do it|go ahead)?$/i.test(stripped) ? plainClause(clause) : stripped
}

const IN = String.raw`(?:^|\s+)(?:in|on|of|from|for)\s+(?:the\s+)?`
const WORD = '(?:tab|sheet|worksheet)'

/** The tab that a clause names, and the clause without it. */
function takeTab(text: string, overview: SpreadsheetOverview): { tab: TabOverview; rest: string } | null {
  const titles = overview.tabs.map(({ title }) => title).sort((a, b) => b.length - a.length)
  for (const title of titles) {
    const name = patternOf(title)
    const patterns = [
      `${IN}${WORD}\\s+${name}(?=$|[\\s,:])`,
      `${IN}${name}\\s+${WORD}(?=$|[\\s,:])`,
      `(?:^|\\s+)(?:in|on)\\s+${name}(?=$|[,:])`,
    ]
    for (const pattern of patterns) {
      const match = new RegExp(pattern, 'i').exec(text)
      if (match) return { tab: overview.tabs.find(tab => tab.title === title)!, rest: without(text, match) }
    }
  }
  // Quoted or misspelled: only with the word for a tab beside it.
  const loose = new RegExp(
    `${IN}${WORD}\\s+("[^"]+"|'[^']+'|[\\w-]+)|${IN}("[^"]+"|'[^']+'|[\\w-]+)\\s+${WORD}\\b`,
    'i',
  ).exec(text)
  const tab = loose ? findTab({ overview }, loose[1] ?? loose[2] ?? '') : null
  return loose && tab ? { tab, rest: without(text, loose) } : null
}

const patternOf = (title: string): string => `["']?${title.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}["']?`

const DONE_TO =
  '(?:re-?sort|sort|order|arrange|filter|trim|clean(?: up)?|dedupe|deduplicate|count|autofit|unify)\\s+(?:(?:all|the|my)\\s+)*'
const GOES_ON =
  '(?=$|,|\\s+(?:by|on|from|in|where|with|for|per|that|which|to|so|alpha|desc|asc|new|old|larg|small|high|low))'
const EVERYDAY = /^(?:data|table|list|sheet|tab|rows?|entries|records|items|lines|everything)$/i

interface BareTab {
  tab: TabOverview
  /** Wordings to read on that tab. */
  texts: string[]
  isObject: boolean
}

/** The tab whose name stands without "tab" or "sheet" where the instruction has its object or its place. */
function takeBareTab(text: string, { tabs }: SpreadsheetOverview): BareTab | null {
  for (const tab of tabs.toSorted((a, b) => b.title.length - a.title.length)) {
    const name = patternOf(tab.title)
    const object = new RegExp(`^(${DONE_TO})${name}${GOES_ON}`, 'i').exec(text)
    if (object) {
      const table = `${object[1]!.trim()} the table${text.slice(object[0].length)}`
      return { tab, texts: [text, table], isObject: !EVERYDAY.test(tab.title) }
    }
    const place = new RegExp(`${IN}${name}${GOES_ON}`, 'i').exec(text)
    if (place) return { tab, texts: [without(text, place)], isObject: false }
  }
  return null
}

const without = (text: string, match: RegExpExecArray): string =>
  plainClause(
    `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length).replace(/^\s*[,:]\s*/, '')}`,
  )

const EMPTY_TAB: TabOverview = {
  sheet_id: 0,
  title: '',
  index: 0,
  grid_rows: 0,
  grid_columns: 0,
  used_range: null,
  header_row: null,
  first_data_row: null,
  last_data_row: null,
  columns: [],
}
