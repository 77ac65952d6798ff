/**
 * From the range a model wrote to a tab and a box on it. Tabs are held by their id, so that a tab the
 * user renames in the middle of a turn is still found under the name the model knows.
 */
import type { ToolCallFields } from '../../../contract/index.ts'
import {
  type Box,
  boxCells,
  boxColumns,
  boxRows,
  type ClosedBox,
  closeBox,
  formatBox,
  formatRange,
  parseRange,
  splitRanges,
} from '../../sheets/a1.ts'
import type { SpreadsheetMeta, Tab, TabMeta } from '../../sheets/spreadsheet.ts'
import type { ToolContext } from '../tool.ts'
import { Refusal } from './refusal.ts'

export interface Target {
  tab: Tab
  details: TabMeta
  /** As asked for; sides may be open. */
  open: Box
  /** Closed at the edge of the grid. */
  box: ClosedBox
  /** The closed box without its tab, for the entry's `range`. */
  a1: string
  /** With the tab, quoted, for calls to Google. */
  full: string
}

const NO_DETAILS: TabMeta = {
  frozenRows: 0,
  frozenColumns: 0,
  merges: [],
  protected: [],
  filter: null,
  charts: 0,
}

export async function resolveTarget(context: ToolContext, text: string): Promise<Target> {
  const meta = await context.spreadsheet.meta()
  const asked = readRange(meta, text)
  const tab = asked.sheetId === undefined ? findTab(context, meta, asked.tab) : tabById(meta, asked.sheetId)
  return makeTarget(meta, tab, asked.box)
}

export async function targetOf(context: ToolContext, tab: Tab, box: Box): Promise<Target> {
  return makeTarget(await context.spreadsheet.meta(), tab, box)
}

function makeTarget(meta: SpreadsheetMeta, tab: Tab, open: Box): Target {
  const box = closeBox(open, tab.rows, tab.columns)
  return {
    tab,
    details: meta.details.get(tab.sheetId) ?? NO_DETAILS,
    open,
    box,
    a1: formatBox(box),
    full: formatRange(tab.title, box),
  }
}

/** The same target cut to what is on the grid, for reading. Null where nothing of it is. */
export function onGrid(target: Target): Target | null {
  const { box, tab } = target
  const cut: ClosedBox = {
    startRow: box.startRow,
    endRow: Math.min(box.endRow, tab.rows),
    startColumn: box.startColumn,
    endColumn: Math.min(box.endColumn, tab.columns),
  }
  return boxCells(cut) === 0 ? null : withBox(target, cut)
}

export const withBox = (target: Target, box: ClosedBox): Target => ({
  ...target,
  open: box,
  box,
  a1: formatBox(box),
  full: formatRange(target.tab.title, box),
})

export const cellsOf = (target: Target): number => boxCells(target.box)
export const rowsOf = (target: Target): number => boxRows(target.box)
export const columnsOf = (target: Target): number => boxColumns(target.box)

interface Asked {
  tab?: string | undefined
  /** Set where a named range said which tab. */
  sheetId?: number | undefined
  box: Box
}

function readRange(meta: SpreadsheetMeta, text: string): Asked {
  const named = meta.namedRanges.find(range => range.name.toLowerCase() === text.trim().toLowerCase())
  if (named) return { sheetId: named.sheetId, box: named.box }
  const parsed = parseRange(text)
  if (parsed) return parsed
  // "Leads" alone is the whole tab where there is one of that name.
  const title = text.trim()
  if (meta.tabs.some(tab => sameTitle(tab.title, title))) return { tab: title, box: {} }
  if (splitRanges(text).length > 1) {
    throw new Refusal(
      `"${text}" is a list; here one range is meant. Nothing was changed. Call once for each.`,
    )
  }
  throw new Refusal(
    `"${text}" is not a range. Write it as A1:B2, A2:A, C:C or 3:5, with the tab before it where needed, for example 'My tab'!A1:B2. Nothing was changed. Tabs: ${tabList(meta)}.`,
  )
}

const sameTitle = (a: string, b: string): boolean => a.trim().toLowerCase() === b.trim().toLowerCase()

const tabList = (meta: SpreadsheetMeta): string => {
  const shown = meta.tabs.slice(0, 30).map(tab => JSON.stringify(tab.title))
  return shown.join(', ') + (meta.tabs.length > shown.length ? ', …' : '')
}

/** The tab of that title; without one, the turn's own tab. */
export function findTab(
  context: Pick<ToolContext, 'turn'>,
  meta: SpreadsheetMeta,
  title: string | undefined,
): Tab {
  if (title === undefined) return tabById(meta, context.turn.sheetId, context.turn.sheetName)
  const exact =
    meta.tabs.find(tab => tab.title === title) ?? meta.tabs.find(tab => sameTitle(tab.title, title))
  if (exact) return exact
  // The user renamed the turn's tab since: its id still finds it.
  if (sameTitle(title, context.turn.sheetName)) return tabById(meta, context.turn.sheetId, title)
  throw new Refusal(
    `There is no tab "${title}" (any more). Nothing was changed. Tabs now: ${tabList(meta)}. A new one is made by edit_structure: {"action":"add_tab","new_name":${JSON.stringify(title)}}.`,
  )
}

function tabById(meta: SpreadsheetMeta, sheetId: number, title = String(sheetId)): Tab {
  const tab = meta.tabs.find(candidate => candidate.sheetId === sheetId)
  if (tab) return tab
  throw new Refusal(
    `The tab "${title}" was deleted in the meantime. Nothing was changed. Name another tab in the range; tabs now: ${tabList(meta)}.`,
  )
}

/** What an entry can say of a range before the work begins: from the text alone. */
export function rangeFields(text: string | undefined, context: Pick<ToolContext, 'turn'>): ToolCallFields {
  if (text === undefined) return {}
  const parsed = parseRange(text)
  if (!parsed) return { range: text.trim() }
  const fields: ToolCallFields = { sheet_name: parsed.tab ?? context.turn.sheetName }
  const range = formatBox(parsed.box)
  if (range !== '') fields.range = range
  return fields
}

/** The same once the target is known. */
export const targetFields = (target: Target): ToolCallFields => ({
  range: target.a1,
  sheet_name: target.tab.title,
})
