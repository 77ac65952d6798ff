/** A new row below the last, each value in the column that it fits. */
import { isoDate } from '../../linking/dates.ts'
import type { Node } from '../../linking/link.ts'
import { type Column, isDate, isNumeric, isTextual } from '../../linking/sheet.ts'
import { type Draft, isColumn, isName } from '../../reading/draft.ts'
import { assignName } from '../cells/values.ts'
import { say } from '../cells/write-cells.ts'
import { type Frame, problem, type Reading } from '../frame.ts'
import { cellRange, inList, rowsOf } from '../support/table.ts'

/** "Add a row for …", "another line": a row is what is added. */
export const asksForRow = ({ nodes }: Draft): boolean =>
  nodes.some(
    ({ text, concepts }, at) =>
      concepts.has('row') &&
      /^(?:row|line|entry|record)$/i.test(text) &&
      /^(?:a|an|one|new|another)$/i.test(nodes[at - 1]?.text ?? '') &&
      nodes.slice(0, at).some(each => each.concepts.has('add') || each.concepts.has('insert')),
  )

export const addRow: Frame = {
  name: 'Add a row',
  does: 'Writes a new row below the last, each value into the column that it is named with or that fits it.',
  examples: [],
  effect: 'add',
  cues: ['add', 'write'],
  uses: 'add write row below column value to called insert today on for is at with of currency new',
  prior: 0.3,
  read(draft) {
    if (
      draft.asks('newcolumn newtab chart total howmany empty highlight by per raise percentformat') ||
      !rowsOf(draft)
    )
      return null
    if (!draft.nodes.some(({ text }) => /^(?:new|add|append|another|write down)$/i.test(text))) return null
    const values = new Map<number, string | number>()
    const free = draft.free()
    if (asksForRow(draft)) assignName(draft, values)
    for (const [at, node] of free.entries()) assign(draft, free, at, node, values)
    if (values.size < Math.min(asksForRow(draft) ? 2 : 3, draft.tab.columns.length)) return null
    draft.cue('add', 'write', 'below', 'row', 'insert', 'called')
    const made = rowAdded(draft, values)
    return 'plan' in made ? { ...made, bonus: 0.6 } : made
  },
}

/** `values` by the index of their column. */
export function rowAdded(draft: Draft, values: ReadonlyMap<number, string | number>): Reading {
  if (draft.data?.hasTotal)
    return problem(
      `**${draft.tab.title}** ends with a row of totals, whose sums would not count a row below the last. Insert a row inside the table, then say what to write there. Nothing was changed.`,
    )
  const last = rowsOf(draft)!.last + 1
  const cells = draft.tab.columns.map((_, index) => values.get(index) ?? null)
  return {
    plan: () =>
      say(
        'write_range',
        { range: cellRange(draft.tab, 'A', last), values: [cells] },
        `Added row ${last} to **${draft.tab.title}**: ${cells.filter(cell => cell !== null).join(', ')}.`,
      ),
    says: `Add row ${last} below the last: ${inList([...values].map(([index, value]) => `${draft.tab.columns[index]!.header} “${value}”`))}`,
  }
}

/** A value goes to the column that is named before it; else to the first free column of its type. */
function assign(
  draft: Draft,
  free: readonly Node[],
  at: number,
  node: Node,
  values: Map<number, string | number>,
): void {
  if (draft.isTaken(draft.nodes.indexOf(node))) return
  const all = draft.scope.index.columns.filter(
    ({ tab, header }) => tab.title === draft.tab.title && header !== '',
  )
  const before = free[at - 1]
  const between =
    before &&
    (before.concepts.has('noise') ||
      before.concepts.has('of') ||
      before.concepts.has('is') ||
      before.concepts.has('on') ||
      before.concepts.has('to'))
      ? free[at - 2]
      : before
  const named = between && isColumn(between, draft.scope) ? draft.columnOf(between) : null
  const put = (column: Column | undefined | null, value: string | number, ...also: (Node | undefined)[]) => {
    if (!column || values.has(column.index)) return
    values.set(column.index, value)
    draft.take(node, ...also)
  }
  if (node.date && !(node.number && !node.date.isDay))
    put(
      named && isDate(named) ? named : all.find(column => isDate(column) && !values.has(column.index)),
      isoDate(node.date.from),
      named ? between : undefined,
    )
  else if (node.number && (/\d/.test(node.text) || named)) {
    const unit = free[at + 1]
    const after = unit && isColumn(unit, draft.scope) ? draft.columnOf(unit, 'number') : null
    const byUnit = node.number.unit
      ? draft.scope.index
          .columnsLike([node.number.unit])
          .find(({ column }) => column.tab === draft.tab && isNumeric(column))?.column
      : undefined
    const column =
      named && isNumeric(named) && !values.has(named.index)
        ? named
        : (byUnit ??
          (after && isNumeric(after)
            ? after
            : all.find(
                each =>
                  isNumeric(each) &&
                  !values.has(each.index) &&
                  !free.some(other => isName(other, draft.scope) && draft.columnOf(other) === each),
              )))
    put(column, node.number.value, named === column ? between : after === column ? unit : undefined)
  } else if (
    node.values.some(({ column, isWhole }) => column.tab.title === draft.tab.title && isWhole) &&
    !isName(node, draft.scope)
  ) {
    const match = node.values.find(
      ({ column, isWhole }) => isWhole && column.tab.title === draft.tab.title && !values.has(column.index),
    )
    put(
      named && isTextual(named) ? named : match?.column,
      match?.values.find(value => /^\p{Lu}\p{Ll}/u.test(value))?.trim() ??
        match?.values[0]?.trim() ??
        node.text,
      named ? between : undefined,
    )
  } else if (node.values.some(({ isWhole }) => isWhole) && !isName(node, draft.scope)) {
    // Known of another tab, in a column that is called as one here.
    const alike = all.find(
      column =>
        !values.has(column.index) &&
        node.values.some(
          each => each.isWhole && each.column.header.toLowerCase() === column.header.toLowerCase(),
        ),
    )
    put(alike, node.text)
  } else if (node.values.length > 0 && !isName(node, draft.scope)) {
    const match = node.values.find(
      ({ column }) => column.tab.title === draft.tab.title && !values.has(column.index),
    )
    if (match && match.values.length === 1) put(match.column, match.values[0]!.trim())
  } else if (node.isQuoted || node.isUnknown) {
    const next = free[at + 1]
    const isPair = next?.isUnknown && node.isUnknown
    put(
      named && isTextual(named) && !values.has(named.index)
        ? named
        : all.find(column => isTextual(column) && !values.has(column.index)),
      isPair ? `${node.text} ${next.text}` : node.text,
      isPair ? next : undefined,
      named ? between : undefined,
    )
  }
}
