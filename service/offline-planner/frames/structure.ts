/** Columns and tabs themselves: renamed, moved, inserted, deleted, hidden, copied. */
import { columnIndex, columnLetters, quoteTab } from '../../sheets/a1.ts'
import type { Node } from '../linking/link.ts'
import type { Column } from '../linking/sheet.ts'
import { calls, notDone, type Plan } from '../plan.ts'
import { conditions } from '../reading/conditions.ts'
import { type Draft, isColumn, isName } from '../reading/draft.ts'
import { type Frame, problem, type Reading } from './frame.ts'
import { nameAfter, nameIn } from './support/names.ts'
import { cellRange, freeTitle, inList, nameOf, nextFreeColumn } from './support/table.ts'

const LINES = new Set(['move', 'hide', 'show'])

function* act(actions: readonly Record<string, unknown>[], said: string): Plan {
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

const isTabSaid = (draft: Draft): boolean =>
  draft.nodes.some(
    node => /^(?:tabs?|sheets?|worksheets?|pages?)$/i.test(node.text) || node.concepts.has('newtab'),
  )
const isColumnSaid = (draft: Draft): boolean =>
  draft.nodes.some(node => /^(?:columns?|cols?|fields?|headings?|headers?|heading)$/i.test(node.text))

export const renameColumn: Frame = {
  name: 'Rename columns',
  does: 'Gives columns other headers.',
  examples: ['Rename the column Qty to Quantity', 'call Cost Expenses instead'],
  effect: 'change',
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
      says: `Rename ${pairs.map(({ column, name }) => `${nameOf(column)} to “${name}”`).join(' and ')}`,
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
      says: `Move ${nameOf(column)} ${where}`,
      bonus: 0.4,
    }
  },
}

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
      says: `Insert an empty column ${named ?? ''}`,
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
      inOrder(
        [{ range: cellRange(draft.tab, letters, draft.tab.header_row ?? 1), values: [[name.text]] }],
        `Added the empty column **${name.text}** in ${letters}. I can fill it when you say how it is calculated.`,
      ),
    says: `Add the empty column ${name.text}`,
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
    says: 'Insert rows',
    bonus: 1,
  }
}

const saysWhich = (draft: Draft): boolean =>
  draft.nodes.some(({ text }) => /^(?:where|whose|which|that|if|when)$/i.test(text))

export const deleteColumn: Frame = {
  name: 'Delete or hide columns',
  does: 'Deletes columns, hides them or shows them again.',
  examples: ['Delete the column Cost', 'Delete columns First and Last', 'hide Email'],
  effect: 'change',
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
      says: `${isHide ? 'Hide' : isShow ? 'Show' : 'Delete'} ${inList(columns.map(nameOf))}`,
      bonus: isSaid || isHide ? 0.5 : -0.2,
    }
  },
}

export const tabs: Frame = {
  name: 'Tabs',
  does: 'Adds an empty tab, renames, duplicates, deletes, hides or shows one.',
  examples: [
    'Add a new tab called Notes',
    'Rename this tab to Sales 2026',
    'Duplicate this tab',
    'Delete the tab Sheet2',
    'Hide the tab Sheet2',
    'Copy the tab Orders as "Orders backup"',
  ],
  effect: 'change',
  cues: ['tab', 'newtab', 'duplicatetab', 'rename', 'called', 'hide', 'unhide', 'delete'],
  uses: 'tab newtab add rename called duplicatetab copy delete hide unhide to as empty change insert and write all keep column table before',
  prior: 0.1,
  read(draft) {
    if (
      isColumnSaid(draft) ||
      draft.asks('chart', 'total', 'howmany', 'pivot', 'transpose', 'unpivot', 'by', 'per', 'header')
    )
      return null
    if (draft.nodes.some(({ text }) => /^(?:rows?|lines?)$/i.test(text))) return null
    const named = draft.nodes.find(
      node =>
        node.tab &&
        (node.columns.length === 0 ||
          isTabSaid(draft) ||
          (draft.has('rename') && node.text.toLowerCase() === node.tab.title.toLowerCase())),
    )
    const tab = named?.tab ?? draft.tab
    const isSaid = isTabSaid(draft) || named !== undefined
    if (!isSaid) return null
    draft.take(named)
    const isNew =
      draft.has('newtab') ||
      draft.nodes.some(
        ({ concepts }, at) =>
          concepts.has('tab') &&
          /^(?:new|fresh|blank|empty|another|extra|separate|additional|spare|clean|further)$/i.test(
            draft.nodes[at - 1]?.text ?? '',
          ),
      ) ||
      (draft.has('add') &&
        draft.nodes.some(({ text }) => /^new$/i.test(text)) &&
        draft.nodes.some(({ text }) => /^(?:tab|sheet|page|worksheet)s?$/i.test(text)))
    if (draft.has('duplicatetab') && !isNew && !draft.has('delete', 'dedupe'))
      return duplicated(draft, tab, named)
    if (draft.has('rename', 'called') && !isNew) return renamed(draft, tab, named)
    if (draft.has('delete') && named) return deletedTab(draft, tab)
    if (
      (draft.has('hide', 'unhide') ||
        (draft.has('show') && draft.nodes.some(({ text }) => /^tab$/i.test(text)))) &&
      named
    ) {
      const action = draft.cue('hide') ? 'hide_tab' : 'show_tab'
      draft.cue('unhide', 'show')
      return {
        plan: () =>
          act(
            [{ action, tab: tab.title }],
            `${action === 'hide_tab' ? 'Hid' : 'Shows'} the tab **${tab.title}**.`,
          ),
        says: `${action} ${tab.title}`,
      }
    }
    return isNew ? added(draft) : null
  },
}

function added(draft: Draft): Reading | null {
  if (!draft.has('add', 'newtab', 'insert') || conditions(draft).length > 0) return null
  const name = nameIn(draft) ?? tabNameAfter(draft)
  draft.cue('newtab', 'add', 'tab', 'insert', 'empty')
  const title = freeTitle(draft.scope.overview, name ?? 'Sheet')
  return {
    plan: () => act([{ action: 'add_tab', new_name: title }], `Added the tab **${title}**.`),
    effect: 'add',
    says: `Add a tab ${title}`,
  }
}

/** "new tab Boats" */
function tabNameAfter(draft: Draft): string | null {
  const at = draft.nodes.findIndex(node => node.concepts.has('newtab') || node.concepts.has('tab'))
  const next = draft.nodes.findIndex(
    (node, index) => index > at && !node.concepts.has('noise') && !node.concepts.has('called'),
  )
  return at === -1 || next === -1 ? null : nameAfter(draft, next)
}

function renamed(draft: Draft, tab: Draft['tab'], named: Node | undefined): Reading | null {
  const start = draft.nodes.findIndex(
    (node, at) =>
      (named ? at > draft.nodes.indexOf(named) : true) &&
      (node.concepts.has('to') || node.isQuoted || node.concepts.has('as') || node.concepts.has('called')),
  )
  const afterTab = draft.nodes.findIndex(
    (node, at) =>
      /^(?:tab|sheet|worksheet|page)$/i.test(node.text) && (!named || at > draft.nodes.indexOf(named)),
  )
  if (start === -1 && !draft.nodes.some(({ text }) => /renam|call|titl|^name$/i.test(text))) return null
  const fallback = Math.max(named ? draft.nodes.indexOf(named) : -1, afterTab)
  const from = start === -1 ? fallback + 1 : draft.nodes[start]!.isQuoted ? start : start + 1
  const name = draft.quoted() ?? nameAfter(draft, from)
  if (!name || name === tab.title) return null
  draft.cue('rename', 'called', 'change', 'tab', 'to')
  return {
    plan: () =>
      act(
        [{ action: 'rename_tab', tab: tab.title, new_name: name }],
        `Renamed the tab “${tab.title}” to **${name}**.`,
      ),
    says: `Rename the tab ${tab.title} to ${name}`,
    bonus: 0.4,
  }
}

function duplicated(draft: Draft, tab: Draft['tab'], named: Node | undefined): Reading | null {
  if (conditions(draft).length > 0) return null
  const own = nameIn(draft)
  const as = draft.nodes.findIndex(node => node.concepts.has('as'))
  const name = own ?? draft.quoted() ?? (as === -1 ? null : nameAfter(draft, as + 1))
  if (!named && !isTabSaid(draft)) return null
  draft.cue('duplicatetab', 'copy', 'tab', 'called')
  return {
    plan: () =>
      act(
        [{ action: 'duplicate_tab', tab: tab.title, ...(name ? { new_name: name } : {}) }],
        `Duplicated **${tab.title}**${name ? ` as **${name}**` : ''}.`,
      ),
    effect: 'add',
    says: `Duplicate ${tab.title}`,
    bonus: 0.4,
  }
}

function deletedTab(draft: Draft, tab: Draft['tab']): Reading | null {
  if (!isTabSaid(draft)) return null
  if (conditions(draft).length > 0)
    return problem('Say whether the tab or rows of it are to be deleted. Nothing was changed.')
  draft.cue('delete', 'tab')
  return {
    plan: () => act([{ action: 'delete_tab', tab: tab.title }], `Deleted the tab **${tab.title}**.`),
    says: `Delete the tab ${tab.title}`,
  }
}
