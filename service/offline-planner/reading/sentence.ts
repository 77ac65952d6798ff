/** A sentence on a sheet: its words linked to what is there, and the instructions that it falls into. */
import { columnLetters } from '../../sheets/a1.ts'
import type { Turn } from '../conversation.ts'
import { frames } from '../frames/index.ts'
import { daySerial, inYearOf } from '../linking/dates.ts'
import { link, type Node } from '../linking/link.ts'
import { type Column, isDate, SheetIndex } from '../linking/sheet.ts'
import type { Seen } from '../look.ts'
import { lexiconFor } from '../words/index.ts'
import { withoutBackground } from './background.ts'
import { type Clause, isRemark, partClauses } from './clauses.ts'
import type { Scope } from './draft.ts'
import { remembered, substituted } from './followups.ts'
import { withheldIn } from './mood.ts'
import { withRowNouns } from './nouns.ts'
import { candidates } from './read.ts'
import { withoutAsides } from './segments.ts'
import { asMeant } from './wording.ts'

export interface Said {
  text: string
  turns: readonly Turn[]
  /** Days since the spreadsheet's day 0. */
  today: number
}

export interface Scene {
  nodes: Node[]
  /** The sentence as it is written, before anything is set aside or put in other words. */
  linked: readonly Node[]
  scope: Scope
}

const TOO_LONG =
  'This is longer than an instruction, so I did not read it. Nothing was changed. Say it in a few short sentences; a language model reads longer ones.'

/** The sentence on the sheet as it is now; or why it can't be read. */
export function sceneOf(seen: Seen, { text, turns, today }: Said): Scene | string {
  const { overview } = seen
  const lexicon = lexiconFor(text)
  const index = new SheetIndex(overview, seen.data, lexicon)
  const tab = overview.tabs.find(({ title }) => title === overview.active_tab) ?? overview.tabs[0]
  if (!tab) return 'There is no tab here. Nothing was changed.'
  const linked = link(index, { text, today })
  const all = asMeant(substituted(linked), index, tab.title)
  const meant = withoutAsides(withoutBackground(all, lexicon), lexicon)
  const nodes = withYears(withRowNouns(meant, index, tab.title), index, tab.title)
  if (nodes.length === 0 && text.trim().length > 1_000) return TOO_LONG
  const titles = overview.tabs.map(({ title }) => title)
  const nowhere = nodes.flatMap(({ range }) => range?.tab ?? []).find(title => !isAmong(titles, title))
  if (nowhere !== undefined)
    return `There is no tab “${nowhere}”. The tabs are ${titles.join(', ')}. Nothing was changed.`
  const overwrite = nodes.some(node => node.concepts.has('sure'))
  const withheld = withheldIn(all)
  const read = new Set(nodes.flatMap(({ tokens }) => tokens.map(({ start }) => start)))
  const unread = all.filter(({ tokens }) => tokens.every(({ start }) => !read.has(start)))
  return {
    nodes,
    linked,
    scope: {
      index,
      overview,
      tab,
      home: tab,
      unread,
      today,
      overwrite,
      withheld,
      ...remembered(turns, index),
    },
  }
}

/** "In April" is the last April that the table has, unless a date is what is to be written. */
function withYears(nodes: Node[], index: SheetIndex, title: string): Node[] {
  const isWritten = nodes.some(({ concepts }) => concepts.has('write') || concepts.has('insert'))
  if (isWritten || !nodes.some(({ date }) => date?.isYearless)) return nodes
  const { locale } = index.overview
  const rows = index.data.get(title)?.rows ?? []
  const days = index.columns
    .filter(column => column.tab.title === title && isDate(column))
    .flatMap(column => rows.flatMap(row => daySerial(row[column.index], column, locale) ?? []))
  return nodes.map(node => (node.date ? { ...node, date: inYearOf(node.date, days) } : node))
}

const isAmong = (titles: readonly string[], title: string): boolean =>
  titles.some(each => each.toLowerCase() === title.toLowerCase())

/** The clauses that ask for something, each once: "Clean it up: trim …" says one thing twice. */
export function instructionsIn({ nodes, scope }: Scene, text: string): Clause[] {
  const clauses = withCreated(partClauses(nodes, scope, frames, text), scope, text)
  const says = ({ candidates: [first] }: Clause): string | null => first?.filled?.says ?? null
  const distinct = clauses
    .filter(clause => clauses.length === 1 || !isRemark(clause))
    .filter(
      (clause, at, all) =>
        says(clause) === null || all.findIndex(other => says(other) === says(clause)) === at,
    )
  return distinct.length > 0 ? distinct : clauses.slice(0, 1)
}

/**
 * "Add a column Revenue …, then sort by Revenue": what an instruction makes is known to those after it. Which
 * column it is they read from the sheet when their turn comes.
 */
function withCreated(clauses: readonly Clause[], scope: Scope, text: string): Clause[] {
  const created: Column[] = []
  return clauses.map(clause => {
    const nodes = clause.nodes.map(node => {
      const column = created.find(({ header }) => header.toLowerCase() === node.text.toLowerCase())
      return column && (node.columns[0]?.quality ?? 0) < 0.97
        ? { ...node, isUnknown: false, concepts: new Set<string>(), columns: [{ column, quality: 1 }] }
        : node
    })
    const isOther = nodes.some((node, at) => node !== clause.nodes[at])
    const read = isOther ? { ...clause, nodes, candidates: candidates(nodes, scope, frames, text) } : clause
    const made = read.candidates[0]?.filled?.creates
    if (made !== undefined) created.push(columnToBe(made, scope))
    return read
  })
}

const columnToBe = (header: string, { tab }: Scope): Column => ({
  column: columnLetters(tab.columns.length),
  header,
  type: 'number',
  non_empty: 1,
  samples: [],
  tab,
  index: tab.columns.length,
})

/** An instruction read anew on the sheet as it is now, by where its words begin in the text. */
export function rereadOn({ nodes, scope }: Scene, { nodes: before }: Clause, text: string): Clause {
  const starts = new Set(before.flatMap(({ tokens }) => tokens.map(({ start }) => start)))
  const part = nodes
    .filter(({ tokens }) => tokens.some(({ start }) => starts.has(start)))
    .map((node, at) => ({ ...node, at }))
  return { nodes: part, candidates: candidates(part, scope, frames, text) }
}
