/**
 * One attempt to read a clause as one kind of instruction. A frame takes from it what it can use; what is
 * taken is explained, and what is left over at the end counts against the frame.
 */
import type { SpreadsheetOverview, TabOverview } from '../../sheets/overview/overview.ts'
import type { Node } from '../linking/link.ts'
import { LOOSE } from '../linking/loose.ts'
import { type Column, type Data, isDate, isNumeric, isTextual, type SheetIndex } from '../linking/sheet.ts'

export interface Scope {
  index: SheetIndex
  overview: SpreadsheetOverview
  tab: TabOverview
  today: number
  /** The words ask for writing over what is there. */
  overwrite: boolean
  /** The tab that is open. */
  home?: TabOverview
  /** The words are the kinds' own, in English, whatever language the sentence is in. */
  isToldIt?: boolean
  /** Words that were set aside before the sentence was read. */
  unread?: readonly Node[]
  /** Words which say that nothing is to be changed. */
  withheld?: string | null
  /** Letters of the column and the range that "it" means. */
  it?: { column?: Column; range?: string }
}

export type Wanted = 'number' | 'date' | 'text' | 'any'

const fits: Record<Wanted, (column: Column) => boolean> = {
  number: isNumeric,
  date: isDate,
  text: isTextual,
  any: () => true,
}

/** Words without a meaning of their own. */
export const FREE = new Set(
  'eachrow chat conjunction auxiliary request reason subject speaker noise of in from to as with and is than where by per all value row cell table next who what which today on thisperiod plus show or sold'.split(
    ' ',
  ),
)

const lists = new Map<string, readonly string[]>()

/** Concepts one by one, or several parted by spaces. */
const saysAny = ({ concepts }: Node, wanted: readonly string[]): boolean =>
  wanted.some(each => {
    if (!each.includes(' ')) return concepts.has(each)
    const known = lists.get(each) ?? each.split(' ')
    lists.set(each, known)
    return known.some(concept => concepts.has(concept))
  })

export class Draft {
  readonly nodes: readonly Node[]
  readonly scope: Scope
  readonly #taken: boolean[]
  readonly #assumed: Node[] = []
  /** How many conditions were read. */
  conditionCount = 0
  /** Words that only by their type may be a column are none: something is changed. */
  isClose = false
  /** Rows are counted because no word names another figure. */
  isFigureUnsaid = false
  /** What no word says, and was filled in all the same. */
  guessed = 0

  constructor(nodes: readonly Node[], scope: Scope) {
    this.nodes = nodes
    this.scope = scope
    this.#taken = nodes.map(() => false)
  }

  /** "By" and "of" follow what they belong to. */
  get isPostpositional(): boolean {
    return this.scope.index.lexicon.isPostpositional && !this.scope.isToldIt
  }

  get tab(): TabOverview {
    return this.scope.tab
  }

  get data(): Data | undefined {
    return this.scope.index.data.get(this.scope.tab.title)
  }

  isTaken = (at: number): boolean => this.#taken[at] ?? true
  take(...nodes: (Node | undefined)[]): void {
    for (const node of nodes) if (node) this.#taken[this.nodes.indexOf(node)] = true
  }
  takeAt(at: number): void {
    this.#taken[at] = true
  }

  /** Taken for the tab's own name, unless a column is wanted and no other word names one: "the prices". */
  assume(...nodes: Node[]): void {
    this.take(...nodes)
    this.#assumed.push(...nodes)
  }

  isAssumed = (node: Node): boolean => this.#assumed.includes(node)

  #assumedColumn(wanted: Wanted, tab: TabOverview): Column | null {
    for (const node of this.#assumed) {
      const column = this.columnOf(node, wanted, tab)
      if (column && fits[wanted](column)) return column
    }
    return null
  }

  /** Nodes that nothing has taken yet. */
  free(): Node[] {
    return this.nodes.filter((_, at) => !this.#taken[at])
  }

  /** Whether a free word has a concept. Names and values of the sheet are what they are called, and nothing else. */
  has = (...concepts: string[]): boolean =>
    this.nodes.some((node, at) => !this.#taken[at] && !this.#isLinked(node) && saysAny(node, concepts))

  /** Whether a free word asks for one of these: words that as well mean nothing do not. */
  asks = (...concepts: string[]): boolean =>
    this.nodes.some(
      (node, at) =>
        !this.#taken[at] && !this.#isLinked(node) && !node.concepts.has('noise') && saysAny(node, concepts),
    )

  #isLinked = (node: Node): boolean =>
    isName(node, this.scope) ||
    node.values.some(({ isWhole, column }) => isWhole && column.tab.title === this.scope.tab.title)

  hasAnywhere = (...concepts: string[]): boolean => this.nodes.some(node => saysAny(node, concepts))

  /** Takes every free node of these concepts; true where there was one. A node that names a column stays one. */
  cue(...concepts: string[]): boolean {
    const found = this.free().filter(node => saysAny(node, concepts))
    const plain = found.filter(node => !this.#isLinked(node))
    this.take(...plain)
    return plain.length > 0
  }

  /** The best column of this tab that a node may mean. */
  columnOf(node: Node | undefined, wanted: Wanted = 'any', tab = this.scope.tab): Column | null {
    if (!node) return null
    if (node.columns.length === 0) return this.#lettered(node, tab)
    if (this.isClose && isLoose(node)) return null
    const here = node.columns.filter(({ column }) => column.tab.title === tab.title)
    // A name that is written out is not another column only because that one holds numbers.
    const fitting = here.filter(
      ({ column, quality }) => fits[wanted](column) && quality > here[0]!.quality - 0.3,
    )
    const [best] =
      fitting.length > 0 ? fitting : wanted === 'any' ? here : here.filter(({ quality }) => quality > 0.9)
    return best?.column ?? null
  }

  /** "column C" */
  #lettered(node: Node, tab: TabOverview): Column | null {
    const before = this.nodes[node.at - 1 - this.#first]
    const after = this.nodes[node.at + 1 - this.#first]
    const isLetter =
      /^[A-Za-z]{1,2}$/.test(node.text) &&
      (before?.concepts.has('column') || (after?.concepts.has('column') && /^[A-Z]/.test(node.text)))
    if (!isLetter) return null
    return (
      this.scope.index.columns.find(
        each => each.tab.title === tab.title && each.column === node.text.toUpperCase(),
      ) ?? null
    )
  }

  get #first(): number {
    return this.nodes[0]?.at ?? 0
  }

  /** Columns that are named and not taken, in the order of the words; taking them. */
  columns(wanted: Wanted = 'any', tab = this.scope.tab): Column[] {
    const found: Column[] = []
    for (const node of this.free()) {
      if (!isColumn(node, this.scope)) continue
      const best = this.columnOf(node, wanted, tab)
      if (!best || (wanted !== 'any' && !fits[wanted](best))) continue
      this.take(node)
      const column = found.includes(best)
        ? (this.#tied(node, best).find(each => !found.includes(each)) ?? best)
        : best
      if (!found.includes(column)) found.push(column)
    }
    const assumed = found.length === 0 && wanted !== 'text' ? this.#assumedColumn(wanted, tab) : null
    return assumed ? [assumed] : found
  }

  /** "The fees and the payments": of columns that are called so as well as another that was named. */
  #tied({ columns }: Node, best: Column): Column[] {
    const quality = columns.find(({ column }) => column === best)?.quality ?? 1
    return quality >= 0.9
      ? []
      : columns
          .filter(each => each.quality === quality && each.column.tab === best.tab)
          .map(({ column }) => column)
  }

  column(wanted: Wanted = 'any'): Column | null {
    for (const node of this.free()) {
      if (!isColumn(node, this.scope)) continue
      const column = this.columnOf(node, wanted)
      if (!column || (wanted !== 'any' && !fits[wanted](column))) continue
      this.take(node)
      return column
    }
    return null
  }

  /** The only column of a type, where no word names one. */
  only(wanted: Wanted): Column | null {
    const found = this.#columnsOfTab().filter(fits[wanted])
    return found.length === 1 ? found[0]! : null
  }

  first(wanted: Wanted): Column | null {
    return this.#columnsOfTab().find(fits[wanted]) ?? null
  }

  #columnsOfTab(): Column[] {
    return this.scope.index.columns.filter(
      ({ tab, header }) => tab.title === this.scope.tab.title && header !== '',
    )
  }

  number(): { value: number; isPercent: boolean; unit?: string } | null {
    const node = this.free().find(each => each.number !== undefined)
    this.take(node)
    return node?.number ?? null
  }

  quoted(): string | null {
    const node = this.free().find(each => each.isQuoted)
    this.take(node)
    return node?.text ?? null
  }
}

/** Linked to a column by the type of what it holds alone: "the children". */
export const isLoose = (node: Node): boolean =>
  node.values.length === 0 &&
  node.columns.length > 0 &&
  node.columns.every(({ quality }) => quality === LOOSE)

/**
 * What stands for the rows: the column that tells them apart ("all matters"), or the plural of the first
 * column of texts ("dogs over 35 kilos").
 */
export function isRowName(
  { values, columns, text }: Node,
  { index, tab }: Pick<Scope, 'index' | 'tab'>,
): boolean {
  if (values.length > 0) return false
  const [first] = index.columns.filter(column => column.tab.title === tab.title && isTextual(column))
  return columns.some(
    ({ column, quality }) =>
      column.tab.title === tab.title &&
      ((column.index === 0 && index.isIdentity(column)) ||
        (column === first &&
          quality >= 0.95 &&
          /s$/i.test(text) &&
          text.toLowerCase() !== column.header.toLowerCase())),
  )
}

/** A node that is a column's whole name. */
export const isName = (node: Node, { tab }: Pick<Scope, 'tab'>): boolean =>
  node.columns.some(({ column, quality }) => quality >= 0.97 && column.tab.title === tab.title)

/** Words with a meaning of their own are columns only where they are one's whole name. */
export function isColumn(node: Node, scope: Pick<Scope, 'tab'>): boolean {
  if (node.columns.length === 0) return /^[A-Za-z]{1,2}$/.test(node.text)
  if (isName(node, scope)) return true
  const isMinutes = /^mins?$/i.test(node.text) && node.columns[0]!.quality >= 0.7
  const own = !isMinutes && [...node.concepts].some(each => !FREE.has(each) && !WEAK.has(each))
  return !own && !(node.date && node.values.length === 0 && node.columns[0]!.quality < 0.9)
}

/** Words that as well may be a part of a header. */
export const WEAK = new Set(
  'revenue currency tier value row today age days day year month week length howmany noise expired rank name called convert outside light line tab firstletters table yearpart monthpart lookup'.split(
    ' ',
  ),
)
