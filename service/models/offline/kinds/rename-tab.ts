/** "Rename this tab to Orders". */

import type { TabOverview } from '../../../sheets/overview.ts'
import { findTab } from '../columns.ts'
import { call, type Instruction, type Plan, problem, type Scope, understood } from '../instruction.ts'
import { notDone } from '../tables.ts'
import { inList, unquote } from '../text.ts'

export const renameTab: Instruction = {
  name: 'Rename a tab',
  does: 'Gives a tab another name.',
  examples: [
    'Rename this tab to Sales 2026',
    'Rename the tab Orders to Sales',
    'Rename Sheet2 to Archive',
    'Call this sheet "Order list"',
    'Change the name of the tab to Sales',
    'Name the tab Sales',
  ],
  read(clause, scope) {
    const { match, isSure } = firstMatch(clause)
    if (!match) return null
    const { from = '', to = '' } = match.groups ?? {}
    const title = unquote(to.replace(/^(?:as|to)\s+/i, ''))
    const tab = THIS.test(from)
      ? thisTab(from, scope)
      : findTab(
          scope,
          from.replace(/^(?:the\s+)?(?:tab|sheet|worksheet)\s+|\s+(?:tab|sheet|worksheet)$/gi, ''),
        )
    if (!tab) return isSure ? problem(noTab(from, scope)) : null
    return title === '' ? null : understood(() => plan(tab, title))
  },
}

const TAB = '(?:tab|sheet|worksheet)'
const THIS = /^(?:(?:this|the|the current|the active|current|that|the new)?\s*(?:tab|sheet|worksheet)?|it)$/i
const SURE = [
  new RegExp(
    `^rename\\s+(?<from>(?:the\\s+)?(?:${TAB})\\s+(?:called\\s+|named\\s+)?.+?|.+?\\s+${TAB}|(?:this|the|the current|the active)?\\s*${TAB})\\s+(?:to|as|into)\\s+(?<to>.+)$`,
    'i',
  ),
  /^change\s+(?:the\s+)?(?:name|title)\s+of\s+(?<from>.+?)\s+(?:to|into)\s+(?<to>.+)$/i,
  new RegExp(
    `^change\\s+(?:the\\s+)?${TAB}(?:'s)?\\s+(?:name|title)(?<from>)\\s+(?:to|into)\\s+(?<to>.+)$`,
    'i',
  ),
  new RegExp(
    `^(?:call|name|title)\\s+(?<from>(?:this|the|the current|the active)\\s+${TAB})\\s+(?<to>.+)$`,
    'i',
  ),
]
const PERHAPS = [/^rename\s+(?<from>.+?)\s+(?:to|as|into)\s+(?<to>.+)$/i]

function firstMatch(clause: string): { match: RegExpExecArray | null; isSure: boolean } {
  for (const pattern of SURE) {
    const match = pattern.exec(clause)
    if (match) return { match, isSure: true }
  }
  return { match: PERHAPS[0]!.exec(clause), isSure: false }
}

/** "it" and "the new tab" mean the tab of the turn before, where there is one. */
function thisTab(from: string, scope: Scope): TabOverview | null {
  const remembered = scope.memory.tab
  const isBack = /^(?:it|that|the new)\b/i.test(from)
  if (/^it$/i.test(from) && remembered === undefined) return null
  return isBack && remembered !== undefined ? findTab(scope, remembered) : scope.tab
}

const noTab = (name: string, { overview }: Scope): string =>
  `There is no tab “${unquote(name)}”. The tabs are ${inList(overview.tabs.map(({ title }) => `“${title}”`))}. Nothing was changed for this.`

function* plan(tab: TabOverview, title: string): Plan {
  const result = yield* call('edit_structure', { action: 'rename_tab', tab: tab.title, new_name: title })
  return result.error === undefined ? `Renamed the tab “${tab.title}” to **${title}**.` : notDone(result)
}
