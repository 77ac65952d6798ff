/** What the words of a meaning are said of. */
import { link, type Node } from '../linking/link.ts'
import { SheetIndex } from '../linking/sheet.ts'
import type { Scope } from '../reading/scope.ts'

export interface Ground extends Scope {
  /** Words alone, on a sheet that has nothing. */
  words: SheetIndex
  /** The sentence. */
  said: string
}

export type Words = Pick<Ground, 'words' | 'today'>

/** What words say by themselves, whatever the sheet has. */
export const linked = (text: string, { words, today }: Words): Node[] => link(words, { text, today })

export const conceptsIn = (text: string, words: Words): ReadonlySet<string> =>
  new Set(linked(text, words).flatMap(({ concepts }) => [...concepts]))

export const groundOf = (scope: Scope, said: string): Ground => {
  const { overview, lexicon } = scope.index
  const nothing = { ...overview, tabs: [{ ...overview.tabs[0]!, title: '', columns: [] }] }
  return { ...scope, said, words: new SheetIndex(nothing, [], lexicon) }
}
