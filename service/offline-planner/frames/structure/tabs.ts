/** Tabs themselves: made, copied, renamed, hidden, deleted. */
import type { Node } from '../../linking/link.ts'
import { conditions } from '../../reading/conditions.ts'
import type { Draft } from '../../reading/draft.ts'
import { type Frame, problem, type Reading } from '../frame.ts'
import { nameAfter, nameIn } from '../support/names.ts'
import { freeTitle } from '../support/table.ts'
import { act, isColumnSaid, isTabSaid } from './structure.ts'

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
  loses: true,
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
    // "Hide the tab named X", where there is no X, gives nothing that name.
    const isOther = draft.has('hide', 'unhide', 'delete', 'copy') && !draft.has('rename')
    // "Delete the tab A and rename B to C": two wishes, of two tabs.
    if (draft.has('rename', 'called') && draft.has('delete') && tabsNamed(draft) > 1)
      return notPlain('rename')
    if (draft.has('rename', 'called') && !isNew && !isOther) return renamed(draft, tab, named)
    if (draft.has('delete') && named) return deletedTab(draft, tab)
    if (
      (draft.has('hide', 'unhide') ||
        (draft.has('show') && draft.nodes.some(({ text }) => /^tab$/i.test(text)))) &&
      named
    ) {
      const action = draft.cue('hide') ? 'hide_tab' : 'show_tab'
      if (!isPlain(draft)) return notPlain(action === 'hide_tab' ? 'hide' : 'show')
      draft.cue('unhide', 'show')
      return {
        plan: () =>
          act(
            [{ action, tab: tab.title }],
            `${action === 'hide_tab' ? 'Hid' : 'Shows'} the tab **${tab.title}**.`,
          ),
        says: `${action === 'hide_tab' ? 'Hide' : 'Show'} the tab ${tab.title}`,
      }
    }
    return isNew ? added(draft) : null
  },
}

function added(draft: Draft): Reading | null {
  if (!draft.has('add', 'newtab', 'insert') || conditions(draft).length > 0) return null
  const said = nameIn(draft) ?? tabNameAfter(draft)
  const name = said && /^(?:over|to|it|there|here|one|for|from)$/i.test(said) ? null : said
  // "Copy … over to a new one": what is to be copied is something else.
  if (draft.has('copy', 'duplicatetab')) return null
  draft.cue('newtab', 'add', 'tab', 'insert', 'empty')
  const title = freeTitle(draft.scope.overview, name ?? 'Sheet')
  return {
    plan: () => act([{ action: 'add_tab', new_name: title }], `Added the tab **${title}**.`),
    effect: 'add',
    says: `Add an empty tab “${title}”`,
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
  // "… be called Prices instead of Stems": the old name comes last.
  const isOld =
    named !== undefined &&
    draft.nodes
      .slice(0, draft.nodes.indexOf(named))
      .slice(-2)
      .some(({ concepts, text }) => concepts.has('instead') || /^instead/i.test(text))
  const start = draft.nodes.findIndex(
    (node, at) =>
      (named && !isOld ? at > draft.nodes.indexOf(named) : true) &&
      (node.concepts.has('to') || node.isQuoted || node.concepts.has('as') || node.concepts.has('called')),
  )
  const afterTab = draft.nodes.findIndex(
    (node, at) =>
      /^(?:tab|sheet|worksheet|page)$/i.test(node.text) && (!named || at > draft.nodes.indexOf(named)),
  )
  const fallback = Math.max(named ? draft.nodes.indexOf(named) : -1, afterTab)
  // "Under her name" renames nothing: the verb stands before what it is done to.
  const verb = draft.nodes.findIndex(({ text }) => /renam|call|titl|^name$/i.test(text))
  if (start === -1 && (verb === -1 || verb > fallback)) return null
  const from = start === -1 ? fallback + 1 : draft.nodes[start]!.isQuoted ? start : start + 1
  const name = draft.quoted() ?? nameAfter(draft, from)
  if (!name || name === tab.title) return null
  draft.cue('rename', 'called', 'change', 'tab', 'to', 'instead', 'replace')
  return {
    plan: () =>
      act(
        [{ action: 'rename_tab', tab: tab.title, new_name: name }],
        `Renamed the tab “${tab.title}” to **${name}**.`,
      ),
    says: `Rename the tab ${tab.title} to “${name}”`,
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
    says: `Make a copy of the tab ${tab.title}${name ? ` named “${name}”` : ''}`,
    bonus: 0.4,
  }
}

/** What a plain wish to delete, hide or show a tab is made of; any other word says when, which or what else. */
const PLAIN = new Set(
  'delete hide unhide show tab noise chat request of from in and comma all subject'.split(' '),
)

const isPlain = (draft: Draft): boolean =>
  draft.nodes.every(
    node => node.tab !== undefined || [...node.concepts].some(concept => PLAIN.has(concept)),
  ) && tabsNamed(draft) <= 1

const tabsNamed = (draft: Draft): number => new Set(draft.nodes.flatMap(node => node.tab?.title ?? [])).size

const notPlain = (verb: string): Reading =>
  problem(
    `I ${verb} one tab at a time, and only where nothing else is asked with it: “${verb} the tab Sheet2”. Nothing was changed.`,
  )

function deletedTab(draft: Draft, tab: Draft['tab']): Reading | null {
  if (!isTabSaid(draft)) return null
  const verbs = draft.nodes.filter(({ concepts }) => concepts.has('delete'))
  if (!isPlain(draft) || verbs.length > 1) return notPlain('delete')
  draft.cue('delete', 'tab')
  return {
    plan: () => act([{ action: 'delete_tab', tab: tab.title }], `Deleted the tab **${tab.title}**.`),
    says: `Delete the tab ${tab.title}`,
    takes: true,
  }
}
