/** What the words of a meaning are said of. */
import { SheetIndex } from '../linking/sheet.ts'
import type { Scope } from '../reading/scope.ts'

export interface Ground extends Scope {
  /** Words alone, on a sheet that has nothing. */
  words: SheetIndex
  /** The sentence. */
  said: string
}

export const groundOf = (scope: Scope, said: string): Ground => {
  const { overview, lexicon } = scope.index
  const nothing = { ...overview, tabs: [{ ...overview.tabs[0]!, title: '', columns: [] }] }
  return { ...scope, said, words: new SheetIndex(nothing, [], lexicon) }
}
