/** A sentence on a sheet: its words linked to what is there. */
import type { Turn } from '../conversation.ts'
import { link, type Node } from '../linking/link.ts'
import { indexFor } from '../linking/sheet.ts'
import type { Seen } from '../look.ts'
import { pronounsMeant, substituted } from './followups.ts'
import { type Scope, tabCalled } from './scope.ts'

export interface Said {
  text: string
  /** What stands in the way may be written over. */
  overwrite: boolean
  turns: readonly Turn[]
  /** Days since the spreadsheet's day 0. */
  today: number
}

export interface Scene {
  nodes: readonly Node[]
  scope: Scope
}

const TOO_LONG =
  'This is longer than an instruction, so I did not read it. Nothing was changed. Say it in a few short sentences; a language model reads longer ones.'

/** The sentence on the sheet as it is now; or why it can't be read. */
export function sceneOf(seen: Seen, { text, overwrite, turns, today }: Said): Scene | string {
  const { overview } = seen
  const index = indexFor(seen, text)
  const tab = overview.tabs.find(({ title }) => title === overview.active_tab) ?? overview.tabs[0]
  if (!tab) return 'There is no tab here. Nothing was changed.'
  const linked = link(index, { text, today })
  if (linked.length === 0 && text.trim() !== '') return TOO_LONG
  const nowhere = linked.flatMap(({ range }) => range?.tab ?? []).find(title => !tabCalled(overview, title))
  if (nowhere !== undefined)
    return `There is no tab “${nowhere}”. The tabs are ${overview.tabs.map(({ title }) => title).join(', ')}. Nothing was changed.`
  const nodes = pronounsMeant(substituted(linked), turns, index)
  return { nodes, scope: { index, overview, tab, today, overwrite } }
}
