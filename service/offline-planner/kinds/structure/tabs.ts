/** Tabs themselves: made, copied, renamed, hidden, deleted. */
import type { TabOverview } from '../../../sheets/overview/overview.ts'
import type { Scope } from '../../reading/scope.ts'
import type { Filled, Kind } from '../kind.ts'
import { freeTitle } from '../support/table.ts'
import { act } from './act.ts'

export const tabs: Kind = {
  name: 'Tabs',
  does: 'Adds an empty tab, renames, duplicates, deletes, hides or shows one.',
  examples: [
    'Add a new tab called Notes',
    'Rename this tab to Sales 2026',
    'The tab Sheet2 should be called Archive',
    'Duplicate this tab',
    'Delete the tab Sheet2',
    'Hide the tab Sheet2',
    'Copy the tab Orders as "Orders backup"',
  ],
  effect: 'change',
}

export function tabAdded({ overview }: Scope, name: string): Filled {
  const title = freeTitle(overview, name)
  return {
    plan: () => act([{ action: 'add_tab', new_name: title }], `Added the tab **${title}**.`),
    says: `Add an empty tab “${title}”`,
    effect: 'add',
  }
}

export const tabRenamed = ({ title }: TabOverview, name: string): Filled => ({
  plan: () =>
    act([{ action: 'rename_tab', tab: title, new_name: name }], `Renamed the tab “${title}” to **${name}**.`),
  says: `Rename the tab ${title} to “${name}”`,
  renames: { tab: title, to: name },
})

export const tabCopied = ({ title }: TabOverview, name: string | null): Filled => ({
  plan: () =>
    act(
      [{ action: 'duplicate_tab', tab: title, ...(name ? { new_name: name } : {}) }],
      `Duplicated **${title}**${name ? ` as **${name}**` : ''}.`,
    ),
  says: `Make a copy of the tab ${title}${name ? ` named “${name}”` : ''}`,
  effect: 'add',
})

const DONE = { delete: 'Deleted', hide: 'Hid', show: 'Shows' }

export const tabChanged = ({ title }: TabOverview, way: 'delete' | 'hide' | 'show'): Filled => ({
  plan: () => act([{ action: `${way}_tab`, tab: title }], `${DONE[way]} the tab **${title}**.`),
  says: `${way[0]!.toUpperCase()}${way.slice(1)} the tab ${title}`,
  takes: way === 'delete',
})
