/** Adding, copying, deleting, hiding and showing tabs. */
import type { TabOverview } from '../../../sheets/overview.ts'
import { findTab, freeTitle } from '../columns.ts'
import {
  call,
  type Instruction,
  type Plan,
  problem,
  type Reading,
  type Scope,
  understood,
} from '../instruction.ts'
import { notDone } from '../tables.ts'
import { inList, unquote } from '../text.ts'

export const tabs: Instruction = {
  name: 'Add, copy, delete, hide tabs',
  does: 'Adds an empty tab, duplicates, deletes, hides or shows one.',
  examples: [
    'Add a new tab called Notes',
    'Duplicate this tab',
    'Copy the tab Orders as "Orders backup"',
    'Delete the tab Sheet2',
    'Hide Sheet2',
    'Show the tab Sheet2',
  ],
  read: (clause, scope) => readAdd(clause, scope) ?? readCopy(clause, scope) ?? readOther(clause, scope),
}

const TAB = '(?:tab|sheet|worksheet)'
const NAME = String.raw`("[^"]+"|'[^']+'|[\w][\w .&-]*)`
const ADD = new RegExp(
  `^(?:add|create|insert|make)\\s+(?:a|an|another)?\\s*(?:new|empty|blank|another)?\\s*(?:empty\\s+|blank\\s+)?${TAB}(?:\\s+(?:called|named|titled|with the name)?\\s*${NAME})?$`,
  'i',
)
const COPY = new RegExp(
  `^(?:duplicate|copy|clone|make a copy of|back ?up|make a backup of|create a copy of)\\s+(?:(?:this|the|the current|the active)\\s+${TAB}|(?:the\\s+)?(?:${TAB}\\s+)?${NAME}?(?:\\s+${TAB})?)(?:\\s*,?\\s+(?:and\\s+(?:call|name)\\s+it|as|to|into|named|called)\\s+(?:a\\s+new\\s+${TAB}\\s+)?(?:called\\s+|named\\s+)?${NAME})?$`,
  'i',
)
const OTHER = new RegExp(
  `^(delete|remove|drop|hide|unhide|show)\\s+(?:the\\s+|this\\s+)?(?:(?:current\\s+|active\\s+)?(${TAB})\\b\\s*)?${NAME}?$`,
  'i',
)

function readAdd(clause: string, scope: Scope): Reading | null {
  const match = ADD.exec(clause)
  if (!match) return null
  const wanted = match[1] === undefined ? 'Sheet' : unquote(match[1])
  const taken =
    match[1] === undefined
      ? null
      : scope.overview.tabs.find(({ title }) => title.toLowerCase() === wanted.toLowerCase())
  if (taken)
    return problem(
      `There is already a tab “${taken.title}”. Choose another name. Nothing was changed for this.`,
    )
  return understood(() =>
    act(
      { action: 'add_tab', new_name: freeTitle(scope, wanted) },
      title => `Added the empty tab **${title}**.`,
    ),
  )
}

function readCopy(clause: string, scope: Scope): Reading | null {
  const match = COPY.exec(clause)
  if (!match) return null
  const isThis = new RegExp(
    `(?:this|the|current|active)\\s+${TAB}(?:$|\\s+(?:as|to|and|into|named|called|,))`,
    'i',
  ).test(clause)
  const tab =
    match[1] === undefined || isThis
      ? isThis
        ? scope.tab
        : null
      : findTab(scope, match[1].replace(new RegExp(`\\s+${TAB}$`, 'i'), ''))
  if (!tab) return null
  const title = freeTitle(scope, match[2] === undefined ? `Copy of ${tab.title}` : unquote(match[2]))
  return understood(() =>
    act(
      { action: 'duplicate_tab', tab: tab.title, new_name: title },
      name => `Copied the tab “${tab.title}” to **${name}**.`,
    ),
  )
}

function readOther(clause: string, scope: Scope): Reading | null {
  const match = OTHER.exec(clause)
  if (!match) return null
  const [, verb = '', word, name] = match
  const tab =
    name === undefined
      ? word === undefined
        ? null
        : scope.tab
      : findTab(scope, name.replace(new RegExp(`\\s+${TAB}$`, 'i'), ''))
  if (!tab) {
    const there = inList(scope.overview.tabs.map(({ title }) => `“${title}”`))
    return word !== undefined && name !== undefined
      ? problem(`There is no tab “${unquote(name)}”. The tabs are ${there}. Nothing was changed for this.`)
      : null
  }
  if (/^(?:delete|remove|drop)$/i.test(verb)) return readDelete(tab, word !== undefined, scope)
  const action = /^hide$/i.test(verb) ? 'hide_tab' : 'show_tab'
  // "Show Orders" more likely asks for what is in it.
  if (action === 'show_tab' && /^show$/i.test(verb) && !tab.hidden && word === undefined) return null
  return understood(() =>
    act(
      { action, tab: tab.title },
      () => `${action === 'hide_tab' ? 'Hid' : 'Showed'} the tab **${tab.title}**.`,
    ),
  )
}

/** A whole tab goes only where the user calls it a tab. */
function readDelete(tab: TabOverview, isCalledTab: boolean, { overview }: Scope): Reading | null {
  if (!isCalledTab) return null
  if (overview.tabs.length === 1)
    return problem(
      `“${tab.title}” is the only tab, and a spreadsheet needs one. Nothing was changed for this.`,
    )
  return understood(() =>
    act({ action: 'delete_tab', tab: tab.title }, () => `Deleted the tab **${tab.title}**.`),
  )
}

function* act(args: Record<string, unknown>, said: (title: string) => string): Plan {
  const result = yield* call('edit_structure', args)
  return result.error === undefined
    ? said(typeof args.new_name === 'string' ? args.new_name : '')
    : notDone(result)
}
