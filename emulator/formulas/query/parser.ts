/** Reads a query of Google's query language. Throws a QueryFault in Google's words. */
import { condition } from './conditions.ts'
import { Cursor } from './cursor.ts'
import { expression } from './expressions.ts'
import type { Expression, Query } from './language.ts'
import { readTokens } from './tokens.ts'

const CLAUSES = [
  'select',
  'where',
  'group',
  'pivot',
  'order',
  'skipping',
  'limit',
  'offset',
  'label',
  'format',
  'options',
]

export function parseQuery(text: string): Query {
  const at = new Cursor(readTokens(text))
  const query: Query = {
    select: undefined,
    where: undefined,
    groupBy: [],
    pivot: [],
    orderBy: [],
    skipping: 0,
    limit: undefined,
    offset: 0,
    labels: new Map(),
    formats: new Map(),
    options: new Set(),
  }
  let last = -1
  while (at.token.kind !== 'end') {
    const clause = CLAUSES.indexOf(at.token.text.toLowerCase())
    // Clauses come once each, in this order.
    if (at.token.kind !== 'word' || clause <= last) throw at.fault()
    last = clause
    at.next()
    readClause(at, CLAUSES[clause] ?? '', query)
  }
  return query
}

function readClause(at: Cursor, name: string, query: Query): void {
  switch (name) {
    case 'select':
      query.select = at.takeSign('*') ? undefined : at.list(() => expression(at))
      return
    case 'where':
      query.where = condition(at)
      return
    case 'group':
      at.expectWord('by')
      query.groupBy = at.list(() => expression(at))
      return
    case 'pivot':
      query.pivot = at.list(() => expression(at))
      return
    case 'order':
      at.expectWord('by')
      query.orderBy = at.list(() => order(at))
      return
    case 'label':
      at.list(() => query.labels.set(expression(at).key, at.text()))
      return
    case 'format':
      at.list(() => query.formats.set(expression(at).key, at.text()))
      return
    case 'options':
      while (at.token.kind === 'word') query.options.add(at.next().text.toLowerCase())
      return
    default:
      query[name as 'skipping' | 'limit' | 'offset'] = at.count()
  }
}

function order(at: Cursor): { by: Expression; isDescending: boolean } {
  const by = expression(at)
  const isDescending = at.takeWord('desc')
  if (!isDescending) at.takeWord('asc')
  return { by, isDescending }
}
