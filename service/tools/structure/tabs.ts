/** Adding, renaming, deleting, copying, hiding and showing tabs. */

import { endOfData } from '../../sheets/last-row.ts'
import type { Tab } from '../../sheets/spreadsheet.ts'
import { type CellValue, isFilled, readGrid } from '../support/cells.ts'
import { guardProtected } from '../support/guards.ts'
import { readChange, recordChange } from '../support/journal.ts'
import { guardFreeTitle, ownTab, recordOwnTab } from '../support/new-tab.ts'
import { ownId } from '../support/own-id.ts'
import { Refusal } from '../support/refusal.ts'
import { findTab, type Target, targetOf } from '../support/target.ts'
import type { ToolContext, ToolOutcome } from '../tool.ts'
import type { StructureArgs } from './args.ts'

const done = (output: unknown, title: string): ToolOutcome => ({
  state: 'succeeded',
  output,
  fields: { sheet_name: title },
})

async function tabOf(args: StructureArgs, context: ToolContext): Promise<Tab> {
  return findTab(context, await context.spreadsheet.meta(), args.tab)
}

const structure = (context: ToolContext, sheetId: number, before: unknown, after: unknown) =>
  recordChange(context, 0, { kind: 'structure', sheetId, range: null, before, after })

export async function addTab(args: StructureArgs, context: ToolContext): Promise<ToolOutcome> {
  const name = args.new_name ?? args.tab ?? args.name
  if (name === undefined) throw new Refusal('add_tab needs new_name. Nothing was changed.')
  const own = await ownTab(context, name)
  const { sheetId, title } = own
  await recordOwnTab(context, own)
  if (!own.isThere) {
    const index = typeof args.index === 'number' ? { index: args.index - 1 } : {}
    const grid = gridOf(args)
    await context.spreadsheet.batchUpdate([
      { addSheet: { properties: { sheetId, title, ...index, ...grid } } },
    ])
  }
  const made = (await context.spreadsheet.meta()).tabs.find(tab => tab.sheetId === sheetId)
  return done({ added_tab: title, sheet_id: sheetId, rows: made?.rows, columns: made?.columns }, title)
}

const gridOf = ({ rows, columns }: StructureArgs) =>
  rows || columns
    ? {
        gridProperties: { ...(rows ? { rowCount: rows } : {}), ...(columns ? { columnCount: columns } : {}) },
      }
    : {}

export async function renameTab(args: StructureArgs, context: ToolContext): Promise<ToolOutcome> {
  const meta = await context.spreadsheet.meta()
  if (args.new_name === undefined) throw new Refusal('rename_tab needs new_name. Nothing was changed.')
  const earlier = await readChange(context, 0)
  if (earlier && meta.tabs.some(tab => tab.title === args.new_name)) {
    return done({ renamed_to: args.new_name }, args.new_name)
  }
  const tab = findTab(context, meta, args.tab)
  const title = guardFreeTitle(meta, args.new_name, tab.sheetId)
  await structure(context, tab.sheetId, { title: tab.title }, { title })
  await context.spreadsheet.batchUpdate([
    { updateSheetProperties: { properties: { sheetId: tab.sheetId, title }, fields: 'title' } },
  ])
  return done({ renamed: tab.title, renamed_to: title }, title)
}

export async function deleteTab(args: StructureArgs, context: ToolContext): Promise<ToolOutcome> {
  const meta = await context.spreadsheet.meta()
  if (args.tab === undefined) throw new Refusal('delete_tab needs tab. Nothing was changed.')
  const earlier = await readChange(context, 0)
  if (earlier && !meta.tabs.some(tab => tab.title === args.tab))
    return done({ deleted_tab: args.tab }, args.tab)
  const tab = findTab(context, meta, args.tab)
  if (meta.tabs.filter(other => !other.hidden && other.sheetId !== tab.sheetId).length === 0) {
    throw new Refusal(`"${tab.title}" is the only visible tab; a spreadsheet needs one. Nothing was changed.`)
  }
  const whole = await targetOf(context, tab, {})
  guardProtected(context, whole)
  const content = await keepContent(context, tab, whole)
  await structure(
    context,
    tab.sheetId,
    { title: tab.title, index: tab.index, ...content },
    { deleted_tab: tab.title },
  )
  await context.spreadsheet.batchUpdate([{ deleteSheet: { sheetId: tab.sheetId } }])
  return done({ deleted_tab: tab.title, filled_cells_deleted: content.filled }, tab.title)
}

/** Larger tabs are not read for it. */
const MOST_KEPT_CELLS = 200_000

async function keepContent(
  context: ToolContext,
  tab: Tab,
  whole: Target,
): Promise<{ cells: CellValue[][] | null; filled: number | null }> {
  const endRow = await endOfData(context.spreadsheet, tab)
  if (endRow * tab.columns > MOST_KEPT_CELLS) return { cells: null, filled: null }
  if (endRow === 0) return { cells: [], filled: 0 }
  const cells = await readGrid(
    context,
    { ...(await targetOf(context, tab, { ...whole.box, endRow })) },
    'FORMULA',
  )
  return { cells, filled: cells.flat().filter(isFilled).length }
}

export async function duplicateTab(args: StructureArgs, context: ToolContext): Promise<ToolOutcome> {
  const meta = await context.spreadsheet.meta()
  const newSheetId = ownId(context, 'tab')
  const earlier = meta.tabs.find(tab => tab.sheetId === newSheetId)
  if (earlier) return done({ new_tab: earlier.title, sheet_id: newSheetId }, earlier.title)
  const tab = findTab(context, meta, args.tab)
  const title = args.new_name === undefined ? undefined : guardFreeTitle(meta, args.new_name)
  await structure(context, newSheetId, null, { duplicated_tab: tab.title })
  const answer = await context.spreadsheet.batchUpdate([
    {
      duplicateSheet: {
        sourceSheetId: tab.sheetId,
        newSheetId,
        insertSheetIndex: tab.index + 1,
        ...(title === undefined ? {} : { newSheetName: title }),
      },
    },
  ])
  const made = answer.replies?.[0]?.duplicateSheet?.properties?.title ?? title ?? `Copy of ${tab.title}`
  return done({ duplicated: tab.title, new_tab: made, sheet_id: newSheetId }, made)
}

export async function showTab(
  args: StructureArgs,
  context: ToolContext,
  visible: boolean,
): Promise<ToolOutcome> {
  const tab = await tabOf(args, context)
  const { tabs } = await context.spreadsheet.meta()
  if (!visible && tabs.filter(other => !other.hidden && other.sheetId !== tab.sheetId).length === 0) {
    throw new Refusal(`"${tab.title}" is the only visible tab and cannot be hidden. Nothing was changed.`)
  }
  await structure(context, tab.sheetId, { hidden: tab.hidden }, { hidden: !visible })
  await context.spreadsheet.batchUpdate([
    { updateSheetProperties: { properties: { sheetId: tab.sheetId, hidden: !visible }, fields: 'hidden' } },
  ])
  return done({ tab: tab.title, hidden: !visible }, tab.title)
}
