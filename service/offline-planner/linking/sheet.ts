/** What a spreadsheet has that words may mean: tabs, columns and values, by the letters they are made of. */
import type { ColumnOverview, SpreadsheetOverview, TabOverview } from '../../sheets/overview/overview.ts'
import { lexiconFor } from '../words/index.ts'
import { isNear, type Lexicon } from '../words/lexicon.ts'
import { isBlank, numberIn } from './cells.ts'
import { type ColumnValues, type Value, valuesIn } from './column-values.ts'
import { addTo, byLengthOf, compact, wordsOf } from './letters.ts'

export interface Column extends ColumnOverview {
  tab: TabOverview
  index: number
}

/** The rows of a tab below its header, as values; dates as they are shown. */
export interface Data {
  tab: TabOverview
  rows: unknown[][]
  /** False where the tab was too long to read to its end. */
  isWhole: boolean
  /** A row of totals at the end, which is no data. */
  hasTotal: boolean
}

/** Without a row of totals. */
export const ownRows = (data: Data | undefined): unknown[][] =>
  data?.hasTotal ? data.rows.slice(0, -1) : (data?.rows ?? [])

export interface ColumnMatch {
  column: Column
  quality: number
}

export interface ValueMatch {
  column: Column
  values: string[]
  quality: number
  /** The words are a value, not only a part of some. */
  isWhole: boolean
}

interface Header {
  column: Column
  words: string[]
  /** What stands in brackets: units, mostly. */
  units: string[]
}

/** Of the cells of a column. */
const MOSTLY = 0.6

interface TextColumn {
  column: Column
  values: ColumnValues
}

/** So many are looked through one by one. */
const FEW_COLUMNS = 24

interface Spellings {
  /** By letters and digits alone. */
  distinct: ReadonlySet<string>
  /** How many cells hold one. */
  cells: number
}

export class SheetIndex {
  readonly overview: SpreadsheetOverview
  readonly lexicon: Lexicon
  readonly data = new Map<string, Data>()
  readonly columns: Column[] = []
  readonly #headers: Header[] = []
  readonly #names = new Map<string, Column[]>()
  readonly #values: TextColumn[] = []
  readonly #columnsBy: Partial<Record<'byKey' | 'byWord', Map<string, TextColumn[]>>> = {}
  readonly #likes = new Map<string, readonly ColumnMatch[]>()
  readonly #spellings = new Map<Column, Spellings>()
  #headerWords: Map<string, string[]> | undefined

  constructor(overview: SpreadsheetOverview, data: readonly Data[], lexicon: Lexicon) {
    this.overview = overview
    this.lexicon = lexicon
    for (const each of data) this.data.set(each.tab.title, each)
    for (const tab of overview.tabs)
      for (const [index, column] of tab.columns.entries())
        this.#addColumn({ ...column, type: this.#typeOf(column, index, tab), tab, index })
  }

  /** Amounts with a text here and there are amounts: "82 kg" among numbers. */
  #typeOf({ type }: ColumnOverview, index: number, { title }: TabOverview): ColumnOverview['type'] {
    if (type !== 'mixed') return type
    const cells = ownRows(this.data.get(title)).map(row => row[index])
    const numbers = cells.filter(cell => typeof cell === 'number').length
    const filled = cells.filter(cell => !isBlank(cell)).length
    return numbers > filled * MOSTLY ? 'number' : type
  }

  #addColumn(column: Column): void {
    this.columns.push(column)
    if (column.header !== '') {
      const bracket = /[([{](.*?)[)\]}]/.exec(column.header)
      const bare = column.header.replaceAll(/[([{].*?[)\]}]/g, ' ')
      const isSign = (word: string): boolean => !/[\p{L}\p{N}]/u.test(word)
      const words = wordsOf(bare)
      this.#headers.push({
        column,
        words: words.filter(word => !isSign(word)),
        units: [...wordsOf(bracket?.[1] ?? ''), ...words.filter(isSign)],
      })
      for (const name of new Set([compact(column.header), compact(bare)]))
        if (name !== '') this.#names.set(name, [...(this.#names.get(name) ?? []), column])
    }
    if (column.type !== 'text' && column.type !== 'mixed' && column.type !== 'boolean') return
    this.#values.push({ column, values: this.#valuesOf(column) })
  }

  #valuesOf(column: Column): ColumnValues {
    const data = this.data.get(column.tab.title)
    const cells = data ? ownRows(data).map(row => row[column.index]) : column.samples
    return valuesIn(
      `${this.overview.title}!${column.tab.title}!${column.column} ${cells.length} ${cells[0]}`,
      cells,
    )
  }

  /** What stands in a column; kept, because readings compare whole columns again and again. */
  spellings(column: Column): Spellings {
    const known = this.#spellings.get(column)
    if (known) return known
    const rows = ownRows(this.data.get(column.tab.title))
    const values = rows.map(row => compact(String(row[column.index] ?? ''))).filter(Boolean)
    const found = { distinct: new Set(values), cells: values.length }
    this.#spellings.set(column, found)
    return found
  }

  isHeaderWord = (word: string): boolean => {
    const forms = this.lexicon.forms(word)
    return this.#headers.some(({ words, units }) =>
      [...words, ...units].some(each => forms.includes(each) || this.lexicon.forms(each).includes(word)),
    )
  }

  /** Columns whose whole name this is. */
  named = (key: string): Column[] => this.#names.get(key) ?? []

  /** Columns of whose name these words are a part, or which people call so. */
  columnsLike(words: readonly string[]): readonly ColumnMatch[] {
    const key = words.join(' ')
    const known = this.#likes.get(key)
    if (known) return known
    const found: ColumnMatch[] = []
    for (const header of this.#headers) {
      const quality = this.#likeness(words, header)
      if (quality > 0) found.push({ column: header.column, quality })
    }
    found.sort((a, b) => b.quality - a.quality)
    this.#likes.set(key, found)
    return found
  }

  #likeness(words: readonly string[], { words: header, units, column }: Header): number {
    let sum = 0
    const free = new Set(header)
    for (const word of words) {
      const [match, quality] = this.#wordIn(word, free, units, column)
      if (quality === 0) return 0
      if (match !== null) free.delete(match)
      sum += quality
    }
    // A unit alone names its column: "kilos" is Quantity (kg) rather than Price per kg.
    if (free.size === header.length && units.length > 0 && sum >= words.length * 0.9)
      // "Weight" is rather Body Weight (kg) than Dose (mg/kg).
      return sum >= words.length * 0.94 ? 0.9 : 0.84
    const share = (header.length - free.size) / Math.max(1, header.length)
    return (sum / words.length) * (0.72 + 0.26 * share)
  }

  #wordIn(
    word: string,
    free: ReadonlySet<string>,
    units: readonly string[],
    column: Column,
  ): [string | null, number] {
    for (const form of this.lexicon.forms(word)) {
      if (free.has(form)) return [form, 1]
      for (const other of free) if (this.lexicon.forms(other).includes(form)) return [other, 0.98]
    }
    for (const other of free) {
      if (other.length >= 4 && word.length >= 5 && isNear(word, other)) return [other, 0.85]
      // "temp" for Temperature, "mins" for Minutes.
      const stem = word.endsWith('s') ? word.slice(0, -1) : word
      if (stem.length >= 4 && other.length > stem.length + 1 && other.startsWith(stem)) return [other, 0.85]
    }
    // "who supplies it" for Supplier.
    const root = this.lexicon.root(word)
    for (const other of root === null ? [] : free) if (this.lexicon.root(other) === root) return [other, 0.84]
    if (units.some(unit => this.lexicon.forms(word).includes(unit))) return [null, 0.95]
    for (const form of this.lexicon.forms(word)) {
      const same = this.lexicon.synonyms.get(form)
      if (!same) continue
      for (const other of free)
        if (this.lexicon.forms(other).some(each => same.has(each))) return [other, 0.8]
      if (units.some(unit => same.has(unit))) return [null, 0.92]
      if (column.type === 'currency' && (same.has('money') || same.has('cash'))) return [null, 0.7]
    }
    return [null, 0]
  }

  /** Values that are written so, whatever the spaces and capitals. */
  valuesOf(key: string): ValueMatch[] {
    const columns = this.#mayHave('byKey', key)
    return matching(columns, { quality: 1, isWhole: true }, ({ byKey }) => byKey.get(key) ?? [])
  }

  /** Values in which these letters stand, of which the last word is one: "do not sell". */
  valuesSpelling(key: string, last: string): ValueMatch[] {
    return matching(this.#mayHave('byWord', last), IN_PART, ({ byWord }) =>
      (byWord.get(last) ?? []).filter(entry => entry.key.includes(key)),
    )
  }

  /** Values that have all of these words. */
  valuesWith(words: readonly string[]): ValueMatch[] {
    const forms = words.flatMap(word => this.#formInValues(word) ?? [])
    const [first, ...others] = forms
    if (first === undefined || forms.length < words.length) return []
    return matching(this.#mayHave('byWord', first), IN_PART, ({ byWord }) =>
      others.reduce((left, form) => {
        const kept = new Set(byWord.get(form))
        return left.filter(entry => kept.has(entry))
      }, byWord.get(first) ?? []),
    )
  }

  #formInValues = (word: string): string | null =>
    this.lexicon
      .forms(word)
      .find(form => this.#mayHave('byWord', form).some(({ values }) => values.byWord.has(form))) ?? null

  /** Few columns are looked through one by one; of many it is written down once which have what. */
  #mayHave(by: 'byKey' | 'byWord', key: string): readonly TextColumn[] {
    if (this.#values.length <= FEW_COLUMNS) return this.#values
    this.#columnsBy[by] ??= columnsBy(this.#values, by)
    return this.#columnsBy[by].get(key) ?? []
  }

  /** A word of a header or a value that a typing error stands for. */
  nearest(word: string): string | null {
    for (const form of this.lexicon.forms(word).filter(each => each.length >= 5))
      for (const length of [form.length, form.length - 1, form.length + 1])
        for (const candidate of this.#wordsOfLength(form[0]!, length))
          if (isNear(form, candidate)) return candidate
    return null
  }

  #wordsOfLength(first: string, length: number): string[] {
    const key = `${first}${length}`
    this.#headerWords ??= byLengthOf(this.#headers.flatMap(({ words }) => words))
    return [
      ...this.#values.flatMap(({ values }) => values.wordsByLength().get(key) ?? []),
      ...(this.#headerWords.get(key) ?? []),
    ]
  }
}

const IN_PART = { quality: 0.75, isWhole: false }

function matching(
  columns: readonly TextColumn[],
  how: Pick<ValueMatch, 'quality' | 'isWhole'>,
  among: (values: ColumnValues) => readonly Value[],
): ValueMatch[] {
  return columns.flatMap(({ column, values }) => {
    const found = among(values)
    return found.length === 0 ? [] : [{ column, values: found.map(({ value }) => value), ...how }]
  })
}

function columnsBy(columns: readonly TextColumn[], by: 'byKey' | 'byWord'): Map<string, TextColumn[]> {
  const found = new Map<string, TextColumn[]>()
  for (const column of columns) for (const key of column.values[by].keys()) addTo(found, key, column)
  return found
}

/** With the words of the language that the text is in. */
export function indexFor(
  { overview, data }: { overview: SpreadsheetOverview; data: readonly Data[] },
  text: string,
): SheetIndex {
  const headers = overview.tabs.flatMap(({ columns }) => columns.map(({ header }) => header)).join(' ')
  return new SheetIndex(overview, data, lexiconFor(text, headers))
}

export const isNumeric = ({ type }: ColumnOverview): boolean =>
  type === 'number' || type === 'currency' || type === 'percent'
/** Whether a text stands among its amounts. */
export const holdsTexts = (column: Column, { data }: SheetIndex): boolean =>
  isNumeric(column) &&
  (data.get(column.tab.title)?.rows ?? []).some(
    ({ [column.index]: cell }) => typeof cell === 'string' && numberIn(cell) === null && !isBlank(cell),
  )
/** Amounts may stand in its texts: "16 hrs". */
export const mayHoldAmounts = (column: Column, index: SheetIndex): boolean =>
  isTextual(column) || holdsTexts(column, index)
/** Mostly "12 kg" and the like. */
export function isOfAmounts(column: Column, index: SheetIndex): boolean {
  if (!isTextual(column)) return false
  const { distinct } = index.spellings(column)
  return [...distinct].filter(text => /^\d/.test(text)).length > distinct.size * MOSTLY
}
export const isDate = ({ type }: ColumnOverview): boolean => type === 'date'
export const isTextual = ({ type }: ColumnOverview): boolean => type === 'text' || type === 'mixed'
