/**
 * The grid: o-spreadsheet's model and component, and what the page around it needs of them. All knowledge
 * of the library's insides in the client is here and in menus.ts.
 */

import { fillIn } from '../../dialect/filling.ts'
import { gidOf } from '../../dialect/ids.ts'
import { isBig } from '../../dialect/packed-cells.ts'
import { withoutCells } from '../../dialect/saved-cells.ts'
import type { Selection, Snapshot } from '../protocol.ts'
import { drawCharts } from './charts.ts'
import { textsOfDocument } from './document-cells.ts'
import { keepLooksUnderFilters } from './filters.ts'
import { type EngineEnv, engine, type PageModel } from './globals.ts'
import { keepMounted } from './keep-mounted.ts'
import { sendLargeEdits } from './large-edits.ts'
import { quickSum, withQuickSum } from './quick-sum.ts'
import { inSlices, nextTurn } from './slices.ts'
import type { PageTransport } from './transport.ts'
import { readTyping } from './typing.ts'

const FIRST_PICTURE_MS = 100
const PICTURE_MS = 1_000

export interface GridOptions {
  target: HTMLElement
  templates: string
  readOnly: boolean
  dark: boolean
  client: { id: string; name: string }
  notify(text: string): void
  confirm(text: string, onYes: () => void, onNo?: () => void): void
  /** Something the page shows may have changed: selection, tabs, title, what is saved. */
  updated(): void
  /** The component is another one: what was kept of it is gone. */
  redrawn(): void
  /** The model cannot go on from what it has. */
  derailed(): void
}

export interface Grid {
  model: PageModel
  env(): EngineEnv
  selection(): Selection
  /** Shows the tab and selects the cells. What does not exist any more is left alone. */
  select(selection: Selection): void
  /** What is selected and what is in view. */
  view(): View
  /** Goes back to it, also in another grid over the same workbook. */
  show(view: View): void
  focus(): void
  /** Takes over what is being typed into a cell, as Enter would. */
  finishEditing(): void
  close(): void
}

export interface View {
  selection: Selection
  scroll: { scrollX: number; scrollY: number }
  zoom: number
}

export async function openGrid(
  snapshot: Snapshot,
  transport: PageTransport,
  options: GridOptions,
  /** The cells of a packed snapshot, where they do not stand in the document. */
  texts?: string[],
): Promise<Grid> {
  const { Model, Spreadsheet } = engine()
  // Revisions on top of the data need all cells to be there.
  const isPacked = snapshot.isPacked === true
  const isLater = isPacked || (snapshot.history.length === 0 && isBig(snapshot.data))
  const mode = options.readOnly ? 'readonly' : 'normal'
  const model = new Model(
    isLater ? withoutCells(snapshot.data) : snapshot.data,
    { transportService: transport, client: options.client, mode },
    snapshot.history,
  )
  // Not from the start: a model that was made to be read never sends what is entered later.
  if (isLater) model.updateMode('readonly')
  model.joinSession()
  sendLargeEdits(model)
  drawCharts(model)
  readTyping(model)
  keepLooksUnderFilters(model)
  const config = {
    name: 'Spreadsheet',
    // Beside the sidebar it is narrow, but it is still on a desk: never its layout for phones.
    env: { isSmall: false, quickSum },
    props: {
      model,
      colorScheme: options.dark ? 'dark' : 'light',
      // The library's texts are lazy objects until they are read as strings.
      notifyUser: ({ text }: { text: unknown }) => options.notify(String(text)),
      raiseError: (text: unknown) => options.notify(String(text)),
      askConfirmation: (text: unknown, onYes: () => void, onNo?: () => void) =>
        options.confirm(String(text), onYes, onNo),
    },
    templates: withQuickSum(options.templates),
  }
  // Making the model and drawing it for the first time are two pieces of work.
  await nextTurn()
  const mounted = await keepMounted(() => new owl.App(Spreadsheet, config), options)
  if (isLater) {
    document.documentElement.dataset.loading = 'true'
    const cells = fillIn(
      model,
      snapshot.data,
      engine().helpers.toZone,
      isPacked ? (texts ?? textsOfDocument()) : undefined,
    )
    await inSlices(showing(model, cells))
    model.updateMode(mode)
    delete document.documentElement.dataset.loading
  }
  model.on('update', options, options.updated)
  model.on('unexpected-revision-id', options, options.derailed)

  return {
    model,
    env: () => mounted.root().__owl__.childEnv,
    selection: () => readSelection(model),
    select(selection) {
      leaveEditor(mounted.root().__owl__.childEnv)
      moveSelection(model, selection)
    },
    view: () => readView(model),
    show: view => showView(model, view),
    focus: () => mounted.root().focusGrid(),
    finishEditing: () => leaveEditor(mounted.root().__owl__.childEnv),
    close() {
      model.off('update', options)
      mounted.destroy()
    },
  }
}

/** Draws what has come so far, the first time soon and then every so often. */
function* showing(model: PageModel, work: Iterable<void>): Generator<void> {
  let next = performance.now() + FIRST_PICTURE_MS
  for (const _ of work) {
    yield
    if (performance.now() < next) continue
    next = performance.now() + PICTURE_MS
    model.trigger('update')
  }
  model.trigger('update')
}

function readSelection({ getters }: PageModel): Selection {
  const areas = getters.getSelectedZones().map(({ left, right, top, bottom }) => ({
    row: top + 1,
    column: left + 1,
    rows: bottom - top + 1,
    columns: right - left + 1,
  }))
  return { sheetId: gidOf(getters.getActiveSheetId()), areas }
}

/** A cell being edited would take a new selection for a reference of its formula. */
function leaveEditor(env: EngineEnv): void {
  env.getStore(engine().stores.CellComposerStore).stopEdition?.()
}

function readView(model: PageModel): View {
  const { scrollX, scrollY } = model.getters.getActiveSheetScrollInfo()
  return {
    selection: readSelection(model),
    scroll: { scrollX, scrollY },
    zoom: model.getters.getViewportZoomLevel(),
  }
}

function showView(model: PageModel, { selection, scroll, zoom }: View): void {
  model.dispatch('SET_ZOOM', { zoom })
  moveSelection(model, selection, false)
  model.dispatch('SET_VIEWPORT_OFFSET', { offsetX: scroll.scrollX, offsetY: scroll.scrollY })
}

function moveSelection(model: PageModel, { sheetId: gid, areas }: Selection, scrollIntoView = true): void {
  const { getters, dispatch } = model
  const sheetId = getters.getVisibleSheetIds().find(id => gidOf(id) === gid)
  if (sheetId === undefined) return
  const sheetIdFrom = getters.getActiveSheetId()
  if (sheetIdFrom !== sheetId) dispatch('ACTIVATE_SHEET', { sheetIdFrom, sheetIdTo: sheetId })
  const area = areas.at(-1)
  if (!area) return
  const [left, top] = [area.column - 1, area.row - 1]
  const right = Math.min(left + area.columns, getters.getNumberCols(sheetId)) - 1
  const bottom = Math.min(top + area.rows, getters.getNumberRows(sheetId)) - 1
  if (left > right || top > bottom) return
  model.selection.selectZone(
    { cell: { col: left, row: top }, zone: { left, right, top, bottom } },
    { scrollIntoView },
  )
}

/** The user's edits that the server has not acknowledged, as commands that a new model can take again. */
export function pendingCommands({ session }: PageModel): { type: string }[] {
  return session.pendingMessages
    .filter(message => message.type === 'REMOTE_REVISION')
    .flatMap(message => [...(message.commands ?? [])])
}
