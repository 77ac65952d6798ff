/** What may be entered into cells: lists to choose from and checkboxes. */
import { columnIndex, formatRange } from '../../../sheets/a1.ts'
import { type Column, isDate, isNumeric } from '../../linking/sheet.ts'
import { type Draft, isColumn } from '../../reading/draft.ts'
import type { Filled, Frame } from '../frame.ts'
import { format, formatCall } from '../looks/looks.ts'
import { givenName } from '../support/adding.ts'
import { headerCalls } from '../support/column.ts'
import { matching } from '../support/met.ts'
import { nameIn } from '../support/names.ts'
import { cellRange, columnRange, inList, nameOf, nextFreeColumn, rowsOf } from '../support/table.ts'

export const validation: Frame = {
  name: 'Lists to choose from and checkboxes',
  does: 'Lets a column take only the values of a list or of another tab’s column, or turns it into checkboxes.',
  examples: [
    'Add a dropdown to Status with Open, Paid and Late',
    'Make Region a dropdown of North, South, East, West',
    'Allow only Open or Paid in Status',
  ],
  effect: 'change',
  cues: ['validate', 'checkbox'],
  uses: 'validate checkbox add newcolumn column column value only or with per row called tab first from filter show in all change name cell table contains',
  prior: 0.8,
  read(draft) {
    const rows = rowsOf(draft)
    if (!rows) return null
    const isBox = draft.cue('checkbox')
    draft.cue('validate')
    const name =
      nameIn(draft) ?? (isBox ? (draft.quoted() ?? (draft.has('column') ? givenName(draft) : null)) : null)
    if (isBox && (name || draft.has('newcolumn'))) {
      const letters = nextFreeColumn(draft.tab)
      const header = rows.header === null ? [] : headerCalls(draft, name ?? 'Done', letters, rows.header)
      return {
        plan: () =>
          format(
            [
              ...header,
              formatCall(cellRange(draft.tab, letters, rows.first, rows.last), {
                action: 'validation',
                checkbox: true,
              }),
            ],
            `Added checkboxes in the new column **${name ?? 'Done'}**.`,
          ),
        says: `Add a column “${name ?? 'Done'}” of checkboxes`,
      }
    }
    const column = listColumn(draft)
    if (!column) return null
    const range = columnRange(column, rows.first, rows.last)
    // Numbers and dates are nothing to tick.
    if (isBox && (isNumeric(column) || isDate(column)) && column.non_empty > 0) return null
    if (isBox)
      return {
        plan: () =>
          format(
            [formatCall(range, { action: 'validation', checkbox: true })],
            `**${nameOf(column)}** has checkboxes now.`,
          ),
        says: `Turn ${nameOf(column)} into checkboxes`,
      }
    const source = sourceIn(draft, column)
    if (source) return limitedTo(draft, column, source)
    const said = optionsIn(draft)
    const list = said.length === 0 ? valuesToChoose(draft, column) : said
    if (list.length < 2) return null
    return {
      plan: () =>
        format(
          [formatCall(range, { action: 'validation', list })],
          `**${nameOf(column)}** takes only ${inList(list)} now. Cells that hold something else stay as they are.`,
        ),
      says: `Let ${nameOf(column)} take only ${inList(list)}`,
    }
  },
}

const MOST_TO_CHOOSE = 30

/** "Add a dropdown for region": of the values that it has, where they are few. */
function valuesToChoose(draft: Draft, column: Column): string[] {
  const values = matching(draft, []).map(({ row }) => String(row[column.index] ?? '').trim())
  const distinct = [...new Set(values.filter(Boolean))].sort((a, b) => a.localeCompare(b))
  return distinct.length <= MOST_TO_CHOOSE && distinct.length < values.length ? distinct : []
}

function listColumn(draft: Draft): Column | null {
  const node = draft
    .free()
    .find(
      each =>
        isColumn(each, draft.scope) &&
        draft.columnOf(each) &&
        !(each.values.length > 0 && each.columns[0]!.quality < 0.97),
    )
  draft.take(node)
  return node ? draft.columnOf(node) : null
}

/** "the names in the first column of the tab Rates" */
function sourceIn(draft: Draft, column: Column): Column | null {
  const tab = draft.nodes.find(node => node.tab && node.tab !== draft.tab)?.tab
  if (!tab) return null
  const all = draft.scope.index.columns.filter(each => each.tab === tab)
  const source = all.find(each => each.header.toLowerCase() === column.header.toLowerCase()) ?? all[0]
  if (!rowsOf(draft, tab) || !source) return null
  draft.take(
    ...draft.nodes.filter(node => node.tab === tab),
    ...draft
      .free()
      .filter(({ concepts }) =>
        ['tab', 'front', 'min:date', 'column', 'contains', 'as'].some(each => concepts.has(each)),
      ),
  )
  return source
}

/** The column takes what the other one, of another tab, holds. */
export function limitedTo(draft: Draft, column: Column, source: Column): Filled | null {
  const [rows, others] = [rowsOf(draft), rowsOf(draft, source.tab)]
  if (!rows || !others) return null
  const list = formatRange(source.tab.title, {
    startRow: others.first - 1,
    endRow: others.last,
    startColumn: columnIndex(source.column),
    endColumn: columnIndex(source.column) + 1,
  })
  return {
    plan: () =>
      format(
        [
          formatCall(columnRange(column, rows.first, rows.last), {
            action: 'validation',
            list_range: list,
            strict: true,
          }),
        ],
        `**${nameOf(column)}** takes only values of ${list}.`,
      ),
    says: `Let ${nameOf(column)} take only the values of ${list}`,
  }
}

function optionsIn(draft: Draft): string[] {
  const found: string[] = []
  for (const node of draft.free()) {
    const isOption =
      node.isQuoted ||
      node.isUnknown ||
      node.values.length > 0 ||
      /^\p{Lu}/u.test(node.text) ||
      /^(?:yes|no)$/i.test(node.text) ||
      (node.number !== undefined && /\d/.test(node.text))
    if (
      !isOption ||
      (node.concepts.has('add') && !node.values.length) ||
      (node.at === 0 && node.values.length === 0)
    )
      continue
    draft.take(node)
    const text = node.values.find(({ isWhole }) => isWhole)?.values[0]?.trim() ?? node.text
    if (!found.some(each => each.toLowerCase() === text.toLowerCase()))
      found.push(/^\p{Lu}/u.test(node.text) ? node.text : text)
  }
  return found
}
