/** Empty columns and rows at a place. */
import { columnLetters } from '../../../sheets/a1.ts'
import type { Plan } from '../../plan.ts'
import { type Draft, isColumn, isName } from '../../reading/draft.ts'
import type { Frame, Reading } from '../frame.ts'
import { nameAfter, nameIn } from '../support/names.ts'
import { cellRange, nextFreeColumn } from '../support/table.ts'
import { act } from './structure.ts'

export const insertColumn: Frame = {
  name: 'Insert columns and rows',
  does: 'Inserts an empty column or rows at a place, with a header where you name one; or adds an empty column at the end.',
  examples: ['Insert a column before Price', 'Insert 2 rows above row 5', 'Add an empty column called Notes'],
  effect: 'change',
  cues: ['insert', 'add', 'newcolumn'],
  uses: 'insert add newcolumn column row after before between right left called empty beside below and with up header gt write',
  prior: 0.2,
  read(draft) {
    if (
      draft.asks(
        'times lookup flag share running rank checkbox total chart merge days fill minus newtab weekday',
      )
    )
      return null
    const rowsAt = insertedRows(draft)
    if (rowsAt) return rowsAt
    const plain = plainColumn(draft)
    if (plain) return plain
    if (
      !draft.has('column', 'newcolumn') ||
      !draft.has('empty', 'between', 'before', 'after', 'right', 'left', 'insert')
    )
      return null
    const isBetween = draft.has('between')
    const isBefore = draft.nodes.some(node =>
      /^(?:before|left of|to the left of|in front of)$/i.test(node.text),
    )
    const isPlaced =
      isBetween ||
      isBefore ||
      draft.nodes.some(node =>
        /^(?:after|right after|right of|to the right of|behind|next to|beside)$/i.test(node.text),
      )
    const named = nameIn(draft) ?? bareName(draft) ?? purpose(draft)
    const columns = draft.columns()
    const [first, second] = columns
    const at =
      !isPlaced || !first
        ? null
        : isBefore
          ? first.index
          : isBetween && second
            ? Math.max(first.index, second.index)
            : first.index + 1
    if (at === null && (columns.length > 0 || (!named && isPlaced) || !(draft.has('empty') || named)))
      return null
    draft.cue('insert add newcolumn column between before after empty right left beside')
    const letters = at === null ? nextFreeColumn(draft.tab) : columnLetters(at)
    const header = {
      range: cellRange(draft.tab, letters, draft.tab.header_row ?? 1),
      values: [[named ?? '']],
    }
    const actions = [
      ...(at === null
        ? []
        : [
            {
              action: 'insert_columns',
              tab: draft.tab.title,
              index: letters,
              count: draft.number()?.value ?? 1,
            },
          ]),
      ...(named ? [header] : []),
    ]
    if (actions.length === 0) return null
    return {
      plan: () =>
        inOrder(
          actions,
          `Inserted the empty column **${named ?? letters}**${at === null ? '' : ` at ${letters}`}.`,
        ),
      says: `Insert ${at === null ? 'an empty column at the end' : `an empty column at ${letters}`}${named ? ` with the header “${named}”` : ''}`,
      bonus: 0.6,
    }
  },
}

/** "Add a column Notes", and no word more: what it shall hold is not said. */
function plainColumn(draft: Draft): Reading | null {
  if (!draft.has('newcolumn', 'column') || !draft.has('add', 'insert', 'newcolumn')) return null
  const rest = draft.nodes.filter(
    ({ concepts, text }) =>
      !concepts.has('noise') &&
      !['add', 'insert', 'column', 'newcolumn', 'called', 'to', 'tab'].some(each => concepts.has(each)) &&
      /[\p{L}\p{N}]/u.test(text),
  )
  const [name] = rest
  if (rest.length !== 1 || !name || name.number || name.range || isName(name, draft.scope)) return null
  if (!name.isQuoted && !/^\p{Lu}/u.test(name.text)) return null
  draft.take(name)
  draft.cue('add', 'insert', 'column', 'newcolumn', 'called')
  const letters = nextFreeColumn(draft.tab)
  return {
    plan: () =>
      act(
        [{ range: cellRange(draft.tab, letters, draft.tab.header_row ?? 1), values: [[name.text]] }],
        `Added the empty column **${name.text}** in ${letters}. I can fill it when you say how it is calculated.`,
      ),
    says: `Add an empty column at the end with the header “${name.text}”`,
    bonus: -0.4,
  }
}

function* inOrder(actions: readonly Record<string, unknown>[], said: string): Plan {
  for (const action of actions) {
    const answer: string = yield* act([action], '')
    if (answer !== '') return answer
  }
  return said
}

/** "… after Shed for bucket": what it is for is what it is called. */
function purpose(draft: Draft): string | null {
  const last = draft.nodes.at(-1)
  const before = draft.nodes.at(-2)
  if (!last || !/^for$/i.test(before?.text ?? '') || isColumn(last, draft.scope)) return null
  return nameAfter(draft, draft.nodes.length - 1)
}

/** "empty col Guide between …" */
function bareName(draft: Draft): string | null {
  const at = draft.nodes.findIndex(
    (node, index) =>
      (node.concepts.has('column') || node.concepts.has('newcolumn')) &&
      !draft.isTaken(index) &&
      draft.nodes[index + 1] !== undefined &&
      !isColumn(draft.nodes[index + 1]!, draft.scope) &&
      (draft.nodes[index + 1]!.isUnknown ||
        draft.nodes[index + 1]!.isQuoted ||
        /^\p{Lu}/u.test(draft.nodes[index + 1]!.text)),
  )
  return at === -1 ? null : nameAfter(draft, at + 1)
}

function insertedRows(draft: Draft): Reading | null {
  const line = draft.nodes.findIndex(
    (node, at) => /^rows?$/i.test(node.text) && draft.nodes[at + 1]?.number !== undefined,
  )
  if (
    line === -1 ||
    !draft.has('insert', 'add') ||
    !draft.nodes.some(({ text }) => /^(?:above|below|before|after|under)$/i.test(text))
  )
    return null
  const row = draft.nodes[line + 1]!.number!.value
  draft.take(draft.nodes[line], draft.nodes[line + 1])
  const count = draft.number()?.value ?? 1
  const isBelow = draft.nodes.some(({ text }) => /^(?:below|after|under)$/i.test(text))
  draft.cue('insert', 'add', 'row', 'gt', 'before', 'after', 'below', 'lt')
  return {
    plan: () =>
      act(
        [{ action: 'insert_rows', tab: draft.tab.title, index: isBelow ? row + 1 : row, count }],
        `Inserted ${count} empty ${count === 1 ? 'row' : 'rows'} ${isBelow ? 'below' : 'above'} row ${row}.`,
      ),
    says: `Insert ${count} empty ${count === 1 ? 'row' : 'rows'} ${isBelow ? 'below' : 'above'} row ${row}`,
    bonus: 1,
  }
}
