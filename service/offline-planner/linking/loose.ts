/**
 * What words mean on a sheet that are no part of its headers: people, money and sorts by the type of a
 * column, happenings ("brought back") by the particle in a header, amounts in words with their units. Each
 * only where exactly one column of a tab fits.
 */
import { numberOf } from '../words/numbers.ts'
import type { Token } from '../words/tokens.ts'
import { cellText } from './cells.ts'
import {
  type Column,
  type ColumnMatch,
  isDate,
  isNumeric,
  isTextual,
  type SheetIndex,
  type ValueMatch,
} from './sheet.ts'

export interface NumberMeant {
  value: number
  unit?: string
  isPercent: boolean
  /** "80+" */
  isAtLeast: boolean
}

/** How sure a link by type is. */
export const LOOSE = 0.61

/** How sure a link by what happened is. */
export const EVENT = 0.81

export const YES = /^(?:y|yes|true|x|✓|ja|oui|s[ií]|はい|済み?|あり|有り?|[○◯]|done|ok)$/i
const NO = /^(?:n|no|false|nein|non|いいえ|未|なし|無し?|[×✗])$/i

/** The pattern of the answer that a word is; null where it is none. */
export const answerIn = (said: string): RegExp | null => (YES.test(said) ? YES : NO.test(said) ? NO : null)

export function saysYesOrNo(index: SheetIndex, column: Column): boolean {
  const rows = index.data.get(column.tab.title)?.rows ?? []
  const values = new Set(rows.map(row => cellText(row, column)).filter(Boolean))
  const others = [...values].filter(value => !YES.test(value) && !NO.test(value))
  const isBoth = [...values].some(value => YES.test(value)) && [...values].some(value => NO.test(value))
  // "Part" beside Yes and No is neither.
  return values.size > 0 && others.length <= (isBoth ? 1 : 0)
}

const headerWords = (index: SheetIndex, { header }: Column): string[] =>
  header
    .toLowerCase()
    .split(/[^\p{L}]+/u)
    .flatMap(word => index.lexicon.forms(word))

const says = (index: SheetIndex, column: Column, concept: string): boolean =>
  headerWords(index, column).some(word => index.lexicon.says(word, concept))

/** What was found on a sheet, which its words ask for again and again. */
const known = new WeakMap<SheetIndex, Map<string, ColumnMatch[]>>()

/** One for each tab that has one alone. */
function alone(index: SheetIndex, what: string, fits: (column: Column) => boolean): ColumnMatch[] {
  const found = known.get(index) ?? new Map<string, ColumnMatch[]>()
  known.set(index, found)
  const same = found.get(what) ?? onlyOnes(index, fits)
  found.set(what, same)
  return same
}

function onlyOnes(index: SheetIndex, fits: (column: Column) => boolean): ColumnMatch[] {
  const byTab = new Map<string, Column[]>()
  for (const column of index.columns)
    if (column.header !== '' && fits(column))
      byTab.set(column.tab.title, [...(byTab.get(column.tab.title) ?? []), column])
  return [...byTab.values()].flatMap(([column, ...others]) =>
    others.length === 0 ? [{ column: column!, quality: LOOSE }] : [],
  )
}

/** Most of its values are written like names of people, or its header says that they are. */
function holdsPeople(index: SheetIndex, column: Column): boolean {
  if (!isTextual(column)) return false
  if (says(index, column, 'person')) return true
  if (!/(?:er|or|ist|ant)$/i.test(column.header.trim())) return false
  const cells = index.data.get(column.tab.title)?.rows.map(row => cellText(row, column)) ?? []
  const filled = cells.filter(Boolean)
  const named = filled.filter(cell => /^\p{Lu}[\p{L}'’.-]*(?: \p{Lu}[\p{L}'’.-]*)+$/u.test(cell))
  return named.length > filled.length * 0.6
}

/** Headers under which people keep money; of several the most telling comes first. */
const MONEY = [
  /[€£$¥]|\b(?:eur|usd|gbp|chf)\b/i,
  /\b(?:total|amount|revenue|income|takings|charged?|fees?|value|sum)\b/i,
  /\b(?:prices?|costs?|paid|wages?|pay|salary|spent)\b/i,
]

/** One for each tab: the only one that is money by its type, else by its header. */
function moneyOf(index: SheetIndex): ColumnMatch[] {
  const kinds = [
    (column: Column) => column.type === 'currency',
    ...MONEY.map(pattern => (column: Column) => pattern.test(column.header)),
  ]
  const found: ColumnMatch[] = []
  // Of prices and quantities money is the product.
  const isPriced = index.columns.some(
    column => isNumeric(column) && /\b(?:qty|quantity|units|pieces|count)\b/i.test(column.header),
  )
  for (const [at, kind] of (isPriced ? kinds.slice(0, -1) : kinds).entries())
    for (const match of alone(index, `money${at}`, column => isNumeric(column) && kind(column)))
      if (!found.some(({ column }) => column.tab === match.column.tab)) found.push(match)
  return found
}

const HAPPENED: Record<string, RegExp> = {
  'happened:back': /\b(?:back|return(?:ed)?)\b/i,
  'happened:out': /\b(?:out|left|lent|borrowed|issued|sent)\b/i,
  'happened:in': /\b(?:in|received|arriv(?:ed|al)|came)\b/i,
}

/** Words that only beside others tell of something that happened: "not back yet", "are home". */
const isBare = (token: Token): boolean => /^(?:back|out|home|gone|left|away)$/.test(token.norm)
const TELLS =
  /^(?:not|yet|still|is|are|been|already|isn't|aren't|isnt|arent|were|was|have|has|come|came|hasn't|haven't)$/

function happened(index: SheetIndex, tokens: readonly Token[], at: number, concept: string): ColumnMatch[] {
  const pattern = HAPPENED[concept]!
  if (isBare(tokens[at]!) && !TELLS.test(tokens[at - 1]?.norm ?? '') && tokens[at + 1]?.norm !== 'yet')
    return []
  return alone(
    index,
    concept,
    column => (isDate(column) || saysYesOrNo(index, column)) && pattern.test(column.header),
  ).map(match => ({ ...match, quality: EVENT }))
}

export interface LooseLink {
  length: number
  columns: ColumnMatch[]
}

/** "Unpaid", "non-member": the values that deny a column of yes and no, or all others than the one denied. */
export function deniedAt(index: SheetIndex, { norm, kind }: Token): ValueMatch[] {
  const [, denied] = /^(?:un|non-?)(\p{L}{3,})$/u.exec(kind === 'word' ? norm : '') ?? []
  if (denied === undefined) return []
  return index.columns.flatMap(column => {
    const { distinct } = index.spellings(column)
    if (!isTextual(column) || distinct.size < 2 || distinct.size > 8) return []
    const values = [...distinct]
    const isNamed = column.header.toLowerCase() === denied
    const others = isNamed ? values.filter(value => NO.test(value)) : values.filter(value => value !== denied)
    const isHere = isNamed ? others.length > 0 : others.length < values.length
    return isHere ? [{ column, values: others, quality: 0.9, isWhole: true }] : []
  })
}

/** Columns that the words from `at` on may mean by their type. */
export function looseAt(index: SheetIndex, tokens: readonly Token[], at: number): LooseLink[] {
  const found: LooseLink[] = []
  const add = (length: number, columns: ColumnMatch[]) => {
    if (columns.length > 0) found.push({ length, columns })
  }
  for (const { length, concepts } of index.lexicon.matches(tokens, at))
    for (const concept of concepts) {
      if (concept in HAPPENED) add(length, happened(index, tokens, at, concept))
      else if (concept === 'money') add(length, moneyOf(index))
      else if (concept === 'person')
        add(
          length,
          alone(index, concept, column => holdsPeople(index, column)),
        )
      // "sorts of story"
      else if (
        concept === 'kindnoun' &&
        length === 1 &&
        tokens[at + 2] &&
        index.lexicon.says(tokens[at + 1]!.norm, 'of') &&
        tokens[at + 2]!.kind === 'word' &&
        !index.columnsLike([tokens[at + 2]!.norm]).some(({ quality }) => quality >= 0.5)
      )
        add(
          3,
          alone(index, 'sort', column => isTextual(column) && says(index, column, 'kindnoun')),
        )
    }
  return found
}

/** "35p", where the sheet keeps money: a part of what its columns count in. */
export const isPence = (index: SheetIndex, unit: string | undefined): boolean =>
  unit === 'p' &&
  index.columns.some(({ type, header }) => type === 'currency' || MONEY.some(pattern => pattern.test(header)))

/** What is as long as so many days, where a column counts those. */
const DAYS: [RegExp, number][] = [
  [/^weeks?$/, 7],
  [/^fortnights?$/, 14],
]

const MINOR = /^(?:pence|penny|pennies|cents?|centimes?|p)$/
const MAJOR = /^(?:pounds?|euros?|dollars?|quid|bucks|francs?|gbp|eur|usd|chf)$/

/** "fifty pence", "half an hour", "2 euro", "a dozen": how much, and of what. */
export function amountAt(
  index: SheetIndex,
  tokens: readonly Token[],
  at: number,
): { length: number; number: NumberMeant } | null {
  const { numbers } = index.lexicon
  const [first, second, third] = tokens.slice(at, at + 3)
  const plain = { isPercent: false, isAtLeast: false }
  if (!first || !second) return null
  const days = DAYS.find(([words]) => words.test(second.norm))?.[1]
  const many = /^an?$/.test(first.norm) ? 1 : (first.value ?? numbers.get(first.norm))
  const unit = index.columns.find(({ header }) => /\b(?:days|nights)\b/i.test(header))?.header
  if (days && many && unit)
    return { length: 2, number: { ...plain, value: days * many, unit: unit.toLowerCase() } }
  if (first.norm === 'half' && /^an?$/.test(second.norm) && third?.kind === 'word') {
    if (MAJOR.test(third.norm)) return { length: 3, number: { ...plain, value: 0.5, unit: '$' } }
    return index.isHeaderWord(third.norm) || index.lexicon.synonyms.has(third.norm)
      ? { length: 3, number: { ...plain, value: 0.5, unit: third.norm } }
      : null
  }
  const round = /^an?$/.test(first.norm) ? numberOf([first, second]) : null
  if (round !== null) return { length: 2, number: { ...plain, value: round } }
  const value =
    first.kind === 'number' && first.unit === undefined
      ? first.value
      : first.kind === 'word'
        ? numbers.get(first.norm)
        : undefined
  if (value === undefined || second.kind !== 'word') return null
  if (MINOR.test(second.norm)) return { length: 2, number: { ...plain, value: value / 100, unit: '$' } }
  if (MAJOR.test(second.norm)) return { length: 2, number: { ...plain, value, unit: '$' } }
  return null
}
