/** The tab that a turn works on: what the request names must exist and agree; else the usual one. */
import type { Tab } from '../sheets/spreadsheet.ts'
import type { Refusal } from './agents.ts'

export interface WantedTab {
  /** By `sheet_id`. */
  sheetId: number | null
  /** By the gid of the address. */
  addressSheetId: number | null
  sheetName: string | null
  /** The previous turn's, on a follow-up. */
  previousSheetId: number | null
}

const refuse = (message: string): Refusal => ({ state: 'refused', code: 'INVALID_REQUEST', message })

const MAX_LISTED = 10

function listTitles(tabs: readonly Tab[]): string {
  const titles = tabs.slice(0, MAX_LISTED).map(tab => `"${tab.title}"`)
  return tabs.length > MAX_LISTED ? `${titles.join(', ')} and more` : titles.join(', ')
}

export function chooseTab(tabs: readonly Tab[], wanted: WantedTab): Tab | Refusal {
  const named: Tab[] = []
  for (const [field, id] of [
    ['sheet_id', wanted.sheetId],
    ['spreadsheet_id', wanted.addressSheetId],
  ] as const) {
    if (id === null) continue
    const tab = tabs.find(tab => tab.sheetId === id)
    if (!tab) {
      return refuse(
        `${field}: this spreadsheet has no tab with gid ${id}. Take the gid from the tab's address, or leave it out for the first tab.`,
      )
    }
    named.push(tab)
  }
  if (wanted.sheetName !== null) {
    const tab = tabs.find(tab => tab.title === wanted.sheetName)
    if (!tab) {
      return refuse(
        `sheet_name: this spreadsheet has no tab called "${wanted.sheetName}". It has ${listTitles(tabs)}.`,
      )
    }
    named.push(tab)
  }
  const first = named[0]
  if (first && named.some(tab => tab.sheetId !== first.sheetId)) {
    const names = [...new Set(named.map(tab => `"${tab.title}"`))].join(' and ')
    return refuse(
      `sheet_id and sheet_name name different tabs (${names}). Name one tab, or leave one of them out; a gid in the address counts as sheet_id.`,
    )
  }
  // A previous tab that is gone since is no reason to refuse: its title was never asked for.
  const previous = tabs.find(tab => tab.sheetId === wanted.previousSheetId)
  return first ?? previous ?? tabs[0] ?? refuse('spreadsheet_id: this spreadsheet has no tab to work on.')
}
