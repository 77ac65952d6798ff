/** Sorts the rows of a table; the header and a total row stay where they are. */
import { formatRange } from '../../../sheets/a1.ts'
import type { Node } from '../../linking/link.ts'
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import { call, notDone, type Plan } from '../../plan.ts'
import type { Draft } from '../../reading/draft.ts'
import { isColumn, isName, isRowName } from '../../reading/draft.ts'
import type { Filled, Frame } from '../frame.ts'
import { bornColumn, hinted } from '../support/query.ts'
import { counted, nameOf, rowsOf, tableRange } from '../support/table.ts'

export interface Key {
  column: Column
  order: 'asc' | 'desc'
}

/** Direction words that are about a column of their own: "newest first". */
const ABOUT: [RegExp, string][] = [
  [/new|old|recent|latest|earliest|chrono|young|soon|imminent/i, 'date'],
  [/expens|cheap|pric|cost|dear/i, 'price'],
  [/deep|shallow/i, 'depth'],
  [/heav|light/i, 'weight'],
  [/long|short/i, 'duration'],
]

export const sort: Frame = {
  name: 'Sort',
  does: 'Sorts the table by one or more columns, each in its direction; the header and a total row stay where they are.',
  examples: [
    'Sort by Date',
    'Sort the sheet by Region, then by Price descending',
    'newest on top',
    'Order the rows by Price from high to low',
    'Arrange the table alphabetically by Customer',
  ],
  effect: 'change',
  cues: ['sort', 'by next', 'ascending|descending', 'attop'],
  uses: 'sort next by per attop atend first table column add topword',
  read(draft) {
    if (
      draft.asks(
        'chart total average howmany newtab newcolumn highlight running distinct filter delete pivot rank',
      )
    )
      return null
    // "Date of first dive": one word is no order.
    if (
      !draft.has('sort', 'ascending', 'descending') &&
      !(draft.has('by') && draft.has('next')) &&
      !draft
        .free()
        .filter(node => !isName(node, draft.scope))
        .some(
          (node, _, free) =>
            node.concepts.has('attop') &&
            (!directionOf(node.concepts) ||
              free.some(other => other !== node && directionOf(other.concepts) && !isPlainTop(other))),
        )
    )
      return null
    if (contradicts(draft) || asksForList(draft)) return null
    const place = draft.free().find(node => node.range)
    draft.take(place)
    const range = place ? formatRange(place.range!.tab ?? draft.tab.title, place.range!.box) : null
    const keys = keysIn(draft)
    const rows = rowsOf(draft)
    if (keys.length === 0 || !rows) return null
    return sorted(draft, keys, range, place?.text)
  },
}

export function sorted(
  draft: Draft,
  keys: readonly Key[],
  range: string | null = null,
  place = 'the rows',
): Filled {
  const said = keys.map(key => `${nameOf(key.column)}, ${firstOf(key)}`).join(', then by ')
  return { plan: () => plan(draft, keys, range), says: `Sort ${place} by ${said}` }
}

const firstOf = ({ column, order }: Key): string => {
  const [low, high] = isDate(column)
    ? ['oldest', 'newest']
    : isNumeric(column)
      ? ['lowest', 'highest']
      : ['A', 'Z']
  return `${order === 'asc' ? low : high} first`
}

/** "Give me a list of the companies in alphabetical order": the table stays as it is. */
const asksForList = ({ nodes }: Draft): boolean =>
  nodes.some(
    ({ text, concepts }, at) =>
      /^list$/i.test(text) &&
      concepts.has('show') &&
      nodes[at + 1]?.concepts.has('of') &&
      /^(?:an?|me)$/i.test(nodes[at - 1]?.text ?? 'a'),
  )

/** "Put jobs in order of hours": the rows by their name, where another column is named. */
function isRows(draft: Draft, node: Node): boolean {
  const [match] = node.columns
  return (
    match !== undefined &&
    node.text.toLowerCase() !== match.column.header.toLowerCase() &&
    ((match.column.index === 0 && node.concepts.has('row')) ||
      (isRowName(node, draft.scope) && draft.nodes.some(({ concepts }) => concepts.has('by')))) &&
    draft.nodes.some(
      other => other !== node && isColumn(other, draft.scope) && draft.columnOf(other) !== null,
    )
  )
}

/** Each column with the direction that stands nearest after it; one alone counts for a column before it as well. */
function keysIn(draft: Draft): Key[] {
  const keys: (Key & { isOpen: boolean })[] = []
  let waiting: 'asc' | 'desc' | null = null
  for (const node of draft.nodes) {
    if (draft.isTaken(draft.nodes.indexOf(node)) || isRows(draft, node)) continue
    const isPlace =
      /^first$/i.test(node.text) && keys.length > 0 && !keys.some(({ column }) => isDate(column))
    if (isPlace) draft.take(node)
    const order =
      isPlace || (node.concepts.has('noise') && node.concepts.has('min:date'))
        ? null
        : directionOf(node.concepts)
    const column = isColumn(node, draft.scope) && !node.concepts.has('sort') ? draft.columnOf(node) : null
    if (column && !keys.some(key => key.column === column)) {
      keys.push({ column, order: waiting ?? 'asc', isOpen: waiting === null })
      waiting = null
      draft.take(node)
    } else if (column) draft.take(node)
    else if (order) {
      draft.take(node)
      const about = aboutColumn(draft, node)
      // "By site, newest first": the newest are not sites.
      const last = keys.at(-1)
      const open = about && isDate(about) && last && !isDate(last.column) ? undefined : last
      if (open?.isOpen) Object.assign(open, { order, isOpen: false })
      else if (about && !keys.some(key => key.column === about))
        keys.push({ column: about, order, isOpen: false })
      else waiting = order
    }
  }
  if (waiting && keys.length > 0 && keys.every(({ isOpen }) => isOpen)) keys.at(-1)!.order = waiting
  const [only] = keys
  if (!only && waiting) {
    const column = draft.scope.it?.column ?? draft.only('number')
    if (column) return [{ column, order: waiting }]
  }
  if (
    keys.length === 0 &&
    draft.scope.it?.column &&
    draft.nodes.some(({ text }) => /^(?:it|that|this)$/i.test(text))
  )
    return [{ column: draft.scope.it.column, order: 'asc' }]
  return keys
}

const isPlainTop = ({ concepts }: Node): boolean => concepts.has('attop') || concepts.has('noise')

/** "High to low, but also low to high", of one column. */
const contradicts = (draft: Draft): boolean =>
  (draft.nodes.filter(({ concepts }) => concepts.has('attop')).length > 1 && !draft.has('next', 'and')) ||
  (draft.has('ascending') &&
    draft.has('descending') &&
    new Set(
      draft
        .free()
        .map(node => (isColumn(node, draft.scope) ? draft.columnOf(node) : null))
        .filter(Boolean),
    ).size === 1)

function directionOf(concepts: ReadonlySet<string>): 'asc' | 'desc' | null {
  if (concepts.has('descending')) return 'desc'
  if (concepts.has('ascending')) return 'asc'
  for (const each of concepts) {
    if (/^max(?::|$)/.test(each)) return 'desc'
    if (/^min(?::|$)/.test(each)) return 'asc'
  }
  return null
}

function aboutColumn(draft: Draft, { text, concepts }: Node): Column | null {
  const hint = [...concepts].map(each => /^(?:max|min):(\w+)$/.exec(each)?.[1]).find(Boolean)
  if (hint && hint !== 'date') return hinted(draft, hint)
  if (hint && /young|old/i.test(text) && bornColumn(draft)) return bornColumn(draft)
  if (hint) return draft.first('date')
  const about = ABOUT.find(([words]) => words.test(text))
  if (about && /young|old/i.test(text) && bornColumn(draft)) return bornColumn(draft)
  if (about) return hinted(draft, about[1])
  return null
}

function* plan(draft: Draft, keys: readonly Key[], place: string | null): Plan {
  const rows = rowsOf(draft)!
  const by = keys.map(({ column, order }) => ({ column: column.column, order }))
  const result = yield* call('sort_filter_range', {
    action: 'sort',
    range: place ?? tableRange(draft.tab, rows),
    by,
    ...(place ? {} : { has_header: rows.header !== null }),
  })
  if (result.error !== undefined) return notDone(result)
  const said = keys
    .map(({ column, order }) => `**${nameOf(column)}** (${order === 'asc' ? 'ascending' : 'descending'})`)
    .join(', then ')
  const total = draft.data?.hasTotal ? ` The total row ${rows.last + 1} stayed at the bottom.` : ''
  return `Sorted ${counted(rows.last - rows.first + 1, 'row')} of **${draft.tab.title}** by ${said}.${total}`
}
