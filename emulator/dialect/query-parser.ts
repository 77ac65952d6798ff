/** Google's query language: the clauses, columns, aggregates and conditions of one query. */

export type Aggregate = 'sum' | 'avg' | 'count' | 'min' | 'max'

/** A column of the data, or an aggregate over one. */
export interface Column {
  index: number
  aggregate?: Aggregate
  /** As it is matched against labels: "sum(d)". */
  key: string
}

export type Condition =
  | { op: 'and' | 'or'; left: Condition; right: Condition }
  | { op: 'not'; condition: Condition }
  | { op: 'is null' | 'is not null'; column: number }
  | { op: Comparison; left: Operand; right: Operand }

const COMPARISONS = [
  '=',
  '!=',
  '<>',
  '<',
  '>',
  '<=',
  '>=',
  'contains',
  'matches',
  'like',
  'starts with',
  'ends with',
] as const
export type Comparison = (typeof COMPARISONS)[number]

export type Operand = { column: number } | { value: string | number | boolean | null }

export interface Query {
  /** undefined: all columns. */
  select: Column[] | undefined
  where: Condition | undefined
  groupBy: number[]
  pivot: number[]
  orderBy: { column: Column; descending: boolean }[]
  limit: number | undefined
  offset: number
  labels: Map<string, string>
}

const CLAUSES = [
  'select',
  'where',
  'group by',
  'pivot',
  'order by',
  'limit',
  'offset',
  'label',
  'format',
  'options',
]

/** Throws with what is wrong. */
export function parseQuery(text: string): Query {
  const clauses = splitClauses(text)
  const select = clauses.get('select')
  return {
    select: select === undefined || select === '*' ? undefined : splitList(select).map(readColumn),
    where: clauses.has('where') ? new Conditions(clauses.get('where') ?? '').read() : undefined,
    groupBy: columnsOf(clauses.get('group by')),
    pivot: columnsOf(clauses.get('pivot')),
    orderBy: splitList(clauses.get('order by') ?? '').map(readOrder),
    limit: readCount(clauses.get('limit')),
    offset: readCount(clauses.get('offset')) ?? 0,
    labels: new Map(splitList(clauses.get('label') ?? '').map(readLabel)),
  }
}

function splitClauses(text: string): Map<string, string> {
  const masked = text.replace(/'[^']*'|"[^"]*"/g, quoted => '_'.repeat(quoted.length))
  const keyword = new RegExp(`\\b(${CLAUSES.join('|').replaceAll(' ', '\\s+')})\\b`, 'gi')
  const hits = [...masked.matchAll(keyword)]
  if (text.trim() !== '' && (hits[0] === undefined || masked.slice(0, hits[0].index).trim() !== ''))
    throw new Error(`Unable to parse query string: ${text}`)
  return new Map(
    hits.map((hit, i) => [
      (hit[1] ?? '').toLowerCase().replace(/\s+/g, ' '),
      text.slice(hit.index + hit[0].length, hits[i + 1]?.index).trim(),
    ]),
  )
}

function splitList(text: string): string[] {
  return (text.match(/(?:'[^']*'|"[^"]*"|\([^)]*\)|[^,])+/g) ?? []).map(item => item.trim()).filter(Boolean)
}

function columnsOf(text: string | undefined): number[] {
  return splitList(text ?? '').map(item => columnIndex(item))
}

/** A, AB, or Col3 for data that is no range. */
function columnIndex(name: string): number {
  const numbered = /^col(\d+)$/i.exec(name)
  if (numbered !== null) return Number(numbered[1]) - 1
  const bare = name.replace(/^`|`$/g, '')
  if (!/^[A-Za-z]{1,3}$/.test(bare)) throw new Error(`Unable to parse query string: NO_COLUMN: ${name}`)
  return [...bare.toUpperCase()].reduce((index, letter) => index * 26 + letter.charCodeAt(0) - 64, 0) - 1
}

function readColumn(text: string): Column {
  const call = /^(sum|avg|count|min|max)\s*\(\s*([\w`]+)\s*\)$/i.exec(text)
  const key = keyOf(text)
  if (call === null) return { index: columnIndex(text), key }
  return { index: columnIndex(call[2] ?? ''), aggregate: (call[1] ?? '').toLowerCase() as Aggregate, key }
}

function keyOf(text: string): string {
  return text.toLowerCase().replace(/\s/g, '')
}

function readOrder(text: string): Query['orderBy'][number] {
  const descending = /\s+desc$/i.test(text)
  return { column: readColumn(text.replace(/\s+(asc|desc)$/i, '').trim()), descending }
}

function readCount(text: string | undefined): number | undefined {
  if (text === undefined) return undefined
  if (!/^\d+$/.test(text)) throw new Error(`Unable to parse query string: ${text} is not a number`)
  return Number(text)
}

function readLabel(text: string): [string, string] {
  const match = /^([\s\S]*\S)\s+(?:'([^']*)'|"([^"]*)")$/.exec(text)
  if (match === null) throw new Error(`Unable to parse query string: label ${text}`)
  return [keyOf(match[1] ?? ''), match[2] ?? match[3] ?? '']
}

// ---- where

const TOKENS = /'[^']*'|"[^"]*"|<>|!=|<=|>=|[=<>()]|[^\s=<>!()'"]+/g

class Conditions {
  readonly #tokens: string[]
  #at = 0

  constructor(text: string) {
    this.#tokens = text.match(TOKENS) ?? []
  }

  read(): Condition {
    const condition = this.#or()
    if (this.#at < this.#tokens.length)
      throw new Error(`Unable to parse query string near ${this.#tokens[this.#at]}`)
    return condition
  }

  #or(): Condition {
    let left = this.#and()
    while (this.#take('or')) left = { op: 'or', left, right: this.#and() }
    return left
  }

  #and(): Condition {
    let left = this.#single()
    while (this.#take('and')) left = { op: 'and', left, right: this.#single() }
    return left
  }

  #single(): Condition {
    if (this.#take('not')) return { op: 'not', condition: this.#single() }
    if (this.#take('(')) {
      const inner = this.#or()
      if (!this.#take(')')) throw new Error('Unable to parse query string: missing )')
      return inner
    }
    const left = this.#operand()
    if (this.#take('is')) {
      const op = this.#take('not') ? 'is not null' : 'is null'
      if (!this.#take('null') || !('column' in left)) throw new Error('Unable to parse query string: is null')
      return { op, column: left.column }
    }
    return { op: this.#comparison(), left, right: this.#operand() }
  }

  #comparison(): Comparison {
    const word = (this.#tokens[this.#at++] ?? '').toLowerCase()
    const op =
      word === 'starts' || word === 'ends'
        ? `${word} ${(this.#tokens[this.#at++] ?? '').toLowerCase()}`
        : word
    const known = COMPARISONS.find(it => it === op)
    if (known === undefined) throw new Error(`Unable to parse query string near ${op}`)
    return known
  }

  #operand(): Operand {
    const token = this.#tokens[this.#at++] ?? ''
    if (/^(date|datetime|timeofday)$/i.test(token))
      return { value: serialOf((this.#tokens[this.#at++] ?? '').slice(1, -1)) }
    if (/^['"]/.test(token)) return { value: token.slice(1, -1) }
    if (/^[-+]?(\d+\.?\d*|\.\d+)$/.test(token)) return { value: Number(token) }
    if (/^(true|false)$/i.test(token)) return { value: /^true$/i.test(token) }
    if (/^null$/i.test(token)) return { value: null }
    return { column: columnIndex(token) }
  }

  #take(word: string): boolean {
    if (this.#tokens[this.#at]?.toLowerCase() !== word) return false
    this.#at++
    return true
  }
}

/** date '2024-02-03' as the serial number a cell holds. */
function serialOf(text: string): number {
  const milliseconds = Date.parse(text.includes(':') ? `${text.replace(' ', 'T')}Z` : `${text}T00:00Z`)
  if (Number.isNaN(milliseconds)) throw new Error(`Unable to parse query string: invalid date ${text}`)
  return milliseconds / 86_400_000 + 25_569
}
