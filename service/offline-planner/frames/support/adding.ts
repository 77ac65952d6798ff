/** What kinds that add a column share: whether one is asked for, its name, rows with a part missing. */
import type { Column } from '../../linking/sheet.ts'
import type { Draft } from '../../reading/draft.ts'
import { matching } from './met.ts'
import { nameAfter, nameIn } from './names.ts'
import { OTHER_KINDS } from './others.ts'

/** What would make another instruction of it. */
export const OTHERS = [
  ...OTHER_KINDS,
  'pivot',
  'validate',
  'rename',
  'move',
  'newtab',
  'transpose',
  'unpivot',
  'fill',
  'hide',
] as const

export const isAdding = (draft: Draft): boolean =>
  draft.has('newcolumn', 'eachrow', 'add', 'write', 'column', 'per', 'merge', 'beside', 'called')

const hasBlanks = (draft: Draft, column: Column): boolean =>
  matching(draft, []).some(({ row }) => row[column.index] === '' || row[column.index] === undefined)

/** Rows where a part is missing stay empty. */
export function guarded(draft: Draft, columns: readonly Column[], row: number, formula: string): string {
  // "Where there is none, take it as nil": an empty cell counts as zero by itself.
  if (draft.hasAnywhere('zeroelse')) return formula
  const blank = [...new Set(columns)]
    .filter(column => hasBlanks(draft, column))
    .map(column => `${column.column}${row}=""`)
  if (blank.length === 0) return formula
  return `IF(${blank.length === 1 ? blank[0] : `OR(${blank.join(',')})`},"",${formula})`
}

/** "Revenue = …", "calculate Tax as …", "a Margin column", or after "called". */
export function givenName(draft: Draft): string | null {
  const named = nameIn(draft)
  if (named) return named
  const [first, second] = draft.nodes
  if (second && /^(?:=|:)$/.test(second.text) && first && !first.concepts.has('add'))
    return draft.take(first, second), first.text
  const sign = draft.nodes.findIndex(({ text }) => text === '=')
  if (sign === 3 && first && draft.nodes[1]!.concepts.has('in') && /^[A-Z]{1,2}$/.test(draft.nodes[2]!.text))
    return draft.take(first, draft.nodes[1], draft.nodes[3]), first.text
  for (const [at, node] of draft.nodes.entries()) {
    if (draft.isTaken(at)) continue
    const isHead = node.isQuoted || node.isUnknown || /^\p{Lu}/u.test(node.text)
    const before = draft.nodes[at - 1]
    const after = draft.nodes[at + 1]
    const isColumnWord = (each: typeof node | undefined) =>
      each !== undefined && (each.concepts.has('column') || each.concepts.has('newcolumn'))
    if (
      isHead &&
      isColumnWord(after) &&
      before &&
      at > 0 &&
      (before.concepts.has('add') || before.concepts.has('noise')) &&
      node.columns.length === 0
    )
      return draft.take(node), node.text
    if (
      isColumnWord(before) &&
      (isHead || (after && /^(?:=|:|is|as)$/.test(after.text) && node.columns.length === 0))
    )
      return nameAfter(draft, at)
    if (isHead && before?.concepts.has('add') && after && /^(?:as|=|:)$/.test(after.text))
      return draft.take(node), node.text
    if (node.isQuoted && after && (/^(?:=|:)$/.test(after.text) || after.concepts.has('is')))
      return draft.take(node), node.text
  }
  const arrow = draft.nodes.findIndex(node => node.text === '->')
  if (arrow !== -1) {
    const name = nameAfter(draft, arrow + (draft.nodes[arrow + 1]?.concepts.has('column') ? 2 : 1))
    draft.takeAt(arrow)
    return name
  }
  return null
}
