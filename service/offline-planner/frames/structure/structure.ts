/** Columns and tabs themselves: renamed, moved, inserted, deleted, hidden, copied. */
import { columnIndex, columnLetters, quoteTab } from '../../../sheets/a1.ts'
import type { Node } from '../../linking/link.ts'
import type { Column } from '../../linking/sheet.ts'
import { calls, notDone, type Plan } from '../../plan.ts'
import { type Draft, isColumn, isName } from '../../reading/draft.ts'
import type { Frame } from '../frame.ts'
import { nameAfter } from '../support/names.ts'
import { cellRange, inList, nameOf, nextFreeColumn } from '../support/table.ts'

const LINES = new Set(['move', 'hide', 'show'])

export function* act(actions: readonly Record<string, unknown>[], said: string): Plan {
  const failure = yield* calls(
    ...actions.map(args => ({
      tool:
        args.values !== undefined
          ? 'write_range'
          : LINES.has(String(args.action))
            ? 'rows_columns'
            : 'edit_structure',
      args,
    })),
  )
  return failure ? notDone(failure) : said
}

const wholeColumn = ({ tab, column }: Column): string => `${quoteTab(tab.title)}!${column}:${column}`

export const isTabSaid = (draft: Draft): boolean =>
  draft.nodes.some(
    node => /^(?:tabs?|sheets?|worksheets?|pages?)$/i.test(node.text) || node.concepts.has('newtab'),
  )

export const isColumnSaid = (draft: Draft): boolean =>
  draft.nodes.some(node => /^(?:columns?|cols?|fields?|headings?|headers?|heading)$/i.test(node.text))

export const renameColumn: Frame = {
  name: 'Rename columns',
  does: 'Gives columns other headers.',
  examples: ['Rename the column Qty to Quantity', 'call Cost Expenses instead'],
  effect: 'change',
  loses: true,
  cues: ['rename', 'called', 'change', 'replace'],
  uses: 'rename called change to as header column replace and instead both keep is with',
  prior: 0.3,
  read(draft) {
    if (draft.asks('newcolumn', 'add', 'newtab', 'total', 'highlight', 'chart') && !draft.has('rename'))
      return null
    if (
      (isTabSaid(draft) && !isColumnSaid(draft)) ||
      draft.asks('title', 'upper', 'lowercase', 'trim', 'currency', 'percentformat', 'bold', 'convert')
    )
      return null
    // "Set price to 5" is about values.
    if (!draft.has('rename', 'called') && !isColumnSaid(draft)) return null
    const pairs: { column: Column; name: string }[] = []
    for (const [at, node] of draft.nodes.entries()) {
      if (draft.isTaken(at) || !isColumn(node, draft.scope)) continue
      const column = draft.columnOf(node)
      // The very title of a tab is the tab, unless a column is spoken of.
      if (node.tab && !isColumnSaid(draft) && column?.header.toLowerCase() !== node.text.toLowerCase())
        continue
      if (!column || pairs.some(({ name }) => name === node.text)) continue
      const name = newName(draft, at)
      if (!name) continue
      draft.take(node)
      pairs.push({ column, name })
    }
    if (pairs.length === 0 || !draft.cue('rename', 'called', 'change', 'replace')) return null
    const row = draft.tab.header_row ?? 1
    return {
      plan: () =>
        act(
          pairs.map(({ column, name }) => ({
            range: cellRange(draft.tab, column.column, row),
            values: [[name]],
            overwrite: true,
          })),
          `Renamed ${pairs.map(({ column, name }) => `**${nameOf(column)}** to **${name}**`).join(' and ')}.`,
        ),
      says: `Rename the column ${pairs.map(({ column, name }) => `${nameOf(column)} to “${name}”`).join(' and ')}`,
    }
  },
}

/** "Price wants to be next to Qty": a column, what it shall be, and where. */
function isStated(draft: Draft): boolean {
  const [first, ...rest] = draft.nodes.filter(
    node => !node.concepts.has('noise') || node.concepts.has('auxiliary'),
  )
  const place = rest.findIndex(node =>
    /^(?:next to|beside|after|before|right after|behind|in front of)$/i.test(node.text),
  )
  const said = draft.nodes.slice(0, draft.nodes.indexOf(rest[place]!))
  return (
    first !== undefined &&
    place > -1 &&
    isColumn(first, draft.scope) &&
    draft.columnOf(first) !== null &&
    said.some(({ text }) => /\b(?:should|shall|must|ought|wants?|needs?|belongs?)\b/i.test(text)) &&
    rest.slice(place + 1).some(node => isColumn(node, draft.scope) && draft.columnOf(node) !== null)
  )
}

/** What follows the column: after "to", "as", a verb or quotation marks. */
function newName(draft: Draft, at: number): string | null {
  for (let next = at + 1; next < Math.min(draft.nodes.length, at + 8); next++) {
    const node = draft.nodes[next]!
    if (draft.isTaken(next)) continue
    if (node.isQuoted) return draft.take(node), node.text
    const isJoint =
      node.concepts.has('to') ||
      node.concepts.has('called') ||
      node.concepts.has('as') ||
      node.concepts.has('instead') ||
      node.concepts.has('rename') ||
      /^(?:->|=|into|henceforth|instead|replaced by|by)$/i.test(node.text)
    if (isJoint) {
      const start = next + (draft.nodes[next + 1]?.concepts.has('called') ? 1 : 0)
      const name = nameAfter(draft, start + 1)
      if (name) return draft.take(node), name
      continue
    }
    if (node.concepts.has('column') || /^[,(")]$/.test(node.text) || node.concepts.has('noise')) continue
    if (/^\p{Lu}/u.test(node.text) && !node.concepts.has('and')) return nameAfter(draft, next)
    // "call Fat butterfat"
    const verb = draft.nodes[at - 1]
    if (node.isUnknown && (verb?.concepts.has('called') || verb?.concepts.has('rename')))
      return nameAfter(draft, next)
    return null
  }
  return null
}

export const moveColumn: Frame = {
  name: 'Move a column',
  does: 'Moves a column before or after another, to the front or to the end.',
  examples: ['Move Status to the front', 'Move Price after Qty'],
  effect: 'change',
  cues: ['move', 'front', 'back', 'column', 'auxiliary', 'to'],
  uses: 'is auxiliary to move front back column right left after before to add keep where first beside',
  prior: 0.3,
  read(draft) {
    if (draft.has('newcolumn', 'newtab', 'sort', 'insert') && !draft.has('move', 'front')) return null
    if (!(draft.has('move', 'front') || isStated(draft)) || (draft.has('raise') && draft.hasAnywhere('day')))
      return null
    const isFront =
      draft.has('front') && draft.nodes.some(node => node.concepts.has('front') && !isName(node, draft.scope))
    const isBack = !isFront && draft.has('back')
    const before = draft.nodes.some(node => /^(?:before|left of|in front of)$/i.test(node.text))
    const after = draft.nodes.some(node => /after|right of|behind|next to|between/i.test(node.text))
    const [column, anchor] = draft.columns()
    if (!column || (!isFront && !isBack && !anchor)) return null
    draft.cue('move', 'front', 'back', 'before', 'after', 'right', 'left', 'beside', 'between')
    const to = isFront
      ? 0
      : isBack
        ? columnIndex(nextFreeColumn(draft.tab))
        : anchor!.index + (before && !after ? 0 : 1)
    const where = isFront
      ? 'to the front'
      : isBack
        ? 'to the end'
        : `${before && !after ? 'before' : 'after'} **${nameOf(anchor!)}**`
    return {
      plan: () =>
        act(
          [{ action: 'move', range: wholeColumn(column), before: columnLetters(to) }],
          `Moved **${nameOf(column)}** ${where}.`,
        ),
      says: `Move the column ${nameOf(column)} ${where.replaceAll('**', '')}`,
      bonus: 0.4,
    }
  },
}

const saysWhich = (draft: Draft): boolean =>
  draft.nodes.some(({ text }) => /^(?:where|whose|which|that|if|when)$/i.test(text))

export const deleteColumn: Frame = {
  name: 'Delete or hide columns',
  does: 'Deletes columns, hides them or shows them again.',
  examples: ['Delete the column Cost', 'Delete columns First and Last', 'hide Email'],
  effect: 'change',
  loses: true,
  cues: ['delete', 'hide', 'unhide'],
  uses: 'delete hide unhide column all keep table both other with value',
  prior: 0.1,
  read(draft) {
    const isHide = draft.has('hide')
    const isShow = draft.has('unhide')
    if (
      draft.has('duplicates', 'trim', 'filter', 'empty', 'error', 'border', 'clearfilter', 'still') ||
      draft.nodes.some(
        ({ concepts, date, number }) =>
          concepts.has('gt') || concepts.has('lt') || date !== undefined || (number !== undefined && !isHide),
      )
    )
      return null
    const isSaid = isColumnSaid(draft)
    const hasValues = draft
      .free()
      .some(
        node =>
          node.values.some(({ isWhole, column }) => isWhole && column.tab === draft.tab) &&
          !isName(node, draft.scope),
      )
    // "Remove the jobs that took long": rows by their name, not the column of names.
    const areRows = (node: Node): boolean =>
      node.concepts.has('row') && node.columns[0]?.column.index === 0 && isColumn(node, draft.scope)
    // "Hide other colours": those values of the column, and not the column.
    const isOther = draft.nodes.some(
      (node, at) => node.concepts.has('other') && isName(draft.nodes[at + 1] ?? node, draft.scope),
    )
    if (isOther && !isSaid) return null
    if (!isHide && !isShow && !isSaid && (draft.free().some(areRows) || saysWhich(draft))) return null
    const columns = draft.columns()
    if (columns.length === 0 || hasValues || (!isHide && !isShow && !isSaid && draft.has('row'))) return null
    // "hide it but keep it visible" is no wish that can be had.
    if (isHide && draft.nodes.some(({ text }) => /still|same time|wanna see|want to see/i.test(text)))
      return null
    const sorted = [...columns].sort((a, b) => b.index - a.index)
    const action = isHide ? 'hide' : isShow ? 'show' : 'delete_columns'
    draft.cue('delete', 'hide', 'unhide')
    const said = inList(columns.map(column => `**${nameOf(column)}**`))
    return {
      plan: () =>
        act(
          sorted.map(column =>
            action === 'delete_columns'
              ? { action, tab: draft.tab.title, index: column.column }
              : { action, range: wholeColumn(column) },
          ),
          `${isHide ? 'Hid' : isShow ? 'Shows again' : 'Deleted'} ${said}.`,
        ),
      says: `${isHide ? 'Hide' : isShow ? 'Show' : 'Delete'} the ${columns.length === 1 ? 'column' : `${columns.length} columns`} ${inList(columns.map(nameOf))}`,
      takes: !isHide && !isShow,
      bonus: isSaid || isHide ? 0.5 : -0.2,
    }
  },
}
