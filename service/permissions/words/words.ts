/** What a language's vocabulary holds: pieces of regular expressions, each a list of alternatives. */

/** What a verb asks to have done. */
export type Act =
  | 'delete'
  /** Keep these and nothing else. */
  | 'keep'
  | 'clear'
  | 'change'
  /** Fills the very cells that are named. */
  | 'put'
  | 'move'
  | 'hide'
  | 'filter'
  /** Fetches or shows something from outside. */
  | 'bring'

/** What a verb is about. */
export type Thing =
  | 'tab'
  | 'rows'
  | 'columns'
  | 'cells'
  /** A part of what texts say: spaces, symbols, accents. */
  | 'text'
  | 'look'
  | 'chart'
  | 'name'
  | 'protection'

/** A verb whose thing stands behind it, or before it. */
export interface Verbs {
  after?: string
  before?: string
}

export interface Words {
  /** Whole words, with a boundary at both ends; false for scripts without spaces. */
  spaced: boolean
  acts: Partial<Record<Act, Verbs>>
  things: Partial<Record<Thing, string>>
  /** Directly before a thing: then it says where, not what. */
  at: string
  /** Before a verb or behind it: it is not to be done. */
  notBefore: string
  notAfter?: string
  /** A sentence that begins so asks for words. */
  asks: string
  allTabs: string
  thisTab: string
  otherTabs: string
  except: string
  everything: string
  /** Asks for links. */
  links: string
  images: string
  /** Names the functions that ask a language model. */
  ai: string
  imports: string
  /** Asks for something to be kept for later turns. */
  persists: string
  /** White text and the like. */
  white: string
  goesOn: string
  /** A tab named behind it is only read. */
  source: string
}
